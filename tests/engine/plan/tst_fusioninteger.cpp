// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <vector>

using namespace weightless;
using namespace weightless::plan;

namespace {

using Inputs = std::vector<std::optional<ValueId>>;

// What quantizers of weights write for a product: x, quantized in the run, times bytes.
class IntegerSketch : public testing::OnnxSketch {
public:
    explicit IntegerSketch(Shape xShape = {40, 64})
        : x(input(std::move(xShape)))
        , bytes(node("DynamicQuantizeLinear", {x}, {}, "", 3))
        , weightScale(hollow({}))
    {
    }

    ValueId xScale() const { return bytes + 1; }
    ValueId xZero() const { return bytes + 2; }
    ValueId product(ValueId weight)
    {
        return node("MatMulInteger", {bytes, weight, xZero(), hollow({}, DataType::Int8)});
    }
    ValueId cast(ValueId sums)
    {
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(DataType::Float32));
        return node("Cast", {sums}, attributes);
    }
    ValueId scaled(ValueId sums) { return node("Mul", {cast(sums), node("Mul", {xScale(), weightScale})}); }
    bool isScaled(ValueId value, const Inputs& inputs) const
    {
        const DataflowNode made = producer(value);
        return made.op->name.starts_with("Scaled") && made.inputs == inputs;
    }

    ValueId x;
    ValueId bytes;
    ValueId weightScale;
};

} // namespace

class TestFusionInteger : public QObject {
    Q_OBJECT

private slots:
    void oneStepScalesAndAdds()
    {
        IntegerSketch sketch;
        const ValueId weight = sketch.hollow({64, 48}, DataType::Int8);
        const ValueId sums = sketch.product(weight);
        const ValueId zero = *sketch.dataflow.nodes.back().inputs[3];
        const ValueId bias = sketch.hollow({48});
        const ValueId y = sketch.node("Relu", {sketch.node("Add", {bias, sketch.scaled(sums)})});
        sketch.output(y);
        const DataflowNode made = sketch.producer(y);
        QCOMPARE(made.op->name, std::string_view("ScaledMatMulInteger"));
        QCOMPARE(made.attributes.stringOr("activation", ""), std::string("Relu"));
        QVERIFY(sketch.isScaled(y,
            {sketch.x, weight, sketch.xZero(), zero, sketch.xScale(), sketch.weightScale, bias,
                sketch.xScale()}));
        // Scale of x, its whole numbers, the weight's, the table of scales, the product.
        QCOMPARE(sketch.planned()->steps.size(), size_t {5});
    }

    // Kernels for few rows read bytes, which are made.
    void fewRowsAreReadAsBytes()
    {
        IntegerSketch sketch({1, 5, 64});
        const ValueId weight = sketch.hollow({64, 48}, DataType::Int8);
        const ValueId sums = sketch.product(weight);
        const ValueId zero = *sketch.dataflow.nodes.back().inputs[3];
        const ValueId y = sketch.scaled(sums);
        sketch.output(y);
        QVERIFY(sketch.isScaled(
            y, {sketch.bytes, weight, sketch.xZero(), zero, sketch.xScale(), sketch.weightScale}));
        QCOMPARE(sketch.planned()->steps.size(), size_t {4});
    }

    // As older quantizers have it: the bias in int32, before it is scaled.
    void convolutionsTakeWholeBiases()
    {
        IntegerSketch sketch({1, 16, 9, 9});
        const ValueId weight = sketch.hollow({24, 16, 1, 1}, DataType::Int8);
        const ValueId sums = sketch.node("ConvInteger", {sketch.bytes, weight, sketch.xZero()});
        const ValueId bias = sketch.hollow({1, 24, 1, 1}, DataType::Int32);
        const ValueId y = sketch.scaled(sketch.node("Add", {sums, bias}));
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("ScaledConvInteger"));
        QVERIFY(sketch.isScaled(y,
            {sketch.x, weight, sketch.xZero(), std::nullopt, sketch.xScale(), sketch.weightScale, bias,
                sketch.xScale()}));
    }

    // Sums that somebody else reads, a scale for each row, a bias of another shape.
    void othersStay_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("sums are read elsewhere") << 0;
        QTest::newRow("a scale per row") << 1;
        QTest::newRow("scaled sums are read elsewhere") << 2;
    }
    void othersStay()
    {
        QFETCH(const int, what);
        IntegerSketch sketch;
        const ValueId sums = sketch.product(sketch.hollow({64, 48}, DataType::Int8));
        const ValueId wide = sketch.cast(sums);
        const ValueId y = sketch.node("Mul", {wide, sketch.hollow(what == 1 ? Shape {40, 1} : Shape {48})});
        sketch.output(y);
        if (what == 0) {
            sketch.output(sums);
        } else if (what == 2) {
            sketch.output(wide);
        }
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Mul"));
    }

    void biasOfAnotherShapeIsAddedAfterwards()
    {
        IntegerSketch sketch;
        const ValueId scaled = sketch.scaled(sketch.product(sketch.hollow({64, 48}, DataType::Int8)));
        const ValueId y = sketch.node("Add", {scaled, sketch.hollow({40, 1})});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Add"));
        QCOMPARE(sketch.producer(scaled).op->name, std::string_view("ScaledMatMulInteger"));
    }
};

QTEST_GUILESS_MAIN(TestFusionInteger)
#include "tst_fusioninteger.moc"
