// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/normsketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

const Shape rowsShape {2, 5, 8};
const std::string sumAndRows = "AddLayerNormalization";

} // namespace

// Sums that are added where rows are normalised.
class TestFusionSums : public QObject {
    Q_OBJECT

private slots:
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
        for (const char* opType : {"RMSNormalization", "LayerNormalization"}) {
            for (const Shape& scale : {Shape {1}, Shape {5, 1}}) {
                NormSketch sketch;
                sketch.dataflow.opset = 23;
                const ValueId sum = sketch.node("Add", {sketch.input(rowsShape), sketch.input(rowsShape)});
                const ValueId y = sketch.node(opType, {sum, sketch.hollow(scale)});
                sketch.output(y);
                QCOMPARE(sketch.opTypeOf(y), std::string(opType));
                QVERIFY(!sketch.planned()->steps.empty());
            }
        }
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
            Attributes differing; // else they were one
            differing.set("epsilon", 1e-5f + 1e-6f * static_cast<float>(i));
            last = sketch.node("LayerNormalization", {sum, scale}, differing);
        }
        sketch.output(last);
        QCOMPARE(sketch.opTypeOf(last), std::string("LayerNormalization"));
    }
};

QTEST_GUILESS_MAIN(TestFusionSums)
#include "tst_fusionsums.moc"
