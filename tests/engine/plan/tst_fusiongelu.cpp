// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <span>

using namespace weightless;
using namespace weightless::plan;

namespace {

const Shape wholeShape {2, 6, 8};
const Shape halfShape {2, 6, 4};

HostTensor vectorOf(int64_t value)
{
    return makeInt64Tensor(std::span(&value, 1));
}

// Gelu as exporters write it.
class GeluSketch : public testing::OnnxSketch {
public:
    ValueId mul(ValueId a, ValueId b) { return node("Mul", {a, b}); }
    ValueId add(ValueId a, ValueId b) { return node("Add", {a, b}); }

    // 1 + Erf(x / sqrt 2)
    ValueId onePlusErf(ValueId x, float divisor = std::sqrt(2.0f))
    {
        return add(node("Erf", {node("Div", {x, number(divisor)})}), number(1));
    }
    ValueId torch(ValueId x) { return mul(mul(x, onePlusErf(x)), number(0.5f)); }
    // 1 + Tanh(sqrt(2 / pi) * (x + 0.044715 * cube))
    ValueId onePlusTanh(ValueId x, ValueId cube, float bend = 0.044715f)
    {
        const ValueId bent = add(x, mul(number(bend), cube));
        return add(number(1), node("Tanh", {mul(number(0.7978846f), bent)}));
    }
    ValueId sliced(ValueId x, int64_t begin, int64_t end, int64_t axis = -1)
    {
        return node("Slice", {x, known(vectorOf(begin)), known(vectorOf(end)), known(vectorOf(axis))});
    }
};

bool isGeluOf(const DataflowNode& node, ValueId x, bool isTanh = false)
{
    return node.op->domain.empty() && node.op->name == "Gelu" && node.inputs.size() == 1
        && node.inputs[0] == x && (node.attributes.stringOr("approximate", "none") == "tanh") == isTanh;
}

bool isGatedOf(const DataflowNode& node, ValueId whole, bool isTanh = false)
{
    return node.op->domain == "weightless" && node.op->name == "GatedGelu" && node.inputs.size() == 1
        && node.inputs[0] == whole && (node.attributes.stringOr("approximate", "none") == "tanh") == isTanh;
}

} // namespace

class TestFusionGelu : public QObject {
    Q_OBJECT

private slots:
    void factorsComeInAnyOrder()
    {
        GeluSketch sketch;
        const ValueId x = sketch.input(halfShape);
        std::vector<ValueId> results {sketch.torch(x)};
        results.push_back(sketch.mul(sketch.mul(x, sketch.number(0.5f)), sketch.onePlusErf(x)));
        results.push_back(sketch.mul(x, sketch.mul(sketch.number(0.5f), sketch.onePlusErf(x))));
        results.push_back(sketch.node("Div", {sketch.mul(sketch.onePlusErf(x), x), sketch.number(2)}));
        for (const ValueId result : results) {
            sketch.output(result);
        }
        for (const ValueId result : results) {
            QVERIFY(isGeluOf(sketch.producer(result), x));
        }
    }

    void theTanhKindToo()
    {
        GeluSketch sketch;
        const ValueId x = sketch.input(halfShape);
        const ValueId power = sketch.node("Pow", {x, sketch.number(3)});
        const ValueId first = sketch.mul(sketch.mul(sketch.number(0.5f), x), sketch.onePlusTanh(x, power));
        const ValueId cube = sketch.mul(sketch.mul(x, x), x);
        const ValueId second = sketch.mul(sketch.number(0.5f), sketch.mul(sketch.onePlusTanh(x, cube), x));
        sketch.output(first);
        sketch.output(second);
        QVERIFY(isGeluOf(sketch.producer(first), x, true));
        QVERIFY(isGeluOf(sketch.producer(second), x, true));
    }

    // Written out, it has four readers; as an operator it is what follows a product.
    void productsEndWithIt_data()
    {
        QTest::addColumn<bool>("isTanh");
        QTest::newRow("erf") << false;
        QTest::newRow("tanh") << true;
    }
    void productsEndWithIt()
    {
        QFETCH(const bool, isTanh);
        GeluSketch sketch;
        const ValueId product = sketch.node("MatMul", {sketch.input({2, 6, 3}), sketch.hollow({3, 4})});
        const ValueId x = sketch.add(sketch.hollow({4}), product);
        const auto tanhKind = [&] {
            const ValueId power = sketch.node("Pow", {x, sketch.number(3)});
            return sketch.mul(sketch.mul(sketch.number(0.5f), x), sketch.onePlusTanh(x, power));
        };
        const ValueId y = isTanh ? tanhKind() : sketch.torch(x);
        sketch.output(y);
        const DataflowNode fused = sketch.producer(y);
        QCOMPARE(fused.op->name, std::string_view("FusedMatMul"));
        QCOMPARE(fused.attributes.stringOr("activation", ""), std::string(isTanh ? "GeluTanh" : "Gelu"));
        QCOMPARE(sketch.planned()->steps.size(), size_t {1});
    }

    // What is read elsewhere as well is computed there.
    void productsThatAreReadElsewhereDoNot()
    {
        GeluSketch sketch;
        const ValueId x = sketch.node("MatMul", {sketch.input({2, 6, 3}), sketch.hollow({3, 4})});
        const ValueId y = sketch.torch(x);
        sketch.output(y);
        sketch.output(sketch.node("Relu", {x}));
        QVERIFY(isGeluOf(sketch.producer(y), x));
        QCOMPARE(sketch.producer(x).op->name, std::string_view("MatMul"));
    }

    void halvesBecomeOneStep()
    {
        GeluSketch sketch;
        const ValueId whole = sketch.node("Relu", {sketch.input(wholeShape)});
        const ValueId gated =
            sketch.mul(sketch.sliced(whole, 0, 4), sketch.torch(sketch.sliced(whole, -4, INT64_MAX)));
        sketch.output(gated);
        QVERIFY(isGatedOf(sketch.producer(gated), whole));
        const auto plan = sketch.planned();
        QCOMPARE(plan->steps.size(), size_t {2}); // Relu and this one: no half is ever in memory

        GeluSketch split;
        const ValueId x = split.input(wholeShape);
        Attributes lastAxis;
        lastAxis.set("axis", int64_t {-1});
        const ValueId first = split.node("Split", {x}, lastAxis);
        const ValueId second = first + 1;
        split.dataflow.values.emplace_back();
        split.dataflow.nodes.back().outputs.push_back(second);
        Attributes tanh;
        tanh.set("approximate", std::string("tanh"));
        split.dataflow.opset = 20;
        const ValueId result = split.mul(split.node("Gelu", {second}, tanh), first);
        split.output(result);
        QVERIFY(isGatedOf(split.producer(result), x, true));
    }

    void otherPartsAreNoHalves_data()
    {
        QTest::addColumn<int>("valueBegin");
        QTest::addColumn<int>("gateBegin");
        QTest::addColumn<int>("axis");
        QTest::newRow("the gate first") << 4 << 0 << -1;
        QTest::newRow("overlapping") << 0 << 2 << -1;
        QTest::newRow("the same half twice") << 0 << 0 << -1;
        QTest::newRow("another axis") << 0 << 3 << 1;
    }
    void otherPartsAreNoHalves()
    {
        QFETCH(const int, valueBegin);
        QFETCH(const int, gateBegin);
        QFETCH(const int, axis);
        const int size = axis == 1 ? 3 : 4;
        GeluSketch sketch;
        const ValueId whole = sketch.input(wholeShape);
        const ValueId gate = sketch.sliced(whole, gateBegin, gateBegin + size, axis);
        const ValueId gelu = sketch.torch(gate);
        const ValueId result = sketch.mul(sketch.sliced(whole, valueBegin, valueBegin + size, axis), gelu);
        sketch.output(result);
        QCOMPARE(sketch.producer(result).op->name, std::string_view("Mul"));
        QVERIFY(isGeluOf(sketch.producer(gelu), gate));
    }

    void whatOthersReadStays()
    {
        GeluSketch sketch;
        const ValueId x = sketch.input(halfShape);
        const ValueId sum = sketch.onePlusErf(x);
        const ValueId result = sketch.mul(sketch.mul(x, sum), sketch.number(0.5f));
        sketch.output(sum);
        sketch.output(result);
        QCOMPARE(sketch.producer(result).op->name, std::string_view("Mul"));
    }

    void otherNumbersAreNoGelu_data()
    {
        QTest::addColumn<float>("half");
        QTest::addColumn<float>("divisor");
        QTest::newRow("half") << 0.51f << std::sqrt(2.0f);
        QTest::newRow("divisor") << 0.5f << 1.42f;
        QTest::newRow("no divisor") << 0.5f << 0.0f;
    }
    void otherNumbersAreNoGelu()
    {
        QFETCH(const float, half);
        QFETCH(const float, divisor);
        GeluSketch sketch;
        const ValueId x = sketch.input(halfShape);
        const ValueId result = sketch.mul(sketch.mul(x, sketch.onePlusErf(x, divisor)), sketch.number(half));
        const ValueId bent = sketch.mul(sketch.mul(x, sketch.number(0.5f)),
            sketch.onePlusTanh(x, sketch.node("Pow", {x, sketch.number(3)}), 0.05f));
        sketch.output(result);
        sketch.output(bent);
        QCOMPARE(sketch.producer(result).op->name, std::string_view("Mul"));
        QCOMPARE(sketch.producer(bent).op->name, std::string_view("Mul"));
    }

    // x and the value in the curve are different ones, or meet by broadcasting.
    void otherOperandsAreNoGelu()
    {
        GeluSketch sketch;
        const ValueId x = sketch.input(halfShape);
        const ValueId y = sketch.input(halfShape);
        const ValueId row = sketch.input({1, 4});
        const ValueId mixed = sketch.mul(sketch.mul(x, sketch.onePlusErf(y)), sketch.number(0.5f));
        const ValueId wide = sketch.mul(x, sketch.torch(row));
        sketch.output(mixed);
        sketch.output(wide);
        QCOMPARE(sketch.producer(mixed).op->name, std::string_view("Mul"));
        QCOMPARE(sketch.producer(wide).op->name, std::string_view("Mul"));
    }

    void longChainsOfProductsAreNotWalkedAgainAndAgain()
    {
        GeluSketch sketch;
        ValueId value = sketch.input(halfShape);
        const ValueId x = sketch.input(halfShape);
        for (int i = 0; i < 20'000; ++i) {
            value = sketch.mul(value, x);
        }
        sketch.output(value);
        QCOMPARE(sketch.producer(value).op->name, std::string_view("Mul"));
    }
};

QTEST_GUILESS_MAIN(TestFusionGelu)
#include "tst_fusiongelu.moc"
