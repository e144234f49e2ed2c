// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/attentionsketch.h"

#include <QTest>

#include <limits>

using namespace weightless;
using namespace weightless::plan;

namespace {

constexpr DataType half = DataType::Float16;

class ExportSketch : public testing::AttentionSketch {
public:
    ValueId halfNumber(double value)
    {
        HostTensor tensor = makeHostTensor({half, {}});
        setElement(tensor, 0, value);
        return known(std::move(tensor));
    }
    // What torch.onnx adds to scores for a mask of truths.
    ValueId maskOfTruths(const Shape& shape)
    {
        const ValueId hidden = number(-std::numeric_limits<float>::infinity());
        return node("Where", {input(shape, DataType::Bool), number(0), hidden});
    }
    ValueId weightsOf(ValueId scores) { return node("Softmax", {scores}); }
    ValueId withoutNan(ValueId weights, float instead = 0)
    {
        return node("Where", {node("IsNaN", {weights}), number(instead), weights});
    }
    // [2, 2 heads, 6, 4], each for `times` heads of a query, as repeat_kv of Transformers has it.
    ValueId repeated(ValueId x, int64_t times, bool outside = false)
    {
        const ValueId single = node("Unsqueeze", {x, integers({outside ? 1 : 2})});
        const Shape whole = outside ? Shape {2, times, 2, 6, 4} : Shape {2, 2, times, 6, 4};
        return reshaped(node("Expand", {single, integers(whole)}), {2, 2 * times, 6, 4});
    }
};

std::string opOf(const DataflowNode& node)
{
    return std::string(node.op->name);
}

} // namespace

// Attention as PyTorch's exporters and Transformers write it.
class TestFusionExports : public QObject {
    Q_OBJECT

private slots:
    // A softmax has no numbers for rows that a mask of truths hides.
    void rowsThatSeeNothingAreZeros_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("opType");
        QTest::newRow("as exported") << 0 << "Attention";
        QTest::newRow("with another number instead") << 1 << "MatMul";
        QTest::newRow("with other weights elsewhere") << 2 << "MatMul";
        QTest::newRow("where others read the weights") << 3 << "MatMul";
        QTest::newRow("where the weights are an output") << 4 << "MatMul";
    }

    void rowsThatSeeNothingAreZeros()
    {
        QFETCH(const int, which);
        QFETCH(const QString, opType);
        ExportSketch sketch;
        const ValueId product =
            sketch.node("MatMul", {sketch.input({2, 3, 5, 4}), sketch.input({2, 3, 4, 6})});
        const ValueId mask = sketch.maskOfTruths({2, 1, 5, 6});
        const ValueId weights = sketch.weightsOf(sketch.node("Add", {product, mask}));
        const ValueId chosen = which == 2
            ? sketch.node(
                "Where", {sketch.node("IsNaN", {weights}), sketch.number(0), sketch.input({2, 3, 5, 6})})
            : sketch.withoutNan(weights, which == 1 ? 1 : 0);
        const ValueId y = sketch.node("MatMul", {chosen, sketch.input({2, 3, 6, 4})});
        sketch.output(y);
        if (which == 3) {
            sketch.output(sketch.node("Relu", {weights}));
        }
        if (which == 4) {
            sketch.output(weights);
        }
        const DataflowNode node = sketch.producer(y);
        QCOMPARE(QString::fromStdString(opOf(node)), opType);
        if (which == 0) {
            QCOMPARE(node.attributes.intOr("hasZeroRows", 0), int64_t {1});
            QVERIFY(node.inputs.at(3) == mask);
            const std::vector<std::string> left {"Where", "Attention"};
            QCOMPARE(sketch.operatorsLeft(), left);
        }
        QVERIFY(!sketch.planned()->steps.empty());
    }

    // Nobody hides rows there: it is for other reasons that they have no numbers.
    void rowsWithoutAMaskStay()
    {
        ExportSketch sketch;
        const ValueId product = sketch.node("MatMul", {sketch.input({2, 5, 4}), sketch.input({2, 4, 6})});
        const ValueId weights = sketch.withoutNan(sketch.weightsOf(product));
        const ValueId y = sketch.node("MatMul", {weights, sketch.input({2, 6, 4})});
        sketch.output(y);
        QCOMPARE(opOf(sketch.producer(y)), std::string("MatMul"));
    }

    // Transformers' softmax is of 32 bits, whatever the model is.
    void scoresAreWidened_data()
    {
        QTest::addColumn<int>("where");
        QTest::addColumn<bool>("isMaskWide");
        QTest::addColumn<QString>("opType");
        QTest::newRow("before the softmax") << 0 << false << "Attention";
        QTest::newRow("before the mask, which is wide") << 1 << true << "MatMul";
        QTest::newRow("behind the product, without a mask") << 2 << false << "Attention";
        QTest::newRow("behind the scale, without a mask") << 3 << false << "Attention";
    }

    void scoresAreWidened()
    {
        QFETCH(const int, where);
        QFETCH(const bool, isMaskWide);
        QFETCH(const QString, opType);
        ExportSketch sketch;
        ValueId scores =
            sketch.node("MatMul", {sketch.input({2, 5, 4}, half), sketch.input({2, 4, 6}, half)});
        const auto widen = [&](int place) {
            scores = where == place ? sketch.castTo(scores, DataType::Float32) : scores;
        };
        widen(2);
        scores = sketch.node("Mul", {scores, where == 2 ? sketch.number(0.5f) : sketch.halfNumber(0.5)});
        widen(3);
        widen(1);
        if (where < 2) {
            scores =
                sketch.node("Add", {scores, sketch.input({5, 6}, isMaskWide ? DataType::Float32 : half)});
        }
        widen(0);
        const ValueId weights = sketch.castTo(sketch.weightsOf(scores), half);
        const ValueId y = sketch.node("MatMul", {weights, sketch.input({2, 6, 4}, half)});
        sketch.output(y);
        const DataflowNode node = sketch.producer(y);
        QCOMPARE(QString::fromStdString(opOf(node)), opType);
        if (opType == "Attention") {
            QCOMPARE(sketch.operatorsLeft(), std::vector<std::string> {"Attention"});
            QCOMPARE(node.attributes.floatOr("scale", 0), 0.5f);
        }
        QVERIFY(!sketch.planned()->steps.empty());
    }

    // Values of another type than query and key: no kernel mixes them.
    void otherValuesStay()
    {
        ExportSketch sketch;
        const ValueId scores = sketch.castTo(
            sketch.node("MatMul", {sketch.input({2, 5, 4}, half), sketch.input({2, 4, 6}, half)}),
            DataType::Float32);
        const ValueId y = sketch.node("MatMul", {sketch.weightsOf(scores), sketch.input({2, 6, 4})});
        sketch.output(y);
        QCOMPARE(opOf(sketch.producer(y)), std::string("MatMul"));
    }

    // The key's last dimensions are exchanged by one Transpose for all ranks, between two Reshapes.
    void keysAreTurnedInOneBatch_data()
    {
        QTest::addColumn<Shape>("folded");
        QTest::addColumn<int64_t>("kTransposed");
        QTest::newRow("as exported") << Shape {-1, 6, 4} << int64_t {0};
        QTest::newRow("other rows") << Shape {-1, 12, 4} << int64_t {1};
        QTest::newRow("other columns") << Shape {-1, 6, 8} << int64_t {1};
    }

    void keysAreTurnedInOneBatch()
    {
        QFETCH(const Shape, folded);
        QFETCH(const int64_t, kTransposed);
        ExportSketch sketch;
        const ValueId k = sketch.input({2, 2, 6, 4});
        const ValueId turned =
            sketch.reshaped(sketch.transposed(sketch.reshaped(k, folded), {0, 2, 1}), {2, 2, 4, 6});
        const ValueId scaled = sketch.node("Mul", {turned, sketch.number(0.5f)});
        const ValueId y = sketch.attention(sketch.input({2, 2, 5, 4}), scaled, sketch.input({2, 2, 6, 4}));
        sketch.output(y);
        const DataflowNode node = sketch.producer(y);
        QCOMPARE(opOf(node), std::string("Attention"));
        QCOMPARE(node.attributes.intOr("kTransposed", 1), kTransposed);
        QCOMPARE(node.inputs.at(1) == k, kTransposed == 0);
    }

    // A decoder's heads share keys, which it repeats for each of them.
    void sharedKeysAreReadOnce_data()
    {
        QTest::addColumn<int64_t>("rows");
        QTest::addColumn<bool>("outside");
        QTest::addColumn<int64_t>("valueTimes");
        QTest::addColumn<bool>("isShared");
        QTest::newRow("a word") << int64_t {1} << false << int64_t {3} << true;
        QTest::newRow("several words") << int64_t {2} << false << int64_t {3} << false;
        QTest::newRow("repeated in another order") << int64_t {1} << true << int64_t {3} << false;
        QTest::newRow("values of their own") << int64_t {1} << false << int64_t {0} << false;
    }

    void sharedKeysAreReadOnce()
    {
        QFETCH(const int64_t, rows);
        QFETCH(const bool, outside);
        QFETCH(const int64_t, valueTimes);
        QFETCH(const bool, isShared);
        ExportSketch sketch;
        const ValueId k = sketch.input({2, 2, 6, 4});
        const ValueId v = sketch.input({2, valueTimes == 0 ? 6 : 2, 6, 4});
        const ValueId turned = sketch.transposed(sketch.repeated(k, 3, outside), {0, 1, 3, 2});
        const ValueId values = valueTimes == 0 ? v : sketch.repeated(v, valueTimes, outside);
        const ValueId y =
            sketch.attention(sketch.input({2, 6, rows, 4}), turned, values, sketch.input({2, 1, rows, 6}));
        sketch.output(y);
        const DataflowNode node = sketch.producer(y);
        QCOMPARE(opOf(node), std::string("Attention"));
        QCOMPARE(node.inputs.at(1) == k && node.inputs.at(2) == v, isShared);
        QCOMPARE(sketch.planned()->outputs[0].shape, (Shape {2, 6, rows, 4}));
    }

    // The result of a word's heads lies the same way in them and around them.
    void sharedKeysGoWithHeadsInside()
    {
        ExportSketch sketch;
        const ValueId q = sketch.input({2, 1, 6, 4});
        const ValueId k = sketch.input({2, 2, 6, 4});
        const ValueId v = sketch.input({2, 2, 6, 4});
        const ValueId turned = sketch.transposed(sketch.repeated(k, 3), {0, 1, 3, 2});
        const ValueId mixed =
            sketch.attention(sketch.transposed(q, {0, 2, 1, 3}), turned, sketch.repeated(v, 3));
        const ValueId y = sketch.transposed(mixed, {0, 2, 1, 3});
        sketch.output(y);
        const DataflowNode node = sketch.producer(y);
        QCOMPARE(opOf(node), std::string("Attention"));
        QVERIFY(node.inputs.at(0) == q && node.inputs.at(1) == k && node.inputs.at(2) == v);
        QCOMPARE(sketch.operatorsLeft(), std::vector<std::string> {"Attention"});
        QCOMPARE(sketch.planned()->outputs[0].shape, (Shape {2, 1, 6, 4}));
    }
};

QTEST_GUILESS_MAIN(TestFusionExports)
#include "tst_fusionexports.moc"
