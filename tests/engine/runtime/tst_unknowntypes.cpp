// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace weightless;
using namespace weightless::testing;

namespace {

std::shared_ptr<const ConstantInfo> weights()
{
    return hollowConstant("w", {DataType::Float32, {2, 2}});
}

// 2 along the diagonal.
void setWeights(Graph& graph, DataType type)
{
    HostTensor twice = makeHostTensor({type, {2, 2}});
    setElement(twice, 0, 2.0);
    setElement(twice, 3, 2.0);
    for (size_t i = 0; i < graph.constantCount(); ++i) {
        QVERIFY(graph.constant(i).descriptor.type == type);
        graph.setConstantData(i, twice.bytes);
    }
}

} // namespace

// Weights of another type where only a run tells which types there are beside them: behind shapes that follow
// from values, and in the bodies of control flow.
class TestUnknownTypes : public ContextTest {
    Q_OBJECT

private slots:
    void types_data()
    {
        QTest::addColumn<DataType>("type");
        for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float32}) {
            QTest::addRow("%s", toString(type).c_str()) << type;
        }
    }

    void behindShapesThatFollowFromValues_data() { types_data(); }

    // y = x[where not 0] · w, through a shape that is computed, + 1
    void behindShapesThatFollowFromValues()
    {
        QFETCH(const DataType, type);
        Model model =
            modelOf({valueOf("x", DataType::Float32, {3, 2}), valueOf("marks", DataType::Float32, {3})},
                {valueOf("y", DataType::Float32, {-1})});
        model.graph.constants = {weights(), knownConstant("one", floatTensor({1}, {1})),
            knownConstant("axes", makeInt64Tensor(std::vector<int64_t> {0})),
            knownConstant("flat", makeInt64Tensor(std::vector<int64_t> {-1}))};
        model.graph.nodes = {nodeOf("Abs", {"marks"}, {"positive"}),
            nodeOf("NonZero", {"positive"}, {"found"}), nodeOf("Squeeze", {"found", "axes"}, {"rows"}),
            nodeOf("Gather", {"x", "rows"}, {"some"}), nodeOf("MatMul", {"some", "w"}, {"product"}),
            nodeOf("Mul", {"flat", "one64"}, {"shape"}), nodeOf("Reshape", {"product", "shape"}, {"list"}),
            nodeOf("Add", {"list", "one"}, {"y"})};
        model.graph.constants.push_back(knownConstant("one64", makeInt64Tensor(std::vector<int64_t> {1})));
        const auto graph = buildGraph(m_context, model, {.weightsType = type});
        setWeights(*graph, type);
        const auto y = runGraph(
            *m_context, *graph, {floatTensor({3, 2}, {1, 2, 3, 4, 5, 6}), floatTensor({3}, {-1, 0, 1})});
        QVERIFY(y[0].descriptor == (TensorDescriptor {DataType::Float32, {4}}));
        QCOMPARE(floatsOf(y[0]), (std::vector<float> {3, 5, 11, 13}));
    }

    void inBranches_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<bool>("condition");
        QTest::addColumn<bool>("isCaptured");
        for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
            for (const bool condition : {true, false}) {
                for (const bool isCaptured : {true, false}) {
                    QTest::addRow("%s, %d, %d", toString(type).c_str(), condition, isCaptured)
                        << type << condition << isCaptured;
                }
            }
        }
    }

    // y = (condition ? x · w + half : x) · v
    void inBranches()
    {
        QFETCH(const DataType, type);
        QFETCH(const bool, condition);
        QFETCH(const bool, isCaptured);
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("condition", DataType::Bool, {})},
                {valueOf("y", DataType::Float32, {1, 2})});
        ModelGraph product;
        product.name = "product";
        (isCaptured ? model.graph : product).constants = {weights()};
        product.constants.push_back(knownConstant("half", floatTensor({}, {0.5F})));
        product.nodes = {
            nodeOf("MatMul", {"x", "w"}, {"multiplied"}), nodeOf("Add", {"multiplied", "half"}, {"more"})};
        product.outputs = {valueOf("more", DataType::Float32, {1, 2})};
        ModelGraph same;
        same.name = "same";
        same.nodes = {nodeOf("Identity", {"x"}, {"again"})};
        same.outputs = {valueOf("again", DataType::Float32, {1, 2})};
        Attributes branches = graphAttribute("then_branch", product);
        branches.set("else_branch", std::make_shared<const ModelGraph>(same));
        model.graph.constants.push_back(hollowConstant("v", {DataType::Float32, {2, 2}}));
        model.graph.nodes = {
            nodeOf("If", {"condition"}, {"chosen"}, branches), nodeOf("MatMul", {"chosen", "v"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = type});
        setWeights(*graph, type);
        const auto y = runGraph(*m_context, *graph, {floatTensor({1, 2}, {1, 3}), boolTensor(condition)});
        QVERIFY(y[0].descriptor == (TensorDescriptor {DataType::Float32, {1, 2}}));
        QCOMPARE(floatsOf(y[0]), condition ? (std::vector<float> {5, 13}) : (std::vector<float> {2, 6}));
    }

    void inLoops_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<int64_t>("trips");
        for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
            for (const int64_t trips : {0, 1, 3}) {
                QTest::addRow("%s, %lld", toString(type).c_str(), static_cast<long long>(trips))
                    << type << trips;
            }
        }
    }

    // A state that comes from weights, times weights; all states, and all of them in a sequence.
    void inLoops()
    {
        QFETCH(const DataType, type);
        QFETCH(const int64_t, trips);
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("trips", DataType::Int64, {})},
                {valueOf("last", DataType::Float32, {1, 2}), valueOf("all", DataType::Float32, {-1, 1, 2}),
                    valueOf("listed", DataType::Float32, {-1, 2})});
        ValueInfo list = valueOf("list", DataType::Float32, {1, 2});
        list.kind = "sequence";
        ValueInfo longer = list;
        longer.name = "longer";
        ModelGraph body;
        body.name = "body";
        body.inputs = {valueOf("i", DataType::Int64, {}), valueOf("goes", DataType::Bool, {}),
            valueOf("state", DataType::Float32, {1, 2}), list};
        body.outputs = {valueOf("goesOn", DataType::Bool, {}), valueOf("next", DataType::Float32, {1, 2}),
            longer, valueOf("seen", DataType::Float32, {1, 2})};
        body.nodes = {nodeOf("Identity", {"goes"}, {"goesOn"}), nodeOf("MatMul", {"state", "w"}, {"next"}),
            nodeOf("Identity", {"next"}, {"seen"}), nodeOf("SequenceInsert", {"list", "next"}, {"longer"})};
        model.graph.constants = {weights(), hollowConstant("v", {DataType::Float32, {2, 2}})};
        Attributes axis;
        axis.set("axis", int64_t {0});
        model.graph.nodes = {nodeOf("MatMul", {"x", "v"}, {"start"}),
            nodeOf("SequenceConstruct", {"x"}, {"first"}),
            nodeOf("Loop", {"trips", "", "start", "first"}, {"last", "grown", "all"},
                graphAttribute("body", body)),
            nodeOf("ConcatFromSequence", {"grown"}, {"listed"}, axis)};
        const auto graph = buildGraph(m_context, model, {.weightsType = type});
        setWeights(*graph, type);
        const auto outputs =
            runGraph(*m_context, *graph, {floatTensor({1, 2}, {1, 3}), makeInt64Scalar(trips)});
        const float factor = std::exp2(static_cast<float>(trips + 1));
        QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {factor, 3 * factor}));
        QVERIFY(outputs[1].descriptor == (TensorDescriptor {DataType::Float32, {trips, 1, 2}}));
        QVERIFY(outputs[2].descriptor == (TensorDescriptor {DataType::Float32, {trips + 1, 2}}));
        QCOMPARE(floatsOf(outputs[2]).back(), trips > 0 ? 3 * factor : 3.0F);
    }

    // What a body reads from outside is known there, too: it became 0, and the largest number.
    void constantsAroundBodiesKeepTheirSense()
    {
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("condition", DataType::Bool, {})},
                {valueOf("y", DataType::Float32, {1, 2}), valueOf("z", DataType::Float32, {1, 2}),
                    valueOf("outside", DataType::Float32, {1, 2})});
        model.graph.constants = {weights(), knownConstant("epsilon", floatTensor({}, {1e-12F})),
            knownConstant("large", floatTensor({}, {1e6F})), knownConstant("tiny", floatTensor({}, {1e-6F})),
            knownConstant("beyond", floatTensor({1, 2}, {70'000, -70'000}))};
        const auto branch = [](const char* name) {
            ModelGraph graph;
            graph.name = name;
            graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"multiplied"}),
                nodeOf("Add", {"multiplied", "epsilon"}, {"above"}),
                nodeOf("Div", {"multiplied", "above"}, {"share"}),
                nodeOf("Mul", {"multiplied", "large"}, {"much"}), nodeOf("Mul", {"much", "tiny"}, {"back"})};
            graph.outputs = {
                valueOf("share", DataType::Undefined, {}), valueOf("back", DataType::Float32, {1, 2})};
            graph.outputs[0].shape.reset();
            return graph;
        };
        Attributes branches = graphAttribute("then_branch", branch("one"));
        branches.set("else_branch", std::make_shared<const ModelGraph>(branch("other")));
        model.graph.nodes = {nodeOf("Add", {"epsilon", "large"}, {"sum"}),
            nodeOf("Mul", {"sum", "tiny"}, {"one"}), nodeOf("Mul", {"x", "one"}, {"outside"}),
            nodeOf("If", {"condition"}, {"y", "z"}, branches)};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
        setWeights(*graph, DataType::Float16);
        const auto outputs = runGraph(*m_context, *graph, {floatTensor({1, 2}, {0, 3}), boolTensor(false)});
        QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {0, 1}));
        QVERIFY(outputs[0].descriptor.type == DataType::Float32);
        QVERIFY2(
            std::abs(floatsOf(outputs[1])[1] - 6) < 0.01, std::to_string(floatsOf(outputs[1])[1]).c_str());
    }

    // A factor that follows from a size which only a run tells.
    void factorsOfSizesKeepTheirValue()
    {
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("marks", DataType::Float32, {100'000})},
                {valueOf("y", DataType::Float32, {1, 2})});
        Attributes toFloat;
        toFloat.set("to", int64_t {1});
        model.graph.constants = {weights()};
        model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"product"}),
            nodeOf("NonZero", {"marks"}, {"found"}), nodeOf("Size", {"found"}, {"size"}),
            nodeOf("Cast", {"size"}, {"count"}, toFloat), nodeOf("Div", {"product", "count"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
        setWeights(*graph, DataType::Float16);
        const auto y = runGraph(*m_context, *graph,
            {floatTensor({1, 2}, {0, 1000}), floatTensor({100'000}, std::vector<float>(100'000, 1))});
        QVERIFY2(std::abs(floatsOf(y[0])[1] - 0.02) < 1e-4, std::to_string(floatsOf(y[0])[1]).c_str());
    }

    // As in a graph without branches (tst_smallweights).
    void constantsOfBodiesAreWeights()
    {
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("condition", DataType::Bool, {})},
                {valueOf("y", DataType::Float32, {1, 2})});
        ModelGraph branch;
        branch.name = "branch";
        branch.constants = {weights(), knownConstant("bias", floatTensor({1, 2}, {70'000, -70'000}))};
        branch.nodes = {
            nodeOf("MatMul", {"x", "w"}, {"product"}), nodeOf("Add", {"product", "bias"}, {"sum"})};
        branch.outputs = {valueOf("sum", DataType::Float32, {1, 2})};
        Attributes branches = graphAttribute("then_branch", branch);
        branches.set("else_branch", std::make_shared<const ModelGraph>(branch));
        model.graph.nodes = {nodeOf("If", {"condition"}, {"y"}, branches)};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
        QVERIFY(!graph->clampedConstants().empty());
        QCOMPARE(graph->clampedConstants()[0].values, uint64_t {2});
        setWeights(*graph, DataType::Float16);
        const auto y = runGraph(*m_context, *graph, {floatTensor({1, 2}, {0, 0}), boolTensor(true)});
        QCOMPARE(floatsOf(y[0]), (std::vector<float> {65504, -65504}));
    }

    // What is there so that nobody divides by 0 stays above it; factors beyond float16 stay what they are.
    void constantsOfBodiesKeepTheirSense()
    {
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("condition", DataType::Bool, {})},
                {valueOf("y", DataType::Float32, {1, 2}), valueOf("z", DataType::Float32, {1, 2})});
        const auto branch = [](const char* name) {
            ModelGraph graph;
            graph.name = name;
            graph.constants = {weights(), knownConstant("epsilon", floatTensor({}, {1e-12F})),
                knownConstant("large", floatTensor({}, {1e6F})),
                knownConstant("tiny", floatTensor({}, {1e-6F}))};
            graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"multiplied"}),
                nodeOf("Add", {"multiplied", "epsilon"}, {"above"}),
                nodeOf("Div", {"multiplied", "above"}, {"share"}),
                nodeOf("Mul", {"multiplied", "large"}, {"much"}), nodeOf("Mul", {"much", "tiny"}, {"back"})};
            graph.outputs = {
                valueOf("share", DataType::Float32, {1, 2}), valueOf("back", DataType::Float32, {1, 2})};
            return graph;
        };
        Attributes branches = graphAttribute("then_branch", branch("one"));
        branches.set("else_branch", std::make_shared<const ModelGraph>(branch("other")));
        model.graph.nodes = {nodeOf("If", {"condition"}, {"y", "z"}, branches)};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
        setWeights(*graph, DataType::Float16);
        const auto outputs = runGraph(*m_context, *graph, {floatTensor({1, 2}, {0, 3}), boolTensor(true)});
        QCOMPARE(floatsOf(outputs[0]), (std::vector<float> {0, 1}));
        QVERIFY2(
            std::abs(floatsOf(outputs[1])[1] - 6) < 0.01, std::to_string(floatsOf(outputs[1])[1]).c_str());
    }

    // 255 · 127 · 8192, far beyond float16, and what scales it below: both outside of the branch that joins
    // them.
    void sumsOfIntegersAreScaledInBranches()
    {
        constexpr int64_t rows = 8192;
        const auto filled = [](DataType type, const Shape& shape, double value) {
            HostTensor tensor = makeHostTensor({type, shape});
            for (size_t i = 0; i < tensor.elementCount(); ++i) {
                setElement(tensor, i, value);
            }
            return tensor;
        };
        Model model =
            modelOf({valueOf("x", DataType::UInt8, {1, rows}), valueOf("condition", DataType::Bool, {})},
                {valueOf("y", DataType::Float32, {1, 1})});
        model.graph.constants = {knownConstant("w", filled(DataType::Int8, {rows, 1}, 127)),
            hollowConstant("column", {DataType::Float32, {1}}),
            knownConstant("axes", makeInt64Tensor(std::vector<int64_t> {0}))};
        ModelGraph branch;
        branch.name = "branch";
        branch.nodes = {nodeOf("Mul", {"sum", "scale"}, {"scaled"})};
        branch.outputs = {valueOf("scaled", DataType::Float32, {1, 1})};
        Attributes branches = graphAttribute("then_branch", branch);
        branches.set("else_branch", std::make_shared<const ModelGraph>(branch));
        Attributes toFloat;
        toFloat.set("to", static_cast<int64_t>(DataType::Float32));
        model.graph.nodes = {nodeOf("MatMulInteger", {"x", "w"}, {"integers"}),
            nodeOf("Cast", {"integers"}, {"sum"}, toFloat),
            nodeOf("Unsqueeze", {"column", "axes"}, {"scale"}), nodeOf("If", {"condition"}, {"y"}, branches)};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float16});
        QCOMPARE(graph->constantCount(), size_t {1});
        QVERIFY(graph->constant(0).descriptor.type == DataType::Float32);
        graph->setConstantData(0, floatTensor({1}, {1e-6F}).bytes);
        const auto y =
            runGraph(*m_context, *graph, {filled(DataType::UInt8, {1, rows}, 255), boolTensor(true)});
        QVERIFY2(std::abs(floatsOf(y[0])[0] - 265.3) < 0.1, std::to_string(floatsOf(y[0])[0]).c_str());
    }
};

QTEST_GUILESS_MAIN(TestUnknownTypes)
#include "tst_unknowntypes.moc"
