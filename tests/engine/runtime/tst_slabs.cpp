// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <atomic>
#include <tuple>
#include <utility>
#include <vector>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr uint64_t slabBytes = 64 * KiB;
constexpr int64_t elements = 10'000; // 40,000 bytes: one of them to a slab

// Values that are all alive at once, and as many that follow from constants alone.
Model manyAtOnce(int count)
{
    Model model;
    model.opsets[""] = 17;
    ModelGraph& graph = model.graph;
    graph.inputs = {valueOf("x", DataType::Float32, {elements})};
    graph.outputs = {valueOf("y", DataType::Float32, {elements})};
    graph.constants = {knownConstant("half", floatTensor({1}, {0.5f})),
        knownConstant("shape", makeInt64Tensor(std::vector<int64_t> {elements}))};
    std::vector<std::string> all;
    std::string last = "x";
    for (int i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        graph.nodes.push_back(nodeOf("Add", {last, "half"}, {"a" + number}));
        graph.nodes.push_back(nodeOf("Expand", {"half", "shape"}, {"wide" + number}));
        graph.nodes.push_back(nodeOf("Mul", {"a" + number, "wide" + number}, {"b" + number}));
        last = "b" + number;
        all.push_back(last);
    }
    graph.nodes.push_back(nodeOf("Max", all, {"y"}));
    return model;
}

} // namespace

// Plans on a device that gives no more than a slab at once.
class TestSlabs : public ContextTest {
    Q_OBJECT

public:
    TestSlabs()
        : ContextTest({.failAllocation = [this](uint64_t) { return m_allowedAllocations-- <= 0; }})
    {
    }

private slots:
    void init() { m_usual = std::exchange(mostAtOnce(), slabBytes); }
    void cleanup()
    {
        mostAtOnce() = m_usual;
        m_allowedAllocations = plenty;
        ContextTest::cleanup();
    }

    void arenasMayBeLargerThanOne()
    {
        HostTensor x = makeHostTensor({DataType::Float32, {elements}});
        for (int64_t i = 0; i < elements; ++i) {
            setElement(x, static_cast<size_t>(i), static_cast<double>(i % 97) - 48);
        }
        const auto inSlabs = buildGraph(m_context, manyAtOnce(7));
        QVERIFY(inSlabs->memoryPlan().activationBytes > 4 * slabBytes);
        mostAtOnce() = m_usual;
        const auto whole = buildGraph(m_context, manyAtOnce(7));
        const HostTensor expected = runGraph(*m_context, *whole, {x})[0];
        mostAtOnce() = slabBytes;
        for (int run = 0; run < 2; ++run) {
            QVERIFY(runGraph(*m_context, *inSlabs, {x})[0].bytes == expected.bytes);
        }
    }

    void aTensorThatIsLargerIsNamed()
    {
        Model model = manyAtOnce(1);
        model.graph.inputs = {valueOf("x", DataType::Float32, {2, elements})};
        model.graph.outputs = {valueOf("y", DataType::Float32, {2, elements})};
        const auto graph = buildGraph(m_context, model);
        const HostTensor x = makeHostTensor({DataType::Float32, {2, elements}});
        EXPECT_ERROR(runGraph(*m_context, *graph, {x}), ErrorKind::Unsupported,
            "Node '/a0' (Add): a tensor of 78.12 KiB is more than the 64.00 KiB that the device gives at "
            "once");
    }

    // The run is tried again, and nothing stays behind of any that failed.
    void anySlabMayFail()
    {
        const HostTensor x = makeHostTensor({DataType::Float32, {elements}});
        const uint64_t before = m_context->memory().of(MemoryPurpose::Activations);
        auto graph = buildGraph(m_context, manyAtOnce(7));
        int failures = 0;
        for (bool isDone = false; !isDone;) {
            m_allowedAllocations = failures;
            const auto error = test::errorOf([&] { std::ignore = runGraph(*m_context, *graph, {x}); });
            isDone = !error;
            if (error) {
                QVERIFY2(error->kind() == ErrorKind::OutOfMemory, error->what());
                QVERIFY(++failures < 50);
            }
        }
        QVERIFY2(failures > 8, // tensors, and memories of several slabs
            std::to_string(failures).c_str());
        graph.reset();
        m_context->waitIdle();
        QCOMPARE(m_context->memory().of(MemoryPurpose::Activations), before);
    }

private:
    [[nodiscard]] uint64_t& mostAtOnce() const
    {
        return m_context->internals()->info.traits.maxAllocationBytes;
    }

    static constexpr int plenty = 1'000'000;
    std::atomic<int> m_allowedAllocations {plenty};
    uint64_t m_usual = 0;
};

QTEST_GUILESS_MAIN(TestSlabs)
#include "tst_slabs.moc"
