// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <vector>

using namespace weightless;
using namespace weightless::plan;

namespace {

const Shape rowsShape {2, 7, 96};
constexpr float epsilon = 1e-5f;

class RowSketch : public testing::OnnxSketch {
public:
    ValueId mean(ValueId x, std::vector<int64_t> axes = {-1}, int64_t keepsDims = 1)
    {
        Attributes attributes;
        attributes.set("axes", std::move(axes));
        attributes.set("keepdims", keepsDims);
        return node("ReduceMean", {x}, attributes);
    }
    ValueId less(ValueId x) { return node("Sub", {x, mean(x)}); }
    ValueId square(ValueId x) { return node("Pow", {x, number(2)}); }
    ValueId variance(ValueId d) { return node("Add", {mean(square(d)), number(epsilon)}); }
    ValueId root(ValueId x) { return node("Sqrt", {x}); }
    ValueId normalized(ValueId x)
    {
        const ValueId d = less(x);
        return node("Div", {d, root(variance(d))});
    }
    ValueId mul(ValueId a, ValueId b) { return node("Mul", {a, b}); }
    ValueId add(ValueId a, ValueId b) { return node("Add", {a, b}); }
    ValueId cast(ValueId x, DataType type)
    {
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(type));
        return node("Cast", {x}, attributes);
    }
    bool isNorm(ValueId value, std::string_view name, const std::vector<std::optional<ValueId>>& inputs) const
    {
        const DataflowNode made = producer(value);
        return made.op->name == name && made.inputs == inputs
            && made.attributes.floatOr("epsilon", 0) == epsilon && made.attributes.intOr("axis", 0) == 2;
    }
};

} // namespace

class TestFusionRows : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        sketch.emplace();
        sketch->dataflow.opset = 14; // ReduceMean's axes are an attribute, and there is no LayerNormalization
        x = sketch->input(rowsShape);
        scale = sketch->hollow({96});
        bias = sketch->hollow({96});
    }

    // As PyTorch's exporters wrote it.
    void oneNormalizationIsLeft()
    {
        const ValueId y = sketch->add(sketch->mul(sketch->normalized(x), scale), bias);
        sketch->output(y);
        QVERIFY(sketch->isNorm(y, "LayerNormalization", {x, scale, bias}));
        QCOMPARE(sketch->planned()->steps.size(), size_t {1});
    }

    // Before opset 7, from another end than the last; the sum of the bias does not.
    void aScaleOfAnotherAxisStays()
    {
        Attributes elsewhere;
        elsewhere.set("axis", int64_t {0});
        const ValueId y = sketch->add(sketch->node("Mul", {sketch->normalized(x), scale}, elsewhere), bias);
        sketch->output(y);
        QCOMPARE(sketch->producer(y).op->name, std::string_view("Add"));
    }

    void itMayHaveNoBias()
    {
        const ValueId y = sketch->mul(scale, sketch->normalized(x));
        sketch->output(y);
        QVERIFY(sketch->isNorm(y, "LayerNormalization", {x, scale}));
        QCOMPARE(sketch->planned()->steps.size(), size_t {1});
    }

    // Two differences, a square that is a product, a root that is inverted first.
    void itMayBeWrittenInOtherWays()
    {
        const ValueId d = sketch->less(x);
        const ValueId inverse = sketch->node("Reciprocal",
            {sketch->root(sketch->add(sketch->number(epsilon), sketch->mean(sketch->mul(d, d))))});
        const ValueId y = sketch->add(bias, sketch->mul(sketch->mul(inverse, sketch->less(x)), scale));
        sketch->output(y);
        QVERIFY(sketch->isNorm(y, "LayerNormalization", {x, scale, bias}));
        QCOMPARE(sketch->planned()->steps.size(), size_t {1});
    }

    void sumsBeforeItAreTaken()
    {
        const ValueId other = sketch->input(rowsShape);
        const ValueId y = sketch->add(sketch->mul(sketch->normalized(sketch->add(x, other)), scale), bias);
        sketch->output(y);
        QCOMPARE(sketch->producer(y).op->name, std::string_view("AddLayerNormalization"));
        QCOMPARE(sketch->planned()->steps.size(), size_t {1});
    }

    // Without the mean: Pow, Div or Reciprocal makes the inverse root.
    void rootMeanSquares_data()
    {
        QTest::addColumn<int>("inverse");
        QTest::newRow("1 divided") << 0;
        QTest::newRow("a power") << 1;
    }
    void rootMeanSquares()
    {
        QFETCH(const int, inverse);
        const ValueId squares = sketch->variance(x);
        const ValueId factor = inverse == 0 ? sketch->node("Div", {sketch->number(1), sketch->root(squares)})
                                            : sketch->node("Pow", {squares, sketch->number(-0.5f)});
        const ValueId y = sketch->mul(scale, sketch->mul(x, factor));
        sketch->output(y);
        QVERIFY(sketch->isNorm(y, "SimplifiedLayerNormalization", {x, scale}));
        QCOMPARE(sketch->planned()->steps.size(), size_t {1});
    }

    // 16 bits are normalised in float32.
    void castsAroundItAreTaken()
    {
        const ValueId half = sketch->input(rowsShape, DataType::Float16);
        const ValueId halfScale = sketch->hollow({96}, DataType::Float16);
        const ValueId wide = sketch->cast(half, DataType::Float32);
        const ValueId normal = sketch->node("Div", {wide, sketch->root(sketch->variance(wide))});
        const ValueId y = sketch->mul(halfScale, sketch->cast(normal, DataType::Float16));
        sketch->output(y);
        QVERIFY(sketch->isNorm(y, "SimplifiedLayerNormalization", {half, halfScale}));
    }

    void othersStay_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("mean of columns") << 0;
        QTest::newRow("another square") << 1;
        QTest::newRow("a scale for each element") << 2;
        QTest::newRow("an epsilon of the run") << 3;
        QTest::newRow("another value is divided") << 4;
    }
    void othersStay()
    {
        QFETCH(const int, what);
        const ValueId d = sketch->node("Sub", {x, what == 0 ? sketch->mean(x, {1}) : sketch->mean(x)});
        const ValueId square = what == 1 ? sketch->node("Pow", {d, sketch->number(3)}) : sketch->square(d);
        const ValueId small = what == 3 ? sketch->input({}) : sketch->number(epsilon);
        const ValueId deviation = sketch->root(sketch->add(sketch->mean(square), small));
        const ValueId normal = sketch->node("Div", {what == 4 ? sketch->input(rowsShape) : d, deviation});
        const ValueId y = sketch->mul(normal, what == 2 ? sketch->hollow(rowsShape) : scale);
        sketch->output(y);
        const std::string_view name = sketch->producer(y).op->name;
        QVERIFY(name == "Mul" || (what == 0 && name == "SimplifiedLayerNormalization"));
    }

private:
    std::optional<RowSketch> sketch;
    ValueId x = 0;
    ValueId scale = 0;
    ValueId bias = 0;
};

QTEST_GUILESS_MAIN(TestFusionRows)
#include "tst_fusionrows.moc"
