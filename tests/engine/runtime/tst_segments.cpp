// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

HostTensor ints(const std::vector<int64_t>& values)
{
    return makeInt64Tensor(values);
}

// y = Expand(x, shape) + 1
Model expanding(bool computesShape)
{
    Model model;
    model.opsets[""] = 17;
    model.graph.inputs = {valueOf("x", DataType::Float32, {1, 3}), valueOf("shape", DataType::Int64, {2})};
    model.graph.outputs = {valueOf("y", DataType::Float32, {-1, -1})};
    model.graph.constants = {knownConstant("one", floatTensor({}, {1})), knownConstant("two", ints({2, 1}))};
    if (computesShape) {
        model.graph.nodes.push_back(nodeOf("Mul", {"shape", "two"}, {"doubled"}));
    }
    model.graph.nodes.push_back(nodeOf("Expand", {"x", computesShape ? "doubled" : "shape"}, {"wide"}));
    model.graph.nodes.push_back(nodeOf("Add", {"wide", "one"}, {"y"}));
    return model;
}

// indices = NonZero(Relu(x)); y = Shape(indices) … the size is known only when the device is done.
Model selecting()
{
    Model model;
    model.opsets[""] = 17;
    model.graph.inputs = {valueOf("x", DataType::Float32, {-1})};
    model.graph.outputs = {valueOf("y", DataType::Float32, {-1})};
    Attributes axis;
    axis.set("axis", int64_t {0});
    model.graph.constants = {knownConstant("axes", ints({0}))};
    model.graph.nodes = {nodeOf("Relu", {"x"}, {"positive"}), nodeOf("NonZero", {"positive"}, {"indices"}),
        nodeOf("Squeeze", {"indices", "axes"}, {"flat"}),
        nodeOf("Gather", {"positive", "flat"}, {"kept"}, axis), nodeOf("Neg", {"kept"}, {"y"})};
    return model;
}

// y = Neg(forest(x)), a tree of one split: the host, and then one stage of the device.
Model forest(int64_t rows)
{
    using Ints = std::vector<int64_t>;
    using Floats = std::vector<float>;
    Attributes tree;
    tree.set("nodes_treeids", Ints {0, 0, 0});
    tree.set("nodes_nodeids", Ints {0, 1, 2});
    tree.set("nodes_truenodeids", Ints {1, 0, 0});
    tree.set("nodes_falsenodeids", Ints {2, 0, 0});
    tree.set("nodes_featureids", Ints {0, 0, 0});
    tree.set("nodes_values", Floats {0, 0, 0});
    tree.set("nodes_modes", std::vector<std::string> {"BRANCH_LEQ", "LEAF", "LEAF"});
    tree.set("target_treeids", Ints {0, 0});
    tree.set("target_nodeids", Ints {1, 2});
    tree.set("target_ids", Ints {0, 0});
    tree.set("target_weights", Floats {1, 2});
    Model model;
    model.opsets = {{"", 17}, {"ai.onnx.ml", 3}};
    model.graph.inputs = {valueOf("x", DataType::Float32, {rows, 1})};
    model.graph.outputs = {valueOf("y", DataType::Float32, {rows, 1})};
    Node grown = nodeOf("TreeEnsembleRegressor", {"x"}, {"scores"}, std::move(tree));
    grown.domain = "ai.onnx.ml";
    model.graph.nodes = {std::move(grown), nodeOf("Neg", {"scores"}, {"y"})};
    return model;
}

} // namespace

// Plans that go on where a value is needed.
class TestSegments : public ContextTest {
    Q_OBJECT

private slots:
    void valuesOfInputsAreReadAtOnce_data()
    {
        QTest::addColumn<bool>("computesShape");
        QTest::newRow("the input itself") << false;
        QTest::newRow("what folds from it") << true;
    }

    // One plan, no round trip, and nothing planned twice.
    void valuesOfInputsAreReadAtOnce()
    {
        QFETCH(const bool, computesShape);
        const auto graph = buildGraph(m_context, expanding(computesShape));
        QVERIFY(!graph->memoryPlan().isComplete);
        QVERIFY(graph->outputs()[0].descriptor.type == DataType::Undefined);
        const auto run = [&](int64_t rows) {
            return runGraph(*m_context, *graph, {floatTensor({1, 3}, {1, 2, 3}), ints({rows, 3})});
        };
        const TransferCounts before = m_context->transferCounts();
        const HostTensor y = run(2)[0];
        QCOMPARE(y.descriptor.shape, (Shape {computesShape ? 4 : 2, 3}));
        QCOMPARE(floatsOf(y)[5], 4.0f);
        QCOMPARE(m_context->transferCounts().roundTrips, before.roundTrips);
        QCOMPARE(m_context->transferCounts().plans, before.plans + 1);
        QCOMPARE(run(1)[0].descriptor.shape[0], int64_t {computesShape ? 2 : 1});
        QCOMPARE(m_context->transferCounts().plans, before.plans + 2);
        std::ignore = run(2);
        std::ignore = run(1);
        QCOMPARE(m_context->transferCounts().plans, before.plans + 2);
        QCOMPARE(m_context->transferCounts().roundTrips, before.roundTrips);
    }

    // A tensor that the device wrote is read back, once.
    void valuesOfTheDeviceAreReadBack()
    {
        const auto graph = buildGraph(m_context, expanding(false));
        Model producing;
        producing.opsets[""] = 17;
        producing.graph.inputs = {valueOf("a", DataType::Int64, {2})};
        producing.graph.outputs = {valueOf("b", DataType::Int64, {2})};
        producing.graph.nodes = {nodeOf("Neg", {"a"}, {"b"})};
        const auto producer = buildGraph(m_context, producing);
        const auto a = m_context->createTensor({DataType::Int64, {2}});
        const auto b = m_context->createTensor({DataType::Int64, {2}});
        const auto x = m_context->createTensor({DataType::Float32, {1, 3}});
        m_context->writeTensor(*a, ints({-4, -3}).bytes);
        m_context->writeTensor(*b, ints({9, 9}).bytes); // not what it holds in the end
        m_context->dispatch(*producer, {{"a", a}}, NamedTensors {{"b", b}});
        const uint64_t before = m_context->transferCounts().roundTrips;
        std::shared_ptr<Tensor> y;
        m_context->dispatch(
            *graph, {{"x", x}, {"shape", b}}, [&](const std::string&, const TensorDescriptor& descriptor) {
                return y = m_context->createTensor(descriptor);
            });
        QCOMPARE(y->descriptor().shape, (Shape {4, 3}));
        QCOMPARE(m_context->transferCounts().roundTrips, before + 1);
    }

    void sizesThatDependOnData()
    {
        const auto graph = buildGraph(m_context, selecting(), {.freeDimensions = {{"x0", 5}}});
        const uint64_t before = m_context->transferCounts().roundTrips;
        const std::vector<float> values {-1, 2, 0, 3, -4};
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({5}, values)})[0]),
            (std::vector<float> {-2, -3}));
        QCOMPARE(m_context->transferCounts().roundTrips, before + 1);
        const uint64_t plans = m_context->transferCounts().plans;
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({5}, {7, -1, -1, -1, 8})})[0]),
            (std::vector<float> {-7, -8}));
        QCOMPARE(m_context->transferCounts().plans, plans); // as many, elsewhere
        QVERIFY(floatsOf(runGraph(*m_context, *graph, {floatTensor({5}, {-1, -1, -1, -1, -1})})[0]).empty());
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({3}, {1, 2, 3})})[0]),
            (std::vector<float> {-1, -2, -3})); // another shape
    }

    // They look alike, but none does what the other does.
    void whatDrawsNumbersIsNotDoneOnce_data()
    {
        QTest::addColumn<std::string>("opType");
        QTest::newRow("RandomNormalLike") << std::string("RandomNormalLike");
        QTest::newRow("Dropout") << std::string("Dropout");
    }
    void whatDrawsNumbersIsNotDoneOnce()
    {
        QFETCH(const std::string, opType);
        const bool isDropout = opType == "Dropout";
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {valueOf("x", DataType::Float32, {200})};
        model.graph.outputs = {valueOf("y", DataType::Float32, {200})};
        HostTensor isTraining = makeHostTensor({DataType::Bool, {}});
        setElement(isTraining, 0, 1.0);
        model.graph.constants = {
            knownConstant("ratio", floatTensor({}, {0.5f})), knownConstant("training", isTraining)};
        for (const char* const result : {"a", "b"}) {
            model.graph.nodes.push_back(isDropout ? nodeOf(opType, {"x", "ratio", "training"}, {result})
                                                  : nodeOf(opType, {"x"}, {result}));
        }
        model.graph.nodes.push_back(nodeOf("Sub", {"a", "b"}, {"y"}));
        const auto graph = buildGraph(m_context, model);
        const std::vector<float> y =
            floatsOf(runGraph(*m_context, *graph, {floatTensor({200}, std::vector<float>(200, 1.0f))})[0]);
        QVERIFY(std::ranges::any_of(y, [](float difference) { return difference != 0; }));
    }

    // Nobody reads what it yields, and its input is of an earlier plan.
    void nodesThatNothingReadsDoNotRun()
    {
        Model model = selecting();
        model.graph.nodes.push_back(nodeOf("ReduceMax", {"positive"}, {"most"}));
        model.graph.nodes.push_back(nodeOf("Tanh", {"kept"}, {"dead"}));
        model.graph.nodes.push_back(nodeOf("Add", {"dead", "most"}, {"deader"}));
        const auto graph = buildGraph(m_context, model, {.freeDimensions = {{"x0", 5}}});
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({5}, {-1, 2, 0, 3, -4})})[0]),
            (std::vector<float> {-2, -3}));
    }

    // It comes and goes like the others, and is asked for between the steps.
    void constantsThatDecideShapesUnderABudget()
    {
        const auto inMemory = [](const std::string& name, const HostTensor& tensor) {
            auto info = std::make_shared<ConstantInfo>();
            info->name = name;
            info->descriptor = tensor.descriptor;
            info->sizeBytes = tensor.bytes.size();
            const auto bytes = std::make_shared<const std::vector<std::byte>>(tensor.bytes);
            info->source.range = MemoryRange {bytes, 0, bytes->size()};
            return info;
        };
        std::vector<int64_t> table(2000, 1);
        table[0] = 2;
        table[1] = 32;
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {valueOf("x", DataType::Float32, {64})};
        model.graph.outputs = {valueOf("y", DataType::Float32, {-1, -1})};
        model.graph.constants = {inMemory("table", ints(table)), knownConstant("begin", ints({0})),
            knownConstant("end", ints({2}))};
        model.graph.nodes = {
            nodeOf("Slice", {"table", "begin", "end"}, {"shape"}), nodeOf("Reshape", {"x", "shape"}, {"y0"})};
        constexpr int layers = 4;
        for (int i = 0; i < layers; ++i) {
            HostTensor weight = makeHostTensor({DataType::Float32, {32, 32}});
            for (int64_t k = 0; k < 32; ++k) {
                setElement(weight, static_cast<size_t>(33 * k), 2.0); // twice what comes in
            }
            const std::string name = "w" + std::to_string(i);
            model.graph.constants.push_back(inMemory(name, weight));
            model.graph.nodes.push_back(nodeOf("MatMul", {"y" + std::to_string(i), name},
                {i + 1 == layers ? "y" : "y" + std::to_string(i + 1)}));
        }
        const auto graph = buildGraph(m_context, model);
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        options.deviceBudget = 1;
        options.deviceBudget = graph->predict(options).leastBudgetBytes;
        QVERIFY(options.deviceBudget > 0);
        graph->load(options)->run();
        const HostTensor y = runGraph(*m_context, *graph, {floatTensor({64}, std::vector<float>(64, 1))})[0];
        QCOMPARE(y.descriptor.shape, (Shape {2, 32}));
        QCOMPARE(floatsOf(y), std::vector<float>(64, 16));
    }

    void profilesShowStepsOfTheHost()
    {
        const auto graph = buildGraph(m_context, selecting(), {.freeDimensions = {{"x0", 5}}});
        const auto x = m_context->createTensor({DataType::Float32, {5}});
        m_context->writeTensor(*x, floatTensor({5}, {1, 0, 1, 0, 1}).bytes);
        const DispatchReport report = m_context->dispatch(*graph, {{"x", x}},
            [&](const std::string&, const TensorDescriptor& descriptor) {
                return m_context->createTensor(descriptor);
            },
            {.profile = true});
        QVERIFY(std::ranges::any_of(report.steps, [](const StepTime& step) {
            return step.opType == "NonZero" && step.kernel == "host" && step.milliseconds >= 0;
        }));
        QVERIFY(std::ranges::any_of(report.steps,
            [](const StepTime& step) { return step.opType == "Relu" && step.kernel != "host"; }));
        QVERIFY(report.seconds > 0);
    }

    void timesCountTheHostBesideOneStage()
    {
        constexpr int64_t rows = 20'000;
        const auto graph = buildGraph(m_context, forest(rows));
        const auto x = m_context->createTensor({DataType::Float32, {rows, 1}});
        m_context->writeTensor(*x, floatTensor({rows, 1}, std::vector<float>(rows, 1)).bytes);
        const auto y = m_context->createTensor({DataType::Float32, {rows, 1}});
        const auto dispatch = [&] {
            return m_context->dispatch(*graph, {{"x", x}}, {{"y", y}}, {.profile = true, .stopToken = {}});
        };
        std::ignore = dispatch(); // plans
        const DispatchReport report = dispatch();
        double host = 0;
        for (const StepTime& step : report.steps) {
            host += step.kernel == "host" ? step.milliseconds : 0;
        }
        QVERIFY(host > 0);
        QVERIFY2(report.seconds * 1e3 >= host, qPrintable(QString::number(report.seconds * 1e3)));
    }

    void wrongValuesNameTheNode()
    {
        const auto graph = buildGraph(m_context, expanding(false));
        EXPECT_ERROR(runGraph(*m_context, *graph, {floatTensor({1, 3}, {1, 2, 3}), ints({2, 4})}),
            ErrorKind::InvalidArgument, "Node '/wide' (Expand)");
        // What was there is still there.
        QCOMPARE(
            runGraph(*m_context, *graph, {floatTensor({1, 3}, {1, 2, 3}), ints({1, 3})}).size(), size_t {1});
    }

    void stopsBeforeAnything()
    {
        const auto graph = buildGraph(m_context, selecting(), {.freeDimensions = {{"x0", 5}}});
        const auto x = m_context->createTensor({DataType::Float32, {5}});
        std::stop_source stop;
        stop.request_stop();
        const OutputTensors outputs = [&](const std::string&, const TensorDescriptor& descriptor) {
            return m_context->createTensor(descriptor);
        };
        const DispatchOptions options {.stopToken = stop.get_token()};
        const NamedTensors inputs {{"x", x}};
        EXPECT_ERROR(
            m_context->dispatch(*graph, inputs, outputs, options), ErrorKind::Cancelled, "cancelled");
    }
};

QTEST_GUILESS_MAIN(TestSegments)
#include "tst_segments.moc"
