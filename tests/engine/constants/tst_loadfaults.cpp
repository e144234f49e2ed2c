// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadprediction.h"
#include "engine/vulkan/filepages.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/losedevice.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#ifdef Q_OS_LINUX
#include <csignal>
#endif
#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

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

// Reads as 'd's, until it does not.
class FailingDisk final : public ByteSource {
public:
    std::atomic<uint64_t> failsAtByte {UINT64_MAX};

    [[nodiscard]] std::string name() const override { return "disk.bin"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return 300'000; }
    void readAt(uint64_t offset, std::span<std::byte> target, const std::stop_token&) const override
    {
        if (offset <= failsAtByte && failsAtByte < offset + target.size()) {
            throw Error(ErrorKind::Io,
                "Cannot read 'disk.bin' at byte " + std::to_string(offset)
                    + ": Input/output error (errno 5)");
        }
        std::ranges::fill(target, std::byte {'d'});
    }
    void checkUnchanged() const override { }
};

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
        WEIGHTLESS_NEEDS_DEVICE(m_gpu, reason.c_str());
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
#ifdef Q_OS_WIN
        QSKIP("what is open can be neither written nor replaced there");
#endif
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

    // It may be the same, and may have been written to with its time put back: who opens it again knows.
    void aFileThatWasAwayIsToBeOpenedAgain_data()
    {
        aChangedFileIsRefused_data();
    }
    void aFileThatWasAwayIsToBeOpenedAgain()
    {
        QFETCH(int, mode);
        LoadScene scene;
        addSeveral(scene);
        LoadOptions options = streamed();
        options.mode = static_cast<LoadMode>(mode);
        LoadingJob job(m_gpu->device, scene.store(), options);
        const auto elsewhere = scene.dataPath().parent_path() / "elsewhere";
        std::filesystem::rename(scene.dataPath(), elsewhere);
        EXPECT_ERROR(job.run(), ErrorKind::Io, "weights.bin': ");
        QCOMPARE(scene.store()->setCount(), size_t {0});
        std::filesystem::rename(elsewhere, scene.dataPath());
        EXPECT_ERROR(
            job.run(), ErrorKind::Io, "changed or replaced since it was opened; open the model again");
        QCOMPARE(scene.store()->setCount(), size_t {0});
    }

    // Whoever owned the file took the right to read it away: the system's own words. When it is given back,
    // the model is to be opened again, as above.
    void aLostPermissionIsNamed_data()
    {
        aChangedFileIsRefused_data();
    }
    void aLostPermissionIsNamed()
    {
#ifdef Q_OS_UNIX
        QFETCH(int, mode);
        LoadScene scene;
        addSeveral(scene);
        LoadOptions options = streamed();
        options.mode = static_cast<LoadMode>(mode);
        LoadingJob job(m_gpu->device, scene.store(), options);
        std::filesystem::permissions(scene.dataPath(), std::filesystem::perms::none);
        const bool isRoot = ::geteuid() == 0; // who may read everything
        if (isRoot) {
            QCOMPARE(::seteuid(65534), 0);
        }
        const auto error = test::errorOf([&] { job.run(); });
        if (isRoot) {
            QCOMPARE(::seteuid(0), 0);
        }
        QVERIFY(error && error->kind() == ErrorKind::Io);
        QVERIFY2(error->message().find("weights.bin': Permission denied (errno 13)") != std::string::npos,
            error->what());
        QCOMPARE(scene.store()->setCount(), size_t {0});
        std::filesystem::permissions(scene.dataPath(), std::filesystem::perms::owner_read);
        EXPECT_ERROR(
            job.run(), ErrorKind::Io, "changed or replaced since it was opened; open the model again");
#else
        QSKIP("permissions are another matter on this system");
#endif
    }

    // The disk fails in the middle of a constant: what was set stays, and the constant is tried again.
    void aDiskErrorNamesTheConstantAndCanBeRetried_data()
    {
        aChangedFileIsRefused_data();
    }
    void aDiskErrorNamesTheConstantAndCanBeRetried()
    {
        QFETCH(int, mode);
        const auto disk = std::make_shared<FailingDisk>();
        const auto store = std::make_shared<ConstantStore>();
        for (uint64_t i = 0; i < 3; ++i) {
            auto info = std::make_shared<ConstantInfo>();
            info->name = "w" + std::to_string(i);
            info->descriptor = {DataType::UInt8, {100'000}};
            info->sizeBytes = 100'000;
            info->source.range = ResourceRange {disk, i * 100'000, 100'000};
            store->add(std::move(info), true);
        }
        LoadOptions options = streamed();
        options.mode = static_cast<LoadMode>(mode);
        LoadingJob job(m_gpu->device, store, options);
        disk->failsAtByte = 150'000;
        EXPECT_ERROR(job.run(), ErrorKind::Io,
            "Constant 'w1' (uint8[100000], disk.bin @ 100000) was not set: Cannot read 'disk.bin' at byte ");
        const size_t setBefore = store->setCount();
        QCOMPARE(setBefore, options.mode == LoadMode::Conventional ? size_t {0} : size_t {1});
        disk->failsAtByte = UINT64_MAX;
        job.run();
        for (size_t i = 0; i < 3; ++i) {
            QCOMPARE(deviceContent(m_gpu->device, store->storage(i)), std::string(100'000, 'd'));
        }
    }

    void aLostDeviceEndsTheLoad_data()
    {
        everyAllocationMayFail_data();
    }
    void aLostDeviceEndsTheLoad()
    {
        QFETCH(int, mode);
        QFETCH(int, path);
        LoadScene scene;
        addSeveral(scene);
        std::string reason;
        auto gpu = TestDevice::open(reason);
        QVERIFY2(gpu, reason.c_str());
        LoadOptions options = streamed(path < 0 ? std::nullopt : std::optional(static_cast<LoadPath>(path)));
        options.mode = static_cast<LoadMode>(mode);
        {
            LoadingJob job(gpu->device, scene.store(), options);
            QVERIFY(job.step());
            const size_t before = scene.store()->setCount();
            gpu->device->waitIdle(); // what a device that is not truly lost does goes on
            loseDevice(*gpu->device);
            EXPECT_ERROR(job.run(), ErrorKind::DeviceLost, "was lost");
            EXPECT_ERROR(job.step(), ErrorKind::DeviceLost, "open the device again");
            QCOMPARE(scene.store()->setCount(), before);
        }
        scene.store()->unload();
        QCOMPARE(gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
        QCOMPARE(gpu->meter->current(MemoryPurpose::Weights), uint64_t {0});
        // Another device takes all of it.
        LoadingJob(m_gpu->device, scene.store(), options).run();
        QCOMPARE(scene.store()->setCount(), scene.count());
    }

    // At every moment, as the device's allocations and the steps give them: the job ends, and goes on.
    void cancelledAnywhereTheJobGoesOn_data()
    {
        everyAllocationMayFail_data();
    }
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

    void aCancelledStepIsTriedAgain_data()
    {
        aChangedFileIsRefused_data();
    }
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

    // A driver may refuse pages that the plan has imported: they are copied, and the report says so.
    void refusedPagesAreCopied()
    {
        if (!vulkan::readsFilePages(*m_gpu->device)) {
            QSKIP("the device binds no pages of files");
        }
        LoadScene scene;
        addSeveral(scene);
        LoadOptions options = streamed();
        options.mode = LoadMode::ZeroCopy;
        QCOMPARE(
            predictLoad(*m_gpu->device, *scene.store(), options).importedBytes, scene.store()->totalBytes());
        m_allowedAllocations = 0;
        LoadingJob job(m_gpu->device, scene.store(), options);
        EXPECT_ERROR(job.step(), ErrorKind::OutOfMemory, "'w0'"); // nor is there memory for a copy
        m_allowedAllocations = 1000000;
        job.run();
        QCOMPARE(job.report().refusedBytes, scene.store()->totalBytes());
        QCOMPARE(job.report().bytesOf(LoadPath::Imported), uint64_t {0});
        // As one load, not as a block for each.
        const uint64_t held = m_gpu->meter->current(MemoryPurpose::Weights);
        QVERIFY2(held <= scene.store()->totalBytes() + MiB, std::to_string(held).c_str());
        for (size_t i = 0; i < scene.count(); ++i) {
            QVERIFY(deviceContent(m_gpu->device, scene.store()->storage(i)) == scene.expected(i));
        }
    }

    // Where a driver's thread cannot be prepared for a page that goes away, nothing is bound in place, and
    // that is known before.
    void withoutAGuardNothingIsImported()
    {
#ifdef Q_OS_LINUX
        if (!m_gpu->device->traits().hasExternalMemoryHost
            || m_gpu->device->traits().type != vulkan::DeviceType::Software) {
            QSKIP("no software device that imports host memory");
        }
        LoadScene scene;
        addSeveral(scene);
        LoadOptions options = streamed();
        options.mode = LoadMode::ZeroCopy;
        {
            std::atomic<bool> isDeaf {false};
            const std::jthread deaf([&](const std::stop_token& stop) {
                sigset_t all;
                sigfillset(&all);
                pthread_sigmask(SIG_BLOCK, &all, nullptr);
                isDeaf = true;
                while (!stop.stop_requested()) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
            });
            while (!isDeaf) {
                std::this_thread::yield();
            }
            const LoadPrediction prediction = predictLoad(*m_gpu->device, *scene.store(), options);
            QCOMPARE(prediction.importedBytes, uint64_t {0});
            QVERIFY(prediction.deviceWeightsBytes >= scene.store()->totalBytes());
            LoadingJob job(m_gpu->device, scene.store(), options);
            job.run();
            QCOMPARE(job.report().bytesOf(LoadPath::Imported), uint64_t {0});
            QCOMPARE(job.report().refusedBytes, uint64_t {0});
            QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), prediction.deviceWeightsBytes);
        }
        QCOMPARE(
            predictLoad(*m_gpu->device, *scene.store(), options).importedBytes, uint64_t {0}); // all are set
        scene.store()->unload();
        QCOMPARE(
            predictLoad(*m_gpu->device, *scene.store(), options).importedBytes, scene.store()->totalBytes());
#else
        QSKIP("pages are guarded by other means on this system");
#endif
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
