// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/integersums.h"
#include "engine/runtime/owntypes.h"
#include "tests/engine/runtime/modelsketch.h"

#include <QTest>

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace weightless;
using namespace weightless::testing;

namespace {

using Names = std::set<std::string, std::less<>>;

using Nodes = std::vector<Node>;

const Node norm = nodeOf("BatchNormalization", {"x", "scale", "bias", "mean", "variance"}, {"y"});

ModelGraph graphOf(std::vector<Node> nodes)
{
    ModelGraph graph;
    graph.inputs = {valueOf("x", DataType::Float32, {1, 2}), valueOf("z", DataType::Float32, {2})};
    graph.nodes = std::move(nodes);
    return graph;
}

Node nodeWithBody(const std::string& op, std::vector<std::string> inputs, std::vector<std::string> outputs,
    Nodes nodes, const std::vector<std::string>& bodyInputs, const std::vector<std::string>& bodyOutputs)
{
    ModelGraph body;
    body.nodes = std::move(nodes);
    for (const std::string& name : bodyInputs) {
        body.inputs.push_back(valueOf(name, DataType::Float32, {2}));
    }
    for (const std::string& name : bodyOutputs) {
        body.outputs.push_back(valueOf(name, DataType::Float32, {2}));
    }
    const std::string attribute = op == "If" ? "then_branch" : "body";
    return nodeOf(op, std::move(inputs), std::move(outputs), graphAttribute(attribute, std::move(body)));
}

} // namespace

class TestOwnTypes : public QObject {
    Q_OBJECT

private slots:
    void constantsAreFollowedBackThroughAllThatIsComputedOfThem()
    {
        // In no order.
        QCOMPARE(namesOfOwnType(graphOf({norm, nodeOf("Cast", {"a"}, {"variance"}),
                     nodeOf("Mul", {"b", "c"}, {"a"}), nodeOf("Slice", {"d", "starts", "ends"}, {"b"}),
                     nodeOf("Relu", {"other"}, {"away"})})),
            (Names {"scale", "bias", "mean", "variance", "a", "b", "c", "d", "starts", "ends"}));
    }

    // Weights that decide with an input what comes there are weights as others are.
    void whatARunDecidesIsNotFollowed()
    {
        QCOMPARE(namesOfOwnType(graphOf({nodeOf("Mul", {"w", "z"}, {"scale"}), norm})),
            (Names {"bias", "mean", "variance"}));
    }

    void scalesOfIntegersStay()
    {
        const Names names = namesOfOwnType(graphOf({nodeOf(
            "QLinearConv", {"q", "qScale", "qZero", "w", "wScale", "wZero", "yScale", "yZero"}, {"y"})}));
        QVERIFY(names.contains("qScale") && names.contains("wScale") && names.contains("yScale"));
    }

    // As ONNX Runtime quantizes: the scale of the activations times those of the columns, and the sums.
    void scalesOfDynamicQuantizationStay()
    {
        const Names names = namesOfOwnType(graphOf({nodeOf("DynamicQuantizeLinear", {"x"}, {"q", "s", "z"}),
            nodeOf("MatMulInteger", {"q", "w", "z"}, {"sums"}), nodeOf("Mul", {"s", "columns"}, {"scales"}),
            nodeOf("Cast", {"sums"}, {"floats"}), nodeOf("Mul", {"floats", "scales"}, {"product"}),
            nodeOf("Add", {"product", "bias"}, {"y"})}));
        QCOMPARE(names, (Names {"columns"}));
    }

    // Sums were made float16 with the first factor that was: 100 million became 65504.
    void whatScalesSumsStaysInEveryForm_data()
    {
        QTest::addColumn<Nodes>("nodes");
        QTest::addColumn<Names>("names");
        const Nodes sums {nodeOf("DynamicQuantizeLinear", {"x"}, {"q", "s", "z"}),
            nodeOf("MatMulInteger", {"q", "w", "z"}, {"sums"}), nodeOf("Cast", {"sums"}, {"f"})};
        const auto add = [&](const char* name, const Nodes& further, const Names& names) {
            Nodes nodes = sums;
            nodes.insert(nodes.end(), further.begin(), further.end());
            QTest::newRow(name) << nodes << names;
        };
        add("scales that are known", {nodeOf("Mul", {"f", "columns"}, {"y"})}, {"columns"});
        add("one after the other",
            {nodeOf("Mul", {"f", "s"}, {"fs"}), nodeOf("Mul", {"columns", "fs"}, {"y"})}, {"columns"});
        add("reshaped",
            {nodeOf("Reshape", {"s", "shape"}, {"r"}), nodeOf("Mul", {"r", "columns"}, {"c"}),
                nodeOf("Mul", {"f", "c"}, {"y"})},
            {"columns"});
        add("moved on",
            {nodeOf("Unsqueeze", {"f", "axes"}, {"u"}), nodeOf("Transpose", {"u"}, {"t"}),
                nodeOf("Identity", {"t"}, {"i"}), nodeOf("Squeeze", {"i", "axes"}, {"e"}),
                nodeOf("Split", {"e"}, {"", "half"}), nodeOf("Mul", {"half", "columns"}, {"y"})},
            {"columns"});
        add("divided", {nodeOf("Div", {"f", "columns"}, {"y"})}, {"columns"});
        add("dequantized", {nodeOf("DequantizeLinear", {"sums", "columns"}, {"y"})}, {"columns"});
        add("of constants",
            {nodeOf("Mul", {"xScale", "wScale"}, {"both"}), nodeOf("Mul", {"f", "both"}, {"y"})},
            {"both", "xScale", "wScale"});
        add("behind a bias in sums",
            {nodeOf("Add", {"f", "whole"}, {"b"}), nodeOf("Mul", {"b", "columns"}, {"y"})},
            {"whole", "columns"});
        add("between both scales",
            {nodeOf("Mul", {"f", "s"}, {"fs"}), nodeOf("Add", {"fs", "bias"}, {"b"}),
                nodeOf("Mul", {"b", "columns"}, {"y"})},
            {"bias", "columns"});
        add("less than another",
            {nodeOf("Sub", {"whole", "f"}, {"b"}), nodeOf("Mul", {"b", "columns"}, {"y"})},
            {"whole", "columns"});
        add("beside others",
            {nodeOf("Concat", {"others", "sums"}, {"all"}), nodeOf("Mul", {"all", "columns"}, {"y"})},
            {"columns", "others"});
        add("chosen",
            {nodeOf("Mul", {"f", "s"}, {"fs"}), nodeOf("Where", {"isOne", "zero", "fs"}, {"some"}),
                nodeOf("Mul", {"some", "columns"}, {"y"})},
            {"columns", "isOne", "zero"});
        add("limited",
            {nodeOf("Clip", {"f", "", "highest"}, {"l"}), nodeOf("Max", {"zero", "l"}, {"m"}),
                nodeOf("Min", {"m", "most"}, {"n"}), nodeOf("Mul", {"n", "columns"}, {"y"})},
            {"columns", "highest", "most", "zero"});
        for (const char* op :
            {"Abs", "DepthToSpace", "Gather", "MaxPool", "Neg", "Pad", "Relu", "SpaceToDepth", "Tile"}) {
            add(op,
                {nodeOf("Mul", {"f", "s"}, {"fs"}), nodeOf(op, {"fs", "how"}, {"o"}),
                    nodeOf("Mul", {"o", "columns"}, {"y"})},
                {"columns"});
        }
        add("of convolutions",
            {nodeOf("ConvInteger", {"q", "w"}, {"maps"}), nodeOf("Cast", {"maps"}, {"m"}),
                nodeOf("Mul", {"m", "filters"}, {"y"})},
            {"filters"});
    }

    void whatScalesSumsStaysInEveryForm()
    {
        QFETCH(const Nodes, nodes);
        QFETCH(const Names, names);
        QCOMPARE(namesOfOwnType(graphOf(nodes)), names);
        Nodes reversed(nodes.rbegin(), nodes.rend()); // as files that are not sorted
        QCOMPARE(namesOfOwnType(graphOf(reversed)), names);
        const auto scalings = scalingsOfIntegers(graphOf(nodes));
        QVERIFY(scalings.contains("y") && !scalings.contains("f") && !scalings.contains("sums"));
    }

    // One in each graph, or one half in each: the sums were scaled as float16, 256 to 6.55.
    void sumsAreFollowedIntoBodiesAndOutOfThem_data()
    {
        QTest::addColumn<Nodes>("outside");
        QTest::addColumn<Nodes>("inside");
        const Nodes sums {nodeOf("DynamicQuantizeLinear", {"x"}, {"q", "s", "z"}),
            nodeOf("MatMulInteger", {"q", "w", "z"}, {"sums"}), nodeOf("Cast", {"sums"}, {"f"})};
        const Node scaling = nodeOf("Mul", {"f", "reshaped"}, {"y"});
        const Node reshaping = nodeOf("Unsqueeze", {"columns", "axes"}, {"reshaped"});
        const auto also = [](Nodes nodes, const Node& node) {
            nodes.push_back(node);
            return nodes;
        };
        QTest::newRow("scaled inside") << also(sums, reshaping) << Nodes {scaling};
        QTest::newRow("scales reshaped inside") << sums << Nodes {reshaping, scaling};
        QTest::newRow("made inside") << Nodes {reshaping} << also(sums, scaling);
    }

    void sumsAreFollowedIntoBodiesAndOutOfThem()
    {
        QFETCH(Nodes, outside);
        QFETCH(const Nodes, inside);
        outside.push_back(nodeWithBody("If", {"z"}, {"chosen"}, inside, {}, {"y"}));
        const ModelGraph graph = graphOf(outside);
        const Names names = namesOfOwnType(graph);
        QVERIFY(names.contains("columns") && names.contains("reshaped") && !names.contains("x"));
        QVERIFY(scalingsOfIntegers(graph).contains("y"));
    }

    void sumsOfBodiesAreScaledOutside_data()
    {
        QTest::addColumn<std::string>("op");
        QTest::addColumn<Names>("yielded");
        QTest::newRow("branch") << std::string("If") << Names {"sums"};
        QTest::newRow("loop") << std::string("Loop") << Names {"goesOn", "sums"};
        QTest::newRow("scan") << std::string("Scan") << Names {"sums"};
    }

    void sumsOfBodiesAreScaledOutside()
    {
        QFETCH(const std::string, op);
        QFETCH(const Names, yielded);
        const Node made = nodeWithBody(op, {"x", "condition", "before"}, {"f"},
            {nodeOf("MatMulInteger", {"before", "w"}, {"sums"})}, {"i", "c", "before"},
            {yielded.begin(), yielded.end()});
        const ModelGraph graph = graphOf({made, nodeOf("Mul", {"f", "columns"}, {"y"})});
        QVERIFY(namesOfOwnType(graph).contains("columns"));
        QVERIFY(scalingsOfIntegers(graph).contains("y"));
    }

    // Sums, and what scales integers of them, as states of a loop.
    void sumsAreHandedIntoLoops()
    {
        const Node loop = nodeWithBody("Loop", {"x", "condition", "sums"}, {"last"},
            {nodeOf("Mul", {"state", "columns"}, {"y"})}, {"i", "c", "state"}, {"c", "y"});
        const ModelGraph graph = graphOf({nodeOf("MatMulInteger", {"x", "w"}, {"sums"}), loop});
        QVERIFY(namesOfOwnType(graph).contains("columns"));
        QVERIFY(scalingsOfIntegers(graph).contains("y"));
    }

    // What a body reads as it is, is followed back through what is computed of it outside, and what it
    // yields through what is computed inside.
    void ownNamesAreFollowedOverBorders()
    {
        const Node reading = nodeWithBody("If", {"x"}, {"chosen"}, {norm}, {}, {"y"});
        QCOMPARE(namesOfOwnType(graphOf(
                     {nodeOf("Cast", {"a"}, {"variance"}), nodeOf("Mul", {"z", "b"}, {"mean"}), reading})),
            (Names {"scale", "bias", "variance", "a"}));
        const Node yielding =
            nodeWithBody("If", {"known"}, {"variance"}, {nodeOf("Cast", {"a"}, {"inner"})}, {}, {"inner"});
        QCOMPARE(namesOfOwnType(graphOf({yielding, norm})),
            (Names {"scale", "bias", "mean", "variance", "known", "inner", "a"}));
    }

    // What one branch computes of an input is no matter of what another one calls the same.
    void branchesMayNameValuesAlike()
    {
        ModelGraph computing, norming;
        computing.nodes = {nodeOf("Abs", {"x"}, {"variance"})};
        computing.outputs = {valueOf("variance", DataType::Float32, {2})};
        norming.constants = {hollowConstant("variance", {DataType::Float32, {2}})};
        norming.nodes = {norm};
        norming.outputs = {valueOf("y", DataType::Float32, {1, 2})};
        for (const bool isFirst : {true, false}) {
            Attributes branches = graphAttribute("then_branch", isFirst ? norming : computing);
            branches.set("else_branch", std::make_shared<const ModelGraph>(isFirst ? computing : norming));
            QVERIFY(namesOfOwnType(graphOf({nodeOf("If", {"z"}, {"all"}, branches)})).contains("variance"));
        }
        ModelGraph sums, numbers;
        sums.nodes = {nodeOf("MatMulInteger", {"x", "w"}, {"v"})};
        sums.outputs = {valueOf("v", DataType::Int32, {2})};
        numbers.nodes = {nodeOf("Mul", {"v", "gain"}, {"scaled"})};
        numbers.constants = {hollowConstant("v", {DataType::Float32, {2}})};
        numbers.outputs = {valueOf("scaled", DataType::Float32, {2})};
        Attributes branches = graphAttribute("then_branch", sums);
        branches.set("else_branch", std::make_shared<const ModelGraph>(numbers));
        QVERIFY(scalingsOfIntegers(graphOf({nodeOf("If", {"z"}, {"all"}, branches)})).empty());
    }

    // What has been scaled is an activation, and its weights are weights.
    void scaledSumsAreActivations()
    {
        const Nodes scaled {nodeOf("DynamicQuantizeLinear", {"x"}, {"q", "s", "z"}),
            nodeOf("MatMulInteger", {"q", "w", "z"}, {"sums"}), nodeOf("Cast", {"sums"}, {"f"}),
            nodeOf("Mul", {"s", "columns"}, {"c"}), nodeOf("Mul", {"f", "c"}, {"p"})};
        for (const Nodes& further : {Nodes {nodeOf("Mul", {"p", "gain"}, {"y"})},
                 Nodes {nodeOf("Add", {"p", "bias"}, {"b"}), nodeOf("Mul", {"b", "gain"}, {"y"})},
                 Nodes {nodeOf("Relu", {"p"}, {"r"}), nodeOf("Mul", {"r", "gain"}, {"y"})},
                 Nodes {nodeOf("MatMul", {"p", "weight"}, {"m"}), nodeOf("Mul", {"m", "gain"}, {"y"})}}) {
            Nodes nodes = scaled;
            nodes.insert(nodes.end(), further.begin(), further.end());
            QCOMPARE(namesOfOwnType(graphOf(nodes)), (Names {"columns"}));
            QCOMPARE(scalingsOfIntegers(graphOf(nodes)), (Names {"c", "p"}));
        }
        // Nothing tells the one scale of static quantization from the first of two: a product behind it may
        // be taken for another scaling, and none after that.
        QCOMPARE(namesOfOwnType(
                     graphOf({nodeOf("MatMulInteger", {"x", "w"}, {"sums"}), nodeOf("Cast", {"sums"}, {"f"}),
                         nodeOf("Mul", {"f", "columns"}, {"p"}), nodeOf("Add", {"p", "bias"}, {"b"}),
                         nodeOf("Mul", {"b", "gain"}, {"g"}), nodeOf("Mul", {"g", "weight"}, {"y"})})),
            (Names {"bias", "columns", "gain"}));
        QCOMPARE(namesOfOwnType(graphOf({nodeOf("MatMulInteger", {"x", "w"}, {"sums"}),
                     nodeOf("Cast", {"sums"}, {"f"}), nodeOf("Mul", {"f", "columns"}, {"p"}),
                     nodeOf("MatMul", {"p", "weight"}, {"m"}), nodeOf("Mul", {"m", "gain"}, {"y"})})),
            (Names {"columns"}));
    }

    // As exporters write them, too: a node, and one that moves it.
    void scalesOfSumsInNodesStay()
    {
        Attributes value;
        value.set("value", hollowConstant("", {DataType::Int32, {2}}));
        QCOMPARE(namesOfOwnType(graphOf({nodeOf("Constant", {}, {"bias"}, value),
                     nodeOf("Reshape", {"bias", "shape"}, {"row"}),
                     nodeOf("DequantizeLinear", {"bias", "biasScale"}, {"b"}),
                     nodeOf("DequantizeLinear", {"row", "rowScale"}, {"r"}), nodeOf("Cast", {"bias"}, {"f"}),
                     nodeOf("Mul", {"f", "factor"}, {"p"}), nodeOf("Mul", {"r", "gain"}, {"y"})})),
            (Names {"biasScale", "rowScale"}));
    }

    void scalesOfSumsStay()
    {
        ModelGraph graph = graphOf({nodeOf("DequantizeLinear", {"bias", "biasScale"}, {"b"}),
            nodeOf("DequantizeLinear", {"weight", "weightScale"}, {"w"})});
        graph.constants = {
            hollowConstant("bias", {DataType::Int32, {2}}), hollowConstant("weight", {DataType::Int8, {2}})};
        QCOMPARE(namesOfOwnType(graph), (Names {"biasScale"}));
    }

    // Inputs that are left out, and outputs that nobody wants, are no value that is both.
    void whatHasNoNameLeadsNowhere()
    {
        QCOMPARE(namesOfOwnType(graphOf({nodeOf("LSTM", {"x", "w", "r"}, {"", "h"}),
                     nodeOf("Clip", {"v", "", "max"}, {"variance"}), norm})),
            (Names {"scale", "bias", "mean", "variance", "v", "max"}));
    }

    // Each was compared with all others.
    void manyFactorsAreQuick()
    {
        std::vector<std::string> factors;
        for (int i = 0; i < 200'000; ++i) {
            factors.push_back("f" + std::to_string(i));
        }
        QVERIFY(namesOfOwnType(
            graphOf({nodeOf("DynamicQuantizeLinear", {"x"}, {"q", "s", "z"}), nodeOf("Mul", factors, {"y"})}))
                    .empty());
    }

    // A node was visited once for each of its inputs, and gave all of its outputs each time; on the way back,
    // once for each output, with all of its inputs: hours for these.
    void manyInputsAndOutputsAreQuick()
    {
        std::vector<std::string> same;
        std::vector<std::string> from;
        std::vector<std::string> to;
        for (int i = 0; i < 100'000; ++i) {
            same.emplace_back("x");
            from.push_back("c" + std::to_string(i));
            to.push_back("o" + std::to_string(i));
        }
        const Node resize = nodeOf("Resize", {"x", "", "factors"}, {"r"});
        QCOMPARE(namesOfOwnType(graphOf({resize, nodeOf("Split", same, to)})), (Names {"factors"}));
        std::vector<std::string> afterInput = from;
        afterInput.back() = "x";
        QCOMPARE(
            namesOfOwnType(graphOf({resize, nodeOf("Split", afterInput, to), nodeOf("Concat", to, from)})),
            (Names {"factors"}));
        const Names names =
            namesOfOwnType(graphOf({nodeOf("QLinearMatMul", to, {"y"}), nodeOf("Split", from, to)}));
        QCOMPARE(names.size(), from.size() + to.size());
    }

    void nothingIsOwnWhereNobodyWantsIt()
    {
        QVERIFY(namesOfOwnType(graphOf({nodeOf("MatMul", {"x", "w"}, {"y"})})).empty());
        QVERIFY(namesOfOwnType({}).empty());
    }

    // A circle, which no reader lets through.
    void circlesEnd()
    {
        QVERIFY(namesOfOwnType(
            graphOf({nodeOf("Relu", {"a"}, {"scale"}), nodeOf("Relu", {"scale"}, {"a"}), norm}))
                    .contains("a"));
    }
};

QTEST_GUILESS_MAIN(TestOwnTypes)
#include "tst_owntypes.moc"
