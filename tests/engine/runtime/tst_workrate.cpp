// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/workrate.h"
#include "tests/engine/plan/onnxsketch.h"
#include "tests/engine/plan/plankernels.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr DataType f16 = DataType::Float16;

double workOfSteps(const OnnxSketch& sketch)
{
    const auto plan = sketch.planned(geforce());
    double work = 0;
    for (const plan::PlanStep& step : plan->steps) {
        work += static_cast<double>(workOf(*plan, step));
    }
    return work;
}

OnnxSketch gathered(const std::string& opType, const Shape& table, const Shape& indices)
{
    OnnxSketch sketch;
    sketch.output(sketch.node(opType, {sketch.input(table, f16), sketch.input(indices, DataType::Int64)}));
    return sketch;
}

OnnxSketch rotated(int64_t places)
{
    OnnxSketch sketch;
    sketch.output(sketch.node("RotaryEmbedding",
        {sketch.input({1, 2, 1, 64}, f16), sketch.input({1, 1}, DataType::Int64),
            sketch.input({places, 32}, f16), sketch.input({places, 32}, f16)},
        {}, "com.microsoft"));
    return sketch;
}

} // namespace

class TestWorkRate : public QObject {
    Q_OBJECT

private slots:
    // A look-up takes as long in a large table as in a small one.
    void tablesCountByWhatIsRead()
    {
        for (const std::string opType : {"Gather", "GatherND"}) {
            const double small = workOfSteps(gathered(opType, {32, 2048}, {1, 1}));
            const double large = workOfSteps(gathered(opType, {128'256, 2048}, {1, 1}));
            QCOMPARE(small, large);
            QVERIFY(workOfSteps(gathered(opType, {128'256, 2048}, {1000, 1})) > 10 * large);
        }
        QCOMPARE(workOfSteps(rotated(8192)), workOfSteps(rotated(64)));
    }

    // What is looked up may be more than there is: it comes from the cache then.
    void noTableCountsMoreThanOnce()
    {
        const double few = workOfSteps(gathered("Gather", {2, 64}, {1000}));
        const double more = workOfSteps(gathered("Gather", {64, 64}, {1000}));
        QVERIFY(few < more);
    }

    // The same product in fp32, which no units multiply, counts five times as much.
    void matrixUnitsTakeLess()
    {
        const auto product = [](DataType type) {
            OnnxSketch sketch;
            sketch.output(
                sketch.node("MatMul", {sketch.input({2048, 2048}, type), sketch.input({2048, 2048}, type)}));
            return workOfSteps(sketch);
        };
        const double operations = 2.0 * 2048 * 2048 * 2048;
        QVERIFY(product(DataType::Float32) >= operations);
        QVERIFY(product(f16) >= operations / 5 && product(f16) < operations / 2);
    }

    // The recurrence of 32 heads over 4,096 steps has 64 work groups, which a card of 132 processors runs at
    // once: in 7 pieces one after another it took seven times as long.
    void piecesOccupyTheDevice()
    {
        constexpr uint64_t most = 4'000'000'000;
        QCOMPARE(piecesOf({64, 1, 1}, 26'000'000'000, most, 132), uint64_t {1});
        QCOMPARE(piecesOf({300, 1, 1}, 26'000'000'000, most, 132), uint64_t {2});
        QCOMPARE(piecesOf({300, 10, 1}, 26'000'000'000, most, 132), uint64_t {7});
        QCOMPARE(piecesOf({300, 10, 1}, most, most, 132), uint64_t {1});
        QCOMPARE(piecesOf({64, 1, 1}, 26'000'000'000, most, 0), uint64_t {7}); // nobody knows
        QCOMPARE(piecesOf({65535, 65535, 1}, uint64_t {1} << 60, 1, 132), uint64_t {4096});
        QCOMPARE(piecesOf({0, 1, 1}, 1, most, 132), uint64_t {1});
    }

    void everythingElseIsReadOnce()
    {
        OnnxSketch sketch;
        sketch.output(sketch.node("Add", {sketch.input({1000}, f16), sketch.input({1000}, f16)}));
        QVERIFY(workOfSteps(sketch) >= 3 * 2000 * WorkRate::workPerByte);
    }
};

QTEST_APPLESS_MAIN(TestWorkRate)
#include "tst_workrate.moc"
