// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/attentionsketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;

namespace {

using testing::AttentionSketch;

const Shape rows {2, 5, 3, 4}; // batch, rows, heads, columns
const std::vector<int64_t> innerHeads {0, 2, 1, 3};

} // namespace

class TestFusionAttention : public QObject {
    Q_OBJECT

private slots:
    // Scores of [2, 3, 5, 6].
    void attentionTakesMasksThatBroadcast_data()
    {
        QTest::addColumn<Shape>("mask");
        QTest::addColumn<QString>("opType");
        QTest::newRow("of the scores' shape") << Shape {2, 3, 5, 6} << "Attention";
        QTest::newRow("per key") << Shape {6} << "Attention";
        QTest::newRow("per row") << Shape {5, 1} << "Attention";
        QTest::newRow("per batch entry") << Shape {2, 1, 1, 6} << "Attention";
        QTest::newRow("one number") << Shape {} << "Attention";
        QTest::newRow("with another dimension") << Shape {1, 2, 3, 5, 6} << "MatMul";
        QTest::newRow("with another dimension that it repeats") << Shape {4, 1, 1, 1, 1} << "MatMul";
    }

    void attentionTakesMasksThatBroadcast()
    {
        QFETCH(const Shape, mask);
        QFETCH(const QString, opType);
        for (const bool maskFirst : {false, true}) {
            AttentionSketch sketch;
            const ValueId product =
                sketch.node("MatMul", {sketch.input({2, 3, 5, 4}), sketch.input({2, 3, 4, 6})});
            const ValueId scaled = sketch.node("Mul", {product, sketch.number(0.5f)});
            // A product too, as the masks of transformers are.
            const ValueId hidden = sketch.node("Mul", {sketch.input(mask), sketch.number(-10000)});
            const ValueId sum =
                maskFirst ? sketch.node("Add", {hidden, scaled}) : sketch.node("Add", {scaled, hidden});
            const ValueId y =
                sketch.node("MatMul", {sketch.node("Softmax", {sum}), sketch.input({2, 3, 6, 4})});
            sketch.output(y);
            const DataflowNode node = sketch.producer(y);
            QCOMPARE(QString::fromUtf8(node.op->name.data()), opType);
            QVERIFY(opType == "MatMul" || node.inputs.at(3) == hidden);
            QVERIFY(!sketch.planned()->steps.empty());
        }
    }

    // A mask that makes rows of what was one, or columns: the scores are larger than the product.
    void attentionLeavesMasksThatEnlarge_data()
    {
        QTest::addColumn<Shape>("query");
        QTest::addColumn<Shape>("key");
        QTest::addColumn<Shape>("value");
        QTest::addColumn<Shape>("mask");
        QTest::newRow("rows") << Shape {2, 1, 4} << Shape {2, 4, 6} << Shape {2, 6, 4} << Shape {5, 6};
        QTest::newRow("columns") << Shape {2, 5, 4} << Shape {2, 4, 1} << Shape {2, 6, 4} << Shape {5, 6};
        QTest::newRow("batches") << Shape {1, 5, 4} << Shape {1, 4, 6} << Shape {1, 6, 4} << Shape {3, 5, 6};
    }

    void attentionLeavesMasksThatEnlarge()
    {
        QFETCH(const Shape, query);
        QFETCH(const Shape, key);
        QFETCH(const Shape, value);
        QFETCH(const Shape, mask);
        AttentionSketch sketch;
        const ValueId product = sketch.node("MatMul", {sketch.input(query), sketch.input(key)});
        const ValueId sum = sketch.node("Add", {product, sketch.input(mask)});
        const ValueId y = sketch.node("MatMul", {sketch.node("Softmax", {sum}), sketch.input(value)});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("MatMul"));
        QCOMPARE(sketch.planned()->outputs[0].shape.size(), size_t {3});
    }

    void attentionLeavesWhatItHasNoKernelsFor_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<int64_t>("keys");
        QTest::addColumn<int64_t>("opset");
        QTest::newRow("64-bit floats") << DataType::Float64 << int64_t {6} << int64_t {17};
        QTest::newRow("no keys") << DataType::Float32 << int64_t {0} << int64_t {17};
        QTest::newRow("a mask along an axis") << DataType::Float32 << int64_t {6} << int64_t {6};
    }

    void attentionLeavesWhatItHasNoKernelsFor()
    {
        QFETCH(const DataType, type);
        QFETCH(const int64_t, keys);
        QFETCH(const int64_t, opset);
        AttentionSketch sketch;
        sketch.dataflow.opset = opset;
        Attributes lastAxis;
        lastAxis.set("axis", int64_t {2});
        Attributes broadcast;
        if (opset < 7) {
            broadcast.set("axis", int64_t {1});
            broadcast.set("broadcast", int64_t {1});
        }
        const ValueId product =
            sketch.node("MatMul", {sketch.input({2, 5, 4}, type), sketch.input({2, 4, keys}, type)});
        const Shape mask = opset < 7 ? Shape {5} : Shape {keys};
        const ValueId sum = sketch.node("Add", {product, sketch.input(mask, type)}, broadcast);
        const ValueId y = sketch.node(
            "MatMul", {sketch.node("Softmax", {sum}, lastAxis), sketch.input({2, keys, 4}, type)});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("MatMul"));
    }

    // A scale of one element with more dimensions gives the scores more dimensions.
    void attentionLeavesScalesThatAddDimensions()
    {
        AttentionSketch sketch;
        HostTensor half = makeHostTensor({DataType::Float32, {1, 1, 1, 1}});
        setElement(half, 0, 0.5);
        const ValueId product = sketch.node("MatMul", {sketch.input({2, 5, 4}), sketch.input({2, 4, 6})});
        const ValueId scaled = sketch.node("Mul", {product, sketch.known(std::move(half))});
        const ValueId y = sketch.node("MatMul", {sketch.node("Softmax", {scaled}), sketch.input({2, 6, 4})});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("MatMul"));
    }

    void attentionKeepsItsSecondProduct()
    {
        AttentionSketch sketch;
        const ValueId q = sketch.input({2, 5, 4});
        const ValueId k = sketch.input({2, 4, 6});
        const ValueId v = sketch.input({2, 6, 4});
        const ValueId scores = sketch.node("Softmax", {sketch.node("MatMul", {q, k})});
        const ValueId product = sketch.node("MatMul", {scores, v});
        const ValueId y = sketch.node("Relu", {product});
        sketch.output(y);
        QCOMPARE(sketch.producer(product).op->name, std::string_view("Attention"));
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Relu"));
    }

    // As PyTorch's attention is exported: query and key are each multiplied with the root of the scale.
    void attentionTakesScalesOfItsOperands()
    {
        AttentionSketch sketch;
        const ValueId q = sketch.input({2, 5, 4});
        const ValueId k = sketch.input({2, 4, 6});
        const ValueId scaledQ = sketch.node("Mul", {q, sketch.number(0.5f)});
        const ValueId scaledK = sketch.node("Div", {k, sketch.number(4)});
        const ValueId product = sketch.node("MatMul", {scaledQ, scaledK});
        const ValueId scores = sketch.node("Softmax", {sketch.node("Mul", {sketch.number(3), product})});
        const ValueId y = sketch.node("MatMul", {scores, sketch.input({2, 6, 4})});
        sketch.output(y);
        const DataflowNode fused = sketch.producer(y);
        QCOMPARE(fused.op->name, std::string_view("Attention"));
        QVERIFY(fused.inputs[0] == q && fused.inputs[1] == k);
        QCOMPARE(fused.attributes.floatOr("scale", 0), 3 * 0.5f / 4);
    }

    void attentionLeavesOtherScales_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("that others read") << 0;
        QTest::newRow("of a quotient by 0") << 1;
        QTest::newRow("that nobody knows") << 2;
        QTest::newRow("of more than one number") << 3;
    }

    void attentionLeavesOtherScales()
    {
        QFETCH(const int, which);
        AttentionSketch sketch;
        const ValueId q = sketch.input({2, 5, 4});
        HostTensor numbers = makeHostTensor({DataType::Float32, {4}});
        const ValueId scaled = which == 1 ? sketch.node("Div", {q, sketch.number(0)})
            : which == 2                  ? sketch.node("Mul", {q, sketch.hollow({})})
            : which == 3                  ? sketch.node("Mul", {q, sketch.known(std::move(numbers))})
                                          : sketch.node("Mul", {q, sketch.number(0.5f)});
        const ValueId product = sketch.node("MatMul", {scaled, sketch.input({2, 4, 6})});
        const ValueId y = sketch.node("MatMul", {sketch.node("Softmax", {product}), sketch.input({2, 6, 4})});
        sketch.output(y);
        if (which == 0) {
            sketch.output(sketch.node("Relu", {scaled}));
        }
        const DataflowNode node = sketch.producer(y);
        if (which == 1) {
            QCOMPARE(node.op->name, std::string_view("MatMul"));
            return;
        }
        QCOMPARE(node.op->name, std::string_view("Attention"));
        QVERIFY(node.inputs[0] == scaled);
        QCOMPARE(node.attributes.floatOr("scale", 0), 1.0f);
    }

    // A key as it comes from the projection: its heads first and then its columns, or both at once.
    void attentionTakesItsHeadsTransposes_data()
    {
        QTest::addColumn<bool>("keyAtOnce");
        QTest::addColumn<bool>("isShapeAsked");
        QTest::newRow("key in two steps") << false << false;
        QTest::newRow("key in one") << true << false;
        QTest::newRow("shapes are asked for on the way") << false << true;
    }

    void attentionTakesItsHeadsTransposes()
    {
        QFETCH(const bool, keyAtOnce);
        QFETCH(const bool, isShapeAsked);
        AttentionSketch sketch;
        const std::vector<ValueId> inputs {sketch.input(rows), sketch.input(rows), sketch.input(rows)};
        const ValueId q = sketch.transposed(inputs[0], innerHeads);
        const ValueId k = keyAtOnce
            ? sketch.transposed(inputs[1], {0, 2, 3, 1})
            : sketch.transposed(sketch.transposed(inputs[1], innerHeads), {0, 1, 3, 2});
        const ValueId mixed =
            sketch.attention(q, k, sketch.transposed(inputs[2], innerHeads), sketch.input({2, 1, 1, 5}));
        const ValueId y = sketch.transposed(mixed, innerHeads);
        sketch.output(y);
        if (isShapeAsked) {
            for (const ValueId value : {q, k, mixed}) {
                sketch.output(sketch.node("Shape", {value}));
            }
        }
        const DataflowNode fused = sketch.producer(y);
        QCOMPARE(fused.op->name, std::string_view("Attention"));
        QCOMPARE(fused.attributes.intOr("headsInside", 0), int64_t {15});
        QCOMPARE(fused.attributes.intOr("kTransposed", 1), int64_t {0});
        for (size_t i = 0; i < inputs.size(); ++i) {
            QVERIFY(fused.inputs[i] == inputs[i]);
        }
        if (!isShapeAsked) {
            QCOMPARE(sketch.operatorsLeft(), std::vector<std::string> {"Attention"});
        }
        QCOMPARE(sketch.planned()->outputs[0].shape, rows);
    }

    // Exporters that fold heads into the batch.
    void attentionTakesFoldedHeads_data()
    {
        QTest::addColumn<Shape>("mask");
        QTest::addColumn<int64_t>("inside");
        QTest::newRow("no mask") << Shape {} << int64_t {15};
        QTest::newRow("a mask per row") << Shape {5, 1} << int64_t {15};
        QTest::newRow("a mask of one matrix") << Shape {1, 5, 5} << int64_t {15};
        QTest::newRow("a mask per matrix") << Shape {6, 1, 5} << int64_t {0};
    }

    void attentionTakesFoldedHeads()
    {
        QFETCH(const Shape, mask);
        QFETCH(const int64_t, inside);
        AttentionSketch sketch;
        const auto folded = [&](ValueId x) {
            return sketch.reshaped(sketch.transposed(x, innerHeads), {6, 5, 4});
        };
        const ValueId q = sketch.input(rows);
        const ValueId k = folded(sketch.input(rows));
        const ValueId mixed = sketch.attention(folded(q), sketch.transposed(k, {0, 2, 1}),
            folded(sketch.input(rows)), mask.empty() ? std::optional<ValueId>() : sketch.input(mask));
        const ValueId y = sketch.transposed(sketch.reshaped(mixed, {2, 3, 5, 4}), innerHeads);
        sketch.output(y);
        const DataflowNode fused = sketch.producer(inside != 0 ? y : mixed);
        QCOMPARE(fused.op->name, std::string_view("Attention"));
        QCOMPARE(fused.attributes.intOr("headsInside", 0), inside);
        QCOMPARE(fused.attributes.intOr("kTransposed", 1), int64_t {0});
        QVERIFY(inside != 0 ? fused.inputs[0] == q : fused.inputs[1] == k);
        QCOMPARE(sketch.planned()->outputs[0].shape, rows);
    }

    // As many matrices, of other batches and heads.
    void attentionLeavesHeadsFoldedOtherwise_data()
    {
        QTest::addColumn<Shape>("key");
        QTest::addColumn<Shape>("result");
        QTest::newRow("the key's") << Shape {3, 5, 2, 4} << Shape {2, 3, 5, 4};
        QTest::newRow("the result's") << rows << Shape {3, 2, 5, 4};
        QTest::newRow("both") << Shape {3, 5, 2, 4} << Shape {3, 2, 5, 4};
    }

    void attentionLeavesHeadsFoldedOtherwise()
    {
        QFETCH(const Shape, key);
        QFETCH(const Shape, result);
        AttentionSketch sketch;
        const auto folded = [&](const Shape& shape) {
            return sketch.reshaped(sketch.transposed(sketch.input(shape), innerHeads), {6, 5, 4});
        };
        const ValueId k = folded(key);
        const ValueId mixed = sketch.attention(folded(rows), sketch.transposed(k, {0, 2, 1}), folded(rows));
        sketch.output(sketch.transposed(sketch.reshaped(mixed, result), innerHeads));
        const DataflowNode fused = sketch.producer(mixed);
        QCOMPARE(fused.op->name, std::string_view("Attention"));
        QCOMPARE(fused.attributes.intOr("headsInside", 0), int64_t {0});
        QVERIFY(fused.inputs[1] == k);
        QCOMPARE(sketch.planned()->outputs[0].shape, (Shape {result[0], result[2], result[1], result[3]}));
    }

    void attentionLeavesOtherTransposes_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<int64_t>("inside");
        QTest::newRow("of another order") << 0 << int64_t {14};
        QTest::newRow("that others read") << 1 << int64_t {14};
        QTest::newRow("of a result that others read") << 2 << int64_t {7};
        QTest::newRow("of the key alone") << 3 << int64_t {0};
    }

    void attentionLeavesOtherTransposes()
    {
        QFETCH(const int, which);
        AttentionSketch sketch;
        const ValueId q = which == 0 ? sketch.transposed(sketch.input({3, 2, 5, 4}), {1, 0, 2, 3})
            : which == 3             ? sketch.input({2, 3, 5, 4})
                                     : sketch.transposed(sketch.input(rows), innerHeads);
        const ValueId k = which == 3 ? sketch.transposed(sketch.input({2, 3, 5, 4}), {0, 1, 3, 2})
                                     : sketch.transposed(sketch.input(rows), {0, 2, 3, 1});
        const ValueId v =
            which == 3 ? sketch.input({2, 3, 5, 4}) : sketch.transposed(sketch.input(rows), innerHeads);
        const ValueId mixed = sketch.attention(q, k, v);
        const ValueId y = which == 3 ? mixed : sketch.transposed(mixed, innerHeads);
        sketch.output(y);
        if (which == 1) {
            sketch.output(sketch.node("Relu", {q}));
        }
        if (which == 2) {
            sketch.output(sketch.node("Relu", {mixed}));
        }
        const DataflowNode fused = sketch.producer(which == 2 ? mixed : y);
        QCOMPARE(fused.op->name, std::string_view("Attention"));
        QTEST(fused.attributes.intOr("headsInside", 0), "inside");
        QCOMPARE(fused.attributes.intOr("kTransposed", 1), int64_t {0});
        QVERIFY(which != 0 || fused.inputs[0] == q);
        QVERIFY(!sketch.planned()->steps.empty());
    }

    // What one attention wrote is another one's query: the Transpose between goes to the first.
    void attentionsShareNoTranspose()
    {
        AttentionSketch sketch;
        const auto k = [&] { return sketch.input({2, 3, 4, 5}); };
        const auto v = [&] { return sketch.input({2, 3, 5, 4}); };
        const ValueId between =
            sketch.transposed(sketch.attention(sketch.input({2, 3, 3, 4}), k(), v()), innerHeads);
        const ValueId y = sketch.attention(between, k(), v());
        sketch.output(y);
        QCOMPARE(sketch.producer(between).op->name, std::string_view("Attention"));
        QVERIFY(sketch.producer(y).inputs[0] == between);
        QCOMPARE(sketch.producer(y).attributes.intOr("headsInside", 0), int64_t {0});
    }
};

QTEST_GUILESS_MAIN(TestFusionAttention)
#include "tst_fusionattention.moc"
