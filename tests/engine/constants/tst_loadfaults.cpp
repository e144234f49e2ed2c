// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/filehandles.h"
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadprediction.h"
#include "engine/vulkan/filepages.h"
#include "tests/engine/constants/failingscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/losedevice.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <atomic>
#include <thread>

#ifdef Q_OS_LINUX
#include <csignal>
#include <sys/resource.h>
#endif

using namespace weightless;
using namespace weightless::testing;

// A load that runs out of memory, loses its device or is stopped; faults of files are tst_filefaults'.
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

    void aLostDeviceEndsTheLoad_data() { everyAllocationMayFail_data(); }
    void aLostDeviceEndsTheLoad()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        addSeveral(scene);
        std::string reason;
        auto gpu = TestDevice::open(reason);
        QVERIFY2(gpu, reason.c_str());
        const LoadOptions options = optionsFor(way, smallSlices);
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
    void cancelledAnywhereTheJobGoesOn_data() { everyAllocationMayFail_data(); }
    void cancelledAnywhereTheJobGoesOn()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        addSeveral(scene);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(way, smallSlices));
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
        QVERIFY(scene.isLoaded(m_gpu->device));
    }

    void whatIsSetStaysSetAndLoadingResumes()
    {
        LoadScene scene;
        addSeveral(scene);
        {
            LoadingJob job(m_gpu->device, scene.store(), optionsFor(LoadMode::Streamed, {}, smallSlices));
            QVERIFY(job.step());
            QVERIFY(job.step());
        }
        QCOMPARE(scene.store()->setCount(), size_t {2});
        LoadingJob(
            m_gpu->device, scene.store(), optionsFor(LoadMode::Streamed, LoadPath::Staged, smallSlices))
            .run();
        QVERIFY(scene.isLoaded(m_gpu->device));
    }

    void aCancelledStepIsTriedAgain_data() { addLoadWays(loadModes); }
    void aCancelledStepIsTriedAgain()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        addSeveral(scene);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(way, smallSlices));
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(job.run(stop.get_token()), ErrorKind::Cancelled, "cancelled");
        QCOMPARE(scene.store()->setCount(), size_t {0});
        job.run();
        QCOMPARE(scene.store()->setCount(), scene.count());
        QVERIFY(scene.isLoaded(m_gpu->device));
    }

    // Out of memory at the n-th allocation, for every n until the load succeeds; then everything is right.
    void everyAllocationMayFail_data()
    {
        addLoadWays({{"streamed", LoadMode::Streamed}, {"staged", LoadMode::Streamed, LoadPath::Staged},
            {"conventional", LoadMode::Conventional}});
    }
    void everyAllocationMayFail()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        addSeveral(scene);
        const LoadOptions options = optionsFor(way, smallSlices);
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
        QVERIFY(scene.isLoaded(m_gpu->device));
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
        const LoadOptions options = optionsFor(LoadMode::ZeroCopy, {}, smallSlices);
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
        QVERIFY(scene.isLoaded(m_gpu->device));
    }

    // Each file that is bound keeps a handle. The limit may be lower than anybody would guess, and others
    // take of it while a load is under way.
    void filesWithoutAHandleAreCopied_data()
    {
        QTest::addColumn<bool>("isKnownBefore");
        QTest::newRow("few from the beginning") << true;
        QTest::newRow("few later") << false;
    }
    void filesWithoutAHandleAreCopied()
    {
#ifdef Q_OS_LINUX
        QFETCH(bool, isKnownBefore);
        if (!vulkan::readsFilePages(*m_gpu->device)) {
            QSKIP("the device binds no pages of files");
        }
        std::vector<LoadScene> scenes(120);
        const auto store = std::make_shared<ConstantStore>();
        const auto forcedStore = std::make_shared<ConstantStore>();
        for (LoadScene& scene : scenes) {
            scene.addConstant(DataType::Float32, 1000);
            scene.finish();
            store->add(std::make_shared<ConstantInfo>(scene.store()->info(0)), true);
            forcedStore->add(std::make_shared<ConstantInfo>(scene.store()->info(0)), true);
        }
        rlimit before {};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        const auto allow = [&](size_t more) {
            rlimit limit = before;
            limit.rlim_cur = before.rlim_cur - fileHandlesBeyond(0) + more;
            return ::setrlimit(RLIMIT_NOFILE, &limit);
        };
        const LoadOptions options = optionsFor(LoadMode::ZeroCopy);
        if (isKnownBefore) {
            QCOMPARE(allow(100), 0);
        }
        LoadingJob job(m_gpu->device, store, options);
        const uint64_t predicted = predictLoad(*m_gpu->device, *store, options).importedBytes;
        const auto error = test::errorOf([&] {
            job.step();
            if (!isKnownBefore && allow(50) != 0) {
                throw Error(ErrorKind::Internal, "the limit cannot be set");
            }
            job.run();
        });
        const auto forced = test::errorOf([&] {
            LoadingJob(m_gpu->device, forcedStore, optionsFor(LoadMode::ZeroCopy, LoadPath::Imported)).run();
        });
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
        QVERIFY2(!error, error ? error->what() : "");
        QVERIFY(forced && forced->message().find("raise the limit, 'ulimit -n'") != std::string::npos);
        const uint64_t imported = job.report().bytesOf(LoadPath::Imported);
        QVERIFY(imported > 0 && imported < store->totalBytes());
        QCOMPARE(job.report().refusedBytes, predicted - imported);
        QCOMPARE(predicted == imported, isKnownBefore);
        QVERIFY(isLoaded(m_gpu->device, *store, [&](size_t i) { return scenes[i].expected(0); }));
#else
        QSKIP("no such limit");
#endif
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
        const LoadOptions options = optionsFor(LoadMode::ZeroCopy, {}, smallSlices);
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
        LoadOptions options = optionsFor(LoadMode::ZeroCopy, LoadPath::Imported, smallSlices);
        for (const uint64_t budget : {0, 2000}) { // which what is copied was admitted to all the same
            options.deviceBudget = budget;
            LoadingJob job(m_gpu->device, scene.store(), options);
            EXPECT_ERROR(job.run(), ErrorKind::Unsupported, "'w1' cannot be imported");
        }
    }

private:
    std::atomic<int> m_allowedAllocations {1000000};
    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestLoadFaults)
#include "tst_loadfaults.moc"
