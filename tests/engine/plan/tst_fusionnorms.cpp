// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::plan;

namespace {

using Values = std::vector<std::optional<ValueId>>;

const Shape imageShape {2, 6, 4, 5};
const Shape rowsShape {2, 5, 8};

Attributes attributeOf(const char* name, AttributeValue value)
{
    Attributes attributes;
    attributes.set(name, std::move(value));
    return attributes;
}

// GroupNorm as exporters write it before opset 18: three groups of two channels.
struct Groups {
    DataType type = DataType::Float32;
    std::vector<int64_t> grouping {0, 3, -1};
    double scale = 1; // what the InstanceNormalization multiplies with
    double bias = 0;
    Shape restored = imageShape;
    Shape factors {6, 1, 1};
    Shape offsets {6, 1, 1};
};

class NormSketch : public testing::OnnxSketch {
public:
    ValueId filled(int64_t count, double value, DataType type = DataType::Float32)
    {
        HostTensor tensor = makeHostTensor({type, {count}});
        for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
            setElement(tensor, i, value);
        }
        return known(std::move(tensor));
    }
    ValueId reshaped(ValueId x, const std::vector<int64_t>& shape)
    {
        return node("Reshape", {x, known(makeInt64Tensor(shape))});
    }
    ValueId silu(ValueId x) { return node("Mul", {x, node("Sigmoid", {x})}); }
    // Another output of the last node.
    ValueId otherOutput()
    {
        dataflow.values.emplace_back();
        dataflow.nodes.back().outputs.push_back(static_cast<ValueId>(dataflow.values.size() - 1));
        return dataflow.nodes.back().outputs.back();
    }

    ValueId scaledNorm(ValueId x, const Groups& groups)
    {
        const int64_t count = groups.grouping[1];
        const ValueId normal = node("InstanceNormalization",
            {reshaped(x, groups.grouping), filled(count, groups.scale, groups.type),
                filled(count, groups.bias, groups.type)},
            attributeOf("epsilon", 0.25f));
        factors = hollow(groups.factors, groups.type);
        scaled = node("Mul", {reshaped(normal, groups.restored), factors});
        return scaled;
    }
    ValueId groupNorm(ValueId x, const Groups& groups)
    {
        offsets = hollow(groups.offsets, groups.type);
        return node("Add", {offsets, scaledNorm(x, groups)});
    }

    // The node that yields a value after fusion: one alone.
    [[nodiscard]] DataflowNode onlyProducer(ValueId value) const
    {
        std::vector<DataflowNode> found;
        for (const DataflowNode& node : fuse(dataflow, specialized())) {
            if (std::ranges::find(node.outputs, value) != node.outputs.end()) {
                found.push_back(node);
            }
        }
        return found.size() == 1 ? found[0] : DataflowNode {};
    }
    [[nodiscard]] std::string opTypeOf(ValueId value) const
    {
        const DataflowNode node = onlyProducer(value);
        return node.op == nullptr ? "none, or several" : std::string(node.op->name);
    }
    [[nodiscard]] std::string activationOf(ValueId value) const
    {
        return producer(value).attributes.stringOr("activation", "");
    }

    // Of the last groupNorm().
    ValueId factors = 0;
    ValueId offsets = 0;
    ValueId scaled = 0;
};

const std::string group = "FusedGroupNormalization";
const std::string sumAndRows = "AddLayerNormalization";

} // namespace

class TestFusionNorms : public QObject {
    Q_OBJECT

private slots:
    void groupNormInPiecesIsOneStep()
    {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            NormSketch sketch;
            const ValueId x = sketch.input(imageShape, type);
            const ValueId y = sketch.silu(sketch.groupNorm(x, {.type = type, .offsets = {1, 6, 1, 1}}));
            sketch.output(y);
            QCOMPARE(sketch.opTypeOf(y), group);
            const DataflowNode fused = sketch.onlyProducer(y);
            QCOMPARE(fused.op->domain, std::string_view("weightless"));
            QCOMPARE(fused.name, std::string("n1 + n3 + n4 + n5 + n6")); // views are no steps
            QVERIFY(fused.inputs == (Values {x, sketch.factors, sketch.offsets}));
            QCOMPARE(fused.attributes.intOr("num_groups", 0), int64_t {3});
            QCOMPARE(fused.attributes.floatOr("epsilon", 0), 0.25f);
            QCOMPARE(sketch.activationOf(y), std::string("Silu"));
            QCOMPARE(sketch.planned()->steps.size(), size_t {1});
        }
    }

    void partsOfItToo()
    {
        NormSketch sketch;
        const ValueId x = sketch.input(imageShape);
        const ValueId plain = sketch.groupNorm(x, {});
        sketch.output(plain);
        const ValueId scaled = sketch.node("Relu", {sketch.scaledNorm(x, {})});
        sketch.output(scaled);
        const ValueId scale = sketch.hollow({2});
        const ValueId bias = sketch.hollow({2});
        const ValueId normal =
            sketch.node("InstanceNormalization", {sketch.reshaped(x, {2, 2, -1}), scale, bias});
        const ValueId perGroup = sketch.silu(sketch.reshaped(normal, imageShape));
        sketch.output(perGroup);
        QCOMPARE(sketch.opTypeOf(plain), group);
        QCOMPARE(sketch.activationOf(plain), std::string());
        QCOMPARE(sketch.onlyProducer(scaled).inputs.size(), size_t {2});
        QCOMPARE(sketch.activationOf(scaled), std::string("Relu"));
        QVERIFY(sketch.onlyProducer(perGroup).inputs == (Values {x, scale, bias}));
        QCOMPARE(sketch.activationOf(perGroup), std::string("Silu"));
        QCOMPARE(sketch.planned()->steps.size(), size_t {3});
    }

    void operatorsTakeWhatFollows_data()
    {
        QTest::addColumn<QString>("opType");
        QTest::addColumn<int64_t>("opset");
        QTest::addColumn<int64_t>("parameters");
        QTest::addColumn<QString>("activation");
        QTest::newRow("per group") << "GroupNormalization" << int64_t {18} << int64_t {2} << "Silu";
        QTest::newRow("per channel") << "GroupNormalization" << int64_t {21} << int64_t {6} << "Relu";
        QTest::newRow("Swish") << "GroupNormalization" << int64_t {24} << int64_t {6} << "Swish";
        QTest::newRow("instances") << "InstanceNormalization" << int64_t {17} << int64_t {6} << "Silu";
    }

    void operatorsTakeWhatFollows()
    {
        QFETCH(const QString, opType);
        QFETCH(const int64_t, opset);
        QFETCH(const int64_t, parameters);
        QFETCH(const QString, activation);
        NormSketch sketch;
        sketch.dataflow.opset = opset;
        const Values inputs {
            sketch.input(imageShape), sketch.hollow({parameters}), sketch.hollow({parameters})};
        const ValueId normal =
            sketch.node(opType.toStdString(), inputs, attributeOf("num_groups", int64_t {2}));
        const ValueId y =
            activation == "Silu" ? sketch.silu(normal) : sketch.node(activation.toStdString(), {normal});
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(y), group);
        const DataflowNode fused = sketch.onlyProducer(y);
        QVERIFY(fused.inputs == inputs);
        QCOMPARE(fused.attributes.intOr("num_groups", 0), int64_t {opType[0] == 'G' ? 2 : 6});
        QCOMPARE(sketch.activationOf(y), activation == "Relu" ? std::string("Relu") : std::string("Silu"));
        QCOMPARE(sketch.planned()->steps.size(), size_t {1});
    }

    // Swish of another slope is none of the activations.
    void otherSlopesStay()
    {
        NormSketch sketch;
        sketch.dataflow.opset = 24;
        const ValueId normal = sketch.node(
            "InstanceNormalization", {sketch.input(imageShape), sketch.hollow({6}), sketch.hollow({6})});
        const ValueId y = sketch.node("Swish", {normal}, attributeOf("alpha", 1.5f));
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(y), std::string("Swish"));
        QCOMPARE(sketch.opTypeOf(normal), std::string("InstanceNormalization"));
    }

    void otherGroupNormsStay_data()
    {
        QTest::addColumn<Groups>("groups");
        QTest::newRow("scaled before") << Groups {.scale = 2};
        QTest::newRow("moved before") << Groups {.bias = 0.5};
        QTest::newRow("factors along an axis of the image") << Groups {.factors = {5}};
        QTest::newRow("factors along two axes") << Groups {.factors = {6, 4, 1}};
        QTest::newRow("a factor") << Groups {.factors = {}};
        QTest::newRow("factors that add an axis") << Groups {.factors = {1, 1, 6, 1, 1}};
        QTest::newRow("groups that cut channels") << Groups {.grouping = {0, 4, -1}};
        QTest::newRow("groups of several images") << Groups {.grouping = {1, 4, -1}};
        QTest::newRow("images in place of groups") << Groups {.grouping = {4, 3, -1}};
        QTest::newRow("restored to another shape") << Groups {.restored = {2, 6, 5, 4}};
        QTest::newRow("64-bit floats") << Groups {.type = DataType::Float64};
    }

    void otherGroupNormsStay()
    {
        QFETCH(const Groups, groups);
        NormSketch sketch;
        const ValueId y = sketch.groupNorm(sketch.input(imageShape, groups.type), groups);
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(sketch.scaled), std::string("Mul"));
        QCOMPARE(sketch.opTypeOf(y), std::string("Add"));
        QVERIFY(!sketch.planned()->steps.empty());
    }

    void offsetsThatBroadcastOtherwiseStay()
    {
        NormSketch sketch;
        const ValueId y = sketch.groupNorm(sketch.input(imageShape), {.offsets = imageShape});
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(y), std::string("Add"));
        QCOMPARE(sketch.opTypeOf(sketch.scaled), group);
    }

    void whatOthersReadStays_data()
    {
        QTest::addColumn<bool>("isOutput");
        QTest::newRow("a graph output") << true;
        QTest::newRow("read twice") << false;
    }

    void whatOthersReadStays()
    {
        QFETCH(const bool, isOutput);
        NormSketch sketch;
        const ValueId first = sketch.silu(sketch.groupNorm(sketch.input(imageShape), {}));
        const ValueId scaled = sketch.scaled;
        const ValueId second = sketch.groupNorm(first, {});
        const ValueId y = sketch.silu(second);
        for (const ValueId value : {y, isOutput ? scaled : sketch.node("Tanh", {scaled}),
                 isOutput ? second : sketch.node("Tanh", {second})}) {
            sketch.output(value);
        }
        QCOMPARE(sketch.opTypeOf(first), std::string("Mul"));
        QCOMPARE(sketch.opTypeOf(scaled), group);
        QCOMPARE(sketch.opTypeOf(y), std::string("Mul"));
        QCOMPARE(sketch.opTypeOf(second), group);
        QVERIFY(!sketch.planned()->steps.empty());
    }

    void nothingIsNotDividedIntoGroups()
    {
        NormSketch sketch;
        const ValueId x = sketch.input({1, 0, 4});
        const ValueId y = sketch.node(
            "Relu", {sketch.node("InstanceNormalization", {x, sketch.hollow({0}), sketch.hollow({0})})});
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(y), std::string("Relu"));
        QVERIFY(sketch.planned()->steps.empty());
    }

    void sumsAreAddedWhereTheyAreNormalised()
    {
        for (const std::string opType :
            {"LayerNormalization", "SimplifiedLayerNormalization", "RMSNormalization"}) {
            NormSketch sketch;
            sketch.dataflow.opset = 23;
            const ValueId a = sketch.input(rowsShape, DataType::Float16);
            const ValueId b = sketch.input(rowsShape, DataType::Float16);
            const ValueId scale = sketch.hollow({8}, DataType::Float16);
            const ValueId y =
                sketch.node(opType, {sketch.node("Add", {a, b}), scale}, attributeOf("epsilon", 0.25f));
            sketch.output(y);
            QCOMPARE(sketch.opTypeOf(y), sumAndRows);
            const DataflowNode fused = sketch.onlyProducer(y);
            QCOMPARE(fused.name, std::string("n0 + n1"));
            QVERIFY(fused.inputs == (Values {a, b, scale}));
            QCOMPARE(fused.outputs, std::vector<ValueId> {y});
            QCOMPARE(fused.attributes.intOr("simplified", -1), int64_t {opType[0] == 'L' ? 0 : 1});
            QCOMPARE(fused.attributes.floatOr("epsilon", 0), 0.25f);
            QCOMPARE(sketch.planned()->steps.size(), size_t {1});
        }
    }

    // As before each layer of a transformer: the sum goes on beside the layer.
    void sumsThatOthersReadAreYielded_data()
    {
        QTest::addColumn<bool>("isOutput");
        QTest::newRow("a graph output") << true;
        QTest::newRow("read later") << false;
    }

    void sumsThatOthersReadAreYielded()
    {
        QFETCH(const bool, isOutput);
        NormSketch sketch;
        const ValueId sum = sketch.node("Add", {sketch.input(rowsShape), sketch.input(rowsShape)});
        const ValueId rows = sketch.node("LayerNormalization",
            {sum, sketch.hollow({5, 8}), sketch.hollow({5, 8})}, attributeOf("axis", int64_t {-2}));
        sketch.output(isOutput ? sum : sketch.node("Mul", {sum, sketch.node("Tanh", {rows})}));
        sketch.output(rows);
        QCOMPARE(sketch.opTypeOf(rows), sumAndRows);
        const DataflowNode fused = sketch.onlyProducer(rows);
        QCOMPARE(fused.outputs, (std::vector<ValueId> {rows, sum}));
        QCOMPARE(fused.inputs.size(), size_t {4});
        QCOMPARE(fused.attributes.intOr("axis", 0), int64_t {-2});
        QCOMPARE(sketch.opTypeOf(sum), sumAndRows); // and no Add beside it
        QCOMPARE(sketch.planned()->steps.size(), size_t {isOutput ? 1u : 3u});
    }

    void otherSumsStay_data()
    {
        QTest::addColumn<Shape>("other");
        QTest::addColumn<DataType>("type");
        QTest::addColumn<bool>("isReadBefore");
        QTest::addColumn<bool>("hasStatistics");
        QTest::newRow("a row for all") << Shape {8} << DataType::Float32 << false << false;
        QTest::newRow("a sum that is larger") << Shape {3, 2, 5, 8} << DataType::Float32 << false << false;
        QTest::newRow("64-bit floats") << rowsShape << DataType::Float64 << false << false;
        QTest::newRow("read before") << rowsShape << DataType::Float32 << true << false;
        QTest::newRow("statistics") << rowsShape << DataType::Float32 << false << true;
    }

    void otherSumsStay()
    {
        QFETCH(const Shape, other);
        QFETCH(const DataType, type);
        QFETCH(const bool, isReadBefore);
        QFETCH(const bool, hasStatistics);
        NormSketch sketch;
        const ValueId sum = sketch.node("Add", {sketch.input(rowsShape, type), sketch.input(other, type)});
        if (isReadBefore) {
            sketch.output(sketch.node("Tanh", {sum}));
        }
        const ValueId y = sketch.node("LayerNormalization", {sum, sketch.hollow({8}, type)});
        sketch.output(y);
        if (hasStatistics) {
            sketch.output(sketch.otherOutput());
        }
        QCOMPARE(sketch.opTypeOf(sum), std::string("Add"));
        QCOMPARE(sketch.opTypeOf(y), std::string("LayerNormalization"));
        QVERIFY(!sketch.planned()->steps.empty());
    }

    void aSumThatIsItsOwnScaleStays()
    {
        NormSketch sketch;
        const ValueId sum = sketch.node("Add", {sketch.input({8}), sketch.input({8})});
        const ValueId y = sketch.node("LayerNormalization", {sum, sum});
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(y), std::string("LayerNormalization"));
    }

    // A scale of another shape makes another operator of it.
    void scalesThatBroadcastStay()
    {
        NormSketch sketch;
        sketch.dataflow.opset = 23;
        const ValueId sum = sketch.node("Add", {sketch.input(rowsShape), sketch.input(rowsShape)});
        const ValueId y = sketch.node("RMSNormalization", {sum, sketch.hollow({1})});
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(y), std::string("RMSNormalization"));
    }

    // A product adds on its way out, which costs no walk at all.
    void productsKeepTheirSums()
    {
        NormSketch sketch;
        const ValueId product = sketch.node("MatMul", {sketch.input({2, 5, 3}), sketch.hollow({3, 8})});
        const ValueId sum = sketch.node("Add", {product, sketch.input(rowsShape)});
        const ValueId y = sketch.node("LayerNormalization", {sum, sketch.hollow({8})});
        sketch.output(y);
        QCOMPARE(sketch.opTypeOf(sum), std::string("FusedMatMul"));
        QCOMPARE(sketch.opTypeOf(y), std::string("LayerNormalization"));
    }

    void manyReadersAreNotLookedThroughForEach()
    {
        NormSketch sketch;
        const ValueId sum = sketch.node("Add", {sketch.input(rowsShape), sketch.input(rowsShape)});
        const ValueId scale = sketch.hollow({8});
        ValueId last = 0;
        for (int i = 0; i < 50'000; ++i) {
            last = sketch.node("LayerNormalization", {sum, scale});
        }
        sketch.output(last);
        QCOMPARE(sketch.opTypeOf(last), std::string("LayerNormalization"));
    }
};

QTEST_GUILESS_MAIN(TestFusionNorms)
#include "tst_fusionnorms.moc"
