// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"
#include "tests/engine/expecterror.h"
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

HostTensor oneOf(DataType type)
{
    HostTensor tensor = makeHostTensor({type, {}});
    setElement(tensor, 0, int64_t {1});
    return tensor;
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

// A branch that yields a constant from outside, whichever is taken.
Node choiceOf(const std::string& constant, const std::string& y)
{
    ModelGraph branch;
    branch.nodes = {nodeOf("Identity", {constant}, {"chosen"})};
    branch.outputs = {valueOf("chosen", DataType::UInt4, {})};
    Attributes branches = graphAttribute("then_branch", branch);
    branches.set("else_branch", std::make_shared<const ModelGraph>(branch));
    return nodeOf("If", {"true"}, {y}, std::move(branches));
}

// One round, to which a zero point is handed.
Node loopWith(const std::string& zero, const std::string& y)
{
    ModelGraph body;
    body.inputs = {valueOf("round", DataType::Int64, {}), valueOf("goes on", DataType::Bool, {}),
        valueOf("given", DataType::UInt4, {})};
    body.nodes = {nodeOf("QuantizeLinear", {"x", "scale", "given"}, {"bytes"}),
        castTo(DataType::Float32, "bytes", "numbers")};
    body.outputs = {valueOf("goes on", DataType::Bool, {}), valueOf("given", DataType::UInt4, {}),
        valueOf("numbers", DataType::Float32, {6})};
    return nodeOf("Loop", {"once", "", zero}, {"last", y}, graphAttribute("body", body));
}

} // namespace

// What becomes of 4-bit constants, which the graph has as bytes, where the model counts on their type.
class TestWidening : public ContextTest {
    Q_OBJECT

private slots:
    void typesOfConstantsAreTheModels_data();
    void typesOfConstantsAreTheModels();

    // Two elements of a byte do not come one by one.
    void slicesWithinAByteAreRefused();
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
    const Node chosen = nodeOf("QuantizeLinear", {"x", "scale", "picked"}, {"q"});
    const Node back = castTo(DataType::Float32, "q", "y");
    QTest::newRow("of a branch") << QList<Node> {choiceOf("zero", "picked"), chosen, back} << saturated;
    QTest::newRow("carried by a loop")
        << QList<Node> {loopWith("zero", "ys"), nodeOf("Reshape", {"ys", "six"}, {"y"})} << saturated;
    QTest::newRow("out of a sequence") << QList<Node> {nodeOf("SequenceConstruct", {"zero"}, {"list"}),
        nodeOf("SequenceAt", {"list", "first"}, {"picked"}), chosen, back}
                                       << saturated;
    QTest::newRow("beside pads") << QList<Node> {quantize, nodeOf("Pad", {"q", "pads", "zero"}, {"p"}),
        nodeOf("DequantizeLinear", {"p", "scale", "zero"}, {"y"})}
                                 << QList<float> {0, 0, 0, 5, 12, 15, 0, 0};
    QTest::newRow("with a zero point that was computed")
        << QList<Node> {castTo(DataType::UInt4, "scale", "picked"),
               nodeOf("DequantizeLinear", {"one", "scale", "picked"}, {"y"})}
        << QList<float> {-1};
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
        knownConstant("pads", makeInt64Tensor(std::vector<int64_t> {0, 2})),
        knownConstant("six", makeInt64Tensor(std::vector<int64_t> {6})),
        knownConstant("first", makeHostTensor({DataType::Int64, {}})),
        knownConstant("once", oneOf(DataType::Int64)), knownConstant("true", oneOf(DataType::Bool))};
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

void TestWidening::slicesWithinAByteAreRefused()
{
    ModelGraph body;
    body.inputs = {valueOf("each", DataType::UInt4, {})};
    body.nodes = {castTo(DataType::Float32, "each", "number")};
    body.outputs = {valueOf("number", DataType::Float32, {})};
    Attributes attributes = graphAttribute("body", body);
    attributes.set("num_scan_inputs", int64_t {1});
    Model model;
    model.opsets = {{"", 21}};
    model.graph.inputs = {valueOf("x", DataType::Float32, {1})};
    model.graph.outputs = {valueOf("y", DataType::Float32, {4})};
    model.graph.constants = {fourBits("four", 7, {4})};
    model.graph.nodes = {nodeOf("Scan", {"four"}, {"y"}, attributes)};
    const auto graph = buildGraph(m_context, model);
    EXPECT_ERROR(runGraph(*m_context, *graph, {floatTensor({1}, {1})}), ErrorKind::Unsupported,
        "a scan input is uint4[] in an iteration, which is no whole bytes");
}

QTEST_GUILESS_MAIN(TestWidening)
#include "tst_widening.moc"
