// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/memory/processmemory.h"
#include "engine/runtime/uploads.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/runtime/demoscene.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

// The address sanitizer keeps what was freed for a while, to see who still uses it: 256 MiB, and some for
// each thread.
#ifdef __SANITIZE_ADDRESS__
constexpr uint64_t keptBySanitizer = 320 * MiB;
#else
constexpr uint64_t keptBySanitizer = 0;
#endif

} // namespace

// What loads are said to need, what they take, and what they give back.
class TestLoadAccounts : public ContextTest {
    Q_OBJECT

private:
    void prepare() override
    {
        m_external = writeSmallDemo(m_folder.path(), DemoPart::Sd15Clip, {.scale = 8});
    }

private slots:
    void predictionsComeTrue_data()
    {
        QTest::addColumn<int>("part");
        QTest::addColumn<bool>("isInline");
        QTest::addColumn<LoadWay>("way");
        QTest::addColumn<int>("weights");
        for (const DemoPart part : {DemoPart::Sd15Unet, DemoPart::Sd15Vae, DemoPart::Sd15Clip}) {
            const std::string name(demoPartName(part));
            const auto add = [&](const LoadWay& way, DataType weights = DataType::Undefined,
                                 bool isInline = false) {
                QTest::addRow("%s, %s", name.c_str(), way.name)
                    << static_cast<int>(part) << isInline << way << static_cast<int>(weights);
            };
            add({"streamed", LoadMode::Streamed});
            add({"staged", LoadMode::Streamed, LoadPath::Staged});
            add({"zero-copy", LoadMode::ZeroCopy});
            add({"zero-copy of one file", LoadMode::ZeroCopy}, DataType::Undefined, true);
            add({"conventional", LoadMode::Conventional});
            add({"widened by the device", LoadMode::Streamed, LoadPath::Staged}, DataType::Float32);
            add({"widened by the readers", LoadMode::Streamed}, DataType::Float32);
            add({"widened, conventional", LoadMode::Conventional}, DataType::Float32);
        }
    }

    void predictionsComeTrue()
    {
        QFETCH(int, part);
        QFETCH(bool, isInline);
        QFETCH(LoadWay, way);
        QFETCH(int, weights);
        const auto file =
            writeSmallDemo(m_folder.path(), static_cast<DemoPart>(part), {.scale = 16, .isInline = isInline});
        BuildOptions build;
        if (weights != static_cast<int>(DataType::Undefined)) {
            build.weightsType = static_cast<DataType>(weights);
        }
        const auto graph = buildDemo(m_context, file, build);
        const LoadOptions options = optionsFor(way, {.bytes = 256 * KiB, .readers = 1});
        const LoadPrediction prediction = graph->predict(options);
        QVERIFY(prediction.fits);
        const auto job = graph->load(options);
        job->run();
        const MemorySnapshot held = m_context->memory();
        requireClose("device weights", prediction.deviceWeightsBytes,
            held.of(MemoryPurpose::Weights) - held.importedBytes);
        requireClose("imported", prediction.importedBytes, held.importedBytes);
        requireClose("host overhead", prediction.hostOverheadBytes, job->report().hostOverheadPeakBytes);
        QCOMPARE(held.of(MemoryPurpose::Activations), uint64_t {0});

        NamedTensors inputs;
        NamedTensors outputs;
        for (const GraphPort& port : graph->inputs()) {
            inputs[port.name] = m_context->createTensor(port.descriptor);
        }
        for (const GraphPort& port : graph->outputs()) {
            outputs[port.name] = m_context->createTensor(port.descriptor);
        }
        m_context->dispatch(*graph, inputs, outputs);
        m_context->waitIdle();
        requireClose("activations", prediction.deviceActivationsBytes,
            m_context->memory().of(MemoryPurpose::Activations));
    }

    // A load that does not go on may hold copies back that nobody has asked for yet.
    void whatIsSetIsThereWhoeverSetTheRest()
    {
        const LoadOptions staged = optionsFor({"staged", LoadMode::Streamed, LoadPath::Staged});
        const auto whole = buildDemo(m_context, m_external);
        whole->load(staged)->run();
        const std::vector<float> expected = runDemo(*m_context, *whole);
        for (const bool setsByHand : {false, true}) {
            const auto graph = buildDemo(m_context, m_external);
            const auto job = graph->load(staged);
            job->step();
            job->step();
            QCOMPARE(graph->setCount(), size_t {2});
            for (size_t i = 0; i < graph->constantCount(); ++i) {
                std::vector<std::byte> right(graph->constant(i).sizeBytes);
                whole->readConstant(i, 0, right);
                if (graph->isSet(i)) { // already: those two are on their way
                    std::vector<std::byte> read(right.size());
                    graph->readConstant(i, 0, read);
                    QVERIFY2(read == right, graph->constant(i).name.c_str());
                } else if (setsByHand) {
                    graph->setConstantData(i, right);
                }
            }
            if (!setsByHand) {
                graph->load(staged)->run();
            }
            QVERIFY(runDemo(*m_context, *graph) == expected);
        }
    }

    // One for each constant, none of which ends.
    void unfinishedLoadsAreWaitedForByARun()
    {
        const LoadOptions staged = optionsFor({"staged", LoadMode::Streamed, LoadPath::Staged});
        const auto whole = buildDemo(m_context, m_external);
        whole->load(staged)->run();
        const std::vector<float> expected = runDemo(*m_context, *whole);
        const auto graph = buildDemo(m_context, m_external);
        std::vector<std::unique_ptr<LoadingJob>> jobs;
        while (graph->setCount() + 1 < graph->constantCount()) {
            jobs.push_back(graph->load(staged));
            jobs.back()->step();
        }
        const size_t last = graph->unsetConstants().front();
        std::vector<std::byte> bytes(graph->constant(last).sizeBytes);
        whole->readConstant(last, 0, bytes);
        graph->setConstantData(last, bytes);
        QVERIFY(runDemo(*m_context, *graph) == expected);
    }

    void twoHundredCyclesLeaveNothing()
    {
        const auto graph = buildDemo(m_context, m_external);
        const auto cycle = [&](int i) {
            LoadOptions options;
            options.mode = i % 2 == 0 ? LoadMode::Streamed : LoadMode::ZeroCopy;
            if (i % 4 == 2) {
                options.forcedPath = LoadPath::Staged;
            }
            graph->load(options)->run();
            if (i % 20 == 0) {
                std::ignore = runDemo(*m_context, *graph);
            }
            graph->unload();
        };
        for (int i = 0; i < 20; ++i) {
            cycle(i); // pools of the driver and the allocator fill
        }
        const MemorySnapshot before = m_context->memory();
        const uint64_t residentBefore = processMemory().residentBytes();
        for (int i = 0; i < 200; ++i) {
            cycle(i);
        }
        const MemorySnapshot after = m_context->memory();
        QVERIFY(before.bytes == after.bytes);
        QCOMPARE(after.of(MemoryPurpose::Weights), uint64_t {0});
        QCOMPARE(after.hostOverheadBytes(), before.hostOverheadBytes());
        QVERIFY(
            before.hostOverheadBytes() <= Uploads::mostSlots * Uploads::mostSlotBytes); // of a card's inputs
        const uint64_t resident = processMemory().residentBytes();
        QVERIFY2(resident <= residentBefore + 24 * MiB + keptBySanitizer,
            std::to_string((resident - residentBefore) / MiB).c_str());
    }

    void graphsOfOneModelShareItsWeights()
    {
        const auto first = buildDemo(m_context, m_external);
        const auto second = buildDemo(m_context, m_external);
        const LoadOptions options = optionsFor(LoadMode::Streamed);
        first->load(options)->run();
        const uint64_t held = m_context->memory().of(MemoryPurpose::Weights);
        const std::vector<float> expected = runDemo(*m_context, *first);
        QCOMPARE(second->predict(options).deviceWeightsBytes, uint64_t {0});
        second->load(options)->run();
        QCOMPARE(m_context->memory().of(MemoryPurpose::Weights), held);
        first->unload();
        QVERIFY(runDemo(*m_context, *second) == expected);
        QCOMPARE(m_context->memory().of(MemoryPurpose::Weights), held);
        second->unload();
        QCOMPARE(m_context->memory().of(MemoryPurpose::Weights), uint64_t {0});
    }

    // One constant that is set beside a load is no measurement of its own.
    void aSingleConstantLeavesThePeaks()
    {
        const auto graph = buildDemo(m_context, m_external);
        graph->load(optionsFor(LoadMode::Conventional))->run();
        const uint64_t peak = m_context->meter()->peak(MemoryPurpose::Host);
        QVERIFY(peak > m_context->memory().of(MemoryPurpose::Host));

        GraphBuilder builder(m_context);
        const TensorDescriptor descriptor {DataType::Float32, {4}};
        const Operand w = builder.constant(descriptor, "w");
        const std::pair<std::string, Operand> outputs[] {
            {"y", builder.node("Add", {builder.input("x", descriptor), w})}};
        const auto sum = builder.build(outputs);
        const auto bytes = std::make_shared<const std::vector<std::byte>>(16, std::byte {1});
        sum->setConstantData(w, ConstantSource {MemoryRange {bytes, 0, 16}});
        QCOMPARE(sum->unsetConstants().size(), size_t {0});
        QCOMPARE(m_context->meter()->peak(MemoryPurpose::Host), peak);
    }

    // What another load had when this one began is gone again before it takes as much.
    void loadsTakeTurns()
    {
        const auto first = buildDemo(m_context, m_external);
        const auto second = buildDemo(m_context, m_external);
        const auto third = buildDemo(m_context, m_external);
        const LoadOptions options = optionsFor(LoadMode::Streamed);
        const uint64_t predicted = second->predict(options).hostOverheadBytes;
        auto before = first->load(optionsFor(LoadMode::Conventional));
        const uint64_t held = m_context->memory().hostOverheadBytes();
        while (m_context->memory().hostOverheadBytes() <= held + predicted) {
            QVERIFY(before->step());
        }
        const auto job = second->load(options);
        job->step();
        before.reset();
        third->load(options)->step(); // begins to measure anew
        job->run();
        QVERIFY2(job->report().hostOverheadPeakBytes <= predicted,
            std::to_string(job->report().hostOverheadPeakBytes).c_str());
    }

    // In the order of execution what the first layers need is there first.
    void constantsComeAsTheyAreNeeded()
    {
        const auto graph = buildDemo(m_context, m_external);
        LoadOptions options;
        options.order = LoadOrder::Execution;
        const auto job = graph->load(options);
        job->step();
        const std::string& name = graph->constant(job->progress().currentConstant.value()).name;
        QVERIFY2(name.find("embedding") != std::string::npos, name.c_str());
    }

private:
    static void requireClose(const char* what, uint64_t predicted, uint64_t measured)
    {
        const auto slack = static_cast<double>(measured) * 0.05 + 1024;
        QVERIFY2(std::abs(static_cast<double>(predicted) - static_cast<double>(measured)) <= slack,
            qPrintable(QStringLiteral("%1: %2 predicted, %3 measured")
                           .arg(QLatin1String(what))
                           .arg(predicted)
                           .arg(measured)));
    }

    test::TemporaryFolder m_folder;
    std::filesystem::path m_external;
};

QTEST_GUILESS_MAIN(TestLoadAccounts)
#include "tst_loadaccounts.moc"
