// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

// A constant of one element.
std::shared_ptr<const ConstantInfo> fourBits(const std::string& name, int64_t value, const Shape& shape = {})
{
    HostTensor tensor = makeHostTensor({DataType::UInt4, shape});
    setElement(tensor, 0, value);
    return knownConstant(name, std::move(tensor));
}

Node castTo(DataType type, const std::string& x, const std::string& y)
{
    Node cast = nodeOf("Cast", {x}, {y});
    cast.attributes.set("to", static_cast<int64_t>(type));
    return cast;
}

Node named(Node node, const std::string& attribute, DataType type)
{
    node.attributes.set(attribute, static_cast<int64_t>(type));
    return node;
}

} // namespace

// What becomes of 4-bit constants, which the graph has as bytes, where the model counts on their type.
class TestWidening : public ContextTest {
    Q_OBJECT

private slots:
    void typesOfConstantsAreTheModels_data();
    void typesOfConstantsAreTheModels();
};

void TestWidening::typesOfConstantsAreTheModels_data()
{
    QTest::addColumn<QList<Node>>("nodes");
    QTest::addColumn<QList<float>>("expected"); // of -100, -5, 0, 5, 12, 100
    const QList<float> saturated {0, 0, 0, 5, 12, 15};
    const QList<float> wrapped {12, 11, 0, 5, 12, 4};
    const Node quantize = nodeOf("QuantizeLinear", {"x", "scale", "zero"}, {"q"});
    QTest::newRow("quantized") << QList<Node> {quantize, castTo(DataType::Float32, "q", "y")} << saturated;
    QTest::newRow("quantized, with the type besides")
        << QList<Node> {named(quantize, "output_dtype", DataType::UInt4), castTo(DataType::Float32, "q", "y")}
        << saturated;
    QTest::newRow("quantized and back")
        << QList<Node> {quantize, nodeOf("DequantizeLinear", {"q", "scale", "zero"}, {"y"})} << saturated;
    QTest::newRow("behind another shape") << QList<Node> {nodeOf("Reshape", {"one", "none"}, {"scalar"}),
        nodeOf("QuantizeLinear", {"x", "scale", "scalar"}, {"q"}), castTo(DataType::Float32, "q", "y")}
                                          << saturated;
    QTest::newRow("like one") << QList<Node> {nodeOf("CastLike", {"x", "zero"}, {"q"}),
        castTo(DataType::Float32, "q", "y")}
                              << wrapped;
    QTest::newRow("handed on as bytes") << QList<Node> {nodeOf("Pad", {"one", "pads"}, {"q"}),
        nodeOf("DequantizeLinear", {"q", "scale", "zero"}, {"y"})}
                                        << QList<float> {0, 0, 0};
}

void TestWidening::typesOfConstantsAreTheModels()
{
    QFETCH(QList<Node>, nodes);
    QFETCH(QList<float>, expected);
    Model model;
    model.opsets = {{"", 21}};
    model.graph.inputs = {valueOf("x", DataType::Float32, {6})};
    model.graph.outputs = {valueOf("y", DataType::Float32, {expected.size()})};
    model.graph.constants = {knownConstant("scale", floatTensor({}, {1})), fourBits("zero", 0),
        fourBits("one", 0, {1}), knownConstant("none", makeHostTensor({DataType::Int64, {0}})),
        knownConstant("pads", makeInt64Tensor(std::vector<int64_t> {0, 2}))};
    model.graph.nodes.assign(nodes.begin(), nodes.end());
    ModelGraph branch;
    branch.nodes = model.graph.nodes;
    branch.outputs = model.graph.outputs;
    const HostTensor x = floatTensor({6}, {-100, -5, 0, 5, 12, 100});
    const std::vector<float> wanted(expected.begin(), expected.end());
    QCOMPARE(floatsOf(runGraph(*m_context, *buildGraph(m_context, model), {x})[0]), wanted);

    // The same in a branch, which captures the constants.
    branch.outputs[0].name = "z";
    branch.nodes.back().outputs = {"z"};
    Attributes branches = graphAttribute("then_branch", branch);
    branches.set("else_branch", std::make_shared<const ModelGraph>(branch));
    model.graph.nodes = {nodeOf("Size", {"x"}, {"size"}), nodeOf("Equal", {"size", "size"}, {"yes"}),
        nodeOf("If", {"yes"}, {"y"}, std::move(branches))};
    QCOMPARE(floatsOf(runGraph(*m_context, *buildGraph(m_context, model), {x})[0]), wanted);
}

QTEST_GUILESS_MAIN(TestWidening)
#include "tst_widening.moc"
