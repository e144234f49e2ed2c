// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/repeats.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <limits>
#include <vector>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

const Shape rowShape {2, 64};

Attributes alphaOf(float alpha)
{
    Attributes attributes;
    attributes.set("alpha", alpha);
    return attributes;
}

size_t stepsOf(const OnnxSketch& sketch)
{
    return sketch.planned()->steps.size();
}

std::optional<Dataflow> joined(const OnnxSketch& sketch)
{
    return withoutRepeatedNodes(sketch.dataflow, sketch.specialized());
}

// Whatever the outputs are called by, some node makes them or they are there.
bool yieldsAll(const Dataflow& dataflow)
{
    std::vector<bool> isThere(dataflow.values.size());
    for (size_t i = 0; i < dataflow.values.size(); ++i)
        isThere[i] = dataflow.values[i].kind != ValueKind::Computed;
    for (const DataflowNode& node : dataflow.nodes) {
        for (const auto& input : node.inputs) {
            if (input && !isThere[*input])
                return false;
        }
        for (const ValueId output : node.outputs)
            isThere[output] = true;
    }
    return std::ranges::all_of(dataflow.outputs, [&](const auto& output) { return isThere[output.second]; });
}

} // namespace

class TestRepeats : public QObject {
    Q_OBJECT

private slots:
    void whatFollowsIsJoinedAsWell()
    {
        OnnxSketch sketch;
        const ValueId x = sketch.input(rowShape);
        std::vector<ValueId> ends;
        for (const float alpha : {0.25f, 0.5f, 0.75f}) {
            const ValueId negative = sketch.node("Neg", {x});
            const ValueId both = sketch.node("Max", {negative, sketch.node("Abs", {negative})});
            ends.push_back(sketch.node("Elu", {both}, alphaOf(alpha)));
            sketch.output(ends.back());
        }
        QCOMPARE(stepsOf(sketch), size_t {6}); // Neg, Abs, Max; three times Elu
        const auto result = joined(sketch);
        QVERIFY(result && yieldsAll(*result));
        QCOMPARE(result->nodes.size(), size_t {6});
        QCOMPARE(result->nodes.front().name, std::string("n0"));
    }

    void nothingIsLeftAlone()
    {
        OnnxSketch sketch;
        const ValueId x = sketch.input(rowShape);
        sketch.output(sketch.node("Add", {sketch.node("Neg", {x}), sketch.node("Abs", {x})}));
        QVERIFY(!joined(sketch));
    }

    // The embedding of a diffusion model's time: each block has its own SiLU of it.
    void productsSeeOneReader()
    {
        OnnxSketch sketch;
        const ValueId x = sketch.node("MatMul", {sketch.input(rowShape), sketch.hollow({64, 64})});
        for (int i = 0; i < 4; ++i) {
            const ValueId gated = sketch.node("Mul", {x, sketch.node("Sigmoid", {x})});
            sketch.output(sketch.node("MatMul", {gated, sketch.hollow({64, 32})}));
        }
        QCOMPARE(stepsOf(sketch), size_t {5});
    }

    void numbersKnownAlikeAreOne()
    {
        OnnxSketch sketch;
        const ValueId x = sketch.input(rowShape);
        const auto scaled = [&](float number) { return sketch.node("Div", {x, sketch.number(number)}); };
        sketch.output(sketch.node("Sub", {scaled(3), scaled(3)}));
        sketch.output(sketch.node("Add", {scaled(0.0f), scaled(-0.0f)}));
        QCOMPARE(joined(sketch)->nodes.size(), size_t {5});
    }

    // Each is like the first but for one thing.
    void othersAreNot()
    {
        OnnxSketch sketch;
        const ValueId x = sketch.input(rowShape);
        const ValueId y = sketch.input(rowShape);
        const ValueId w = sketch.hollow(rowShape);
        const ValueId v = sketch.hollow(rowShape);
        const float none = std::numeric_limits<float>::quiet_NaN();
        const std::vector<ValueId> values {sketch.node("Elu", {x}), sketch.node("Elu", {y}),
            sketch.node("Selu", {x}), sketch.node("Elu", {x}, alphaOf(2)),
            sketch.node("Elu", {x}, alphaOf(3)), sketch.node("Elu", {x}, alphaOf(0.0f)),
            sketch.node("Elu", {x}, alphaOf(-0.0f)), sketch.node("Elu", {x}, alphaOf(none)),
            sketch.node("Sub", {x, y}), sketch.node("Sub", {y, x}), sketch.node("Sub", {x, w}),
            sketch.node("Sub", {x, v}), sketch.node("Clip", {x, sketch.number(1)}),
            sketch.node("Clip", {x, {}, sketch.number(1)})};
        sketch.output(sketch.node("Sum", {values.begin(), values.end()}));
        QVERIFY(!joined(sketch));
    }

    void attributesComeInAnyOrder()
    {
        OnnxSketch sketch;
        const ValueId x = sketch.input(rowShape);
        Attributes first;
        first.set("alpha", 0.5f);
        first.set("beta", 0.25f);
        Attributes second;
        second.set("beta", 0.25f);
        second.set("alpha", 0.5f);
        sketch.output(sketch.node(
            "Add", {sketch.node("HardSigmoid", {x}, first), sketch.node("HardSigmoid", {x}, second)}));
        QCOMPARE(joined(sketch)->nodes.size(), size_t {2});
    }

    // Whichever of them makes an output makes it still, in its own tensor; both of two do.
    void outputsStay_data()
    {
        QTest::addColumn<std::vector<size_t>>("outputs");
        QTest::addColumn<size_t>("negations");
        QTest::newRow("none") << std::vector<size_t> {} << size_t {1};
        QTest::newRow("the first") << std::vector<size_t> {0} << size_t {1};
        QTest::newRow("the second") << std::vector<size_t> {1} << size_t {1};
        QTest::newRow("the last") << std::vector<size_t> {2} << size_t {1};
        QTest::newRow("two") << std::vector<size_t> {2, 0} << size_t {2};
        QTest::newRow("the later two") << std::vector<size_t> {1, 2} << size_t {2};
        QTest::newRow("all") << std::vector<size_t> {0, 1, 2} << size_t {3};
    }
    void outputsStay()
    {
        QFETCH(const std::vector<size_t>, outputs);
        QFETCH(const size_t, negations);
        OnnxSketch sketch;
        const ValueId x = sketch.input(rowShape);
        std::vector<ValueId> negative;
        std::vector<ValueId> ends;
        for (const float alpha : {0.25f, 0.5f, 0.75f}) {
            negative.push_back(sketch.node("Neg", {x}));
            ends.push_back(sketch.node("Elu", {negative.back()}, alphaOf(alpha)));
        }
        for (const size_t output : outputs)
            sketch.output(negative[output]);
        for (const ValueId end : ends)
            sketch.output(end);
        const auto result = joined(sketch).value_or(sketch.dataflow);
        QVERIFY(yieldsAll(result));
        QCOMPARE(result.nodes.size(), negations + 3);
        QCOMPARE(result.outputs, sketch.dataflow.outputs);
        const auto plan = sketch.planned();
        QCOMPARE(plan->steps.size(), negations + 3);
        QCOMPARE(plan->outputs.size(), outputs.size() + 3);
    }

    // Of two that yield an output each, but another one: a node yields both.
    void outputsOfSeveral()
    {
        OnnxSketch sketch;
        const ValueId x = sketch.input(rowShape);
        const ValueId first = sketch.node("TopK", {x, knownInt(sketch, 5)}, {}, "", 2);
        const ValueId second = sketch.node("TopK", {x, knownInt(sketch, 5)}, {}, "", 2);
        sketch.output(first);
        sketch.output(second + 1);
        sketch.output(sketch.node("Neg", {first + 1}));
        const auto result = joined(sketch);
        QVERIFY(result && yieldsAll(*result));
        QCOMPARE(result->nodes.size(), size_t {2});
        QCOMPARE(result->nodes[0].outputs, (std::vector<ValueId> {first, second + 1}));
        QCOMPARE(result->nodes[1].inputs[0], std::optional(second + 1));
    }

    // A pattern whose part two results share is none: each keeps its own until it is found.
    void patternsAreFoundFirst()
    {
        OnnxSketch sketch;
        const ValueId x = sketch.input(rowShape);
        const auto bent = [&] {
            return sketch.node(
                "Clip", {sketch.node("Add", {x, sketch.number(3)}), sketch.number(0), sketch.number(6)});
        };
        sketch.output(sketch.node("Div", {sketch.node("Mul", {x, bent()}), sketch.number(6)}));
        sketch.output(sketch.node("Div", {bent(), sketch.number(6)}));
        QCOMPARE(stepsOf(sketch), size_t {2}); // HardSwish and HardSigmoid
    }

private:
    static ValueId knownInt(OnnxSketch& sketch, int64_t number)
    {
        HostTensor tensor = makeHostTensor({DataType::Int64, {1}});
        setElement(tensor, 0, static_cast<double>(number));
        return sketch.known(std::move(tensor));
    }
};

QTEST_APPLESS_MAIN(TestRepeats)
#include "tst_repeats.moc"
