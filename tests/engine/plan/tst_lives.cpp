// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/randomflow.h"

#include <QTest>

#include <algorithm>
#include <span>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

// Two results, elementwise.
void inferPair(ops::InferenceContext& context)
{
    context.setOutput(0, context.type(0), context.shape(0));
    context.setOutput(1, context.type(0), context.shape(0));
}

void lowerPair(ops::LoweringContext& context)
{
    context.dispatch({.kernel = &fakeStepKernel,
        .loopRounds = ops::fewLoopRounds,
        .bindings = {{context.input(0)}, {context.input(1)}, {context.output(0), ops::Access::Write},
            {context.output(1), ops::Access::Write}},
        .isElementwise = true});
}

const ops::Operator fakePair {
    .name = "Pair", .minInputs = 2, .maxInputs = 2, .maxOutputs = 2, .infer = inferPair, .lower = lowerPair};

// Which place of the arena each step's result has; a plan of 256-byte values.
std::vector<uint64_t> placesOf(const Plan& plan)
{
    std::vector<uint64_t> places;
    for (const PlanStep& step : plan.steps) {
        const auto& result = std::get<ops::DispatchStep>(step.work).bindings.back().tensor;
        places.push_back(plan.tensors[result.id].offsetBytes);
    }
    return places;
}

} // namespace

class TestLives : public QObject {
    Q_OBJECT

private slots:
    void aChainOfElementwiseStepsNeedsOnePlace()
    {
        Sketch sketch;
        ValueId value = sketch.node(fakeStep, {sketch.input()});
        for (int i = 0; i < 4; ++i) {
            value = sketch.node(fakeElementwise, {value});
        }
        sketch.output(sketch.node(fakeStep, {value}));
        QCOMPARE(sketch.make()->arenaBytes, uint64_t {256});
        QCOMPARE(sketch.make({.guardBytes = 256})->arenaBytes, uint64_t {5 * 768}); // nobody shares there
    }

    void whatIsReadLaterKeepsItsPlace()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        const ValueId second = sketch.node(fakeElementwise, {first});
        sketch.output(sketch.node(fakeStep, {first, second}));
        const auto plan = sketch.make();
        QCOMPARE(plan->arenaBytes, uint64_t {512});
        QVERIFY(placesOf(*plan)[0] != placesOf(*plan)[1]);
    }

    void aViewOfItCountsToo()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        const ValueId view = sketch.node(fakeView, {first});
        const ValueId second = sketch.node(fakeElementwise, {first});
        sketch.output(sketch.node(fakeStep, {view, second}));
        QCOMPARE(sketch.make()->arenaBytes, uint64_t {512});

        Sketch through; // and a whole view passes its source's place on
        const ValueId source = through.node(fakeStep, {through.input()});
        const ValueId result = through.node(fakeElementwise, {through.node(fakeView, {source})});
        through.output(through.node(fakeStep, {result}));
        QCOMPARE(through.make()->arenaBytes, uint64_t {256});
    }

    // Others still read the part when the first of it is overwritten.
    void whatIsAlsoReadInPartKeepsItsPlace()
    {
        Sketch sketch;
        const ValueId whole = sketch.node(fakeStep, {sketch.input()});
        const ValueId part = sketch.node(fakeQuarter, {whole});
        for (const std::vector<ValueId>& inputs : {std::vector {whole, part}, std::vector {part, whole}}) {
            Sketch each = sketch;
            each.output(each.node(fakeStep, {each.node(fakeElementwise, inputs)}));
            QCOMPARE(each.make()->arenaBytes, uint64_t {512});
        }
    }

    void otherStepsShareNothing()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        sketch.output(sketch.node(fakeStep, {sketch.node(fakeStep, {first})}));
        QCOMPARE(sketch.make()->arenaBytes, uint64_t {512});
    }

    // Each takes one input's place, and never both the same, even if nobody reads a result.
    void twoResultsTakeTwoPlaces_data()
    {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("both are read") << true;
        QTest::newRow("one is read") << false;
    }

    void twoResultsTakeTwoPlaces()
    {
        QFETCH(const bool, isRead);
        Sketch sketch;
        const ValueId left = sketch.node(fakeStep, {sketch.input()});
        const ValueId right = sketch.node(fakeStep, {sketch.input()});
        const ValueId first = sketch.node(fakePair, {left, right});
        sketch.dataflow.values.emplace_back();
        const auto second = static_cast<ValueId>(sketch.dataflow.values.size() - 1);
        sketch.dataflow.nodes.back().outputs.push_back(second);
        const std::vector<ValueId> read {first, isRead ? second : first};
        sketch.output(sketch.node(fakeStep, read));
        const auto plan = sketch.make();
        QCOMPARE(plan->arenaBytes, uint64_t {512});
        const auto& bindings = std::get<ops::DispatchStep>(plan->steps[2].work).bindings;
        QVERIFY(plan->tensors[bindings[2].tensor.id].offsetBytes
            != plan->tensors[bindings[3].tensor.id].offsetBytes);
        QVERIFY(plan->tensors[bindings[2].tensor.id].offsetBytes
            == plan->tensors[bindings[0].tensor.id].offsetBytes);
    }

    void inputsConstantsAndOutputsAreNobodysPlace()
    {
        Sketch sketch;
        const ValueId sum = sketch.node(fakeElementwise, {sketch.input(), sketch.hollow()});
        sketch.output(sum);
        sketch.output(sketch.node(fakeElementwise, {sum}));
        const auto plan = sketch.make();
        QCOMPARE(plan->arenaBytes, uint64_t {0});
        for (const PlanStep& step : plan->steps) {
            const auto& result = std::get<ops::DispatchStep>(step.work).bindings.back().tensor;
            QVERIFY(plan->tensors[result.id].home == Home::Output);
        }
    }

    void noStepFindsAnothersBytes_data()
    {
        QTest::addColumn<uint32_t>("stepsAhead");
        for (const uint32_t steps : {0u, 1u, 3u, 16u}) {
            QTest::addRow("%u steps ahead", steps) << steps;
        }
    }

    void noStepFindsAnothersBytes()
    {
        QFETCH(const uint32_t, stepsAhead);
        int sharing = 0; // in how many flows an elementwise step writes where it reads
        for (uint32_t seed = 0; seed < 400; ++seed) {
            const RandomFlow flow(seed);
            const auto plan = flow.make({.stepsAhead = stepsAhead});
            const auto wrong = flow.firstWrongStep(*plan);
            QVERIFY2(!wrong, qPrintable(QStringLiteral("seed %1, step %2").arg(seed).arg(wrong.value_or(0))));
            sharing += std::ranges::any_of(plan->steps,
                           [&](const PlanStep& each) {
                               const auto& bindings = std::get<ops::DispatchStep>(each.work).bindings;
                               const PlanTensor& result = plan->tensors[bindings.back().tensor.id];
                               return std::ranges::any_of(
                                   std::span(bindings).first(bindings.size() - 1), [&](const auto& b) {
                                       const PlanTensor& read = plan->tensors[b.tensor.id];
                                       return read.home == Home::Arena && result.home == Home::Arena
                                           && read.offsetBytes == result.offsetBytes;
                                   });
                           })
                ? 1
                : 0;
        }
        QVERIFY(sharing > 200);
    }
};

QTEST_GUILESS_MAIN(TestLives)
#include "tst_lives.moc"
