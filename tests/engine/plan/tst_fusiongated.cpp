// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <vector>

using namespace weightless;
using namespace weightless::plan;

namespace {

const Shape rowShape {2, 320};

class GatedSketch : public testing::OnnxSketch {
public:
    ValueId sigmoid(ValueId x) { return node("Sigmoid", {x}); }
    ValueId mul(ValueId a, ValueId b) { return node("Mul", {a, b}); }
    bool isSwish(ValueId value, ValueId x, float alpha = 1) const
    {
        const DataflowNode made = producer(value);
        return made.op->name == "Swish" && made.inputs.size() == 1 && made.inputs[0] == x
            && made.attributes.floatOr("alpha", 0) == alpha;
    }
};

} // namespace

class TestFusionGated : public QObject {
    Q_OBJECT

private slots:
    void oneStepIsLeft_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::newRow("float32") << DataType::Float32;
        QTest::newRow("float16") << DataType::Float16;
        QTest::newRow("bfloat16") << DataType::BFloat16;
    }
    void oneStepIsLeft()
    {
        QFETCH(const DataType, type);
        GatedSketch sketch;
        const ValueId x = sketch.input(rowShape, type);
        const ValueId y = sketch.mul(x, sketch.sigmoid(x));
        const ValueId z = sketch.mul(sketch.sigmoid(y), y);
        sketch.output(z);
        QVERIFY(sketch.isSwish(y, x));
        QVERIFY(sketch.isSwish(z, y));
        QCOMPARE(sketch.producer(y).name, std::string("n0 + n1"));
        QCOMPARE(sketch.planned()->steps.size(), size_t {2});
    }

    // As CLIP has it, on either side.
    void numbersBeforeTheGateAreTaken()
    {
        GatedSketch sketch;
        const ValueId x = sketch.input(rowShape);
        const ValueId y = sketch.mul(x, sketch.sigmoid(sketch.mul(x, sketch.number(1.702f))));
        const ValueId z = sketch.mul(sketch.sigmoid(sketch.mul(sketch.number(-2), y)), y);
        sketch.output(z);
        QVERIFY(sketch.isSwish(y, x, 1.702f));
        QVERIFY(sketch.isSwish(z, y, -2));
        QCOMPARE(sketch.planned()->steps.size(), size_t {2});
    }

    // The second half of a tensor gates the first, along any axis, and by nothing else than its Sigmoid.
    void halvesAreNotSplit_data()
    {
        QTest::addColumn<int64_t>("axis");
        QTest::addColumn<bool>("isFirstGate");
        QTest::newRow("channels") << int64_t {0} << false;
        QTest::newRow("columns") << int64_t {1} << false;
        QTest::newRow("the first half is the gate") << int64_t {1} << true;
    }
    void halvesAreNotSplit()
    {
        QFETCH(const int64_t, axis);
        QFETCH(const bool, isFirstGate);
        GatedSketch sketch;
        const ValueId x = sketch.input(rowShape);
        const int64_t half = rowShape[static_cast<size_t>(axis)] / 2;
        Attributes attributes;
        attributes.set("axis", axis);
        const ValueId first = sketch.node("Split", {x, sketch.integers({half, half})}, attributes, "", 2);
        const ValueId value = isFirstGate ? first + 1 : first;
        const ValueId y = sketch.mul(sketch.sigmoid(isFirstGate ? first : first + 1), value);
        sketch.output(y);
        const DataflowNode made = sketch.producer(y);
        QCOMPARE(made.op->name, std::string_view(isFirstGate ? "Mul" : "GatedSigmoid"));
        if (!isFirstGate) {
            QCOMPARE(made.inputs, (std::vector<std::optional<ValueId>> {x}));
            QCOMPARE(made.attributes.intOr("axis", -1), axis);
            QCOMPARE(sketch.planned()->steps.size(), size_t {1});
        }
    }

    // A decoder's gate and value, on either side.
    void valuesAreTaken()
    {
        GatedSketch sketch;
        const ValueId gate = sketch.input(rowShape);
        const ValueId value = sketch.input(rowShape);
        const ValueId y = sketch.mul(sketch.mul(gate, sketch.sigmoid(gate)), value);
        const ValueId z = sketch.mul(value, sketch.mul(y, sketch.sigmoid(sketch.mul(y, sketch.number(2)))));
        sketch.output(z);
        QCOMPARE(sketch.producer(z).op->name, std::string_view("SwiGLU"));
        QCOMPARE(sketch.producer(z).inputs, (std::vector<std::optional<ValueId>> {y, value}));
        QCOMPARE(sketch.producer(z).attributes.floatOr("alpha", 0), 2.0f);
        QCOMPARE(sketch.producer(y).inputs, (std::vector<std::optional<ValueId>> {gate, value}));
        QCOMPARE(sketch.producer(y).name, std::string("n0 + n1 + n2"));
        QCOMPARE(sketch.planned()->steps.size(), size_t {2});
    }

    // Of another shape, or where somebody else reads the gate.
    void otherValuesStay()
    {
        GatedSketch sketch;
        const ValueId gate = sketch.input(rowShape);
        const ValueId y = sketch.mul(gate, sketch.sigmoid(gate));
        const ValueId small = sketch.mul(y, sketch.input({1, 320}));
        const ValueId z = sketch.mul(small, sketch.sigmoid(small));
        sketch.output(z);
        sketch.output(sketch.mul(z, sketch.input(rowShape)));
        QVERIFY(sketch.isSwish(y, gate));
        QVERIFY(sketch.isSwish(z, small));
        QCOMPARE(sketch.planned()->steps.size(), size_t {4});
    }

    // What would let itself through is made, and read twice.
    void squaresStay()
    {
        GatedSketch sketch;
        const ValueId x = sketch.input(rowShape);
        const ValueId y = sketch.mul(x, sketch.sigmoid(x));
        sketch.output(sketch.mul(y, y));
        QVERIFY(sketch.isSwish(y, x));
        QCOMPARE(sketch.planned()->steps.size(), size_t {2});
    }

    // The argument may have other readers; what lies between may not.
    void othersMayReadTheArgument()
    {
        GatedSketch sketch;
        const ValueId x = sketch.node("Neg", {sketch.input(rowShape)});
        const ValueId y = sketch.mul(x, sketch.sigmoid(x));
        sketch.output(y);
        sketch.output(sketch.node("Abs", {x}));
        QVERIFY(sketch.isSwish(y, x));
        QCOMPARE(sketch.planned()->steps.size(), size_t {3});
    }

    void productsStillEndWithIt()
    {
        GatedSketch sketch;
        const ValueId x = sketch.node("MatMul", {sketch.input(rowShape), sketch.hollow({320, 64})});
        const ValueId y = sketch.mul(x, sketch.sigmoid(x));
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("FusedMatMul"));
        QCOMPARE(sketch.producer(y).attributes.stringOr("activation", ""), std::string("Silu"));
        QCOMPARE(sketch.planned()->steps.size(), size_t {1});
    }

    void othersStay()
    {
        GatedSketch sketch;
        const ValueId x = sketch.input(rowShape);
        const ValueId other = sketch.input(rowShape);
        const ValueId small = sketch.input({1, 320});
        const ValueId read = sketch.sigmoid(x);
        const ValueId doubles = sketch.input(rowShape, DataType::Float64);
        const ValueId scaled = sketch.mul(other, sketch.number(3));
        const std::vector<ValueId> results {
            sketch.mul(other, sketch.sigmoid(x)), // of another value
            sketch.mul(x, read), // an output as well
            sketch.mul(sketch.input(rowShape), sketch.sigmoid(small)),
            sketch.mul(doubles, sketch.sigmoid(doubles)),
            sketch.mul(other, sketch.sigmoid(scaled)), // whose scaling is an output
            sketch.mul(small, sketch.sigmoid(sketch.mul(small, sketch.input({1, 1})))), // by no known number
        };
        for (const ValueId result : results)
            sketch.output(result);
        sketch.output(read);
        sketch.output(scaled);
        for (const ValueId result : results)
            QCOMPARE(sketch.producer(result).op->name, std::string_view("Mul"));
    }
};

QTEST_APPLESS_MAIN(TestFusionGated)
#include "tst_fusiongated.moc"
