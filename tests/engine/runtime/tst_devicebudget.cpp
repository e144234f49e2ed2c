// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/runtime/contextinternals.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/demoscene.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"
#include "tests/engine/vulkan/losedevice.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <thread>

using namespace weightless;
using namespace weightless::testing;

// Graphs whose weights take no more of the device than they may.
class TestDeviceBudget : public ContextTest {
    Q_OBJECT

private:
    void prepare() override
    {
        for (const DemoPart part : {DemoPart::Sd15Unet, DemoPart::Sd15Vae, DemoPart::Sd15Clip}) {
            m_models.push_back(writeSmallDemo(m_folder.path(), part, {.scale = 16}));
        }
    }

    // The least budget that runs, asked for with one that does not.
    static uint64_t leastOf(const Graph& graph) { return graph.predict(streamed(1)).leastBudgetBytes; }

    // What the model yields when all of its weights are there. They are gone again when this returns, so that
    // nobody shares them.
    std::vector<float> expectedOf(const std::filesystem::path& model,
        const LoadOptions& options = streamed(0), const BuildOptions& build = {}) const
    {
        const auto graph = buildDemo(m_context, model, build);
        graph->load(options)->run();
        return runDemo(*m_context, *graph);
    }

private slots:
    void outputsAreTheSameBits_data();
    void outputsAreTheSameBits();
    void piecesOfStepsWaitForTheirWeights();
    void memoryIsNeverAboveTheBudget();
    void aBudgetThatIsTooSmallSaysTheLeast();
    void progressCountsWhatTheLoadBrings();
    void enoughIsAsWithout();
    void importedPagesCostNothing();
    void runsFollowEachOther();
    void twoGraphsShareOneBudget();
    void anotherBudgetIsRefusedWhileOneIsUsed();
    void unloadingGivesTheBudgetBack();
    void aFileThatWasReplacedIsRefused();
    void aStoppedRunLeavesTheGraphAsItWas();
    void aLostDeviceEndsTheRun();
    void constantsThatAreGoneAreNotSaved();

private:
    test::TemporaryFolder m_folder;
    std::vector<std::filesystem::path> m_models;
};

void TestDeviceBudget::outputsAreTheSameBits_data()
{
    QTest::addColumn<int>("model");
    QTest::addColumn<double>("share"); // of what lies between the least and everything
    QTest::addColumn<int>("path");
    QTest::addColumn<int>("weights");
    const int staged = static_cast<int>(LoadPath::Staged);
    for (int model = 0; model < 3; ++model) {
        for (const double share : {0.0, 0.3, 0.9}) {
            QTest::addRow("%d, %.1f, in place", model, share) << model << share << -1 << 0;
            QTest::addRow("%d, %.1f, staged", model, share) << model << share << staged << 0;
        }
        const int wide = static_cast<int>(DataType::Float32);
        QTest::addRow("%d, converted by the readers", model) << model << 0.2 << -1 << wide;
        QTest::addRow("%d, converted by the device", model) << model << 0.2 << staged << wide;
    }
}

void TestDeviceBudget::outputsAreTheSameBits()
{
    QFETCH(int, model);
    QFETCH(double, share);
    QFETCH(int, path);
    QFETCH(int, weights);
    BuildOptions build;
    if (weights != 0) {
        build.weightsType = static_cast<DataType>(weights);
    }
    const auto forced = path < 0 ? std::nullopt : std::optional(static_cast<LoadPath>(path));
    const std::vector<float> expected = expectedOf(m_models[model], streamed(0, forced), build);
    const auto graph = buildDemo(m_context, m_models[model], build);
    const uint64_t least = leastOf(*graph);
    const uint64_t all = graph->predict(streamed(0, forced)).deviceWeightsBytes;
    const auto budget = least + static_cast<uint64_t>(static_cast<double>(all - least) * share);
    graph->load(streamed(budget, forced))->run();
    QVERIFY(runDemo(*m_context, *graph) == expected);
    QVERIFY(runDemo(*m_context, *graph) == expected); // and again, with what is there
}

// A slow device has its steps cut into many submissions, and the first one of all reads weights that come.
void TestDeviceBudget::piecesOfStepsWaitForTheirWeights()
{
    // A table that takes longer to come than a step to begin.
    const auto model = writeSmallDemo(m_folder.path(), DemoPart::Sd15Clip, {.scale = 4});
    const std::vector<float> expected = expectedOf(model);
    const auto graph = buildDemo(m_context, model);
    m_context->internals()->workRate.set(1e6);
    graph->load(streamed(leastOf(*graph)))->run();
    for (int i = 0; i < 3; ++i) {
        QVERIFY(runDemo(*m_context, *graph) == expected);
    }
}

void TestDeviceBudget::memoryIsNeverAboveTheBudget()
{
    const auto graph = buildDemo(m_context, m_models[0]);
    const uint64_t budget = 2 * leastOf(*graph);
    const LoadPrediction prediction = graph->predict(streamed(budget));
    QVERIFY(prediction.fits);
    QVERIFY(prediction.deviceWeightsBytes <= budget);
    QVERIFY(prediction.broughtBytesPerRun > 0);
    const uint64_t before = m_context->memory().of(MemoryPurpose::Weights);
    m_context->meter()->resetPeaks();
    const auto job = graph->load(streamed(budget));
    job->run();
    QCOMPARE(job->report().onDemandBytes + prediction.residentBytes >= graph->memoryPlan().constantBytes,
        true); // places are rounded up
    static_cast<void>(runDemo(*m_context, *graph));
    static_cast<void>(runDemo(*m_context, *graph));
    size_t awayCount = 0;
    for (size_t i = 0; i < graph->constantCount(); ++i) {
        if (!graph->constantBytes(graph->constant(i))) {
            std::vector<std::byte> bytes(graph->constant(i).sizeBytes);
            EXPECT_ERROR(graph->readConstant(i, 0, bytes), ErrorKind::InvalidState, "comes and goes");
            ++awayCount;
        }
    }
    QVERIFY(awayCount > 0);
    QVERIFY(m_context->meter()->peak(MemoryPurpose::Weights) - before <= budget);
    QCOMPARE(m_context->memory().of(MemoryPurpose::Weights) - before, prediction.deviceWeightsBytes);
}

void TestDeviceBudget::aBudgetThatIsTooSmallSaysTheLeast()
{
    const auto graph = buildDemo(m_context, m_models[0]);
    const uint64_t least = leastOf(*graph);
    const LoadPrediction prediction = graph->predict(streamed(least / 2));
    QVERIFY(!prediction.fits);
    QVERIFY(!prediction.problem.empty());
    EXPECT_ERROR(graph->load(streamed(least / 2))->run(), ErrorKind::OutOfMemory,
        "A device budget of " + formatBytes(least / 2)
            + " is too small: some step reads more at once. The "
              "least that can run is "
            + formatBytes(least) + "; give " + std::to_string(ceilDivide(least, uint64_t {1024}))
            + " KiB or more, or no budget");
    graph->load(streamed(least))->run(); // which was no empty promise
    static_cast<void>(runDemo(*m_context, *graph));
}

// What comes while the graph runs has taken none of the load's time.
void TestDeviceBudget::progressCountsWhatTheLoadBrings()
{
    const auto graph = buildDemo(m_context, m_models[0]);
    const LoadOptions options = streamed(leastOf(*graph) * 2);
    {
        const auto begun = graph->load(options); // given up half-way
        for (size_t i = 0; i < graph->constantCount() / 2; ++i) {
            QVERIFY(begun->step());
        }
    }
    const auto job = graph->load(options);
    uint64_t set = 0;
    job->run({}, [&](const LoadProgress& progress) {
        QVERIFY(progress.bytesSet >= set);
        QVERIFY(progress.bytesSet <= progress.byteCount);
        set = progress.bytesSet;
    });
    uint64_t total = 0;
    uint64_t ofRuns = 0;
    for (size_t i = 0; i < graph->constantCount(); ++i) {
        total += graph->constant(i).sizeBytes;
        ofRuns += graph->comesWithRuns(i) ? graph->constant(i).sizeBytes : 0;
    }
    QVERIFY(job->report().onDemandBytes > 0);
    QCOMPARE(ofRuns, job->report().onDemandBytes);
    QCOMPARE(job->progress().bytesSet, total - job->report().onDemandBytes);
    QCOMPARE(job->progress().byteCount, job->progress().bytesSet);
    QCOMPARE(job->progress().constantsSet, graph->constantCount());
}

void TestDeviceBudget::enoughIsAsWithout()
{
    const auto graph = buildDemo(m_context, m_models[0]);
    const uint64_t all = graph->predict(streamed(0)).deviceWeightsBytes;
    const auto job = graph->load(streamed(all));
    job->run();
    QCOMPARE(job->report().onDemandBytes, uint64_t {0});
    QCOMPARE(job->report().bytesOf(LoadPath::Direct) + job->report().bytesOf(LoadPath::Staged),
        graph->memoryPlan().constantBytes);
}

void TestDeviceBudget::importedPagesCostNothing()
{
    const auto graph = buildDemo(m_context, m_models[0]);
    LoadOptions options;
    options.mode = LoadMode::ZeroCopy;
    const LoadPrediction without = graph->predict(options);
    if (without.importedBytes != graph->memoryPlan().constantBytes) {
        QSKIP("this device cannot use all pages");
    }
    options.deviceBudget = 4096;
    const LoadPrediction prediction = graph->predict(options);
    QVERIFY(prediction.fits);
    QVERIFY(prediction.isRunWhole);
    QCOMPARE(prediction.broughtBytesPerRun, uint64_t {0});
    graph->load(options)->run();
    static_cast<void>(runDemo(*m_context, *graph));
}

void TestDeviceBudget::runsFollowEachOther()
{
    // Without a stop token or a profile nobody waits between two dispatches.
    const std::vector<float> expected = expectedOf(m_models[1]);
    const auto graph = buildDemo(m_context, m_models[1]);
    graph->load(streamed(leastOf(*graph), LoadPath::Staged))->run();
    NamedTensors inputs;
    for (const GraphPort& port : graph->inputs()) {
        inputs.emplace(port.name, m_context->createTensor(port.descriptor, {.writable = true}));
    }
    std::vector<std::shared_ptr<Tensor>> results;
    std::vector<NamedTensors> outputs(4);
    for (NamedTensors& each : outputs) {
        for (const GraphPort& port : graph->outputs()) {
            each.emplace(port.name, m_context->createTensor(port.descriptor, {.readable = true}));
        }
        m_context->dispatch(*graph, inputs, each);
        results.push_back(each.begin()->second);
    }
    const std::vector<HostTensor> read = m_context->readTensors(results);
    for (const HostTensor& each : read) {
        QVERIFY(each.bytes == read.front().bytes);
    }
    QVERIFY(runDemo(*m_context, *graph) == expected);
}

void TestDeviceBudget::twoGraphsShareOneBudget()
{
    std::vector<std::shared_ptr<Graph>> graphs;
    std::vector<std::vector<float>> expected;
    uint64_t budget = 0;
    for (const auto& model : m_models) {
        expected.push_back(expectedOf(model));
        graphs.push_back(buildDemo(m_context, model));
        budget = std::max(budget, leastOf(*graphs.back()));
    }
    budget += budget / 2;
    const uint64_t before = m_context->memory().of(MemoryPurpose::Weights);
    m_context->meter()->resetPeaks();
    for (const auto& graph : graphs) {
        LoadOptions options = streamed(budget);
        options.sharesBudget = true;
        graph->load(options)->run();
    }
    for (const size_t i : {0, 1, 2, 1, 0, 0, 2}) {
        QVERIFY(runDemo(*m_context, *graphs[i]) == expected[i]);
    }
    QVERIFY(m_context->meter()->peak(MemoryPurpose::Weights) - before <= budget);
}

void TestDeviceBudget::anotherBudgetIsRefusedWhileOneIsUsed()
{
    const auto first = buildDemo(m_context, m_models[0]);
    const auto second = buildDemo(m_context, m_models[1]);
    const uint64_t least = std::max(leastOf(*first), leastOf(*second));
    first->load(streamed(least))->run();
    EXPECT_ERROR(second->load(streamed(least + 4096))->run(), ErrorKind::OutOfMemory, "share a budget");
    second->load(streamed(least))->run();
    static_cast<void>(runDemo(*m_context, *second));
}

void TestDeviceBudget::unloadingGivesTheBudgetBack()
{
    const uint64_t before = m_context->memory().of(MemoryPurpose::Weights);
    const auto graph = buildDemo(m_context, m_models[0]);
    const uint64_t least = leastOf(*graph);
    graph->load(streamed(least))->run();
    const std::vector<float> expected = runDemo(*m_context, *graph);
    graph->unload();
    QCOMPARE(m_context->memory().of(MemoryPurpose::Weights), before);
    QCOMPARE(graph->setCount(), size_t {0});
    graph->load(streamed(2 * least))->run();
    QVERIFY(runDemo(*m_context, *graph) == expected);
}

void TestDeviceBudget::aFileThatWasReplacedIsRefused()
{
    const auto folder = m_folder / "replaced";
    std::filesystem::create_directory(folder);
    const auto path = writeSmallDemo(folder, DemoPart::Sd15Clip, {.scale = 16});
    const auto graph = buildDemo(m_context, path);
    graph->load(streamed(leastOf(*graph)))->run();
    static_cast<void>(runDemo(*m_context, *graph));
    std::filesystem::path data;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        data = entry.path() != path ? entry.path() : data;
    }
    std::filesystem::rename(data, folder / "kept");
    std::ofstream(data, std::ios::binary) << std::string(std::filesystem::file_size(folder / "kept"), 'x');
    EXPECT_ERROR(runDemo(*m_context, *graph), ErrorKind::Io, data.filename().string());
    std::filesystem::remove(data);
    EXPECT_ERROR(runDemo(*m_context, *graph), ErrorKind::Io, data.filename().string());
}

void TestDeviceBudget::aStoppedRunLeavesTheGraphAsItWas()
{
    const auto graph = buildDemo(m_context, m_models[0]);
    graph->load(streamed(leastOf(*graph)))->run();
    const std::vector<float> expected = runDemo(*m_context, *graph);
    const auto [inputs, outputs] = tensorsOf(*m_context, *graph);
    for (const int milliseconds : {0, 1, 3, 10, 30}) {
        std::stop_source stop;
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            stop.request_stop();
        });
        DispatchOptions options;
        options.stopToken = stop.get_token();
        try {
            m_context->dispatch(*graph, inputs, outputs, options);
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::Cancelled);
        }
    }
    QVERIFY(runDemo(*m_context, *graph) == expected);
}

void TestDeviceBudget::aLostDeviceEndsTheRun()
{
    std::string reason;
    const auto context = openTestContext(reason);
    QVERIFY2(context, reason.c_str());
    const auto graph = buildDemo(context, m_models[2]);
    for (const std::optional<LoadPath> path : {std::optional<LoadPath>(), std::optional(LoadPath::Staged)}) {
        graph->load(streamed(leastOf(*graph), path))->run();
        static_cast<void>(runDemo(*context, *graph));
        graph->unload();
    }
    graph->load(streamed(leastOf(*graph)))->run();
    const auto [inputs, outputs] = tensorsOf(*context, *graph);
    context->dispatch(*graph, inputs, outputs);
    context->waitIdle(); // what a device that is not truly lost does goes on
    loseDevice(*context->internals()->device);
    EXPECT_ERROR(context->dispatch(*graph, inputs, outputs), ErrorKind::DeviceLost, "was lost");
    EXPECT_ERROR(context->dispatch(*graph, inputs, outputs), ErrorKind::DeviceLost, "was lost");
}

void TestDeviceBudget::constantsThatAreGoneAreNotSaved()
{
    const auto graph = buildDemo(m_context, m_models[2]);
    graph->load(streamed(leastOf(*graph)))->run();
    size_t away = 0;
    for (size_t i = 0; i < graph->constantCount(); ++i) {
        QVERIFY(graph->isSet(i));
        std::vector<std::byte> bytes(graph->constant(i).sizeBytes);
        try {
            graph->readConstant(i, 0, bytes);
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::InvalidState);
            QVERIFY(!graph->constantBytes(graph->constant(i)));
            ++away;
        }
    }
    QVERIFY(away > 0);
}

QTEST_GUILESS_MAIN(TestDeviceBudget)
#include "tst_devicebudget.moc"
