// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/onnxsketch.h"
#include "tests/engine/plan/randomflow.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

size_t copiesOf(const Plan& plan)
{
    return static_cast<size_t>(std::ranges::count_if(
        plan.steps, [](const PlanStep& step) { return std::holds_alternative<CopyStep>(step.work); }));
}

// Quarters of 64 bytes that a step makes of an input's.
class Quarters {
public:
    Quarters()
        : m_input(sketch.node(fakeQuarter, {sketch.input()}))
    {
    }

    ValueId made() { return sketch.node(fakeStep, {m_input}); }
    ValueId made(ValueId from) { return sketch.node(fakeStep, {from}); }
    ValueId input() const { return m_input; }
    ValueId joined(const std::array<ValueId, 4>& parts)
    {
        return sketch.node(fakeJoin, {parts.begin(), parts.end()});
    }
    std::shared_ptr<const Plan> endingWith(const std::vector<ValueId>& read)
    {
        sketch.output(sketch.node(fakeStep, read));
        return sketch.make();
    }

    Sketch sketch;

private:
    ValueId m_input;
};

OnnxSketch concatenation(int64_t axis, const Shape& left, const Shape& right)
{
    OnnxSketch sketch;
    const auto made = [&](const Shape& shape) { return sketch.node("Sin", {sketch.input(shape)}); };
    Attributes attributes;
    attributes.set("axis", axis);
    const ValueId parts = sketch.node("Concat", {made(left), made(right)}, attributes);
    sketch.output(sketch.node("Transpose", {parts}));
    return sketch;
}

} // namespace

// Parts of a whole are made where they are to be, and not copied there.
class TestInPlace : public QObject {
    Q_OBJECT

private slots:
    void partsAreMadeInTheWhole()
    {
        Quarters q;
        const auto plan = q.endingWith({q.joined({q.made(), q.made(), q.made(), q.made()})});
        QCOMPARE(copiesOf(*plan), size_t {0});
        QCOMPARE(plan->steps.size(), size_t {5});
        QCOMPARE(plan->arenaBytes, uint64_t {256});
        for (size_t i = 0; i < 4; ++i) {
            const auto& result = std::get<ops::DispatchStep>(plan->steps[i].work).bindings.back().tensor;
            QCOMPARE(plan->tensors[result.id].offsetBytes, 64 * i);
        }
    }

    void othersMayReadAPart()
    {
        Quarters q;
        const ValueId part = q.made();
        const ValueId whole = q.joined({part, q.made(part), q.made(), q.made()});
        QCOMPARE(copiesOf(*q.endingWith({whole, q.made(part)})), size_t {0});
    }

    // In one place only; and nobody makes inputs and constants.
    void someAreCopied()
    {
        Quarters twice;
        const ValueId part = twice.made();
        QCOMPARE(copiesOf(*twice.endingWith({twice.joined({part, twice.made(), part, twice.made()})})),
            size_t {1});
        Quarters given;
        QCOMPARE(copiesOf(*given.endingWith(
                     {given.joined({given.input(), given.made(), given.made(), given.made()})})),
            size_t {1});
        Quarters shared;
        const ValueId both = shared.made();
        const ValueId first = shared.joined({both, shared.made(), shared.made(), shared.made()});
        const ValueId second = shared.joined({both, shared.made(), shared.made(), shared.made()});
        QCOMPARE(copiesOf(*shared.endingWith({first, second})), size_t {1});
    }

    // A part of the whole that waits long for the others: the whole would be there all the while.
    void memoryDoesNotGrow()
    {
        Quarters q;
        const ValueId early = q.made();
        ValueId value = q.sketch.node(fakeStep, {q.sketch.input()});
        for (int i = 0; i < 3; ++i) {
            value = q.sketch.node(fakeStep, {value});
        }
        const ValueId late = q.made(q.sketch.node(fakeQuarter, {value}));
        QCOMPARE(copiesOf(*q.endingWith({q.joined({early, late, q.made(), q.made()})})), size_t {1});
    }

    void wholesArePartsAsWell()
    {
        OnnxSketch sketch;
        Attributes attributes;
        attributes.set("axis", int64_t {0});
        ValueId whole = sketch.node("Sin", {sketch.input({8, 16})});
        for (int i = 0; i < 4; ++i) { // as in DenseNet
            const ValueId more = sketch.node("Sin", {sketch.input({8, 16})});
            whole = sketch.node("Concat", {whole, more}, attributes);
        }
        sketch.output(sketch.node("Transpose", {whole}));
        const auto plan = sketch.planned();
        QCOMPARE(copiesOf(*plan), size_t {0});
        QCOMPARE(plan->arenaBytes, uint64_t {5 * 8 * 16 * 4});
    }

    // Of Concat along an axis that is not the first, parts are no runs of bytes; and kernels store eight
    // elements at once.
    void onlyRunsOfWholeEights()
    {
        const auto isInPlace = [](const OnnxSketch& sketch) { return sketch.planned()->steps.size() == 3; };
        QVERIFY(isInPlace(concatenation(0, {8, 3}, {5, 3})));
        QVERIFY(isInPlace(concatenation(1, {1, 8, 3}, {1, 5, 3})));
        QVERIFY(!isInPlace(concatenation(1, {2, 8, 3}, {2, 5, 3})));
        const auto odd = concatenation(0, {5, 3}, {8, 3}).planned();
        QCOMPARE(copiesOf(*odd), size_t {1});
    }

    void everyStepFindsWhatItReads_data()
    {
        QTest::addColumn<uint32_t>("stepsAhead");
        QTest::newRow("in turn") << 0u;
        QTest::newRow("side by side") << 8u;
    }

    void everyStepFindsWhatItReads()
    {
        QFETCH(const uint32_t, stepsAhead);
        size_t copies = 0;
        size_t copiesInAll = 0; // where every tensor keeps its distance
        for (uint32_t seed = 0; seed < 1000; ++seed) {
            const RandomFlow flow(seed, true);
            const auto plan = flow.make({.stepsAhead = stepsAhead});
            const auto wrong = flow.firstWrongStep(*plan);
            QVERIFY2(!wrong, qPrintable(QStringLiteral("seed %1, step %2").arg(seed).arg(wrong.value_or(0))));
            copies += copiesOf(*plan);
            copiesInAll += copiesOf(*flow.make({.guardBytes = 256}));
        }
        QVERIFY2(copiesInAll > 1000 && 10 * copies < 9 * copiesInAll,
            qPrintable(QStringLiteral("%1 of %2").arg(copies).arg(copiesInAll)));
    }
};

QTEST_GUILESS_MAIN(TestInPlace)
#include "tst_inplace.moc"
