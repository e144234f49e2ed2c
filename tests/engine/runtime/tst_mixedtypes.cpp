// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <cmath>

using namespace weightless;
using namespace weightless::testing;

namespace {

ValueInfo undeclared(const std::string& name)
{
    ValueInfo value;
    value.name = name;
    return value;
}

Attributes branchesOf(const ModelGraph& then, const ModelGraph& otherwise)
{
    Attributes branches = graphAttribute("then_branch", then);
    branches.set("else_branch", std::make_shared<const ModelGraph>(otherwise));
    return branches;
}

} // namespace

// Values of the weights' type beside those of another that the model declares, or that nothing declares.
class TestMixedTypes : public ContextTest {
    Q_OBJECT

    static constexpr DataType half = DataType::Float16;

private slots:
    void types_data()
    {
        QTest::addColumn<DataType>("type");
        for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float32}) {
            QTest::addRow("%s", toString(type).c_str()) << type;
        }
    }

    void sequencesOfHalves_data() { types_data(); }

    // All elements became float32, beside those that came with the sequence.
    void sequencesOfHalves()
    {
        QFETCH(const DataType, type);
        Model model = modelOf({valueOf("x", half, {1, 2})}, {valueOf("y", half, {-1, 2})});
        Attributes typed, axis;
        typed.set("dtype", static_cast<int64_t>(half));
        axis.set("axis", int64_t {0});
        model.graph.constants = {hollowConstant("w", {half, {2, 2}})};
        model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"product"}),
            nodeOf("SequenceConstruct", {"x", "product"}, {"two"}),
            nodeOf("SequenceEmpty", {}, {"none"}, typed),
            nodeOf("SequenceInsert", {"none", "product"}, {"one"}),
            nodeOf("SequenceInsert", {"one", "x"}, {"both"}),
            nodeOf("ConcatFromSequence", {"two"}, {"first"}, axis),
            nodeOf("ConcatFromSequence", {"both"}, {"second"}, axis),
            nodeOf("Concat", {"first", "second"}, {"y"}, axis)};
        const auto graph = buildGraph(m_context, model, {.weightsType = type});
        setDoubling(*graph);
        const auto y = runGraph(*m_context, *graph, {tensorWith(half, {1, 2}, {1, 3})});
        QVERIFY(y[0].descriptor == (TensorDescriptor {half, {4, 2}}));
        QVERIFY(y[0] == tensorWith(half, {4, 2}, {1, 3, 2, 6, 2, 6, 1, 3}));
    }

    void branchesThatDeclareNothing_data() { types_data(); }

    // The float16 that a branch yields became float32 beside that of the model, and neither was the weights'.
    void branchesThatDeclareNothing()
    {
        QFETCH(const DataType, type);
        Model model = modelOf({valueOf("x", half, {1, 2}), valueOf("condition", DataType::Bool, {})},
            {valueOf("y", half, {1, 2})});
        model.graph.constants = {hollowConstant("w", {half, {2, 2}})};
        ModelGraph product, same;
        product.nodes = {nodeOf("MatMul", {"x", "w"}, {"product"})};
        product.outputs = {undeclared("product")};
        same.nodes = {nodeOf("Identity", {"x"}, {"same"})};
        same.outputs = {undeclared("same")};
        model.graph.nodes = {nodeOf("If", {"condition"}, {"chosen"}, branchesOf(product, same)),
            nodeOf("Add", {"chosen", "x"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = type});
        setDoubling(*graph);
        for (const bool condition : {true, false}) {
            const auto y =
                runGraph(*m_context, *graph, {tensorWith(half, {1, 2}, {1, 3}), boolTensor(condition)});
            const std::vector<double> sum =
                condition ? std::vector<double> {3, 9} : std::vector<double> {2, 6};
            QVERIFY(y[0] == tensorWith(half, {1, 2}, sum));
        }
    }

    // Scales that are gathered where only a run tells, beside the others that stayed.
    void channelsOfUnknownTypes()
    {
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2, 1}), valueOf("marks", DataType::Float32, {2})},
                {valueOf("y", DataType::Float32, {1, 2, 1})});
        model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2}}),
            knownConstant("zero", makeInt64Scalar(0)), knownConstant("none", floatTensor({2}, {0, 0})),
            knownConstant("one", floatTensor({2}, {1, 1})),
            knownConstant("axes", makeInt64Tensor(std::vector<int64_t> {0}))};
        Attributes exact;
        exact.set("epsilon", 0.0F);
        model.graph.nodes = {nodeOf("NonZero", {"marks"}, {"found"}),
            nodeOf("Squeeze", {"found", "axes"}, {"rows"}), nodeOf("Gather", {"w", "rows"}, {"some"}),
            nodeOf("Gather", {"some", "zero"}, {"scale"}),
            nodeOf("BatchNormalization", {"x", "scale", "none", "none", "one"}, {"y"}, exact)};
        const auto graph = buildGraph(m_context, model, {.weightsType = half});
        setDoubling(*graph);
        const auto y =
            runGraph(*m_context, *graph, {floatTensor({1, 2, 1}, {3, 5}), floatTensor({2}, {0, 1})});
        QCOMPARE(floatsOf(y[0]), (std::vector<float> {0, 10})); // the second row
    }

    // A number that nobody knows before the run: the product became infinite.
    void factorsThatBranchesYield()
    {
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("condition", DataType::Bool, {})},
                {valueOf("y", DataType::Float32, {1, 2})});
        model.graph.constants = {
            hollowConstant("w", {DataType::Float32, {2, 2}}), knownConstant("root", floatTensor({}, {600}))};
        const auto branch = [](const char* name) {
            ModelGraph graph;
            graph.constants = {knownConstant("number", floatTensor({}, {360'000}))};
            graph.nodes = {nodeOf("Identity", {"number"}, {name})};
            graph.outputs = {valueOf(name, DataType::Float32, {})};
            return graph;
        };
        model.graph.nodes = {nodeOf("If", {"condition"}, {"factor"}, branchesOf(branch("a"), branch("b"))),
            nodeOf("MatMul", {"x", "w"}, {"product"}), nodeOf("Mul", {"product", "factor"}, {"much"}),
            nodeOf("Div", {"much", "root"}, {"less"}), nodeOf("Div", {"less", "root"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = half});
        setDoubling(*graph);
        const auto y = runGraph(*m_context, *graph, {floatTensor({1, 2}, {1, 3}), boolTensor(true)});
        QVERIFY2(std::abs(floatsOf(y[0])[1] - 6) < 0.02, std::to_string(floatsOf(y[0])[1]).c_str());
    }

    // The same of an input, and in the graph itself.
    void factorsThatInputsAre()
    {
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("divisor", DataType::Float32, {})},
                {valueOf("y", DataType::Float32, {1, 2})});
        model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2}})};
        model.graph.nodes = {
            nodeOf("MatMul", {"x", "w"}, {"product"}), nodeOf("Div", {"product", "divisor"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = half});
        setDoubling(*graph);
        const auto y =
            runGraph(*m_context, *graph, {floatTensor({1, 2}, {500, 1000}), floatTensor({}, {1e6F})});
        QVERIFY2(std::abs(floatsOf(y[0])[1] - 0.002) < 1e-5, std::to_string(floatsOf(y[0])[1]).c_str());
    }

    // So many that one cast looks at all types and the others follow it, wherever the one is that decides.
    void manyInputs_data()
    {
        QTest::addColumn<size_t>("place");
        for (const size_t place : {size_t {0}, size_t {7}, size_t {19}}) {
            QTest::addRow("%zu", place) << place;
        }
    }

    void manyInputs()
    {
        QFETCH(const size_t, place);
        constexpr size_t count = 20;
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("condition", DataType::Bool, {})},
                {valueOf("y", DataType::Float32, {count, 2})});
        model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2}})};
        ModelGraph same;
        same.nodes = {nodeOf("Identity", {"x"}, {"same"})};
        same.outputs = {valueOf("same", DataType::Float32, {1, 2})};
        Attributes axis;
        axis.set("axis", int64_t {0});
        model.graph.nodes = {nodeOf("If", {"condition"}, {"chosen"}, branchesOf(same, same)),
            nodeOf("MatMul", {"x", "w"}, {"product"})};
        std::vector<std::string> all;
        std::vector<float> expected;
        for (size_t i = 0; i < count; ++i) {
            all.push_back(i == place ? "product" : "positive" + std::to_string(i));
            if (i != place) {
                model.graph.nodes.push_back(nodeOf("Abs", {"chosen"}, {all.back()}));
            }
            expected.insert(expected.end(), {i == place ? 2.0F : 1.0F, i == place ? 6.0F : 3.0F});
        }
        model.graph.nodes.push_back(nodeOf("Concat", all, {"y"}, axis));
        const auto graph = buildGraph(m_context, model, {.weightsType = half});
        setDoubling(*graph);
        const auto y = runGraph(*m_context, *graph, {floatTensor({1, 2}, {1, 3}), boolTensor(true)});
        QCOMPARE(floatsOf(y[0]), expected);
    }

    // A float32 that nothing declares became the type of most weights, which has no such number.
    void float32HoldsEverything()
    {
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("condition", DataType::Bool, {})},
                {valueOf("y", DataType::Float32, {1, 2}), valueOf("z", DataType::Float32, {1, 2}),
                    valueOf("product", half, {1, 2})});
        ModelGraph doubled;
        doubled.nodes = {nodeOf("Add", {"x", "x"}, {"doubled"})};
        doubled.outputs = {undeclared("doubled")};
        Attributes axis, toHalf;
        axis.set("axis", int64_t {0});
        toHalf.set("to", static_cast<int64_t>(half));
        model.graph.constants = {hollowConstant("w", {half, {2, 2}})};
        model.graph.nodes = {nodeOf("If", {"condition"}, {"y"}, branchesOf(doubled, doubled)),
            nodeOf("SequenceConstruct", {"x"}, {"list"}), nodeOf("ConcatFromSequence", {"list"}, {"z"}, axis),
            nodeOf("Cast", {"x"}, {"h"}, toHalf), nodeOf("MatMul", {"h", "w"}, {"product"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = DataType::Float32});
        setDoubling(*graph);
        const auto y = runGraph(*m_context, *graph, {floatTensor({1, 2}, {100'000, 1}), boolTensor(true)});
        QCOMPARE(floatsOf(y[0]), (std::vector<float> {200'000, 2}));
        QCOMPARE(floatsOf(y[1]), (std::vector<float> {100'000, 1}));
    }

    // Once, however many read it; and it may be that what a run brings needs no smaller type.
    void clampedConstantsAreToldOnce()
    {
        Model model =
            modelOf({valueOf("x", DataType::Float32, {1, 2}), valueOf("condition", DataType::Bool, {})},
                {valueOf("y", DataType::Float32, {1, 2})});
        model.graph.constants = {hollowConstant("w", {DataType::Float32, {2, 2}}),
            knownConstant("large", floatTensor({1, 2}, {70'000, 1}))};
        ModelGraph same;
        same.nodes = {nodeOf("Identity", {"x"}, {"same"})};
        same.outputs = {valueOf("same", DataType::Float32, {1, 2})};
        model.graph.nodes = {nodeOf("If", {"condition"}, {"chosen"}, branchesOf(same, same)),
            nodeOf("Add", {"chosen", "large"}, {"a"}), nodeOf("Add", {"a", "large"}, {"b"}),
            nodeOf("Sub", {"b", "large"}, {"c"}), nodeOf("Sub", {"c", "large"}, {"d"}),
            nodeOf("MatMul", {"d", "w"}, {"y"})};
        const auto graph = buildGraph(m_context, model, {.weightsType = half});
        setDoubling(*graph);
        const auto clamped = graph->clampedConstants();
        QCOMPARE(clamped.size(), size_t {1});
        QVERIFY(clamped[0].values == 1 && clamped[0].mayBe);
        QVERIFY(describe(clamped).find("become its largest number where") != std::string::npos);
        const auto y = runGraph(*m_context, *graph, {floatTensor({1, 2}, {1, 3}), boolTensor(true)});
        QCOMPARE(floatsOf(y[0]), (std::vector<float> {2, 6})); // no smaller type was needed
    }
};

QTEST_GUILESS_MAIN(TestMixedTypes)
#include "tst_mixedtypes.moc"
