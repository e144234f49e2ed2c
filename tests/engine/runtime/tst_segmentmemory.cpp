// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graph.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/importer.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <algorithm>
#include <optional>
#include <tuple>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr int64_t crossing = 256 * 1024; // 1 MiB
constexpr uint64_t crossingBytes = crossing * sizeof(float);

// x = (x + 1) · (how many of the first four are not zero - 1), so many times: each needs a count that only
// the device knows.
Model growing(int segments)
{
    Model model;
    model.opsets[""] = 17;
    ModelGraph& graph = model.graph;
    graph.inputs = {valueOf("x0", DataType::Float32, {-1})};
    graph.outputs = {valueOf("y", DataType::Float32, {-1})};
    graph.constants = {knownConstant("one", floatTensor({}, {1})),
        knownConstant("begin", makeInt64Tensor(std::vector<int64_t> {0})),
        knownConstant("end", makeInt64Tensor(std::vector<int64_t> {4}))};
    Attributes toFloat;
    toFloat.set("to", int64_t {1});
    Attributes scalar;
    scalar.set("keepdims", int64_t {0});
    const auto name = [](const char* what, int number) { return what + std::to_string(number); };
    for (int i = 0; i < segments; ++i) {
        graph.nodes.push_back(nodeOf("Add", {name("x", i), "one"}, {name("a", i)}));
        graph.nodes.push_back(nodeOf("Slice", {name("a", i), "begin", "end"}, {name("few", i)}));
        graph.nodes.push_back(nodeOf("NonZero", {name("few", i)}, {name("places", i)}));
        graph.nodes.push_back(nodeOf("Cast", {name("places", i)}, {name("numbers", i)}, toFloat));
        graph.nodes.push_back(nodeOf("ReduceMax", {name("numbers", i)}, {name("last", i)}, scalar));
        graph.nodes.push_back(nodeOf("Mul", {name("a", i), name("last", i)}, {name("x", i + 1)}));
    }
    graph.nodes.push_back(nodeOf("Neg", {name("x", segments)}, {"y"}));
    return model;
}

// y = x · how many of its first four are not zero · how many of the next four …
Model countingFours(int64_t fours)
{
    Model model;
    model.opsets[""] = 17;
    ModelGraph& graph = model.graph;
    graph.inputs = {valueOf("x0", DataType::Float32, {4 * fours})};
    graph.outputs = {valueOf("y", DataType::Float32, {4 * fours})};
    Attributes toFloat;
    toFloat.set("to", int64_t {1});
    const auto name = [](const char* what, int64_t number) { return what + std::to_string(number); };
    for (int64_t i = 0; i < fours; ++i) {
        graph.constants.push_back(
            knownConstant(name("begin", i), makeInt64Tensor(std::vector<int64_t> {4 * i})));
        graph.nodes.push_back(
            nodeOf("Slice", {name("x", i), name("begin", i), name("begin", i + 1)}, {name("few", i)}));
        graph.nodes.push_back(nodeOf("NonZero", {name("few", i)}, {name("places", i)}));
        graph.nodes.push_back(nodeOf("Size", {name("places", i)}, {name("size", i)}));
        graph.nodes.push_back(nodeOf("Cast", {name("size", i)}, {name("count", i)}, toFloat));
        graph.nodes.push_back(nodeOf("Mul", {name("x", i), name("count", i)}, {name("x", i + 1)}));
    }
    graph.constants.push_back(
        knownConstant(name("begin", fours), makeInt64Tensor(std::vector<int64_t> {4 * fours})));
    graph.nodes.push_back(nodeOf("Neg", {name("x", fours)}, {"y"}));
    return model;
}

// The first of them are 0, so that they count, of the first four.
HostTensor starting(int64_t size, int64_t counted = 4)
{
    std::vector<float> values(static_cast<size_t>(size));
    for (int64_t i = counted; i < 4; ++i) {
        values[static_cast<size_t>(i)] = -1;
    }
    return floatTensor({size}, values);
}

float lastOf(int segments, int64_t counted = 4)
{
    auto value = static_cast<float>(counted - 1);
    for (int i = 1; i < segments; ++i) {
        value = (value + 1) * 3;
    }
    return -value;
}

} // namespace

// What a run in many segments takes on the device: what is there at a time, and not what ever was.
class TestSegmentMemory : public ContextTest {
    Q_OBJECT

public:
    TestSegmentMemory()
        : ContextTest({.failAllocation = [this](uint64_t) { return m_untilFailure-- == 0; }})
    {
    }

private slots:
    void memoryDoesNotGrowWithSegments()
    {
        const auto heldBy = [&](int segments) {
            const uint64_t before = activationBytes();
            const auto graph = buildGraph(m_context, growing(segments), {.usesSuggestions = true});
            const auto y = runGraph(*m_context, *graph, {starting(crossing)});
            [&] { QCOMPARE(floatsOf(y[0]).back(), lastOf(segments)); }();
            return activationBytes() - before;
        };
        const uint64_t few = heldBy(3);
        QVERIFY(few >= crossingBytes);
        const uint64_t many = heldBy(12);
        QVERIFY2(many < few + crossingBytes, std::to_string(many).c_str());
    }

    void runsOfOtherWaysShareIt()
    {
        const auto graph = buildGraph(m_context, growing(6), {.usesSuggestions = true});
        std::ignore = runGraph(*m_context, *graph, {starting(crossing)});
        const uint64_t before = activationBytes();
        for (const int64_t counted : {1, 2, 3, 4}) {
            const auto y = runGraph(*m_context, *graph, {starting(crossing, counted)});
            QCOMPARE(floatsOf(y[0])[0], counted == 1 ? lastOf(5) : lastOf(6, counted));
        }
        QVERIFY2(activationBytes() < before + crossingBytes, std::to_string(activationBytes()).c_str());
    }

    // Four ways after each of four counts: 340 stages.
    void oldWaysGo()
    {
        const auto graph = buildGraph(m_context, countingFours(4));
        for (int way = 0; way < 256; ++way) {
            std::vector<float> values(16, 0);
            float expected = -1;
            for (int i = 0, rest = way; i < 4; ++i, rest /= 4) {
                const int counted = rest % 4 + 1;
                std::fill_n(values.begin() + 4 * i, counted, 1.0F);
                expected *= static_cast<float>(counted);
            }
            const auto y = runGraph(*m_context, *graph, {floatTensor({16}, values)});
            QCOMPARE(floatsOf(y[0])[0], expected);
        }
        const size_t count = graph->internals().stages->stageCount();
        QVERIFY2(count > 64 && count <= StageTree::mostStages, std::to_string(count).c_str());
    }

    // A stage that is dropped leaves its address to a later one, which is another all the same: its times
    // were added to those of the steps before.
    void profilesTellStagesApart()
    {
        constexpr int64_t trips = 30;
        Model model = modelOf({valueOf("x", DataType::Float32, {4}), valueOf("trips", DataType::Int64, {})},
            {valueOf("y", DataType::Float32, {-1})});
        ModelGraph body;
        body.name = "body";
        body.inputs = {valueOf("i", DataType::Int64, {}), valueOf("goes", DataType::Bool, {}),
            valueOf("state", DataType::Float32, {-1})};
        body.outputs = {valueOf("goesOn", DataType::Bool, {}), valueOf("longer", DataType::Float32, {-1})};
        Attributes axis;
        axis.set("axis", int64_t {0});
        body.nodes = {nodeOf("Identity", {"goes"}, {"goesOn"}), nodeOf("Exp", {"state"}, {"other"}),
            nodeOf("Concat", {"other", "x"}, {"longer"}, axis)};
        model.graph.nodes = {nodeOf("Loop", {"trips", "", "x"}, {"y"}, graphAttribute("body", body))};
        const auto graph = buildGraph(m_context, model);
        const auto x = m_context->createTensor({DataType::Float32, {4}});
        const auto count = m_context->createTensor({DataType::Int64, {}});
        const auto y = m_context->createTensor({DataType::Float32, {4 * (trips + 1)}});
        m_context->writeTensor(*x, floatTensor({4}, {-9, -9, -9, -9}).bytes);
        m_context->writeTensor(*count, makeInt64Scalar(trips).bytes);
        const DispatchReport report = m_context->dispatch(
            *graph, {{"x", x}, {"trips", count}}, {{"y", y}}, DispatchOptions {.profile = true});
        if (report.lacksTimestamps)
            QSKIP("no times on this device");
        QCOMPARE(std::ranges::count(report.steps, "Exp", &StepTime::opType), ptrdiff_t {trips});
    }

    void nothingIsRecordedAnew()
    {
        const auto graph = buildGraph(m_context, growing(6), {.usesSuggestions = true});
        const auto input = m_context->createTensor({DataType::Float32, {crossing}});
        const auto output = m_context->createTensor({DataType::Float32, {crossing}});
        m_context->writeTensor(*input, starting(crossing).bytes);
        const auto run = [&] { m_context->dispatch(*graph, {{"x0", input}}, {{"y", output}}); };
        run();
        run();
        const uint64_t recordings = m_context->transferCounts().recordings;
        run();
        run();
        QCOMPARE(m_context->transferCounts().recordings, recordings);
    }

    void memoryOfLargerShapesIsGivenBack()
    {
        const auto graph = buildGraph(m_context, growing(3), {.usesSuggestions = true});
        const uint64_t before = activationBytes();
        std::ignore = runGraph(*m_context, *graph, {starting(4 * crossing)});
        QVERIFY(activationBytes() >= before + 4 * crossingBytes);
        for (int i = 0; i < 5; ++i) {
            std::ignore = runGraph(*m_context, *graph, {starting(8)});
        }
        QVERIFY2(activationBytes() < before + 4 * crossingBytes, std::to_string(activationBytes()).c_str());
    }

    // What other shapes left there is given up before a run fails.
    void memoryThatIsIdleIsUsedBeforeARunFails()
    {
        bool wasMended = false;
        for (int failing = 0; failing < 40; ++failing) {
            const auto graph = buildGraph(m_context, growing(3), {.usesSuggestions = true});
            std::ignore = runGraph(*m_context, *graph, {starting(crossing)});
            std::optional<std::vector<HostTensor>> y;
            m_untilFailure = failing;
            const auto error =
                test::errorOf([&] { y = runGraph(*m_context, *graph, {starting(2 * crossing)}); });
            const bool hasFailed = m_untilFailure < 0;
            m_untilFailure = never;
            QVERIFY2(!error || error->kind() == ErrorKind::OutOfMemory, error ? error->what() : "");
            wasMended = wasMended || (hasFailed && !error);
            if (error) {
                y = runGraph(*m_context, *graph, {starting(2 * crossing)});
            }
            QCOMPARE(floatsOf((*y)[0]).back(), lastOf(3));
        }
        QVERIFY(wasMended);
    }

private:
    static constexpr int never = -1;

    [[nodiscard]] uint64_t activationBytes() const
    {
        return m_context->memory().of(MemoryPurpose::Activations);
    }

    int m_untilFailure = never; // allocations
};

QTEST_GUILESS_MAIN(TestSegmentMemory)
#include "tst_segmentmemory.moc"
