// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"
#include "engine/runtime/integerarithmetic.h"
#include "engine/runtime/owntypes.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace weightless;
using namespace weightless::testing;

namespace {

using NodeNames = std::set<std::string, std::less<>>;
using NodeList = std::vector<Node>;

// With integers that an exporter wrote, "pixels", and one of them, "one".
ModelGraph pixelGraph(NodeList nodes)
{
    ModelGraph graph;
    graph.inputs = {valueOf("x", DataType::Float32, {1, 2})};
    graph.constants = {hollowConstant("pixels", {DataType::Int64, {8}}),
        hollowConstant("one", {DataType::Int64, {}}), hollowConstant("w", {DataType::Float32, {2, 2}}),
        hollowConstant("anchors", {DataType::Float32, {8}})};
    graph.nodes = std::move(nodes);
    return graph;
}

NodeNames found(const NodeList& nodes)
{
    NodeList reversed(nodes.rbegin(), nodes.rend()); // as files that are not sorted
    const NodeNames names = arithmeticOfIntegers(pixelGraph(nodes)).positions;
    return names == arithmeticOfIntegers(pixelGraph(reversed)).positions
        ? names
        : NodeNames {"another in another order"};
}

// With integers that a run gives: "n" and "bytes".
NodeNames factorsAmong(NodeList nodes)
{
    ModelGraph graph = pixelGraph(std::move(nodes));
    graph.inputs.push_back(valueOf("n", DataType::Int64, {2, 1}));
    graph.inputs.push_back(valueOf("bytes", DataType::UInt8, {2, 1}));
    return arithmeticOfIntegers(graph).factors;
}

const Node castPixels = nodeOf("Cast", {"pixels"}, {"p"});
const Node delta = nodeOf("Conv", {"x", "w"}, {"d"});

} // namespace

class TestPositions : public ContextTest {
    Q_OBJECT

private slots:
    void whatIsAddedToPositions_data()
    {
        QTest::addColumn<NodeList>("nodes");
        QTest::addColumn<NodeNames>("names");
        const Node moved = nodeOf("Add", {"p", "d"}, {"m"});
        const Node range = nodeOf("Range", {"start", "limit", "step"}, {"p"});
        QTest::newRow("counted") << NodeList {range, delta, moved} << NodeNames {"m"};
        QTest::newRow("given") << NodeList {castPixels, delta, moved} << NodeNames {"m"};
        QTest::newRow("chosen") << NodeList {nodeOf("TopK", {"x", "one"}, {"values", "p"}), delta, moved}
                                << NodeNames {"m"};
        QTest::newRow("the most of activations")
            << NodeList {nodeOf("TopK", {"x", "one"}, {"p"}), delta, moved} << NodeNames {};
        QTest::newRow("less") << NodeList {castPixels, delta, nodeOf("Sub", {"d", "p"}, {"m"})}
                              << NodeNames {"m"};
        QTest::newRow("again and again")
            << NodeList {castPixels, delta, moved, nodeOf("Transpose", {"m"}, {"t"}),
                   nodeOf("Add", {"d", "t"}, {"again"}), nodeOf("Sub", {"again", "p"}, {"flow"})}
            << NodeNames {"m", "again", "flow"};
        QTest::newRow("in the middle of pixels")
            << NodeList {castPixels, delta, nodeOf("Add", {"p", "half"}, {"middle"}),
                   nodeOf("Mul", {"middle", "stride"}, {"q"}), nodeOf("Unsqueeze", {"q", "axes"}, {"u"}),
                   nodeOf("Concat", {"u", "u"}, {"both"}), nodeOf("Mul", {"both", "d"}, {"sized"})}
            << NodeNames {"middle", "q", "sized"};
        QTest::newRow("a single number")
            << NodeList {delta, nodeOf("Cast", {"one"}, {"f"}), nodeOf("Mul", {"d", "f"}, {"y"})}
            << NodeNames {};
        QTest::newRow("divided by counts")
            << NodeList {castPixels, delta, nodeOf("Div", {"d", "p"}, {"y"})} << NodeNames {};
        QTest::newRow("sizes") << NodeList {delta, nodeOf("Shape", {"x"}, {"s"}),
            nodeOf("Cast", {"s"}, {"f"}), nodeOf("Mul", {"d", "f"}, {"y"})}
                               << NodeNames {};
        QTest::newRow("sines") << NodeList {castPixels, delta, nodeOf("Sin", {"p"}, {"s"}),
            nodeOf("Add", {"s", "d"}, {"y"})}
                               << NodeNames {};
        QTest::newRow("beside activations") << NodeList {castPixels, delta,
            nodeOf("Concat", {"p", "d"}, {"c"}), nodeOf("Add", {"c", "d"}, {"y"})}
                                            << NodeNames {};
        QTest::newRow("an image's") << NodeList {nodeOf("AffineGrid", {"d", "size"}, {"g"}), delta}
                                    << NodeNames {"g"};
    }

    void whatIsAddedToPositions()
    {
        QFETCH(const NodeList, nodes);
        QFETCH(const NodeNames, names);
        QCOMPARE(found(nodes), names);
    }

    // As many numbers as there are pairs: distances as ALiBi's, and masks that are made of counts.
    void whatAttentionIsWeighedByIsLeftAlone()
    {
        const NodeList biased {castPixels, delta, nodeOf("Mul", {"slopes", "p"}, {"bias"}),
            nodeOf("Add", {"d", "bias"}, {"scores"}),
            nodeOf("Where", {"mask", "scores", "lowest"}, {"seen"})};
        const auto also = [&](const Node& node) {
            NodeList nodes = biased;
            nodes.push_back(node);
            return found(nodes);
        };
        QCOMPARE(also(nodeOf("Softmax", {"seen"}, {"y"})), NodeNames {});
        QCOMPARE(also(nodeOf("MultiHeadAttention", {"q", "k", "v", "", "", "seen"}, {"y"})), NodeNames {});
        QCOMPARE(also(nodeOf("Relu", {"seen"}, {"y"})), (NodeNames {"bias", "scores"}));
    }

    // As the state of a loop that refines it, and out of it again.
    void positionsAreFollowedIntoBodiesAndOutOfThem()
    {
        ModelGraph body;
        body.inputs = {valueOf("i", DataType::Int64, {}), valueOf("c", DataType::Bool, {}),
            valueOf("state", DataType::Float32, {8})};
        body.outputs = {valueOf("goesOn", DataType::Bool, {}), valueOf("next", DataType::Float32, {8})};
        body.nodes = {nodeOf("Add", {"state", "d"}, {"next"})};
        const NodeNames names = found(NodeList {castPixels, delta,
            nodeOf("Loop", {"one", "", "p"}, {"last"}, graphAttribute("body", body)),
            nodeOf("Sub", {"last", "d"}, {"y"})});
        QCOMPARE(names, (NodeNames {"next", "y"}));
    }

    // They were rounded before anything was added to them.
    void whatIsAddedKeepsItsType()
    {
        const NodeNames names =
            namesOfOwnType(pixelGraph({castPixels, nodeOf("Add", {"p", "anchors"}, {"boxes"}),
                nodeOf("Mul", {"p", "w"}, {"m"}), nodeOf("GridSample", {"x", "grid"}, {"y"})}));
        QVERIFY(names.contains("anchors") && names.contains("grid") && !names.contains("w"));
    }

    void numbersOfARunMayBeBeyondFloat16_data()
    {
        QTest::addColumn<NodeList>("nodes");
        QTest::addColumn<NodeNames>("names");
        const Node cast = nodeOf("Cast", {"n"}, {"f"});
        const auto add = [&](const char* name, const NodeList& nodes, const NodeNames& names) {
            NodeList all {delta, cast};
            all.insert(all.end(), nodes.begin(), nodes.end());
            QTest::newRow(name) << all << names;
        };
        Attributes toBool;
        toBool.set("to", static_cast<int64_t>(DataType::Bool));
        add("moved", {nodeOf("Expand", {"f", "s"}, {"e"}), nodeOf("Mul", {"d", "e"}, {"y"})}, {"y"});
        add("divides", {nodeOf("Div", {"d", "f"}, {"y"})}, {"y"});
        add("divided", {nodeOf("Div", {"f", "d"}, {"y"})}, {"y"});
        add("a base", {nodeOf("Pow", {"f", "d"}, {"y"})}, {"y"});
        add("an exponent", {nodeOf("Pow", {"d", "f"}, {"y"})}, {});
        add("one more", {nodeOf("Add", {"f", "one"}, {"m"}), nodeOf("Mul", {"m", "d"}, {"y"})}, {"y"});
        add("of activations", {nodeOf("Add", {"f", "d"}, {"a"}), nodeOf("Mul", {"a", "d"}, {"y"})}, {});
        add("indices", {nodeOf("Gather", {"w", "n"}, {"g"}), nodeOf("Mul", {"g", "d"}, {"y"})}, {});
        add("yes or no",
            {nodeOf("Cast", {"n"}, {"b"}, toBool), nodeOf("Cast", {"b"}, {"m"}),
                nodeOf("Mul", {"m", "d"}, {"y"})},
            {});
        add("bytes", {nodeOf("Cast", {"bytes"}, {"b"}), nodeOf("Mul", {"b", "d"}, {"y"})}, {});
        add("a mask",
            {nodeOf("Sub", {"one", "f"}, {"hidden"}), nodeOf("Mul", {"hidden", "lowest"}, {"mask"}),
                nodeOf("Add", {"d", "mask"}, {"scores"}), nodeOf("Softmax", {"scores"}, {"y"})},
            {});
    }

    void numbersOfARunMayBeBeyondFloat16()
    {
        QFETCH(const NodeList, nodes);
        QFETCH(const NodeNames, names);
        QCOMPARE(factorsAmong(nodes), names);
        QCOMPARE(factorsAmong(NodeList(nodes.rbegin(), nodes.rend())), names);
        QCOMPARE(found(nodes), NodeNames {});
    }

    void boxesAreWhereTheyAre_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::newRow("float16") << DataType::Float16;
        QTest::newRow("bfloat16") << DataType::BFloat16;
    }

    // 801.1 was 801 in float16, and 800 in bfloat16; as well where an image is sampled there.
    void boxesAreWhereTheyAre()
    {
        QFETCH(const DataType, type);
        constexpr int64_t size = 1000;
        Model model = modelOf({valueOf("x", DataType::Float32, {1, 1})},
            {valueOf("y", DataType::Float32, {1, size}),
                valueOf("sampled", DataType::Float32, {1, 1, 1, size})});
        const HostTensor unit = tensorWith(DataType::Float32, {}, {1});
        Attributes toFloat, axis, corners;
        toFloat.set("to", static_cast<int64_t>(DataType::Float32));
        axis.set("axis", int64_t {3});
        corners.set("align_corners", int64_t {1});
        model.graph.constants = {knownConstant("start", tensorWith(DataType::Int64, {}, {0})),
            knownConstant("limit", tensorWith(DataType::Int64, {}, {size})),
            knownConstant("step", tensorWith(DataType::Int64, {}, {1})),
            knownConstant("shape", tensorWith(DataType::Int64, {4}, {1, 1, size, 1})),
            knownConstant("gridShape", tensorWith(DataType::Int64, {4}, {1, 1, size, 2})),
            knownConstant("factor", tensorWith(DataType::Float32, {}, {2.0 / (size - 1)})),
            knownConstant("unit", unit), hollowConstant("w", {DataType::Float32, {1, 1}}),
            hollowConstant("image", {DataType::Float32, {1, 1, 1, size}})};
        model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"d"}),
            nodeOf("Range", {"start", "limit", "step"}, {"i"}), nodeOf("Cast", {"i"}, {"p"}, toFloat),
            nodeOf("Add", {"p", "d"}, {"y"}), nodeOf("Mul", {"y", "factor"}, {"scaled"}),
            nodeOf("Sub", {"scaled", "unit"}, {"columns"}),
            nodeOf("Reshape", {"columns", "shape"}, {"across"}),
            nodeOf("Sub", {"across", "across"}, {"rows"}),
            nodeOf("Concat", {"across", "rows"}, {"places"}, axis),
            nodeOf("Reshape", {"places", "gridShape"}, {"grid"}), nodeOf("Mul", {"image", "d"}, {"bright"}),
            nodeOf("GridSample", {"bright", "grid"}, {"sampled"}, corners)};
        const auto graph = buildGraph(m_context, model, {.weightsType = type});
        for (size_t c = 0; c < graph->constantCount(); ++c) {
            HostTensor data = makeHostTensor(graph->constant(c).descriptor);
            for (size_t i = 0; i < data.elementCount(); ++i) {
                setElement(data, i, data.elementCount() == 1 ? 0.125 : static_cast<double>(i % 2));
            }
            graph->setConstantData(c, data.bytes);
        }
        const auto y = runGraph(*m_context, *graph, {tensorWith(DataType::Float32, {1, 1}, {1})});
        QVERIFY(y[0].descriptor.type == DataType::Float32);
        for (size_t i = 0; i + 1 < size; ++i) {
            QCOMPARE(elementAsDouble(y[0], i), static_cast<double>(i) + 0.125);
            const double between = i % 2 == 0 ? 0.125 : 0.875;
            QVERIFY(std::abs(elementAsDouble(y[1], i) - 0.125 * between) < 2e-3);
        }
    }
};

QTEST_GUILESS_MAIN(TestPositions)
#include "tst_positions.moc"
