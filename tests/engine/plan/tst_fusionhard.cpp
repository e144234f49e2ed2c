// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <vector>

using namespace weightless;
using namespace weightless::plan;

namespace {

const Shape pictureShape {2, 6, 4, 4};

// HardSwish as exporters wrote it.
class HardSketch : public testing::OnnxSketch {
public:
    ValueId mul(ValueId a, ValueId b) { return node("Mul", {a, b}); }
    ValueId div(ValueId a, float b) { return node("Div", {a, number(b)}); }
    ValueId bent(ValueId x, float shift = 3, float most = 6)
    {
        return node("Clip", {node("Add", {x, number(shift)}), number(0), number(most)});
    }
    bool isFused(ValueId value, std::string_view opType, ValueId x) const
    {
        const DataflowNode made = producer(value);
        return made.op->name == opType && made.inputs.size() == 1 && made.inputs[0] == x;
    }
};

} // namespace

class TestFusionHard : public QObject {
    Q_OBJECT

private slots:
    void factorsComeInAnyOrder()
    {
        HardSketch sketch;
        const ValueId x = sketch.input(pictureShape);
        const std::vector<ValueId> results {sketch.div(sketch.mul(x, sketch.bent(x)), 6),
            sketch.mul(sketch.mul(sketch.bent(x), x), sketch.number(1.0f / 6)),
            sketch.mul(x, sketch.div(sketch.bent(x), 6)),
            sketch.mul(sketch.mul(sketch.number(0.16666667f), x), sketch.bent(x))};
        for (const ValueId result : results)
            sketch.output(result);
        for (const ValueId result : results)
            QVERIFY(sketch.isFused(result, "HardSwish", x));
        QCOMPARE(sketch.planned()->steps.size(), results.size());
    }

    void theGateAlone()
    {
        HardSketch sketch;
        const ValueId x = sketch.input(pictureShape);
        const ValueId gate = sketch.div(sketch.bent(x), 6);
        sketch.output(gate);
        QVERIFY(sketch.isFused(gate, "HardSigmoid", x));
        QCOMPARE(sketch.producer(gate).attributes.floatOr("alpha", 0), 1.0f / 6);
        QCOMPARE(sketch.producer(gate).attributes.floatOr("beta", 0), 0.5f);
    }

    void convolutionsEndWithIt()
    {
        HardSketch sketch;
        const ValueId x = sketch.node("Conv", {sketch.input({2, 3, 4, 4}), sketch.hollow({6, 3, 1, 1})});
        const ValueId y = sketch.div(sketch.mul(x, sketch.bent(x)), 6);
        sketch.output(y);
        const DataflowNode fused = sketch.producer(y);
        QCOMPARE(fused.op->name, std::string_view("FusedConv"));
        QCOMPARE(fused.attributes.stringOr("activation", ""), std::string("HardSwish"));
        QCOMPARE(sketch.planned()->steps.size(), size_t {1});
    }

    // A learned scale and offset, once before the curve, where the convolution takes them, and once behind.
    void scalesAndOffsetsAreTaken()
    {
        HardSketch sketch;
        const ValueId x = sketch.node("Conv", {sketch.input({2, 3, 4, 4}), sketch.hollow({6, 3, 1, 1})});
        const ValueId scaled =
            sketch.node("Add", {sketch.mul(sketch.number(1.5f), x), sketch.number(-0.25f)});
        const ValueId curve = sketch.div(sketch.mul(scaled, sketch.bent(scaled)), 6);
        const ValueId y = sketch.node("Add", {sketch.mul(curve, sketch.number(2)), sketch.number(0.5f)});
        sketch.output(y);
        const DataflowNode last = sketch.producer(y);
        QCOMPARE(last.op->name, std::string_view("Affine"));
        QCOMPARE(last.attributes.floatOr("alpha", 0), 2.0f);
        QCOMPARE(last.attributes.floatOr("beta", 0), 0.5f);
        const DataflowNode conv = sketch.producer(*last.inputs[0]);
        QCOMPARE(conv.op->name, std::string_view("FusedConv"));
        QCOMPARE(conv.attributes.floatOr("times", 0), 1.5f);
        QCOMPARE(conv.attributes.floatOr("plus", 0), -0.25f);
        QCOMPARE(conv.attributes.stringOr("activation", ""), std::string("HardSwish"));
    }

    void whatIsReadElsewhereIsNotScaledAway()
    {
        HardSketch sketch;
        const ValueId x = sketch.input(pictureShape);
        const ValueId scaled = sketch.mul(x, sketch.number(2));
        const ValueId y = sketch.node("Add", {scaled, sketch.number(0.5f)});
        sketch.output(y);
        sketch.output(scaled);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Add"));
        QCOMPARE(sketch.producer(scaled).op->name, std::string_view("Mul"));
    }

    void otherNumbersAreNone_data()
    {
        QTest::addColumn<float>("shift");
        QTest::addColumn<float>("most");
        QTest::addColumn<float>("divisor");
        QTest::newRow("shift") << 2.9f << 6.0f << 6.0f;
        QTest::newRow("most") << 3.0f << 5.0f << 6.0f;
        QTest::newRow("divisor") << 3.0f << 6.0f << 5.9f;
        QTest::newRow("by nothing") << 3.0f << 6.0f << 0.0f;
    }
    void otherNumbersAreNone()
    {
        QFETCH(const float, shift);
        QFETCH(const float, most);
        QFETCH(const float, divisor);
        HardSketch sketch;
        const ValueId x = sketch.input(pictureShape);
        const ValueId y = sketch.div(sketch.mul(x, sketch.bent(x, shift, most)), divisor);
        sketch.output(y);
        QVERIFY(!sketch.isFused(y, "HardSwish", x));
    }

    // The gate is of another value, broadcast, or read by somebody else.
    void otherOperandsAreNone()
    {
        HardSketch sketch;
        const ValueId x = sketch.input(pictureShape);
        const ValueId z = sketch.input(pictureShape);
        const ValueId row = sketch.input({6, 1, 1});
        const ValueId read = sketch.bent(x);
        const std::vector<ValueId> results {sketch.div(sketch.mul(x, sketch.bent(z)), 6),
            sketch.div(sketch.mul(x, sketch.bent(row)), 6), sketch.div(sketch.mul(x, read), 6)};
        for (const ValueId result : results)
            sketch.output(result);
        sketch.output(read);
        for (const ValueId result : results)
            QVERIFY(!sketch.isFused(result, "HardSwish", x));
    }
};

QTEST_APPLESS_MAIN(TestFusionHard)
#include "tst_fusionhard.moc"
