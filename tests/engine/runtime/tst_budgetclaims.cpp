// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/constants/budget/budgetedconstants.h"
#include "engine/runtime/constantfeed.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graphinternals.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/demoscene.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <utility>

using namespace weightless;
using namespace weightless::testing;

namespace {

// Reads as zeros, until it does not.
class FailingDisk final : public ByteSource {
public:
    std::atomic<uint64_t> failsAtByte {UINT64_MAX};

    [[nodiscard]] std::string name() const override { return "disk.bin"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return 2 * MiB; }
    void readAt(uint64_t offset, std::span<std::byte> target, const std::stop_token&) const override
    {
        if (offset + target.size() > failsAtByte) {
            throw Error(ErrorKind::Io, "Cannot read 'disk.bin' at byte " + std::to_string(offset));
        }
        std::ranges::fill(target, std::byte {});
    }
    void checkUnchanged() const override { }
};

} // namespace

// Who shares a budget, and whose a constant is.
class TestBudgetClaims : public ContextTest {
    Q_OBJECT

private:
    void prepare() override
    {
        for (const DemoPart part : {DemoPart::Sd15Unet, DemoPart::Sd15Vae}) {
            m_models.push_back(writeSmallDemo(m_folder.path(), part, {.scale = 16}));
        }
    }

    static uint64_t leastOf(const Graph& graph) { return graph.predict(streamed(1)).leastBudgetBytes; }

    // Of all weights at once, which are gone again when this returns.
    std::vector<float> expectedOf(const std::filesystem::path& model) const
    {
        const auto graph = buildDemo(m_context, model);
        graph->load(streamed(0))->run();
        return runDemo(*m_context, *graph);
    }

private slots:
    void graphsThatFitShareTheBudgetToo();
    void theLeastHasRoomForWhatOthersHold();
    void aPoolThatIsTooSmallIsNoBudget();
    void whatIsSetByHandIsNotBrought();
    void aLoadEndsWithTheGraphsConstants();
    void anotherBudgetIsPlannedAnew_data();
    void anotherBudgetIsPlannedAnew();
    void anotherBudgetIsNotForOthersToo();
    void anUnfinishedLoadLeavesOthersAlone_data();
    void anUnfinishedLoadLeavesOthersAlone();
    void aFailedBringingHasNothingUnderWay();
    void whatFailedIsBroughtAgain_data();
    void whatFailedIsBroughtAgain();

private:
    // Steps that each read a weight of their own, of so many bytes, from a disk of the graph's own.
    std::shared_ptr<Graph> graphOfSteps(const std::vector<uint64_t>& weights) const;
    // All of the weights stay in a pool, but a load has brought none of them: it was another graph's.
    std::shared_ptr<Graph> graphWithoutItsWeights(const std::filesystem::path& model) const;

    test::TemporaryFolder m_folder;
    std::vector<std::filesystem::path> m_models;
};

// Each fits alone and needs no pool; both together do not.
void TestBudgetClaims::graphsThatFitShareTheBudgetToo()
{
    const std::vector<float> expected = expectedOf(m_models[1]);
    const auto first = buildDemo(m_context, m_models[0]);
    const auto second = buildDemo(m_context, m_models[1]);
    const uint64_t ofFirst = first->predict(streamed(0)).deviceWeightsBytes;
    const uint64_t ofSecond = second->predict(streamed(0)).deviceWeightsBytes;
    const uint64_t budget = std::max({ofFirst, ofSecond, ofFirst + leastOf(*second) + 4096});
    QVERIFY(budget < ofFirst + ofSecond);
    const uint64_t before = m_context->memory().of(MemoryPurpose::Weights);
    m_context->meter()->resetPeaks();
    first->load(streamed(budget))->run();
    QVERIFY(second->predict(streamed(budget)).deviceWeightsBytes < ofSecond);
    second->load(streamed(budget))->run();
    QVERIFY(runDemo(*m_context, *second) == expected);
    QVERIFY(m_context->meter()->peak(MemoryPurpose::Weights) - before <= budget);
    // What the first one gives back is the second one's.
    first->unload();
    second->unload();
    second->load(streamed(budget))->run();
    QCOMPARE(m_context->memory().of(MemoryPurpose::Weights) - before, ofSecond);
}

// What is said to be the least left the other graphs out, and could not be loaded with.
void TestBudgetClaims::theLeastHasRoomForWhatOthersHold()
{
    const auto first = graphOfSteps({600 * KiB});
    const auto second = graphOfSteps({300 * KiB, 300 * KiB, 300 * KiB});
    const uint64_t alone = leastOf(*second);
    first->load(streamed(1 * MiB))->run();
    const uint64_t claimed = m_context->memory().of(MemoryPurpose::Weights);
    const LoadPrediction prediction = second->predict(streamed(1));
    QVERIFY(claimed >= 600 * KiB);
    QCOMPARE(prediction.leastBudgetBytes, alone + claimed);
    QCOMPARE(prediction.claimedBytes, claimed);
    second->load(streamed(prediction.leastBudgetBytes))->run();
    QVERIFY(m_context->memory().of(MemoryPurpose::Weights) <= prediction.leastBudgetBytes);
}

// A size below the budget that was refused was said to be the least.
void TestBudgetClaims::aPoolThatIsTooSmallIsNoBudget()
{
    const auto fitting = graphOfSteps({600 * KiB});
    const auto pooled = graphOfSteps({300 * KiB, 300 * KiB});
    const auto other = graphOfSteps({512 * KiB});
    fitting->load(streamed(1 * MiB))->run();
    pooled->load(streamed(1 * MiB))->run();
    EXPECT_ERROR(other->load(streamed(1 * MiB))->run(), ErrorKind::OutOfMemory,
        " of the device budget of 1.00 MiB, and some step reads 512 KiB at once; unload them, or load all "
        "with at least 2 MiB");
    fitting->unload(); // which leaves the budget room, but not the pool
    EXPECT_ERROR(other->load(streamed(1 * MiB))->run(), ErrorKind::OutOfMemory,
        "some step reads 512 KiB at once; unload them first");
    for (const auto& graph : {fitting, pooled, other}) {
        graph->unload();
    }
    for (const auto& graph : {fitting, pooled, other}) {
        graph->load(streamed(2 * MiB))->run();
    }
}

// A load under a budget begins, the caller sets a constant himself, another load brings the rest.
void TestBudgetClaims::whatIsSetByHandIsNotBrought()
{
    const auto expectedWithZeros = [&](size_t index) {
        const auto graph = buildDemo(m_context, m_models[0]);
        graph->setConstantData(index, std::vector<std::byte>(graph->constant(index).sizeBytes));
        graph->load(streamed(0))->run();
        return runDemo(*m_context, *graph);
    };
    const auto graph = buildDemo(m_context, m_models[0]);
    const uint64_t budget = leastOf(*graph);
    graph->load(streamed(budget))->step();
    const size_t last = graph->unsetConstants().back();
    const std::vector<std::byte> zeros(graph->constant(last).sizeBytes);
    graph->setConstantData(last, zeros);
    graph->load(streamed(budget))->run();
    QVERIFY(runDemo(*m_context, *graph) == expectedWithZeros(last));
    std::vector<std::byte> read(zeros.size(), std::byte {1});
    graph->readConstant(last, 0, read);
    QVERIFY(read == zeros);
}

void TestBudgetClaims::aLoadEndsWithTheGraphsConstants()
{
    const std::vector<float> expected = expectedOf(m_models[0]);
    const auto graph = buildDemo(m_context, m_models[0]);
    for (const uint64_t budget : {leastOf(*graph), uint64_t {0}}) {
        const auto job = graph->load(streamed(budget));
        job->step();
        graph->unload();
        EXPECT_ERROR(job->step(), ErrorKind::InvalidState, "unloaded since this load began");
        QCOMPARE(graph->setCount(), size_t {0});
        graph->load(streamed(0))->run();
        QVERIFY(runDemo(*m_context, *graph) == expected);
        graph->unload();
    }
}

void TestBudgetClaims::anotherBudgetIsPlannedAnew_data()
{
    QTest::addColumn<double>("times"); // the least budget
    QTest::addColumn<LoadMode>("mode");
    QTest::newRow("none") << 0.0 << LoadMode::Streamed;
    QTest::newRow("none, conventional") << 0.0 << LoadMode::Conventional;
    QTest::newRow("larger") << 1.5 << LoadMode::Streamed;
    QTest::newRow("smaller") << 1.0 << LoadMode::Streamed;
}

// A load under one budget was given up half-way: the next one has what it asks for, and is predicted so.
void TestBudgetClaims::anotherBudgetIsPlannedAnew()
{
    QFETCH(double, times);
    QFETCH(LoadMode, mode);
    const std::vector<float> expected = expectedOf(m_models[0]);
    const auto graph = buildDemo(m_context, m_models[0]);
    const uint64_t least = leastOf(*graph);
    LoadOptions options = streamed(static_cast<uint64_t>(static_cast<double>(least) * times));
    options.mode = mode;
    const uint64_t predicted = graph->predict(options).deviceWeightsBytes;
    {
        const auto begun = graph->load(streamed(least + least / 4));
        while (graph->setCount() < graph->constantCount() / 2) {
            QVERIFY(begun->step());
        }
    }
    QVERIFY(BudgetedConstants::of(*graph->internals().constants) != nullptr);
    QCOMPARE(graph->predict(options).deviceWeightsBytes, predicted);
    const auto job = graph->load(options);
    job->run();
    const auto pool = BudgetedConstants::of(*graph->internals().constants);
    QCOMPARE(pool == nullptr, times == 0);
    QCOMPARE(job->report().onDemandBytes == 0, times == 0);
    QVERIFY(pool == nullptr || pool->plan().budgetBytes == options.deviceBudget);
    QVERIFY(runDemo(*m_context, *graph) == expected);
    if (pool != nullptr) { // nothing is left to be loaded another way
        graph->load(streamed(least + least / 4))->run();
        QVERIFY(BudgetedConstants::of(*graph->internals().constants) == pool);
    }
}

void TestBudgetClaims::anotherBudgetIsNotForOthersToo()
{
    const auto graph = buildDemo(m_context, m_models[0]);
    const auto other = buildDemo(m_context, m_models[1]);
    LoadOptions options = streamed(std::max(leastOf(*graph), leastOf(*other)));
    options.sharesBudget = true;
    graph->load(options)->step();
    other->load(options)->run();
    LoadOptions larger = options;
    larger.deviceBudget *= 2;
    EXPECT_ERROR(graph->load(larger)->run(), ErrorKind::OutOfMemory, "give the same one, or unload");
    QCOMPARE(graph->setCount(), size_t {1}); // and nothing is lost
    LoadOptions conventional = options;
    conventional.mode = LoadMode::Conventional;
    EXPECT_ERROR(graph->load(conventional)->run(), ErrorKind::Unsupported, "conventional mode");
    QCOMPARE(graph->setCount(), size_t {1});
    graph->load(options)->run();
    QCOMPARE(graph->setCount(), graph->constantCount());
}

void TestBudgetClaims::anUnfinishedLoadLeavesOthersAlone_data()
{
    QTest::addColumn<bool>("goesOn");
    QTest::newRow("goes on") << true;
    QTest::newRow("is given up") << false;
}

// It has copies that nobody asked for yet, into places that are another graph's by now.
void TestBudgetClaims::anUnfinishedLoadLeavesOthersAlone()
{
    QFETCH(bool, goesOn);
    const std::vector<float> expected = expectedOf(m_models[1]);
    const auto begun = buildDemo(m_context, m_models[0]);
    const auto other = buildDemo(m_context, m_models[1]);
    const uint64_t least = std::max(leastOf(*begun), leastOf(*other));
    LoadOptions options = streamed(least + least / 2, LoadPath::Staged);
    options.sharesBudget = true;
    auto job = begun->load(options);
    for (int i = 0; i < 20; ++i) {
        QVERIFY(job->step());
    }
    other->load(options)->run();
    QVERIFY(runDemo(*m_context, *other) == expected);
    if (goesOn) {
        job->run();
    } else {
        job.reset();
        begun->unload();
    }
    QVERIFY(runDemo(*m_context, *other) == expected);
}

std::shared_ptr<Graph> TestBudgetClaims::graphOfSteps(const std::vector<uint64_t>& weights) const
{
    const auto disk = std::make_shared<FailingDisk>();
    GraphBuilder builder(m_context);
    std::vector<std::pair<std::string, Operand>> outputs;
    uint64_t offset = 0;
    for (const uint64_t bytes : weights) {
        auto info = std::make_shared<ConstantInfo>();
        const std::string number = std::to_string(outputs.size());
        info->name = "w" + number;
        info->descriptor = {DataType::UInt8, {static_cast<int64_t>(bytes)}};
        info->sizeBytes = bytes;
        info->source.range = ResourceRange {disk, std::exchange(offset, offset + bytes), bytes};
        const Operand x = builder.input("x" + number, info->descriptor);
        const Operand w = builder.constant(std::shared_ptr<const ConstantInfo>(info));
        outputs.emplace_back("y" + number, builder.node("Add", {x, w}));
    }
    return builder.build(outputs);
}

void TestBudgetClaims::aFailedBringingHasNothingUnderWay()
{
    const auto disk = std::make_shared<FailingDisk>();
    auto info = std::make_shared<ConstantInfo>();
    info->name = "w";
    info->descriptor = {DataType::UInt8, {static_cast<int64_t>(disk->sizeBytes())}};
    info->sizeBytes = disk->sizeBytes();
    info->source.range = ResourceRange {disk, 0, info->sizeBytes};
    GraphBuilder builder(m_context);
    const Operand w = builder.constant(std::shared_ptr<const ConstantInfo>(info));
    const std::pair<std::string, Operand> outputs[] {
        {"y", builder.node("Add", {builder.input("x", info->descriptor), w})}};
    const auto graph = builder.build(outputs);
    LoadOptions options = streamed(info->sizeBytes, LoadPath::Staged);
    options.sharesBudget = true;
    options.readerCount = 1;
    graph->load(options)->run();
    const auto budget = BudgetedConstants::of(*graph->internals().constants);
    QVERIFY(budget != nullptr);
    disk->failsAtByte = info->sizeBytes - 1;
    EXPECT_ERROR(budget->bring(0, 0, {}), ErrorKind::Io, "disk.bin");
    QVERIFY(!budget->isAt(0, 0));
    const uint64_t copies = budget->ring()->copyCount();
    budget->ring()->finish();
    QCOMPARE(budget->ring()->copyCount(), copies);
}

std::shared_ptr<Graph> TestBudgetClaims::graphWithoutItsWeights(const std::filesystem::path& model) const
{
    const auto first = buildDemo(m_context, m_models[0]);
    auto graph = buildDemo(m_context, model);
    LoadOptions options = streamed(3 * std::max(leastOf(*first), leastOf(*graph)));
    options.sharesBudget = true;
    const auto job = first->load(options);
    job->step();
    graph->load(options)->run();
    return graph;
}

void TestBudgetClaims::whatFailedIsBroughtAgain_data()
{
    QTest::addColumn<bool>("isAbandoned");
    QTest::newRow("the files are found to have changed") << false;
    QTest::newRow("nobody looks whether they have") << true;
}

// A run has all of its weights, of which nobody knows whose they are: the file was written to meanwhile.
void TestBudgetClaims::whatFailedIsBroughtAgain()
{
    QFETCH(bool, isAbandoned);
    const auto folder = m_folder / (isAbandoned ? "abandoned" : "changed");
    std::filesystem::create_directory(folder);
    const auto model = writeSmallDemo(folder, DemoPart::Sd15Clip, {.scale = 16, .isInline = true});
    const auto graph = graphWithoutItsWeights(model);
    const ConstantStore& constants = *graph->internals().constants;
    const auto budget = BudgetedConstants::of(constants);
    QVERIFY(budget != nullptr);
    const PooledSteps steps(budget, constants.uses().steps);
    {
        ConstantFeed feed(
            *m_context->internals()->device, steps, std::vector<size_t>(steps.visits().size()), {});
        std::ignore = feed.await(steps.visits().size());
        std::fstream(model, std::ios::in | std::ios::out | std::ios::binary).seekp(-1, std::ios::end) << 'x';
        if (!isAbandoned) {
            EXPECT_ERROR(feed.finish(), ErrorKind::Io, model.filename().string());
        }
    }
    EXPECT_ERROR(runDemo(*m_context, *graph), ErrorKind::Io, model.filename().string());
    EXPECT_ERROR(runDemo(*m_context, *graph), ErrorKind::Io, model.filename().string());
}

QTEST_GUILESS_MAIN(TestBudgetClaims)
#include "tst_budgetclaims.moc"
