// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadingjob.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <atomic>
#include <filesystem>
#include <fstream>

using namespace weightless;
using namespace weightless::testing;

namespace {

LoadOptions streamed(std::optional<LoadPath> path = {})
{
    LoadOptions options;
    options.mode = LoadMode::Streamed;
    options.forcedPath = path;
    options.sliceBytes = 16 * KiB;
    return options;
}

void addSeveral(LoadScene& scene)
{
    for (int i = 0; i < 6; ++i) {
        scene.addConstant(DataType::Float32, 30000);
    }
    scene.finish();
}

} // namespace

class TestLoadFaults : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        std::string reason;
        vulkan::DeviceOptions options;
        options.failAllocation = [this](uint64_t) { return m_allowedAllocations-- <= 0; };
        m_gpu = TestDevice::open(reason, std::move(options));
        if (!m_gpu) {
            QVERIFY2(!TestDevice::isRequired(), reason.c_str());
            QSKIP(reason.c_str());
        }
    }
    void init() { m_allowedAllocations = 1000000; }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void aMissingFileIsNamed()
    {
        LoadScene scene;
        addSeveral(scene);
        std::filesystem::remove(scene.dataPath());
        LoadingJob job(m_gpu->device, scene.store(), streamed());
        EXPECT_ERROR(
            job.run(), ErrorKind::Io, "Constant 'w0' (float32[30000], weights.bin @ 0) was not set: Cannot");
    }

    void aChangedFileIsRefused_data()
    {
        QTest::addColumn<int>("mode");
        QTest::newRow("streamed") << static_cast<int>(LoadMode::Streamed);
        QTest::newRow("zero-copy") << static_cast<int>(LoadMode::ZeroCopy);
        QTest::newRow("conventional") << static_cast<int>(LoadMode::Conventional);
    }
    void aChangedFileIsRefused()
    {
        QFETCH(int, mode);
        LoadScene scene;
        addSeveral(scene);
        std::filesystem::resize_file(scene.dataPath(), 1000);
        LoadOptions options = streamed();
        options.mode = static_cast<LoadMode>(mode);
        LoadingJob job(m_gpu->device, scene.store(), options);
        EXPECT_ERROR(job.run(), ErrorKind::Io, "changed or replaced since it was opened");
        QCOMPARE(scene.store()->setCount(), size_t {0});
    }

    // Part of it was read before, part after: the load does not end well.
    void aFileChangedWhileItIsReadIsNoticed_data() { aChangedFileIsRefused_data(); }
    void aFileChangedWhileItIsReadIsNoticed()
    {
        QFETCH(int, mode);
        LoadScene scene;
        addSeveral(scene);
        LoadOptions options = streamed();
        options.mode = static_cast<LoadMode>(mode);
        LoadingJob job(m_gpu->device, scene.store(), options);
        QVERIFY(job.step());
        QTest::qSleep(20); // beyond the grain of the system's clock for files
        std::fstream(scene.dataPath(), std::ios::in | std::ios::out | std::ios::binary) << "other";
        EXPECT_ERROR(job.run(), ErrorKind::Io, "changed or replaced since it was opened");
        QVERIFY(scene.store()->setCount() < scene.count());
    }

    void afterTheFileIsBackTheJobGoesOn_data() { aChangedFileIsRefused_data(); }
    void afterTheFileIsBackTheJobGoesOn()
    {
        QFETCH(int, mode);
        LoadScene scene;
        addSeveral(scene);
        LoadOptions options = streamed();
        options.mode = static_cast<LoadMode>(mode);
        LoadingJob job(m_gpu->device, scene.store(), options);
        const auto elsewhere = scene.dataPath().parent_path() / "elsewhere";
        std::filesystem::rename(scene.dataPath(), elsewhere);
        EXPECT_ERROR(job.run(), ErrorKind::Io, "weights.bin': No such file or directory (errno 2)");
        QCOMPARE(scene.store()->setCount(), size_t {0});
        std::filesystem::rename(elsewhere, scene.dataPath());
        job.run();
        QCOMPARE(scene.store()->setCount(), scene.count());
        for (size_t i = 0; i < scene.count(); ++i) {
            QVERIFY(deviceContent(m_gpu->device, scene.store()->storage(i)) == scene.expected(i));
        }
    }

    // At every moment, as the device's allocations and the steps give them: the job ends, and goes on.
    void cancelledAnywhereTheJobGoesOn_data() { everyAllocationMayFail_data(); }
    void cancelledAnywhereTheJobGoesOn()
    {
        QFETCH(int, mode);
        QFETCH(int, path);
        LoadScene scene;
        addSeveral(scene);
        LoadOptions options = streamed(path < 0 ? std::nullopt : std::optional(static_cast<LoadPath>(path)));
        options.mode = static_cast<LoadMode>(mode);
        LoadingJob job(m_gpu->device, scene.store(), options);
        size_t cancelled = 0;
        for (bool isMore = true; isMore;) {
            std::stop_source stop;
            stop.request_stop();
            const size_t before = scene.store()->setCount();
            EXPECT_ERROR(job.step(stop.get_token()), ErrorKind::Cancelled, "cancelled");
            QCOMPARE(scene.store()->setCount(), before);
            ++cancelled;
            isMore = job.step();
        }
        QVERIFY(cancelled >= scene.count());
        for (size_t i = 0; i < scene.count(); ++i) {
            QVERIFY(deviceContent(m_gpu->device, scene.store()->storage(i)) == scene.expected(i));
        }
    }

    void whatIsSetStaysSetAndLoadingResumes()
    {
        LoadScene scene;
        addSeveral(scene);
        {
            LoadingJob job(m_gpu->device, scene.store(), streamed());
            QVERIFY(job.step());
            QVERIFY(job.step());
        }
        QCOMPARE(scene.store()->setCount(), size_t {2});
        LoadingJob(m_gpu->device, scene.store(), streamed(LoadPath::Staged)).run();
        for (size_t i = 0; i < scene.count(); ++i) {
            QVERIFY(deviceContent(m_gpu->device, scene.store()->storage(i)) == scene.expected(i));
        }
    }

    void aCancelledStepIsTriedAgain_data() { aChangedFileIsRefused_data(); }
    void aCancelledStepIsTriedAgain()
    {
        QFETCH(int, mode);
        LoadScene scene;
        addSeveral(scene);
        LoadOptions options = streamed();
        options.mode = static_cast<LoadMode>(mode);
        LoadingJob job(m_gpu->device, scene.store(), options);
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(job.run(stop.get_token()), ErrorKind::Cancelled, "cancelled");
        QCOMPARE(scene.store()->setCount(), size_t {0});
        job.run();
        QCOMPARE(scene.store()->setCount(), scene.count());
        for (size_t i = 0; i < scene.count(); ++i) {
            QVERIFY(deviceContent(m_gpu->device, scene.store()->storage(i)) == scene.expected(i));
        }
    }

    // Out of memory at the n-th allocation, for every n until the load succeeds; then everything is right.
    void everyAllocationMayFail_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("path");
        QTest::newRow("streamed") << static_cast<int>(LoadMode::Streamed) << -1;
        QTest::newRow("staged") << static_cast<int>(LoadMode::Streamed) << static_cast<int>(LoadPath::Staged);
        QTest::newRow("conventional") << static_cast<int>(LoadMode::Conventional) << -1;
    }
    void everyAllocationMayFail()
    {
        QFETCH(int, mode);
        QFETCH(int, path);
        LoadScene scene;
        addSeveral(scene);
        LoadOptions options = streamed(path < 0 ? std::nullopt : std::optional(static_cast<LoadPath>(path)));
        options.mode = static_cast<LoadMode>(mode);
        int failures = 0;
        for (int allowed = 0; scene.store()->setCount() < scene.count(); ++allowed) {
            QVERIFY(allowed < 100);
            m_allowedAllocations = allowed;
            LoadingJob job(m_gpu->device, scene.store(), options);
            const auto error = test::errorOf([&] { job.run(); });
            if (error) {
                QVERIFY2(error->kind() == ErrorKind::OutOfMemory, error->what());
                ++failures;
            }
        }
        m_allowedAllocations = 1000000;
        QVERIFY(failures > 0);
        for (size_t i = 0; i < scene.count(); ++i) {
            QVERIFY(deviceContent(m_gpu->device, scene.store()->storage(i)) == scene.expected(i));
        }
        scene.store()->unload();
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), uint64_t {0});
        QCOMPARE(m_gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
    }

    void forcedPathsDoNotFallBack()
    {
        LoadScene scene;
        scene.addConstant(DataType::UInt8, 1);
        scene.addConstant(DataType::Float32, 1000); // at offset 1
        scene.finish();
        LoadOptions options = streamed(LoadPath::Imported);
        options.mode = LoadMode::ZeroCopy;
        LoadingJob job(m_gpu->device, scene.store(), options);
        EXPECT_ERROR(job.run(), ErrorKind::Unsupported, "'w1' cannot be imported");
    }

    void encodedDataOfTheWrongLengthIsRefused()
    {
        LoadScene scene;
        scene.addVarintConstant(std::vector<int64_t>(2000, 5));
        scene.finish();
        ConstantInfo info = scene.store()->info(0);
        const auto storeOf = [&](int64_t elements) {
            auto changed = std::make_shared<ConstantInfo>(info);
            changed->descriptor.shape = {elements};
            changed->sizeBytes = static_cast<uint64_t>(elements) * 8;
            auto store = std::make_shared<ConstantStore>();
            store->add(std::move(changed), true);
            return store;
        };
        EXPECT_ERROR(LoadingJob(m_gpu->device, storeOf(2001), streamed()).run(), ErrorKind::InvalidArgument,
            "has 2000 elements, its shape needs 2001");
        EXPECT_ERROR(LoadingJob(m_gpu->device, storeOf(1999), streamed()).run(), ErrorKind::InvalidArgument,
            "more than the 1999 elements its shape needs");
    }

private:
    std::atomic<int> m_allowedAllocations {1000000};
    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestLoadFaults)
#include "tst_loadfaults.moc"
