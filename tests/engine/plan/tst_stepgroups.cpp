// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/stepgroups.h"
#include "tests/engine/plan/randomflow.h"
#include "tests/engine/plan/waits.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

// Branches of `length` steps from one value, and the step in which they meet. Nodes are named "branch.place".
Sketch branches(int count, int length)
{
    Sketch sketch;
    const ValueId begin = sketch.node(fakeStep, {sketch.input()});
    std::vector<ValueId> ends;
    for (int branch = 0; branch < count; ++branch) {
        ValueId value = begin;
        for (int place = 0; place < length; ++place) {
            value = sketch.node(fakeStep, {value});
            sketch.dataflow.nodes.back().name = std::to_string(branch) + "." + std::to_string(place);
        }
        ends.push_back(value);
    }
    sketch.output(sketch.node(fakeStep, ends));
    return sketch;
}

std::vector<std::string> namesOf(const Plan& plan)
{
    std::vector<std::string> names;
    for (const PlanStep& step : plan.steps) {
        names.push_back(step.node);
    }
    return names;
}

// Writes each half of its result by a step of its own.
void lowerHalves(ops::LoweringContext& context)
{
    const TensorDescriptor half {context.output(0).type(), {context.output(0).elements() / 2}};
    for (const uint64_t begin : {uint64_t {0}, static_cast<uint64_t>(context.output(0).elements() / 2)}) {
        context.dispatch({.kernel = &fakeStepKernel,
            .loopRounds = ops::fewLoopRounds,
            .bindings = {
                {context.input(0)}, {context.view(context.output(0), half, begin), ops::Access::Write}}});
    }
}

const ops::Operator fakeHalves {.name = "Halves", .infer = inferSame, .lower = lowerHalves};

} // namespace

class TestStepGroups : public QObject {
    Q_OBJECT

private slots:
    void branchesStandSideBySide()
    {
        const Sketch sketch = branches(4, 3);
        const auto inTurn = sketch.make({.stepsAhead = 0});
        const auto together = sketch.make({.stepsAhead = 16});
        const std::vector<std::string> order {"node", "0.0", "1.0", "2.0", "3.0", "0.1", "1.1", "2.1", "3.1",
            "0.2", "1.2", "2.2", "3.2", "node"};
        QVERIFY(namesOf(*together) == order);
        QCOMPARE(waitsOf(*together), size_t {4}); // before each row of them, and before the last step
        QVERIFY(waitsOf(*inTurn) >= 10);
        QVERIFY(namesOf(*inTurn)[2] == "0.1");
    }

    // A step passes no more steps than it may.
    void nothingMovesFartherThanItMay()
    {
        const Sketch sketch = branches(2, 3);
        QVERIFY(namesOf(*sketch.make({.stepsAhead = 1})) == namesOf(*sketch.make({.stepsAhead = 0})));
        const std::vector<std::string> order {"node", "0.0", "1.0", "0.1", "1.1", "0.2", "1.2", "node"};
        QVERIFY(namesOf(*sketch.make({.stepsAhead = 3})) == order);
    }

    // Each in memory of its own: a branch that takes what another one left would wait for that.
    void neighboursShareNoMemory()
    {
        const Sketch sketch = branches(3, 2);
        QCOMPARE(sketch.make({.stepsAhead = 0})->arenaBytes, uint64_t {4 * 256});
        QCOMPARE(sketch.make({.stepsAhead = 16})->arenaBytes, uint64_t {6 * 256});
    }

    void partsOfOneResultStandSideBySide()
    {
        Sketch sketch;
        const ValueId halves = sketch.node(fakeHalves, {sketch.input()});
        sketch.output(sketch.node(fakeStep, {halves}));
        const auto plan = sketch.make({.stepsAhead = 16});
        QCOMPARE(plan->steps.size(), size_t {3});
        QCOMPARE(waitsOf(*plan), size_t {1});
    }

    // A step in whose place another one would write is read beside it.
    void whatIsReadBesideKeepsItsPlace()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        const ValueId left = sketch.node(fakeStep, {first});
        const ValueId right = sketch.node(fakeElementwise, {first});
        sketch.output(sketch.node(fakeStep, {left, right}));
        QCOMPARE(sketch.make({.stepsAhead = 0})->arenaBytes, uint64_t {2 * 256});
        const auto plan = sketch.make({.stepsAhead = 16});
        QCOMPARE(plan->arenaBytes, uint64_t {3 * 256});
        QCOMPARE(waitsOf(*plan), size_t {2});
    }

    // A large step has the device for itself: it is not moved, and the next one takes its memory.
    void largeStepsStayWhereTheyAre()
    {
        const auto flowOf = [](int64_t elements) {
            Sketch sketch = branches(3, 2);
            for (Value& value : sketch.dataflow.values) {
                value.descriptor.shape = {elements};
            }
            return sketch;
        };
        constexpr auto most = static_cast<int64_t>(mostBytesBeside / sizeof(float));
        const Sketch small = flowOf(most);
        const Sketch large = flowOf(most + 1);
        QVERIFY(namesOf(*small.make({.stepsAhead = 16})) != namesOf(*small.make({.stepsAhead = 0})));
        const auto inTurn = large.make({.stepsAhead = 0});
        const auto together = large.make({.stepsAhead = 16});
        QVERIFY(namesOf(*together) == namesOf(*inTurn));
        QCOMPARE(together->arenaBytes, inTurn->arenaBytes);
    }

    void aBudgetForMemoryComesFirst()
    {
        const Sketch sketch = branches(3, 2);
        const auto inTurn = sketch.make({.stepsAhead = 0});
        QVERIFY(namesOf(*sketch.make({.arenaBudget = 4 * 256, .stepsAhead = 16})) == namesOf(*inTurn));
        QVERIFY(namesOf(*sketch.make({.arenaBudget = 6 * 256, .stepsAhead = 16})) != namesOf(*inTurn));
    }

    // Memory that is used again costs no wait: as many as where nothing shares any.
    void onlyWhatStepsReadAndWriteIsWaitedFor()
    {
        size_t inTurn = 0;
        size_t together = 0;
        for (uint32_t seed = 0; seed < 400; ++seed) {
            const RandomFlow flow(seed);
            const size_t waits = waitsOf(*flow.make({.stepsAhead = 16}));
            const size_t least = waitsOf(*flow.make({.guardBytes = 256, .stepsAhead = 16}));
            QVERIFY2(waits == least,
                qPrintable(QStringLiteral("seed %1: %2 waits, expected %3").arg(seed).arg(waits).arg(least)));
            together += waits;
            inTurn += waitsOf(*flow.make({.stepsAhead = 0}));
        }
        QVERIFY2(together * 10 < inTurn * 9,
            qPrintable(QString::number(together) + " " + QString::number(inTurn)));
    }
};

QTEST_GUILESS_MAIN(TestStepGroups)
#include "tst_stepgroups.moc"
