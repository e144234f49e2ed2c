// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graph.h"
#include "engine/runtime/uploads.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <atomic>

using namespace weightless;
using namespace weightless::testing;

class TestRuntimeMemory : public ContextTest {
    Q_OBJECT

public:
    TestRuntimeMemory()
        : ContextTest({.failAllocation = [this](uint64_t) { return m_allowedAllocations-- <= 0; }})
    {
    }

private slots:
    void cleanup()
    {
        m_allowedAllocations = plenty;
        ContextTest::cleanup();
    }

    // Setting constants, creating tensors and dispatching, with the n-th allocation failing, for every n
    // until all of it succeeds: each failure is OutOfMemory, what was set stays set, and the same graph works
    // in the end.
    void everyAllocationMayFail()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", square);
        const Operand w = builder.constant(square, "w");
        const Operand derived = builder.node("Exp", {builder.node("Neg", {w})}); // once-steps
        const std::pair<std::string, Operand> outputs[] {
            {"y", builder.node("MatMul", {builder.node("Abs", {x}), derived})}};
        const auto graph = builder.build(outputs);
        int failures = 0;
        size_t setBefore = 0;
        std::optional<std::vector<HostTensor>> results;
        for (int allowed = 0; !results; ++allowed) {
            QVERIFY(allowed < 50);
            m_allowedAllocations = allowed;
            const auto error = test::errorOf([&] {
                if (graph->setCount() == 0) {
                    graph->setConstantData(w, bytesOf(std::vector<float>(64 * 64, 0.0F)));
                }
                results =
                    runGraph(*m_context, *graph, {floatTensor({64, 64}, std::vector<float>(64 * 64, -2.0F))});
            });
            if (error) {
                QVERIFY2(error->kind() == ErrorKind::OutOfMemory, error->what());
                ++failures;
            }
            QVERIFY(graph->setCount() >= setBefore);
            setBefore = graph->setCount();
        }
        QVERIFY(failures > 2);
        QCOMPARE(floatsOf((*results)[0])[0], 128.0F);
    }

    void nothingIsLeftBehind()
    {
        const auto once = [this] {
            GraphBuilder builder(m_context);
            const Operand x = builder.input("x", square);
            const std::pair<std::string, Operand> outputs[] {
                {"y", builder.node("Exp", {builder.node("Neg", {x})})}};
            const auto graph = builder.build(outputs);
            std::ignore =
                runGraph(*m_context, *graph, {floatTensor({64, 64}, std::vector<float>(64 * 64, 0.0F))});
            m_context->waitIdle();
        };
        const uint64_t before = m_context->memory().of(MemoryPurpose::Activations);
        once(); // what a card's inputs pass through stays
        const uint64_t kept = m_context->memory().hostOverheadBytes();
        QVERIFY(kept <= Uploads::mostSlots * Uploads::mostSlotBytes);
        for (int i = 0; i < 20; ++i) {
            once();
        }
        QCOMPARE(m_context->memory().of(MemoryPurpose::Activations), before);
        QCOMPARE(m_context->memory().hostOverheadBytes(), kept);
    }

private:
    static constexpr int plenty = 1000000;
    const TensorDescriptor square {DataType::Float32, {64, 64}};
    std::atomic<int> m_allowedAllocations {plenty};
};

QTEST_GUILESS_MAIN(TestRuntimeMemory)
#include "tst_runtimememory.moc"
