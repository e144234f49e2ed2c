// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <limits>
#include <vector>

using namespace weightless;
using namespace weightless::plan;

namespace {

const Shape headsShape {2, 4, 7, 64};

class RotarySketch : public testing::OnnxSketch {
public:
    ValueId slice(ValueId x, int64_t begin, int64_t end)
    {
        return node("Slice", {x, integers({begin}), integers({end}), integers({3}), integers({1})});
    }
    ValueId joined(ValueId first, ValueId second)
    {
        Attributes attributes;
        attributes.set("axis", int64_t {-1});
        return node("Concat", {first, second}, attributes);
    }
    ValueId rotated(ValueId x)
    {
        const ValueId second = node("Neg", {slice(x, 32, std::numeric_limits<int64_t>::max())});
        return joined(second, slice(x, 0, 32));
    }
    ValueId mul(ValueId a, ValueId b) { return node("Mul", {a, b}); }
    ValueId add(ValueId a, ValueId b) { return node("Add", {a, b}); }
};

} // namespace

class TestFusionRotary : public QObject {
    Q_OBJECT

private slots:
    void oneStepIsLeft_data()
    {
        QTest::addColumn<bool>("isTurnedRound");
        QTest::newRow("as decoders have it") << false;
        QTest::newRow("operands the other way round") << true;
    }
    void oneStepIsLeft()
    {
        QFETCH(const bool, isTurnedRound);
        RotarySketch sketch;
        const ValueId x = sketch.input(headsShape);
        const ValueId cosines = sketch.input({1, 1, 7, 64});
        const ValueId sines = sketch.input({7, 64});
        const ValueId y = isTurnedRound
            ? sketch.add(sketch.mul(sines, sketch.rotated(x)), sketch.mul(cosines, x))
            : sketch.add(sketch.mul(x, cosines), sketch.mul(sketch.rotated(x), sines));
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("RotateHalf"));
        QCOMPARE(sketch.producer(y).inputs, (std::vector<std::optional<ValueId>> {x, cosines, sines}));
        QCOMPARE(sketch.planned()->steps.size(), size_t {1});
    }

    // Before opset 7, from another end than the last.
    void whatBroadcastsElsewhereStays()
    {
        Attributes elsewhere;
        elsewhere.set("axis", int64_t {0});
        for (const bool isTurned : {false, true}) {
            RotarySketch sketch;
            const ValueId x = sketch.input(headsShape);
            const ValueId cosines = sketch.input({7, 64});
            const ValueId sines = sketch.input({7, 64});
            const ValueId straight = sketch.node("Mul", {x, cosines}, isTurned ? Attributes {} : elsewhere);
            const ValueId turned =
                sketch.node("Mul", {sketch.rotated(x), sines}, isTurned ? elsewhere : Attributes {});
            const ValueId y = sketch.add(straight, turned);
            sketch.output(y);
            QCOMPARE(sketch.producer(y).op->name, std::string_view("Add"));
        }
    }

    void othersStay_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("halves in order") << 0;
        QTest::newRow("parts that are no halves") << 1;
        QTest::newRow("another value is multiplied") << 2;
        QTest::newRow("one sine for all") << 3;
        QTest::newRow("not negated") << 4;
    }
    void othersStay()
    {
        QFETCH(const int, what);
        RotarySketch sketch;
        const ValueId x = sketch.input(headsShape);
        const ValueId other = sketch.input(headsShape);
        const ValueId sines = sketch.input(what == 3 ? Shape {1} : Shape {7, 64});
        const int64_t middle = what == 1 ? 16 : 32;
        const ValueId first = sketch.slice(x, 0, middle);
        const ValueId second = sketch.slice(x, middle, 64);
        const ValueId turned = what == 0 ? sketch.joined(sketch.node("Neg", {first}), second)
            : what == 4                  ? sketch.joined(second, first)
                                         : sketch.joined(sketch.node("Neg", {second}), first);
        const ValueId y =
            sketch.add(sketch.mul(what == 2 ? other : x, sketch.input({7, 64})), sketch.mul(turned, sines));
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Add"));
    }
};

QTEST_GUILESS_MAIN(TestFusionRotary)
#include "tst_fusionrotary.moc"
