// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/flowsketch.h"

#include <QTest>

#include <map>
#include <random>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

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

// Follows a plan's steps: what a step reads from the arena must be what some step wrote into that very
// tensor. Views are left out. Returns the first step that finds something else.
std::optional<size_t> firstWrongRead(const Plan& plan)
{
    std::map<uint64_t, size_t> content; // by place: the step that wrote it
    std::map<uint32_t, size_t> makers; // by tensor
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        const auto& bindings = std::get<ops::DispatchStep>(plan.steps[i].work).bindings;
        for (const ops::TensorBinding& binding : bindings) {
            const PlanTensor& tensor = plan.tensors[binding.tensor.id];
            const auto maker = makers.find(binding.tensor.id);
            if (tensor.home == Home::Arena && binding.access == ops::Access::Read && maker != makers.end()
                && content[tensor.offsetBytes] != maker->second) {
                return i;
            }
        }
        const uint32_t result = bindings.back().tensor.id;
        makers[result] = i;
        if (plan.tensors[result].home == Home::Arena) {
            content[plan.tensors[result].offsetBytes] = i;
        }
    }
    return std::nullopt;
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

    void noStepFindsAnothersBytes()
    {
        std::mt19937 random(7);
        uint64_t shared = 0;
        for (int round = 0; round < 400; ++round) {
            Sketch sketch;
            std::vector<ValueId> values {sketch.input()};
            for (int i = 0; i < 30; ++i) {
                const auto any = [&] {
                    return values[values.size() - 1 - random() % std::min<size_t>(values.size(), 5)];
                };
                const uint32_t kind = random() % 8;
                values.push_back(kind == 0 ? sketch.node(fakeView, {any()})
                        : kind <= 2        ? sketch.node(fakeStep, {any(), any()})
                                           : sketch.node(fakeElementwise, {any(), any()}));
            }
            sketch.output(sketch.node(fakeStep, {values.back(), values[values.size() - 3]}));
            const auto plan = sketch.make();
            const auto wrong = firstWrongRead(*plan);
            QVERIFY2(
                !wrong, qPrintable(QStringLiteral("round %1, step %2").arg(round).arg(wrong.value_or(0))));
            shared += plan->arenaBytes;
        }
        QVERIFY(shared > 0);
    }
};

QTEST_GUILESS_MAIN(TestLives)
#include "tst_lives.moc"
