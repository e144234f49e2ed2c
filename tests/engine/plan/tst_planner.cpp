// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "tests/engine/plan/flowsketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

const ops::DispatchStep& dispatchOf(const PlanStep& step)
{
    return std::get<ops::DispatchStep>(step.work);
}

Home homeOf(const Plan& plan, const PlanStep& step, size_t binding)
{
    return plan.tensors[dispatchOf(step).bindings[binding].tensor.id].home;
}

// Takes as much scratch memory as it may.
void lowerWithScratch(ops::LoweringContext& context)
{
    const TensorDescriptor scratch {DataType::UInt8, {static_cast<int64_t>(context.scratchBytes())}};
    ops::DispatchStep step {.loopRounds = ops::fewLoopRounds};
    step.kernel = &fakeStepKernel;
    step.bindings = {{context.input(0)}, {context.temporary(scratch), ops::Access::Write},
        {context.output(0), ops::Access::Write}};
    context.dispatch(std::move(step));
}

// Of a constant and a value of the run: one half of the scratch memory's contents after the other.
void lowerHalfByHalf(ops::LoweringContext& context)
{
    const ops::TensorRef scratch = context.temporary(context.input(0).descriptor);
    for (int half = 0; half < 2; ++half) {
        ops::DispatchStep fill {.loopRounds = ops::fewLoopRounds};
        fill.kernel = &fakeStepKernel;
        fill.bindings = {{context.input(0)}, {scratch, ops::Access::Write}};
        context.dispatch(std::move(fill));
        ops::DispatchStep use {.loopRounds = ops::fewLoopRounds};
        use.kernel = &fakeStepKernel;
        use.bindings = {{context.input(1)}, {scratch}, {context.output(0), ops::Access::Write}};
        context.dispatch(std::move(use));
    }
}

} // namespace

class TestPlanner : public QObject {
    Q_OBJECT

private slots:
    void aChainNeedsTwoActivations()
    {
        Sketch sketch;
        ValueId value = sketch.input();
        for (int i = 0; i < 6; ++i) {
            value = sketch.node(fakeStep, {value});
        }
        sketch.output(value);
        const auto plan = sketch.make();
        QCOMPARE(plan->steps.size(), size_t {6});
        QCOMPARE(plan->arenaBytes, uint64_t {512});
        QCOMPARE(homeOf(*plan, plan->steps.front(), 0), Home::Input);
        QCOMPARE(homeOf(*plan, plan->steps.back(), 1), Home::Output);
    }

    // What constants fill is filled once, unless it is filled anew when a run has read it.
    void scratchThatIsFilledAgainIsFilledInEachRun()
    {
        const ops::Operator halves {
            .name = "Halves", .minInputs = 2, .maxInputs = 2, .infer = inferSame, .lower = lowerHalfByHalf};
        Sketch sketch;
        sketch.output(sketch.node(halves, {sketch.hollow(), sketch.input()}));
        const auto plan = sketch.make();
        QCOMPARE(plan->onceSteps.size(), size_t {0});
        QCOMPARE(plan->steps.size(), size_t {4});
        QCOMPARE(homeOf(*plan, plan->steps[0], 1), Home::Arena);
    }

    void deadNodesAreNotLowered()
    {
        Sketch sketch;
        const ValueId input = sketch.input();
        std::ignore = sketch.node(fakeStep, {input});
        sketch.output(sketch.node(fakeStep, {input}));
        QCOMPARE(sketch.make()->steps.size(), size_t {1});
    }

    void whatDependsOnConstantsAloneRunsOnce()
    {
        Sketch sketch;
        const ValueId input = sketch.input();
        const ValueId weight = sketch.hollow();
        const ValueId first = sketch.node(fakeStep, {weight});
        const ValueId derived = sketch.node(fakeStep, {first, sketch.known()});
        sketch.output(sketch.node(fakeStep, {input, derived}));
        const auto plan = sketch.make();
        QCOMPARE(plan->onceSteps.size(), size_t {2});
        QCOMPARE(plan->steps.size(), size_t {1});
        QCOMPARE(homeOf(*plan, plan->onceSteps[0], 0), Home::Constant);
        QCOMPARE(homeOf(*plan, plan->onceSteps[0], 1), Home::OnceArena);
        QCOMPARE(homeOf(*plan, plan->onceSteps[1], 1), Home::Known);
        QCOMPARE(homeOf(*plan, plan->steps[0], 1), Home::Kept);
        QCOMPARE(plan->keptBytes, uint64_t {512});
        QCOMPARE(plan->knownUploads.size(), size_t {1});
    }

    void foldedNodesAreUploadedNotDispatched()
    {
        Sketch sketch;
        const ValueId folded = sketch.node(fakeFold, {sketch.known()});
        sketch.output(sketch.node(fakeStep, {sketch.input(), folded}));
        const auto plan = sketch.make();
        QCOMPARE(plan->steps.size() + plan->onceSteps.size(), size_t {1});
        QCOMPARE(plan->knownUploads.size(), size_t {1});
    }

    void viewsShareTheirSourcesMemory()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        const ValueId view = sketch.node(fakeView, {first});
        sketch.output(sketch.node(fakeStep, {view}));
        const auto plan = sketch.make();
        QCOMPARE(plan->steps.size(), size_t {2});
        const auto& written = plan->tensors[dispatchOf(plan->steps[0]).bindings[1].tensor.id];
        const auto& read = plan->tensors[dispatchOf(plan->steps[1]).bindings[0].tensor.id];
        QCOMPARE(read.home, Home::Arena);
        QCOMPARE(read.offsetBytes, written.offsetBytes);
    }

    // A view keeps its source alive: what is made in between must not land on it.
    void aViewExtendsItsSourcesLife()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        const ValueId view = sketch.node(fakeView, {first});
        const ValueId between = sketch.node(fakeStep, {sketch.node(fakeStep, {sketch.input()})});
        sketch.output(sketch.node(fakeStep, {view, between}));
        const auto plan = sketch.make();
        const auto& source = plan->tensors[dispatchOf(plan->steps[0]).bindings[1].tensor.id];
        for (size_t i = 1; i < 3; ++i) {
            const auto& other = plan->tensors[dispatchOf(plan->steps[i]).bindings[1].tensor.id];
            QVERIFY(other.offsetBytes != source.offsetBytes);
        }
    }

    void outputsThatForwardValuesAreCopies_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("input") << 0;
        QTest::newRow("hollow constant") << 1;
        QTest::newRow("known value") << 2;
        QTest::newRow("the same value twice") << 3;
        QTest::newRow("a view of an input") << 4;
    }

    void outputsThatForwardValuesAreCopies()
    {
        QFETCH(int, kind);
        Sketch sketch;
        const ValueId input = sketch.input();
        ValueId value = input;
        if (kind == 1) {
            value = sketch.hollow();
        } else if (kind == 2) {
            value = sketch.known();
        } else if (kind == 3) {
            value = sketch.node(fakeStep, {input});
            sketch.output(value);
        } else if (kind == 4) {
            value = sketch.node(fakeView, {input});
        }
        sketch.output(value);
        const auto plan = sketch.make();
        QVERIFY(!plan->steps.empty());
        const auto* copy = std::get_if<CopyStep>(&plan->steps.back().work);
        QVERIFY(copy != nullptr);
        QCOMPARE(plan->tensors[copy->to.id].home, Home::Output);
        QVERIFY(plan->tensors[copy->from.id].home != Home::Unused);
    }

    void otherShapesGiveOtherPlans()
    {
        Sketch sketch;
        sketch.output(sketch.node(fakeStep, {sketch.input()}));
        const auto plan = makePlan(sketch.dataflow, specialize(sketch.dataflow, {{3, 5}}), {});
        QCOMPARE(plan->outputs[0].shape, (Shape {3, 5}));
    }

    void loopsAboveTheDevicesLimitAreRefused()
    {
        Sketch sketch;
        sketch.output(sketch.node(fakeStep, {sketch.input()}));
        vulkan::DeviceTraits traits;
        traits.name = "narrow";
        traits.maxLoopRounds = 15;
        const auto plan = makePlan(sketch.dataflow, specialize(sketch.dataflow, {{3, 5}}), traits);
        QCOMPARE(plan->steps.size(), size_t {1});
        try {
            std::ignore = makePlan(sketch.dataflow, specialize(sketch.dataflow, {{4, 4}}), traits);
            QFAIL("must throw");
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::Unsupported);
            QCOMPARE(error.message(),
                std::string(
                    "Node 'node' (Step): kernel fake would make 16 loop rounds per invocation to write "
                    "float32[4, 4], and device 'narrow' makes at most 15; choose another device or "
                    "smaller tensors"));
        }
    }

    // Smaller parts only where the arena would exceed its budget, and no smaller than that needs.
    void partsAreAsSmallAsTheBudgetAsks_data()
    {
        QTest::addColumn<quint64>("budget");
        QTest::addColumn<quint64>("arenaBytes");
        QTest::newRow("none") << quint64 {0} << quint64 {64 * MiB};
        QTest::newRow("large") << quint64 {64 * MiB} << quint64 {64 * MiB};
        QTest::newRow("small") << quint64 {20 * MiB} << quint64 {16 * MiB};
        QTest::newRow("tiny") << quint64 {4 * MiB} << quint64 {4 * MiB};
        QTest::newRow("too small") << quint64 {1} << quint64 {1 * MiB};
    }
    void partsAreAsSmallAsTheBudgetAsks()
    {
        QFETCH(quint64, budget);
        QFETCH(quint64, arenaBytes);
        const ops::Operator parted {.name = "Parted", .infer = inferSame, .lower = lowerWithScratch};
        Sketch sketch;
        sketch.output(sketch.node(parted, {sketch.input()}));
        QCOMPARE(sketch.make({.arenaBudget = budget})->arenaBytes, uint64_t {arenaBytes});
    }

    // A plan that is too large for its budget is better than none.
    void partsBeyondThePlansLimitsAreGivenUp()
    {
        const ops::Operator parted {
            .name = "Parted", .infer = inferSame, .lower = [](ops::LoweringContext& context) {
                if (context.scratchBytes() < 16 * MiB) {
                    context.unsupported("so many parts");
                }
                lowerWithScratch(context);
            }};
        Sketch sketch;
        sketch.output(sketch.node(parted, {sketch.input()}));
        QCOMPARE(sketch.make({.arenaBudget = 1})->arenaBytes, 16 * MiB);
    }

    void errorsNameTheNode()
    {
        const ops::Operator refusing {
            .name = "Refuse", .infer = [](ops::InferenceContext& context) { context.fail("no such thing"); }};
        Sketch sketch;
        sketch.output(sketch.node(refusing, {sketch.input()}));
        try {
            std::ignore = sketch.make();
            QFAIL("must throw");
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::InvalidArgument);
            QCOMPARE(error.message(), std::string("Node 'node' (Refuse): no such thing"));
        }
    }
};

QTEST_GUILESS_MAIN(TestPlanner)
#include "tst_planner.moc"
