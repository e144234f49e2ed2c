// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;

namespace {

using Sketch = testing::OnnxSketch;

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
            Sketch sketch;
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
        Sketch sketch;
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
        Sketch sketch;
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
        Sketch sketch;
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
        Sketch sketch;
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
        Sketch sketch;
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
        Sketch sketch;
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
};

QTEST_GUILESS_MAIN(TestFusionAttention)
#include "tst_fusionattention.moc"
