// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/import/importwindows.h"
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadprediction.h"
#include "engine/memory/processmemory.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/constants/sparsescene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

using Windows = std::vector<ByteRange>;

} // namespace

class TestBigFiles : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void windowsHoldEveryRangeWhole()
    {
        const ImportLimits limits {1 << 20, 64, 1024};
        QVERIFY(planImportWindows({}, limits, 0).empty());
        QCOMPARE(planImportWindows({{150, 250}, {20, 150}}, limits, 0), (Windows {{0, 256}}));
        // The second begins where the first range that no longer fits begins.
        QCOMPARE(planImportWindows({{0, 700}, {750, 1025}, {1025, 1100}}, limits, 0),
            (Windows {{0, 704}, {704, 1152}}));
        // Ranges that lie in each other, and one that is just as large as a window.
        QCOMPARE(planImportWindows({{0, 1024}, {200, 300}, {990, 1100}}, limits, 0),
            (Windows {{0, 1024}, {960, 1152}}));
        // Too large for a window, and behind the mapped pages.
        QCOMPARE(planImportWindows({{50, 1050}, {1100, 1200}, {(1 << 20) - 50, (1 << 20) + 1}}, limits, 0),
            (Windows {{1088, 1216}}));
    }

    void windowsDoNotReachOverGaps()
    {
        const ImportLimits limits {1 << 20, 64, 1 << 14};
        QCOMPARE(planImportWindows({{0, 128}, {640, 704}, {1280, 1344}}, limits, 512),
            (Windows {{0, 704}, {1280, 1344}}));
    }

    // Random ranges: each is in a window, every window is aligned and small enough.
    void windowsOfManyRanges()
    {
        const ImportLimits limits {1 << 20, 64, 5 << 10};
        std::vector<ByteRange> ranges;
        uint64_t state = 1;
        for (int i = 0; i < 2000; ++i) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            const uint64_t begin = (state >> 40) % (1 << 19);
            ranges.push_back({begin, begin + 1 + (state >> 33) % 900});
        }
        const Windows windows = planImportWindows(ranges, limits, 1024);
        for (const ByteRange& window : windows) {
            QVERIFY(window.beginBytes % 64 == 0 && window.endBytes % 64 == 0);
            QVERIFY(window.endBytes - window.beginBytes <= limits.windowBytes);
        }
        for (const ByteRange& range : ranges) {
            QVERIFY(std::ranges::any_of(windows, [&](const ByteRange& window) {
                return range.beginBytes >= window.beginBytes && range.endBytes <= window.endBytes;
            }));
        }
        QVERIFY(windows.size() < 300);
    }

    void twentyGigabytesAreBoundInPlace()
    {
        if (m_gpu->device->traits().maxAllocationBytes < 4 * GiB) {
            QSKIP("this device binds no constant of 3 GiB");
        }
        SparseScene scene;
        for (uint64_t i = 0; i < 7; ++i) {
            scene.addConstant(
                i * 3 * GiB - i * 100, 3 * GiB - 200); // each beyond 2 GiB, one crosses each 4 GiB
        }
        scene.finish(21 * GiB);
        const uint64_t total = scene.store()->totalBytes();
        QVERIFY(total > 20'000'000'000u);
        const LoadOptions options = optionsFor(LoadMode::ZeroCopy, LoadPath::Imported);
        const LoadPrediction prediction = predictLoad(*m_gpu->device, *scene.store(), options);
        QCOMPARE(prediction.importedBytes, total);
        QVERIFY(prediction.fits);
        LoadingJob job(m_gpu->device, scene.store(), options);
        job.run();
        QCOMPARE(job.report().bytesOf(LoadPath::Imported), total);
        QCOMPARE(m_gpu->meter->snapshot().importedBytes, total);
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), total);
        QCOMPARE(job.report().hostOverheadPeakBytes, uint64_t {0});
        for (size_t i = 0; i < 7; ++i) {
            requireMarks(scene, i);
        }
    }

    // Nothing that is not bound counts: headers, gaps, the graph in a single file.
    void onlyBoundBytesAreCounted()
    {
        SparseScene scene;
        scene.addConstant(10 * MiB, 4 * MiB);
        scene.addConstant(100 * MiB, 4 * MiB);
        scene.addConstant(100 * MiB, 4 * MiB); // the same bytes again
        scene.finish(300 * MiB);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(LoadMode::ZeroCopy, LoadPath::Imported));
        QVERIFY(job.step());
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), 4 * MiB);
        job.run();
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), 8 * MiB);
        scene.store()->unload();
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), uint64_t {0});
        QCOMPARE(m_gpu->meter->snapshot().importedBytes, uint64_t {0});
    }

    void moreThanOneBufferHoldsIsRefusedByName()
    {
        const uint64_t tooLarge = alignUp(m_gpu->device->traits().maxAllocationBytes + 1, 4096);
        if (m_gpu->device->traits().type != vulkan::DeviceType::Software || tooLarge > 8 * GiB) {
            QSKIP("the limit of this device is beyond what the test can make");
        }
        SparseScene scene;
        scene.addConstant(0, 1 * MiB);
        scene.addConstant(1 * MiB, tooLarge);
        scene.finish(1 * MiB + tooLarge);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(LoadMode::ZeroCopy));
        EXPECT_ERROR(job.run(), ErrorKind::Unsupported, "Constant 'w1' (uint8[");
        QVERIFY(scene.store()->isSet(0)); // what could be set is
        EXPECT_ERROR(job.run(), ErrorKind::Unsupported, "allows in one buffer");
    }

    void moreThanTwoGigabytesAreStreamed_data()
    {
        QTest::addColumn<LoadPath>("path");
        if (m_gpu->device->traits().hasMappedWeights) {
            QTest::newRow("direct") << LoadPath::Direct;
        }
        QTest::newRow("staged") << LoadPath::Staged;
    }
    void moreThanTwoGigabytesAreStreamed()
    {
        QFETCH(LoadPath, path);
        if (availableSystemMemoryBytes() < 6 * GiB) {
            QSKIP("less than 6 GiB of memory are free");
        }
        if (m_gpu->device->traits().type != vulkan::DeviceType::Software
            && m_gpu->device->traits().maxAllocationBytes < 3 * GiB) {
            QSKIP("this device holds no constant of 2 GiB");
        }
        SparseScene scene;
        scene.addConstant(0, 1000);
        scene.addConstant(1000, 2 * GiB + 5 * MiB + 1);
        scene.finish(3 * GiB);
        LoadOptions options = optionsFor(LoadMode::Streamed, path);
        options.dropsPageCache = true;
        LoadingJob job(m_gpu->device, scene.store(), options);
        job.run();
        QVERIFY(job.report().hostOverheadPeakBytes <= 32 * MiB + 4096);
        requireMarks(scene, 0);
        requireMarks(scene, 1);
    }

    // More files than the system gives handles for by default, each with one constant.
    void oneFilePerConstant_data() { addLoadWays(loadModes); }
    void oneFilePerConstant()
    {
        QFETCH(LoadWay, way);
        constexpr size_t count = 1200;
        test::TemporaryFolder folder;
        const auto store = std::make_shared<ConstantStore>();
        const auto contentOfFile = [](size_t i) {
            return std::string(1000, static_cast<char>('a' + i % 26));
        };
        for (size_t i = 0; i < count; ++i) {
            const auto path = folder.write("w" + std::to_string(i), contentOfFile(i));
            auto info = std::make_shared<ConstantInfo>();
            info->name = "w" + std::to_string(i);
            info->descriptor = {DataType::Float32, {250}};
            info->sizeBytes = 1000;
            info->source.range = FileRange {
                std::make_shared<const FileReference>(FileReference {path, File::identityOf(path)}), 0, 1000};
            store->add(std::move(info), true);
        }
        const LoadOptions options = optionsFor(way);
        const LoadPrediction prediction = predictLoad(*m_gpu->device, *store, options);
        LoadingJob job(m_gpu->device, store, options);
        job.run();
        QCOMPARE(job.report().bytesOf(LoadPath::Imported), prediction.importedBytes);
        for (size_t i = 0; i < count; i += 37) {
            QVERIFY(deviceContent(m_gpu->device, store->storage(i)) == contentOfFile(i));
        }
    }

private:
    void requireMarks(const SparseScene& scene, size_t index) const
    {
        const ConstantStorage storage = scene.store()->storage(index);
        const uint64_t size = storage.range.sizeBytes;
        const auto at = [&](uint64_t offset) {
            return deviceContent(
                m_gpu->device, {storage.range.part(offset, SparseScene::markBytes), storage.mapping});
        };
        QCOMPARE(at(0), SparseScene::beginMark(index));
        QCOMPARE(at(size - SparseScene::markBytes), SparseScene::endMark(index));
    }

    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestBigFiles)
#include "tst_bigfiles.moc"
