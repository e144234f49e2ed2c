// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadplan.h"
#include "engine/constants/loadprediction.h"
#include "engine/constants/transfer/transfermemory.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/constants/pagecache.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

LoadOptions streamed(LoadPath path)
{
    return optionsFor(LoadMode::Streamed, path, {.bytes = 64 * KiB, .count = 3});
}

std::vector<size_t> orderOf(const TestDevice& gpu, const LoadScene& scene, LoadMode mode, LoadOrder order)
{
    LoadOptions options = optionsFor(mode);
    options.order = order;
    LoadingJob job(gpu.device, scene.store(), options);
    std::vector<size_t> constants;
    for (bool isMore = true; isMore;) {
        isMore = job.step();
        constants.push_back(job.progress().currentConstant.value());
    }
    constants.resize(scene.count()); // the first phase of the conventional mode
    scene.store()->unload();
    return constants;
}

} // namespace

class TestLoadOptions : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void constantsComeInTheOrderAskedFor_data() { addLoadWays(loadModes); }
    void constantsComeInTheOrderAskedFor()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        scene.addConstant(DataType::Float32, 100, 8192);
        scene.addConstant(DataType::Float32, 300, 0);
        scene.addConstant(DataType::Float32, 200, 4096);
        scene.addMemoryConstant(50);
        scene.finish();
        for (const size_t index : {2, 2, 0, 1, 2}) {
            scene.store()->noteUse(index);
        }
        using Order = std::vector<size_t>;
        const auto load = [&](LoadOrder order) { return orderOf(*m_gpu, scene, way.mode, order); };
        QCOMPARE(load(LoadOrder::File), (Order {3, 1, 2, 0}));
        QCOMPARE(load(LoadOrder::Largest), (Order {1, 2, 0, 3}));
        QCOMPARE(load(LoadOrder::Execution), (Order {2, 0, 1, 3}));
    }

    void pathsAreForcedInTheirModes()
    {
        const auto modeFor = [](LoadMode mode, LoadPath path) {
            return withModeOfPath(optionsFor(mode, path)).mode;
        };
        QVERIFY(withModeOfPath(optionsFor(LoadMode::Auto)).mode == LoadMode::Auto);
        QVERIFY(modeFor(LoadMode::Auto, LoadPath::Imported) == LoadMode::ZeroCopy);
        QVERIFY(modeFor(LoadMode::Auto, LoadPath::Staged) == LoadMode::Streamed);
        QVERIFY(modeFor(LoadMode::Streamed, LoadPath::Direct) == LoadMode::Streamed);
        for (const LoadPath path : {LoadPath::Shared, LoadPath::Converted, LoadPath::Conventional}) {
            EXPECT_ERROR(
                modeFor(LoadMode::Auto, path), ErrorKind::InvalidArgument, "imported, direct and staged can");
        }
        EXPECT_ERROR(modeFor(LoadMode::Conventional, LoadPath::Staged), ErrorKind::InvalidArgument,
            "'staged' can be forced in the streamed mode, not in the conventional mode");
        EXPECT_ERROR(modeFor(LoadMode::ZeroCopy, LoadPath::Direct), ErrorKind::InvalidArgument, "'direct'");
        EXPECT_ERROR(
            modeFor(LoadMode::Streamed, LoadPath::Imported), ErrorKind::InvalidArgument, "'imported'");
    }

    // By a load and by its prediction, before anything is read.
    void anotherModesPathIsRefused()
    {
        LoadScene scene;
        scene.addConstant(DataType::Float32, 10);
        scene.finish();
        const LoadOptions options = optionsFor(LoadMode::Conventional, LoadPath::Staged);
        EXPECT_ERROR(LoadingJob(m_gpu->device, scene.store(), options), ErrorKind::InvalidArgument, "staged");
        EXPECT_ERROR(
            predictLoad(*m_gpu->device, *scene.store(), options), ErrorKind::InvalidArgument, "staged");
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(LoadMode::Auto, LoadPath::Staged));
        job.run();
        QVERIFY(job.report().mode == LoadMode::Streamed);
        QCOMPARE(job.report().bytesOf(LoadPath::Staged), uint64_t {40});
    }

    // What fits the ring is handed over without waiting for any of it.
    void stagedConstantsDoNotWaitForEachOther()
    {
        LoadScene scene;
        for (int i = 0; i < 3; ++i) {
            scene.addConstant(DataType::Float32, 1000);
        }
        scene.finish();
        LoadingJob job(m_gpu->device, scene.store(), streamed(LoadPath::Staged));
        job.run();
        QCOMPARE(job.report().stagedCopies, uint64_t {1}); // they share a slice
        QCOMPARE(job.report().stagingWaits, uint64_t {0});
        QVERIFY(scene.isLoaded(m_gpu->device));
    }

    void thousandsOfTinyConstants_data()
    {
        QTest::addColumn<LoadPath>("path");
        if (m_gpu->device->traits().hasMappedWeights) {
            QTest::newRow("direct") << LoadPath::Direct;
        }
        QTest::newRow("staged") << LoadPath::Staged;
    }
    void thousandsOfTinyConstants()
    {
        QFETCH(LoadPath, path);
        LoadScene scene;
        for (int i = 0; i < 3000; ++i) {
            scene.addConstant(DataType::Float32, 1 + i % 7);
        }
        scene.finish();
        LoadingJob job(m_gpu->device, scene.store(), streamed(path));
        job.run();
        // Side by side in a few slices.
        const uint64_t slices = ceilDivide(3000 * StagingRing::partAlignmentBytes, 64 * KiB);
        QCOMPARE(job.report().stagedCopies, path == LoadPath::Staged ? slices : uint64_t {0});
        QVERIFY(job.report().stagingPools <= 3);
        QVERIFY(job.report().hostOverheadPeakBytes <= 3 * (64 * KiB + 4096));
        for (size_t i = 0; i < scene.count(); i += 97) {
            QVERIFY(deviceContent(m_gpu->device, scene.store()->storage(i)) == scene.expected(i));
        }
    }

    // However many slices a load takes, pools are made for those that are under way.
    void poolsAreAtMostSlices_data()
    {
        QTest::addColumn<bool>("isConverted");
        QTest::newRow("copied") << false;
        QTest::newRow("converted") << true;
    }
    void poolsAreAtMostSlices()
    {
        QFETCH(bool, isConverted);
        LoadScene scene;
        scene.addConstant(DataType::Float32, 1'000'003);
        scene.addConstant(DataType::Float32, 2'000'003);
        scene.finish();
        const auto store = std::make_shared<ConstantStore>();
        for (size_t i = 0; i < scene.count(); ++i) {
            const ConstantInfo& info = scene.store()->info(i);
            store->add(std::make_shared<const ConstantInfo>(
                           isConverted ? convertedConstant(info, DataType::Float16).value() : info),
                true);
        }
        LoadingJob job(m_gpu->device, store, streamed(LoadPath::Staged));
        job.run();
        const uint64_t slices = ceilDivide(4'000'012, 64 * KiB) + ceilDivide(8'000'012, 64 * KiB);
        QVERIFY(job.report().stagedCopies >= slices - 1 && job.report().stagedCopies <= slices);
        QVERIFY(job.report().stagingPools >= 1);
        QVERIFY2(job.report().stagingPools <= 3, std::to_string(job.report().stagingPools).c_str());
        if (!isConverted) {
            QVERIFY(deviceContent(m_gpu->device, store->storage(1)) == scene.expected(1));
        }
    }

    // Large slices where everything is staged, of a ring that is as large as ever.
    void sizesFitTheDevice()
    {
        vulkan::DeviceTraits traits;
        LoadOptions options;
        const auto are = [&](uint64_t sliceBytes, unsigned sliceCount, uint64_t readBytes) {
            const StagingSizes sizes = stagingSizesFor(options, traits);
            return sizes.sliceBytes == sliceBytes && sizes.sliceCount == sliceCount
                && sizes.readBytes == readBytes;
        };
        QVERIFY(are(4 * MiB, 8, 1 * MiB));
        traits.hasMappedWeights = true;
        QVERIFY(are(1 * MiB, 32, 1 * MiB));
        options.forcedPath = LoadPath::Staged;
        QVERIFY(are(4 * MiB, 8, 1 * MiB));
        options.sliceCount = 5;
        QVERIFY(are(4 * MiB, 5, 1 * MiB));
        options.sliceBytes = 8 * MiB;
        QVERIFY(are(8 * MiB, 5, 8 * MiB));
        options.sliceCount = 0;
        QVERIFY(are(8 * MiB, 32, 8 * MiB));
    }

    void droppingLeavesNoPagesBehind_data() { thousandsOfTinyConstants_data(); }
    void droppingLeavesNoPagesBehind()
    {
        QFETCH(LoadPath, path);
        LoadScene scene;
        scene.addConstant(DataType::UInt8, 3);
        scene.addConstant(DataType::UInt8, 5000001);
        for (int i = 0; i < 300; ++i) {
            scene.addConstant(DataType::UInt8, 777);
        }
        scene.finish();
        if (!canDropPages(scene.dataPath())) {
            QSKIP("this system does not drop cached pages of the temporary folder's files");
        }
        LoadOptions options = streamed(path);
        for (const bool drops : {false, true}) {
            readThroughCache(scene.dataPath());
            const size_t before = residentPages(scene.dataPath());
            QVERIFY(before > 1000);
            options.dropsPageCache = drops;
            LoadingJob(m_gpu->device, scene.store(), options).run();
            scene.store()->unload();
            const size_t after = residentPages(scene.dataPath());
            // The system takes pages back for reasons of its own, too: of those that were not dropped a few
            // may be gone.
            QVERIFY2(drops ? after == 0 : after > before - before / 10,
                qPrintable(QStringLiteral("dropping %1: %2 of %3 pages").arg(drops).arg(after).arg(before)));
        }
    }

private:
    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestLoadOptions)
#include "tst_loadoptions.moc"
