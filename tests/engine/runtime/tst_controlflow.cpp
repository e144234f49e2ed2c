// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/file.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <thread>

using namespace weightless;
using namespace weightless::testing;

namespace {

// y = condition ? x + large : x - 1, where only the first branch uses 'large'.
Model choosing(Shape large = {3})
{
    Model model = modelOf({valueOf("x", DataType::Float32, {3}), valueOf("condition", DataType::Bool, {})},
        {valueOf("y", DataType::Float32, {3})});
    ModelGraph larger;
    larger.name = "larger";
    larger.constants = {hollowConstant("large", {DataType::Float32, std::move(large)})};
    larger.nodes = {nodeOf("Add", {"x", "large"}, {"sum"})};
    larger.outputs = {valueOf("sum", DataType::Float32, {3})};
    ModelGraph smaller;
    smaller.name = "smaller";
    smaller.constants = {knownConstant("one", floatTensor({}, {1}))};
    smaller.nodes = {nodeOf("Sub", {"x", "one"}, {"difference"})};
    smaller.outputs = {valueOf("difference", DataType::Float32, {3})};
    Attributes branches = graphAttribute("then_branch", larger);
    branches.set("else_branch", std::make_shared<const ModelGraph>(smaller));
    model.graph.nodes = {nodeOf("If", {"condition"}, {"y"}, branches)};
    return model;
}

// Adds x to a state, trips times; gives the last state, and each of them.
Model adding(bool computesCondition)
{
    Model model = modelOf({valueOf("trips", DataType::Int64, {}), valueOf("start", DataType::Float32, {2}),
                              valueOf("x", DataType::Float32, {2})},
        {valueOf("last", DataType::Float32, {2}), valueOf("all", DataType::Float32, {-1, 2})});
    ModelGraph body;
    body.name = "body";
    body.inputs = {valueOf("i", DataType::Int64, {}), valueOf("goes", DataType::Bool, {}),
        valueOf("state", DataType::Float32, {2})};
    body.outputs = {valueOf("goesOn", DataType::Bool, {}), valueOf("next", DataType::Float32, {2}),
        valueOf("seen", DataType::Float32, {2})};
    body.nodes = {nodeOf("Add", {"state", "x"}, {"next"}), nodeOf("Identity", {"next"}, {"seen"})};
    if (computesCondition) { // until the third iteration
        const std::array<int64_t, 1> two {2};
        HostTensor limit = makeInt64Tensor(two);
        limit.descriptor.shape = {};
        body.constants = {knownConstant("two", std::move(limit))};
        body.nodes.push_back(nodeOf("Less", {"i", "two"}, {"goesOn"}));
    } else {
        body.nodes.push_back(nodeOf("Identity", {"goes"}, {"goesOn"}));
    }
    model.graph.nodes = {
        nodeOf("Loop", {"trips", "", "start"}, {"last", "all"}, graphAttribute("body", body))};
    return model;
}

} // namespace

class TestControlFlow : public ContextTest {
    Q_OBJECT

private slots:
    void ifTakesItsBranch()
    {
        const auto graph = buildGraph(m_context, choosing());
        QCOMPARE(graph->constantCount(), size_t {1});
        QCOMPARE(graph->constant(0).name, std::string("large"));
        graph->setConstantData(0, bytesOf({10, 20, 30}));
        const HostTensor x = floatTensor({3}, {1, 2, 3});
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {x, boolTensor(true)})[0]),
            (std::vector<float> {11, 22, 33}));
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {x, boolTensor(false)})[0]),
            (std::vector<float> {0, 1, 2}));
    }

    // A branch that is not taken needs none of its constants; one that is taken says which it lacks.
    void branchesNeedTheirOwnConstants()
    {
        const auto graph = buildGraph(m_context, choosing());
        const HostTensor x = floatTensor({3}, {1, 2, 3});
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {x, boolTensor(false)})[0]),
            (std::vector<float> {0, 1, 2}));
        EXPECT_ERROR(runGraph(*m_context, *graph, {x, boolTensor(true)}), ErrorKind::InvalidState,
            "Constant 'large' is not set");
        graph->setConstantData(0, bytesOf({1, 1, 1}));
        QCOMPARE(
            floatsOf(runGraph(*m_context, *graph, {x, boolTensor(true)})[0]), (std::vector<float> {2, 3, 4}));
    }

    // A gigabyte that is not needed is never asked for, and takes no memory.
    void aBranchThatIsNotTakenCostsNothing()
    {
        constexpr int64_t rows = (int64_t {1} << 30) / 12;
        const auto graph = buildGraph(m_context, choosing({rows, 3}));
        QVERIFY(graph->constant(0).sizeBytes > 1'000'000'000u);
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({3}, {1, 2, 3}), boolTensor(false)})[0]),
            (std::vector<float> {0, 1, 2}));
        QVERIFY(m_context->memory().of(MemoryPurpose::Weights) < (uint64_t {1} << 20));
    }

    // Nor is it in the way where the user sets it all the same: the pages of a file with a hole are its
    // memory.
    void aBranchThatIsNotTakenMayBeSet()
    {
        constexpr int64_t rows = (int64_t {1} << 30) / 12;
        test::TemporaryFolder folder;
        const std::filesystem::path path = folder.write("large.bin", "");
        std::filesystem::resize_file(path, rows * 12);
        Model model = choosing({rows, 3});
        auto branch = *std::get<std::shared_ptr<const ModelGraph>>(
            *model.graph.nodes[0].attributes.find("then_branch"));
        auto large = std::make_shared<ConstantInfo>(*branch.constants[0]);
        large->source.range =
            FileRange {std::make_shared<const FileReference>(FileReference {path, File::identityOf(path)}), 0,
                rows * 12};
        branch.constants = {large};
        model.graph.nodes[0].attributes.set("then_branch", std::make_shared<const ModelGraph>(branch));
        const auto graph = buildGraph(m_context, model);
        graph->load({.mode = LoadMode::ZeroCopy})->run();
        QVERIFY(graph->unsetConstants().empty());
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({3}, {1, 2, 3}), boolTensor(false)})[0]),
            (std::vector<float> {0, 1, 2}));
    }

    void loopsCarryAndCollect_data()
    {
        QTest::addColumn<bool>("computesCondition");
        QTest::addColumn<int64_t>("trips");
        QTest::addColumn<int64_t>("done");
        QTest::newRow("no trips") << false << int64_t {0} << int64_t {0};
        QTest::newRow("a negative number of trips") << false << int64_t {-3} << int64_t {0};
        QTest::newRow("one trip") << false << int64_t {1} << int64_t {1};
        QTest::newRow("some trips") << false << int64_t {5} << int64_t {5};
        QTest::newRow("a condition ends it") << true << int64_t {5} << int64_t {3};
        QTest::newRow("trips end it") << true << int64_t {2} << int64_t {2};
    }

    void loopsCarryAndCollect()
    {
        QFETCH(const bool, computesCondition);
        QFETCH(const int64_t, trips);
        QFETCH(const int64_t, done);
        const auto graph = buildGraph(m_context, adding(computesCondition), {.usesSuggestions = true});
        const auto outputs = runGraph(*m_context, *graph,
            {makeInt64Scalar(trips), floatTensor({2}, {1, 2}), floatTensor({2}, {10, 100})});
        QCOMPARE(floatsOf(outputs[0]),
            (std::vector<float> {1 + 10 * static_cast<float>(done), 2 + 100 * static_cast<float>(done)}));
        QCOMPARE(outputs[1].descriptor.shape, (Shape {done, 2}));
        for (int64_t i = 0; i < done; ++i) {
            QCOMPARE(floatsOf(outputs[1])[static_cast<size_t>(2 * i + 1)], 102 + 100 * static_cast<float>(i));
        }
    }

    // Its body is planned once, and nothing comes back in between.
    void tenThousandIterations()
    {
        const auto graph = buildGraph(m_context, adding(false), {.usesSuggestions = true});
        const TransferCounts before = m_context->transferCounts();
        const auto outputs = runGraph(*m_context, *graph,
            {makeInt64Scalar(10'000), floatTensor({2}, {0, 0}), floatTensor({2}, {1, 2})});
        QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {10'000, 20'000}));
        QCOMPARE(outputs[1].descriptor.shape, (Shape {10'000, 2}));
        const TransferCounts& after = m_context->transferCounts();
        QCOMPARE(after.roundTrips, before.roundTrips);
        QVERIFY2(after.plans - before.plans <= 4, std::to_string(after.plans - before.plans).c_str());
        QVERIFY2(after.recordings - before.recordings <= 16,
            std::to_string(after.recordings - before.recordings).c_str());
    }

    void endlessLoopsCanBeStopped()
    {
        const auto graph = buildGraph(m_context, adding(false), {.usesSuggestions = true});
        NamedTensors inputs;
        for (const GraphPort& port : graph->inputs()) {
            inputs[port.name] = m_context->createTensor(port.descriptor);
        }
        m_context->writeTensor(*inputs["trips"], makeInt64Scalar(INT64_MAX).bytes);
        const OutputTensors outputs = [&](const std::string&, const TensorDescriptor& descriptor) {
            return m_context->createTensor(descriptor);
        };
        std::stop_source stop;
        const DispatchOptions options {.stopToken = stop.get_token()};
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            stop.request_stop();
        });
        EXPECT_ERROR(
            m_context->dispatch(*graph, inputs, outputs, options), ErrorKind::Cancelled, "cancelled");
    }

    // An If inside a Loop that reads a value of the outermost graph.
    void ifInsideLoop()
    {
        Model model = modelOf({valueOf("trips", DataType::Int64, {}), valueOf("x", DataType::Float32, {1})},
            {valueOf("last", DataType::Float32, {1})});
        const std::array<int64_t, 1> two {2};
        HostTensor limit = makeInt64Tensor(two);
        limit.descriptor.shape = {};
        model.graph.constants = {knownConstant("two", std::move(limit))};
        const auto branch = [](const std::string& op, const std::string& output) {
            ModelGraph graph;
            graph.name = output;
            graph.nodes = {nodeOf(op, {"state", "x"}, {output})};
            graph.outputs = {valueOf(output, DataType::Float32, {1})};
            return graph;
        };
        Attributes branches = graphAttribute("then_branch", branch("Add", "sum"));
        branches.set("else_branch", std::make_shared<const ModelGraph>(branch("Mul", "product")));
        ModelGraph body;
        body.name = "body";
        body.inputs = {valueOf("i", DataType::Int64, {}), valueOf("goes", DataType::Bool, {}),
            valueOf("state", DataType::Float32, {1})};
        body.outputs = {valueOf("goes", DataType::Bool, {}), valueOf("next", DataType::Float32, {1})};
        body.nodes = {
            nodeOf("Less", {"i", "two"}, {"isEarly"}), nodeOf("If", {"isEarly"}, {"next"}, branches)};
        model.graph.nodes = {nodeOf("Loop", {"trips", "", "x"}, {"last"}, graphAttribute("body", body))};
        const auto graph = buildGraph(m_context, model);
        // 3 + 3 + 3, then twice times 3
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {makeInt64Scalar(4), floatTensor({1}, {3})})[0]),
            (std::vector<float> {81}));
    }

    void hostileBodies()
    {
        Model model = choosing();
        model.graph.nodes[0].attributes = {};
        EXPECT_ERROR(buildGraph(m_context, model), ErrorKind::InvalidArgument, "has no graph 'then_branch'");

        model = choosing();
        ModelGraph withInput;
        withInput.inputs = {valueOf("given", DataType::Float32, {3})};
        withInput.nodes = {nodeOf("Relu", {"given"}, {"r"})};
        withInput.outputs = {valueOf("r", DataType::Float32, {3})};
        model.graph.nodes[0].attributes.set(
            "then_branch", std::make_shared<const ModelGraph>(std::move(withInput)));
        EXPECT_ERROR(buildGraph(m_context, model), ErrorKind::InvalidArgument,
            "its graph 'then_branch' has 1 inputs, expected at most 0");

        model = adding(false); // whose body has a state more than the node gives
        model.graph.nodes[0].inputs.pop_back();
        EXPECT_ERROR(buildGraph(m_context, model), ErrorKind::InvalidArgument,
            "its graph 'body' has 3 inputs, expected at most 2");
        model = adding(false);
        model.graph.nodes[0].inputs = {"trips", "", "", "start"};
        EXPECT_ERROR(runGraph(*m_context, *buildGraph(m_context, model, {.usesSuggestions = true}),
                         {makeInt64Scalar(2), floatTensor({2}, {0, 0}), floatTensor({2}, {1, 2})}),
            ErrorKind::InvalidArgument, "input 2 is omitted");

        // No result to be asked for, anywhere.
        model = choosing();
        model.graph.nodes.push_back(nodeOf("Mul", {"x", "x"}, {"none"}));
        model.graph.nodes.back().outputs.clear();
        EXPECT_ERROR(buildGraph(m_context, model), ErrorKind::InvalidArgument, "(Mul) has no outputs");
        model = adding(false);
        ModelGraph idle =
            *std::get<std::shared_ptr<const ModelGraph>>(*model.graph.nodes[0].attributes.find("body"));
        idle.nodes.push_back(nodeOf("Split", {"state"}, {"none"}));
        idle.nodes.back().outputs.clear();
        model.graph.nodes[0].attributes = graphAttribute("body", idle);
        EXPECT_ERROR(buildGraph(m_context, model), ErrorKind::InvalidArgument, "(Split) has no outputs");

        const auto simple = [] {
            ModelGraph graph;
            graph.nodes = {nodeOf("Relu", {"x"}, {"r"})};
            graph.outputs = {valueOf("r", DataType::Float32, {3})};
            return graph;
        };
        ModelGraph inner = simple();
        for (int depth = 0; depth < 40; ++depth) {
            const std::string name = "r" + std::to_string(depth);
            Attributes branches = graphAttribute("then_branch", std::move(inner));
            branches.set("else_branch", std::make_shared<const ModelGraph>(simple()));
            inner = {};
            inner.nodes = {nodeOf("If", {"condition"}, {name}, branches)};
            inner.outputs = {valueOf(name, DataType::Float32, {3})};
        }
        model = choosing();
        model.graph.nodes[0].attributes.set(
            "then_branch", std::make_shared<const ModelGraph>(std::move(inner)));
        EXPECT_ERROR(
            buildGraph(m_context, model), ErrorKind::InvalidArgument, "graphs stand inside each other");
    }

    void rowsOfNothingAreRefused()
    {
        Model model = modelOf({valueOf("x", DataType::Float32, {-1, 0})}, {});
        model.opsets["ai.onnx.ml"] = 1;
        model.graph.outputs = {valueOf("y", DataType::Float32, {-1, 0})};
        model.graph.nodes = {nodeOf("Normalizer", {"x"}, {"y"})};
        model.graph.nodes[0].domain = "ai.onnx.ml";
        const auto graph = buildGraph(m_context, model, {.usesSuggestions = true});
        const HostTensor few = floatTensor({3, 0}, {});
        QCOMPARE(runGraph(*m_context, *graph, {few})[0].descriptor.shape, (Shape {3, 0}));
        const HostTensor many = floatTensor({int64_t {1} << 21, 0}, {});
        EXPECT_ERROR(runGraph(*m_context, *graph, {many}), ErrorKind::Unsupported,
            "Node '/y' (Normalizer): input 0 is float32[2097152, 0]");
    }

    // ONNX has scalars for both; bodies that declare lists count on them.
    void aLoopsNumberMayBeAList()
    {
        Model model =
            modelOf({valueOf("trips", DataType::Int64, {})}, {valueOf("all", DataType::Int64, {-1, 1})});
        ModelGraph body;
        body.inputs = {valueOf("i", DataType::Int64, {1}), valueOf("goes", DataType::Bool, {1})};
        body.outputs = {valueOf("goesOn", DataType::Bool, {1}), valueOf("seen", DataType::Int64, {1})};
        body.nodes = {nodeOf("Identity", {"goes"}, {"goesOn"}), nodeOf("Identity", {"i"}, {"seen"})};
        model.graph.nodes = {nodeOf("Loop", {"trips", ""}, {"all"}, graphAttribute("body", body))};
        const HostTensor all = runGraph(*m_context, *buildGraph(m_context, model), {makeInt64Scalar(3)})[0];
        QCOMPARE(all.descriptor.shape, (Shape {3, 1}));
        QCOMPARE(elementAsInt64(all, 2), 2);
    }

    // What no iteration made has the type that is declared; where none is, the error names the output.
    void anUnknownTypeOfAnOutputIsNamed()
    {
        Model model = modelOf({valueOf("trips", DataType::Int64, {})}, {});
        ModelGraph inner;
        inner.inputs = {valueOf("row", DataType::Float32, {2})};
        inner.outputs = {{.name = "same"}};
        inner.nodes = {nodeOf("Identity", {"row"}, {"same"})};
        Attributes scan = graphAttribute("body", inner);
        scan.set("num_scan_inputs", int64_t {1});
        ModelGraph body;
        body.constants = {knownConstant("rows", floatTensor({2, 2}, {1, 2, 3, 4}))};
        body.inputs = {valueOf("i", DataType::Int64, {}), valueOf("goes", DataType::Bool, {})};
        body.outputs = {valueOf("goesOn", DataType::Bool, {}), {.name = "scanned"}};
        body.nodes = {nodeOf("Identity", {"goes"}, {"goesOn"}), nodeOf("Scan", {"rows"}, {"scanned"}, scan)};
        model.graph.nodes = {nodeOf("Loop", {"trips", ""}, {"all"}, graphAttribute("body", body))};
        model.graph.outputs = {{.name = "all"}};
        const auto graph = buildGraph(m_context, model);
        QCOMPARE(runGraph(*m_context, *graph, {makeInt64Scalar(1)})[0].descriptor.shape, (Shape {1, 2, 2}));
        EXPECT_ERROR(runGraph(*m_context, *graph, {makeInt64Scalar(0)}), ErrorKind::InvalidArgument,
            "Output 'all' would be undefined[0], as no iteration made it");
        body.outputs[1].type = DataType::String;
        model.graph.nodes = {nodeOf("Loop", {"trips", ""}, {"all"}, graphAttribute("body", body))};
        EXPECT_ERROR(runGraph(*m_context, *buildGraph(m_context, model), {makeInt64Scalar(0)}),
            ErrorKind::InvalidArgument, "Output 'all' would be string[0]");
    }

    void errorsNameTheNodeOfTheBody()
    {
        Model model = adding(false);
        model.graph.inputs[2] = valueOf("x", DataType::Float32, {5});
        const auto graph = buildGraph(m_context, model, {.usesSuggestions = true});
        const std::vector<HostTensor> inputs {
            makeInt64Scalar(2), floatTensor({2}, {0, 0}), floatTensor({5}, {1, 2, 3, 4, 5})};
        EXPECT_ERROR(runGraph(*m_context, *graph, inputs), ErrorKind::InvalidArgument, "Node '/next' (Add)");
    }
};

QTEST_GUILESS_MAIN(TestControlFlow)
#include "tst_controlflow.moc"
