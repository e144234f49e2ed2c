// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/owntypes.h"
#include "tests/engine/runtime/modelsketch.h"

#include <QTest>

#include <functional>
#include <set>
#include <string>

using namespace weightless;
using namespace weightless::testing;

namespace {

using Names = std::set<std::string, std::less<>>;

const Node norm = nodeOf("BatchNormalization", {"x", "scale", "bias", "mean", "variance"}, {"y"});

ModelGraph graphOf(std::vector<Node> nodes)
{
    ModelGraph graph;
    graph.inputs = {valueOf("x", DataType::Float32, {1, 2}), valueOf("z", DataType::Float32, {2})};
    graph.nodes = std::move(nodes);
    return graph;
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
