// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/devicepolicy.h"
#include "engine/runtime/workrate.h"
#include "tests/engine/plan/onnxsketch.h"
#include "tests/engine/plan/plankernels.h"

#include <QTest>

#include <array>
#include <cstring>

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

// A linear attention of 16 heads of 128 over so many steps.
OnnxSketch linearAttention(int64_t steps)
{
    OnnxSketch sketch;
    sketch.dataflow.opset = 27;
    Attributes attributes;
    attributes.set("q_num_heads", int64_t {16});
    attributes.set("kv_num_heads", int64_t {16});
    const auto rows = [&](int64_t last) { return sketch.input({1, steps, last}, f16); };
    sketch.output(sketch.node("LinearAttention",
        {rows(2048), rows(2048), rows(2048), std::nullopt, rows(16), rows(16)}, attributes, "", 2));
    return sketch;
}

struct Turns {
    std::vector<std::pair<uint32_t, uint32_t>> walked; // the first step, and how many
    uint64_t mostRounds = 0;
    uint64_t mostOperations = 0;
    uint64_t mostWork = 0;
};

Turns turnsOf(const plan::Plan& plan, std::string_view kernel, size_t firstParameter)
{
    Turns turns;
    for (const plan::PlanStep& step : plan.steps) {
        const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work);
        if (dispatch != nullptr && std::string_view(dispatch->kernel->name).starts_with(kernel)) {
            std::array<uint32_t, 2> walked {};
            std::memcpy(walked.data(), &dispatch->parameters.at(4 * firstParameter), sizeof walked);
            turns.walked.emplace_back(walked[0], walked[1]);
            turns.mostRounds = std::max(turns.mostRounds, dispatch->loopRounds.count());
            turns.mostOperations = std::max(turns.mostOperations, dispatch->operations);
            turns.mostWork = std::max(turns.mostWork, workOf(plan, step));
        }
    }
    return turns;
}

// Regions of a whole image, in one cell.
OnnxSketch pooledRegions(int64_t edge)
{
    OnnxSketch sketch;
    Attributes attributes;
    attributes.set("pooled_shape", std::vector<int64_t> {1, 1});
    sketch.output(sketch.node(
        "MaxRoiPool", {sketch.input({1, 16, edge, edge}, f16), sketch.input({4, 5}, f16)}, attributes));
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

    // Few work groups walk a prompt, each all of it: no piece of a launch would be shorter than the launch.
    void longPromptsAreSeveralLaunches()
    {
        constexpr int64_t steps = 65'536;
        for (const RecordedCard& card : recordedCards()) {
            if (card.traits.type == vulkan::DeviceType::Software) {
                continue;
            }
            const uint64_t most = ops::devicePolicy(card.traits).mostOperationsPerSubmission;
            const auto plan = linearAttention(steps).planned(card.traits);
            const Turns turns = turnsOf(*plan, "linear_attention", 8);
            QVERIFY2(turns.walked.size() > 100, card.traits.name.c_str());
            QVERIFY2(turns.mostRounds < 200'000, card.traits.name.c_str());
            QVERIFY2(turns.mostOperations <= most && turns.mostOperations > most / 2, // segments end there
                card.traits.name.c_str());
            QVERIFY2(turns.mostWork < most + most / 4, card.traits.name.c_str()); // what is read, in part
            uint32_t next = 0;
            for (const auto& [first, walked] : turns.walked) {
                QCOMPARE(first, next);
                next += walked;
            }
            QCOMPARE(next, uint32_t {steps});
            QCOMPARE(turnsOf(*linearAttention(32).planned(card.traits), "linear_attention", 8).walked.size(),
                size_t {1});
        }
    }

    void otherLongWalksAreSeveralLaunches()
    {
        for (const RecordedCard& card : recordedCards()) {
            if (card.traits.type == vulkan::DeviceType::Software) {
                continue;
            }
            const auto regions = pooledRegions(2000).planned(card.traits);
            const Turns pooled = turnsOf(*regions, "roi_pool", 7);
            QVERIFY2(pooled.walked.size() > 10 && pooled.mostRounds < 200'000, card.traits.name.c_str());
            QCOMPARE(pooled.walked.back().first + pooled.walked.back().second, 4'000'000u);
            QCOMPARE(
                turnsOf(*pooledRegions(100).planned(card.traits), "roi_pool", 7).walked.size(), size_t {1});
            for (const auto& [rows, kernel] : {std::pair {3, "gemmplain_i64"}, {9, "gemmshared_i64"}}) {
                OnnxSketch deep;
                deep.output(deep.node("MatMul",
                    {deep.input({rows, 1'000'000}, DataType::Int64),
                        deep.input({1'000'000, rows}, DataType::Int64)}));
                const Turns multiplied = turnsOf(*deep.planned(card.traits), kernel, 0);
                QVERIFY2(multiplied.walked.size() > 5 && multiplied.mostRounds < 200'000,
                    card.traits.name.c_str());
            }
        }
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
