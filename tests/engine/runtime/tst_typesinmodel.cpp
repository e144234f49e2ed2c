// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <cmath>
#include <utility>

using namespace weightless;
using namespace weightless::testing;

namespace {

Attributes sameBranches(const ModelGraph& branch)
{
    Attributes branches = graphAttribute("then_branch", branch);
    branches.set("else_branch", std::make_shared<const ModelGraph>(branch));
    return branches;
}

void verifyNear(const HostTensor& tensor, const std::vector<float>& expected)
{
    QVERIFY(tensor.descriptor.type == DataType::Float32);
    const std::vector<float> actual = floatsOf(tensor);
    QCOMPARE(actual.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        QVERIFY2(std::abs(actual[i] - expected[i]) <= 0.02F * std::abs(expected[i]),
            std::to_string(actual[i]).c_str());
    }
}

} // namespace

// What follows the types that values have in the model, though weights have another one.
class TestTypesInModel : public ContextTest {
    Q_OBJECT

    static constexpr DataType half = DataType::Float16;

    // y of `nodes`, which have "product", 2 x, and "n"; in the graph itself and in a branch.
    void verifyOfProduct(const std::vector<Node>& nodes,
        const std::vector<std::shared_ptr<const ConstantInfo>>& constants, const HostTensor& n,
        const std::vector<float>& expected)
    {
        for (const bool isInBranch : {false, true}) {
            const auto size = static_cast<int64_t>(expected.size());
            Model model = modelOf(
                {valueOf("x", DataType::Float32, {1, 2}), valueOf("condition", DataType::Bool, {}),
                    valueOf("n", n.descriptor.type, {n.descriptor.shape.begin(), n.descriptor.shape.end()})},
                {valueOf(isInBranch ? "chosen" : "y", DataType::Float32, {1, size})});
            ModelGraph branch;
            ModelGraph& graph = isInBranch ? branch : model.graph;
            graph.constants = constants;
            model.graph.constants.push_back(hollowConstant("w", {DataType::Float32, {2, 2}}));
            graph.nodes = nodes;
            graph.nodes.insert(graph.nodes.begin(), nodeOf("MatMul", {"x", "w"}, {"product"}));
            if (isInBranch) {
                branch.outputs = {valueOf("y", DataType::Float32, {1, size})};
                model.graph.nodes = {nodeOf("If", {"condition"}, {"chosen"}, sameBranches(branch))};
            }
            for (const DataType type : {half, DataType::BFloat16}) {
                const auto graphOfType = buildGraph(m_context, model, {.weightsType = type});
                setDoubling(*graphOfType);
                const auto y =
                    runGraph(*m_context, *graphOfType, {floatTensor({1, 2}, {1, 3}), boolTensor(true), n});
                verifyNear(y[0], expected);
            }
        }
    }

private slots:
    // Infinite, as 70000 is in float16, and then no numbers.
    void countsLikeActivationsAreNotRounded()
    {
        verifyOfProduct({nodeOf("CastLike", {"n", "product"}, {"f"}),
                            nodeOf("Mul", {"product", "f"}, {"much"}), nodeOf("Div", {"much", "f"}, {"y"})},
            {}, makeInt64Scalar(70'000), {2, 6});
    }

    void positionsLikeActivationsAreNotRounded()
    {
        verifyOfProduct({nodeOf("CastLike", {"n", "product"}, {"f"}), nodeOf("Sub", {"f", "start"}, {"y"})},
            {knownConstant("start", floatTensor({1, 2}, {3000, 4096}))},
            tensorWith(DataType::Int64, {1, 2}, {3001, 4099}), {1, 3});
    }

    // A double that float16 has not: minus infinity, and a row of nothing else no numbers.
    void masksLikeActivationsStayFinite()
    {
        verifyOfProduct(
            {nodeOf("CastLike", {"lowest", "product"}, {"mask"}),
                nodeOf("Where", {"n", "product", "mask"}, {"seen"}), nodeOf("Softmax", {"seen"}, {"y"})},
            {knownConstant("lowest", tensorWith(DataType::Float64, {}, {-1e30}))}, boolTensor(false),
            {0.5F, 0.5F});
    }

    // The squares were infinite: an activation stayed float16 like the float32 that the author made it.
    void activationsAreMadeWiderOnPurpose()
    {
        Model model = modelOf({valueOf("x", half, {1, 2}), valueOf("like", DataType::Float32, {})},
            {valueOf("y", DataType::Float32, {1, 2})});
        model.graph.constants = {hollowConstant("w", {half, {2, 2}})};
        model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"product"}),
            nodeOf("CastLike", {"product", "like"}, {"wide"}), nodeOf("Mul", {"wide", "wide"}, {"y"})};
        for (const DataType type : {half, DataType::BFloat16}) {
            const auto graph = buildGraph(m_context, model, {.weightsType = type});
            setDoubling(*graph);
            const auto y =
                runGraph(*m_context, *graph, {tensorWith(half, {1, 2}, {300, 200}), floatTensor({}, {0})});
            verifyNear(y[0], {360'000, 160'000});
        }
    }

    // Of several numbers none was looked at: both were infinite.
    void countsOfARunAreFactors()
    {
        Attributes toFloat;
        toFloat.set("to", static_cast<int64_t>(DataType::Float32));
        verifyOfProduct({nodeOf("Cast", {"n"}, {"f"}, toFloat), nodeOf("Mul", {"product", "f"}, {"much"}),
                            nodeOf("Div", {"much", "f"}, {"y"})},
            {}, tensorWith(DataType::Int64, {1, 2}, {70'000, 1'000'000}), {2, 6});
    }

    // 256 instead of 1000.
    void basesOfPowersAreFactors()
    {
        verifyOfProduct(
            {nodeOf("Mul", {"product", "twelfth"}, {"exponent"}), nodeOf("Pow", {"base", "exponent"}, {"y"})},
            {knownConstant("twelfth", floatTensor({}, {1.0F / 12})),
                knownConstant("base", floatTensor({}, {1e6F}))},
            boolTensor(true), {10, 1000});
    }

    // One that two calls share was of the type of whichever was first: variances as others' float16.
    void callsHaveConstantsOfTheirOwn_data()
    {
        QTest::addColumn<bool>("isVarianceFirst");
        QTest::newRow("variance first") << true;
        QTest::newRow("factor first") << false;
    }

    void callsHaveConstantsOfTheirOwn()
    {
        QFETCH(const bool, isVarianceFirst);
        Model model = modelOf(
            {valueOf("x", DataType::Float32, {1, 2, 1})}, {valueOf("y", DataType::Float32, {1, 2, 1})});
        model.opsets["own"] = 1;
        ModelFunction two;
        two.domain = "own";
        two.name = "two";
        two.outputs = {"made"};
        Attributes value;
        value.set("value", hollowConstant("numbers", {DataType::Float32, {2}}));
        two.nodes = {nodeOf("Constant", {}, {"made"}, value)};
        model.functions = {two};
        model.graph.constants = {knownConstant("one", floatTensor({2}, {1, 1})),
            knownConstant("zero", floatTensor({2}, {0, 0})),
            knownConstant("shape", tensorWith(DataType::Int64, {3}, {1, 2, 1}))};
        const Node variance = callOf("two", {}, "variance");
        const Node factor = callOf("two", {}, "factor");
        model.graph.nodes = {isVarianceFirst ? variance : factor, isVarianceFirst ? factor : variance,
            nodeOf("Reshape", {"factor", "shape"}, {"channels"}), nodeOf("Mul", {"x", "channels"}, {"m"}),
            nodeOf("BatchNormalization", {"m", "one", "zero", "zero", "variance"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = half});
        QCOMPARE(graph->constantCount(), size_t {2});
        for (size_t i = 0; i < 2; ++i) {
            const DataType type = graph->constant(i).descriptor.type;
            QVERIFY(type == ((i == 0) == isVarianceFirst ? DataType::Float32 : half));
            const std::vector<double> values =
                type == half ? std::vector<double> {2, 3} : std::vector<double> {1e6, 1e8};
            graph->setConstantData(i, tensorWith(type, {2}, values).bytes);
        }
        const auto y = runGraph(*m_context, *graph, {floatTensor({1, 2, 1}, {1000, 10'000})});
        verifyNear(y[0], {2, 3});
    }

    // It became float16.
    void outputsThatDeclareNothingAreOfTheModelsType()
    {
        for (const DataType type : {half, DataType::BFloat16}) {
            ValueInfo output;
            output.name = "y";
            Model model = modelOf({valueOf("x", DataType::Float32, {1, 2})}, {output});
            model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2}})};
            model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"y"})};
            const auto graph = buildGraph(m_context, model, {.weightsType = type});
            setDoubling(*graph);
            verifyNear(runGraph(*m_context, *graph, {floatTensor({1, 2}, {1, 3})})[0], {2, 6});
        }
    }

    // Both failed, where one is float16, as most weights are, and the other one float32.
    void mixedModelsMixTheirOwnTypes_data()
    {
        QTest::addColumn<DataType>("type");
        for (const DataType type : {half, DataType::BFloat16, DataType::Float32}) {
            QTest::addRow("%s", toString(type).c_str()) << type;
        }
    }

    void mixedModelsMixTheirOwnTypes()
    {
        QFETCH(const DataType, type);
        Model model = modelOf({valueOf("x", half, {1, 2}), valueOf("condition", DataType::Bool, {})},
            {valueOf("sequence", DataType::Float32, {2, 2}), valueOf("branch", DataType::Float32, {2, 2}),
                valueOf("halves", half, {1, 2})});
        for (const char* name : {"v", "w"}) {
            model.graph.constants.push_back(hollowConstant(name, {half, {2, 2}}));
        }
        model.graph.constants.push_back(hollowConstant("wide", {DataType::Float32, {2, 2}}));
        ModelGraph product, same;
        product.nodes = {nodeOf("MatMul", {"f", "wide"}, {"q"})};
        same.nodes = {nodeOf("Identity", {"f"}, {"q"})};
        for (ModelGraph* branch : {&product, &same}) {
            branch->outputs = {ValueInfo {.name = "q"}};
        }
        Attributes axis, toFloat;
        axis.set("axis", int64_t {0});
        toFloat.set("to", static_cast<int64_t>(DataType::Float32));
        Attributes branches = graphAttribute("then_branch", product);
        branches.set("else_branch", std::make_shared<const ModelGraph>(same));
        model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"a"}), nodeOf("MatMul", {"a", "v"}, {"halves"}),
            nodeOf("Cast", {"x"}, {"f"}, toFloat), nodeOf("MatMul", {"f", "wide"}, {"b"}),
            nodeOf("SequenceConstruct", {"b", "f"}, {"list"}),
            nodeOf("ConcatFromSequence", {"list"}, {"sequence"}, axis),
            nodeOf("If", {"condition"}, {"chosen"}, branches),
            nodeOf("Concat", {"chosen", "f"}, {"branch"}, axis)};
        const auto graph = buildGraph(m_context, model, {.weightsType = type});
        setDoubling(*graph);
        for (const bool condition : {true, false}) {
            const auto y =
                runGraph(*m_context, *graph, {tensorWith(half, {1, 2}, {1, 3}), boolTensor(condition)});
            verifyNear(y[0], {2, 6, 1, 3});
            verifyNear(y[1], condition ? std::vector<float> {2, 6, 1, 3} : std::vector<float> {1, 3, 1, 3});
            QVERIFY(y[2] == tensorWith(half, {1, 2}, {4, 12}));
        }
    }
};

QTEST_GUILESS_MAIN(TestTypesInModel)
#include "tst_typesinmodel.moc"
