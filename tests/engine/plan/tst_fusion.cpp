// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;

namespace {

// What the fusions of this file are made of, and what they become.
class FusionSketch : public testing::OnnxSketch {
public:
    // x [1, 3, 8, 8] convolved with 4 filters of 3 x 3, padded: [1, 4, 8, 8].
    ValueId conv(ValueId x)
    {
        Attributes attributes;
        attributes.set("pads", std::vector<int64_t> {1, 1, 1, 1});
        const int64_t channels = dataflow.values[x].kind == ValueKind::Input ? 3 : 4;
        return node("Conv", {x, hollow({4, channels, 3, 3})}, attributes);
    }
    ValueId activated(const QString& name, ValueId x)
    {
        Attributes attributes;
        attributes.set("alpha", name.endsWith("written out") ? 1.0f / 6 : 0.25f);
        if (name == "Silu") {
            return node("Mul", {node("Sigmoid", {x}), x});
        }
        if (name == "Clip") {
            return node("Clip", {x, number(0), number(6)});
        }
        if (name.startsWith("HardS") && name != "HardSwish") {
            return node("Mul", {x, node("HardSigmoid", {x}, attributes)});
        }
        if (name == "Gelu tanh") {
            attributes.set("approximate", std::string("tanh"));
        }
        return node(name.split(' ').front().toStdString(), {x}, attributes);
    }
    ValueId batchNorm(ValueId x, DataType type = DataType::Float32)
    {
        Attributes attributes;
        attributes.set("epsilon", 0.5f);
        return node("BatchNormalization",
            {x, hollow({4}, type), hollow({4}, type), hollow({4}, type), hollow({4}, type)}, attributes);
    }
};

const Shape imageShape {1, 3, 8, 8};
const Shape resultShape {1, 4, 8, 8};

} // namespace

class TestFusion : public QObject {
    Q_OBJECT

private slots:
    void convTakesNormResidualAndActivation()
    {
        FusionSketch sketch;
        const ValueId x = sketch.input(imageShape);
        const ValueId residual = sketch.input(resultShape);
        const ValueId norm = sketch.batchNorm(sketch.conv(x));
        const ValueId y = sketch.node("Relu", {sketch.node("Add", {residual, norm})});
        sketch.output(y);
        const DataflowNode fused = sketch.producer(y);
        QCOMPARE(fused.op->name, std::string_view("FusedConv"));
        QCOMPARE(fused.op->domain, std::string_view("weightless"));
        QCOMPARE(fused.name, std::string("n0 + n1 + n2 + n3"));
        QCOMPARE(fused.inputs.size(), size_t {8});
        QVERIFY(fused.inputs[0] == x);
        QVERIFY(!fused.inputs[2]); // no bias
        QVERIFY(fused.inputs[3] == residual);
        const DataflowNode& plainNorm = sketch.dataflow.nodes[1];
        for (size_t i = 0; i < 4; ++i) {
            QVERIFY(fused.inputs[4 + i] == plainNorm.inputs[1 + i]);
        }
        QCOMPARE(fused.attributes.floatOr("epsilon", 0), 0.5f);
        QCOMPARE(fused.attributes.stringOr("activation", ""), std::string("Relu"));
        QCOMPARE(fused.attributes.ints("pads")->size(), size_t {4}); // the convolution's own stay
    }

    // Exporters of some frameworks write the bias as a sum.
    void aNumberForEachFilterIsABias_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<bool>("isBias");
        QTest::newRow("filters") << Shape {4, 1, 1} << true;
        QTest::newRow("filters of one image") << Shape {1, 4, 1, 1} << true;
        QTest::newRow("columns") << Shape {8} << false;
        QTest::newRow("one") << Shape {1, 1, 1} << false;
        QTest::newRow("images") << Shape {1, 4, 8, 1} << false;
    }
    void aNumberForEachFilterIsABias()
    {
        QFETCH(const Shape, shape);
        QFETCH(const bool, isBias);
        FusionSketch sketch;
        const ValueId x = sketch.input(imageShape);
        const ValueId bias = sketch.hollow(shape);
        const ValueId y = sketch.node("Relu", {sketch.node("Add", {bias, sketch.conv(x)})});
        sketch.output(y);
        const DataflowNode made = sketch.producer(y);
        QCOMPARE(made.op->name == "FusedConv", isBias);
        if (isBias) {
            QVERIFY(made.inputs[2] == bias);
            QCOMPARE(made.attributes.stringOr("activation", ""), std::string("Relu"));
        }
    }

    void aBiasOfItsOwnStays()
    {
        FusionSketch sketch;
        const ValueId own = sketch.hollow({4});
        const ValueId conv =
            sketch.node("Conv", {sketch.input(imageShape), sketch.hollow({4, 3, 1, 1}), own});
        const ValueId y = sketch.node("Add", {conv, sketch.hollow({4, 1, 1})});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Add"));
        QVERIFY(sketch.producer(conv).inputs[2] == own);
    }

    void sumOfTwoIsAResidual()
    {
        FusionSketch sketch;
        const ValueId x = sketch.input(imageShape);
        const ValueId residual = sketch.input(resultShape);
        const ValueId y = sketch.node("Sum", {sketch.conv(x), residual});
        sketch.output(y);
        QVERIFY(sketch.producer(y).inputs[3] == residual);
    }

    // The later of two convolutions adds the other's result.
    void ofTwoProductsInASumTheLaterTakesIt()
    {
        FusionSketch sketch;
        const ValueId x = sketch.input(imageShape);
        const ValueId first = sketch.batchNorm(sketch.conv(x));
        const ValueId second = sketch.batchNorm(sketch.conv(x));
        const ValueId y = sketch.node("Add", {first, second});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).name, std::string("n2 + n3 + n4"));
        QVERIFY(sketch.producer(y).inputs[3] == first);
        QCOMPARE(sketch.producer(first).name, std::string("n0 + n1"));
    }

    void activations_data()
    {
        QTest::addColumn<QString>("opType");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<float>("low");
        QTest::addColumn<float>("high");
        QTest::newRow("Relu") << "Relu"
                              << "Relu" << 0.0f << 0.0f;
        QTest::newRow("Sigmoid") << "Sigmoid"
                                 << "Sigmoid" << 0.0f << 0.0f;
        QTest::newRow("LeakyRelu") << "LeakyRelu"
                                   << "LeakyRelu" << 0.25f << 0.0f;
        QTest::newRow("Clip") << "Clip"
                              << "Clip" << 0.0f << 6.0f;
        QTest::newRow("Silu") << "Silu"
                              << "Silu" << 0.0f << 0.0f;
        QTest::newRow("Tanh") << "Tanh"
                              << "Tanh" << 0.0f << 0.0f;
        QTest::newRow("HardSwish") << "HardSwish"
                                   << "HardSwish" << 0.0f << 0.0f;
        QTest::newRow("HardSwish, written out") << "HardSwish written out"
                                                << "HardSwish" << 0.0f << 0.0f;
        QTest::newRow("a gate of another slope") << "HardSigmoid"
                                                 << "" << 0.0f << 0.0f;
        QTest::newRow("Gelu") << "Gelu"
                              << "Gelu" << 0.0f << 0.0f;
        QTest::newRow("Gelu of Tanh") << "Gelu tanh"
                                      << "GeluTanh" << 0.0f << 0.0f;
        QTest::newRow("Softplus") << "Softplus"
                                  << "" << 0.0f << 0.0f;
    }

    void activations()
    {
        QFETCH(QString, opType);
        QFETCH(QString, expected);
        QFETCH(float, low);
        QFETCH(float, high);
        for (const std::string product : {"Conv", "MatMul", "Gemm"}) {
            FusionSketch sketch;
            sketch.dataflow.opset = 20;
            const ValueId x = product == "Conv"
                ? sketch.conv(sketch.input(imageShape))
                : sketch.node(product, {sketch.input({5, 6}), sketch.hollow({6, 7})});
            const ValueId y = sketch.activated(opType, x);
            sketch.output(y);
            const DataflowNode fused = sketch.producer(y);
            if (expected.isEmpty()) {
                QVERIFY(fused.op->domain.empty());
                QCOMPARE(sketch.producer(x).op->name, std::string_view(product));
                continue;
            }
            QCOMPARE(std::string(fused.op->name), "Fused" + product);
            QCOMPARE(fused.attributes.stringOr("activation", ""), expected.toStdString());
            QCOMPARE(fused.attributes.floatOr("activation_low", -1), low);
            QCOMPARE(fused.attributes.floatOr("activation_high", -1), high);
        }
    }

    void matMulTakesBiasAndResidual()
    {
        FusionSketch sketch;
        const ValueId bias = sketch.hollow({7});
        const ValueId residual = sketch.input({2, 5, 7});
        const ValueId product = sketch.node("MatMul", {sketch.input({2, 5, 6}), sketch.hollow({6, 7})});
        const ValueId y = sketch.node("Add", {sketch.node("Add", {bias, product}), residual});
        sketch.output(y);
        const DataflowNode fused = sketch.producer(y);
        QCOMPARE(fused.op->name, std::string_view("FusedMatMul"));
        QVERIFY(fused.inputs[2] == bias);
        QVERIFY(fused.inputs[3] == residual);
    }

    void constantsAreReadTheOtherWayRound_data()
    {
        QTest::addColumn<QString>("product");
        QTest::addColumn<std::vector<int64_t>>("shape");
        QTest::addColumn<std::vector<int64_t>>("perm");
        QTest::addColumn<bool>("isTaken");
        using Ints = std::vector<int64_t>;
        QTest::newRow("a matrix") << "MatMul" << Ints {300, 400} << Ints {1, 0} << true;
        QTest::newRow("a matrix, reversed") << "MatMul" << Ints {300, 400} << Ints {} << true;
        QTest::newRow("several") << "MatMul" << Ints {3, 300, 400} << Ints {0, 2, 1} << true;
        QTest::newRow("several, turned round") << "MatMul" << Ints {300, 3, 400} << Ints {1, 2, 0} << false;
        QTest::newRow("of a Gemm") << "Gemm" << Ints {300, 400} << Ints {1, 0} << true;
    }

    void constantsAreReadTheOtherWayRound()
    {
        QFETCH(const QString, product);
        QFETCH(const std::vector<int64_t>, shape);
        QFETCH(const std::vector<int64_t>, perm);
        QFETCH(const bool, isTaken);
        FusionSketch sketch;
        const ValueId weight = sketch.hollow(Shape(shape.begin(), shape.end()));
        Attributes attributes;
        if (!perm.empty()) {
            attributes.set("perm", perm);
        }
        const ValueId transposed = sketch.node("Transpose", {weight}, attributes);
        const ValueId y = sketch.node(product.toStdString(), {sketch.input({5, 400}), transposed});
        sketch.output(y);
        const DataflowNode node = sketch.producer(y);
        QCOMPARE(node.inputs[1] == weight, isTaken);
        QCOMPARE(node.attributes.intOr(product == "Gemm" ? "transB" : "transposedB", 0), int64_t {isTaken});
        const auto plan = sketch.planned();
        QCOMPARE(plan->keptBytes == 0, isTaken);
        QCOMPARE(plan->onceSteps.empty(), isTaken);
        QVERIFY(isTaken || plan->keptBytes >= 300 * 400 * sizeof(float));
    }

    // What is computed in each run is transposed in each run.
    void inputsAreTransposed()
    {
        FusionSketch sketch;
        const ValueId transposed = sketch.node("Transpose", {sketch.input({7, 6})});
        const ValueId y = sketch.node("MatMul", {sketch.input({5, 6}), transposed});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("MatMul"));
    }

    // A Gemm that transposes what was transposed reads what there was.
    void twiceTransposedIsNot()
    {
        FusionSketch sketch;
        Attributes attributes;
        attributes.set("transB", int64_t {1});
        const ValueId weight = sketch.hollow({6, 7});
        const ValueId y =
            sketch.node("Gemm", {sketch.input({5, 6}), sketch.node("Transpose", {weight})}, attributes);
        sketch.output(y);
        QVERIFY(sketch.producer(y).inputs[1] == weight);
        QCOMPARE(sketch.producer(y).attributes.intOr("transB", 1), int64_t {0});
    }

    void whatSomebodyElseReadsStays_data()
    {
        QTest::addColumn<bool>("isOutput");
        QTest::newRow("a graph output") << true;
        QTest::newRow("read twice") << false;
    }

    void whatSomebodyElseReadsStays()
    {
        QFETCH(bool, isOutput);
        FusionSketch sketch;
        const ValueId product = sketch.conv(sketch.input(imageShape));
        const ValueId norm = sketch.batchNorm(product);
        const ValueId y = sketch.node("Relu", {norm});
        sketch.output(y);
        sketch.output(isOutput ? norm : sketch.node("Tanh", {norm}));
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Relu"));
        QCOMPARE(sketch.producer(norm).op->name, std::string_view("FusedConv"));
        QCOMPARE(sketch.producer(norm).name, std::string("n0 + n1"));
    }

    void siluWithAnotherReaderIsNoProducts_data()
    {
        QTest::addColumn<bool>("ofSigmoid");
        QTest::newRow("of the product") << false;
        QTest::newRow("of the sigmoid") << true;
    }

    void siluWithAnotherReaderIsNoProducts()
    {
        QFETCH(bool, ofSigmoid);
        FusionSketch sketch;
        const ValueId x = sketch.conv(sketch.input(imageShape));
        const ValueId sigmoid = sketch.node("Sigmoid", {x});
        const ValueId y = sketch.node("Mul", {x, sigmoid});
        sketch.output(y);
        sketch.output(sketch.node("Tanh", {ofSigmoid ? sigmoid : x}));
        QCOMPARE(sketch.producer(y).op->name, std::string_view(ofSigmoid ? "Mul" : "Swish"));
        QCOMPARE(sketch.producer(x).op->name, std::string_view("Conv"));
    }

    void otherOperandsStay_data()
    {
        QTest::addColumn<QString>("opType");
        QTest::addColumn<QString>("shape");
        QTest::newRow("a residual that broadcasts") << "Conv"
                                                    << "1,4,8,1";
        QTest::newRow("a residual that makes the sum larger") << "Conv"
                                                              << "2,4,8,8";
        QTest::newRow("a bias per row") << "MatMul"
                                        << "5,1";
        QTest::newRow("a bias of one value") << "MatMul"
                                             << "1";
        QTest::newRow("a bias that adds a dimension") << "MatMul"
                                                      << "2,5,7";
    }

    void otherOperandsStay()
    {
        QFETCH(QString, opType);
        QFETCH(QString, shape);
        Shape other;
        for (const QString& dim : shape.split(',')) {
            other.push_back(dim.toLongLong());
        }
        FusionSketch sketch;
        const ValueId product = opType == "Conv"
            ? sketch.conv(sketch.input(imageShape))
            : sketch.node("MatMul", {sketch.input({5, 6}), sketch.hollow({6, 7})});
        const ValueId y = sketch.node("Add", {product, sketch.hollow(other)});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Add"));
    }

    void vectorsTimesMatricesStay()
    {
        FusionSketch sketch;
        const ValueId product = sketch.node("MatMul", {sketch.input({7, 6}), sketch.hollow({6})});
        const ValueId y = sketch.node("Add", {product, sketch.hollow({7})}); // along the rows
        sketch.output(y);
        const DataflowNode node = sketch.producer(y);
        QVERIFY(node.inputs.size() < 3 || !node.inputs[2]);
    }

    void aSumWithItselfStays()
    {
        FusionSketch sketch;
        const ValueId x = sketch.conv(sketch.input(imageShape));
        const ValueId y = sketch.node("Add", {x, x});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Add"));
    }

    void typesWithoutFusedKernelsStay()
    {
        FusionSketch sketch;
        const ValueId product = sketch.node(
            "MatMul", {sketch.input({5, 6}, DataType::Float64), sketch.hollow({6, 7}, DataType::Float64)});
        const ValueId y = sketch.node("Add", {product, sketch.hollow({7}, DataType::Float64)});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Add"));
    }
};

QTEST_GUILESS_MAIN(TestFusion)
#include "tst_fusion.moc"
