// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadingjob.h"
#include "tests/engine/constants/failingscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

using namespace weightless;
using namespace weightless::testing;

namespace {

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
    std::atomic<bool> isChanged {false};
    void checkUnchanged() const override
    {
        if (isChanged) {
            throw Error(ErrorKind::Io, "'disk.bin' was changed");
        }
    }
};

std::shared_ptr<ConstantStore> storeOf(const std::vector<ConstantInfo>& constants)
{
    auto store = std::make_shared<ConstantStore>();
    for (const ConstantInfo& constant : constants) {
        store->add(std::make_shared<ConstantInfo>(constant), true);
    }
    return store;
}

} // namespace

// What constants are read from is gone, changed, cut off or broken.
class TestFileFaults : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    // Of what was read, some may be of before and some of after.
    void aResourceThatChangesIsToldAtTheEnd_data()
    {
        addLoadWays({{"streamed", LoadMode::Streamed}, {"staged", LoadMode::Streamed, LoadPath::Staged},
            {"conventional", LoadMode::Conventional}});
    }
    void aResourceThatChangesIsToldAtTheEnd()
    {
        QFETCH(LoadWay, way);
        const auto disk = std::make_shared<FailingDisk>();
        const auto constants = std::make_shared<ConstantStore>();
        for (const uint64_t i : {0, 1, 2}) {
            auto info = std::make_shared<ConstantInfo>();
            info->name = "w" + std::to_string(i);
            info->descriptor = {DataType::UInt8, {100'000}};
            info->sizeBytes = 100'000;
            info->source.range = ResourceRange {disk, i * 100'000, 100'000};
            constants->add(std::move(info), true);
        }
        LoadingJob job(m_gpu->device, constants, optionsFor(way));
        QVERIFY(job.step());
        disk->isChanged = true;
        EXPECT_ERROR(job.run(), ErrorKind::Io, "'disk.bin' was changed");
        EXPECT_ERROR(job.run(), ErrorKind::Io, "'disk.bin' was changed");
        QVERIFY(constants->setCount() < constants->count());
        disk->isChanged = false;
        job.run();
        QVERIFY(isLoaded(m_gpu->device, *constants, [](size_t) { return std::string(100'000, 'd'); }));
    }

    void aMissingFileIsNamed()
    {
        LoadScene scene;
        addSeveral(scene);
        std::filesystem::remove(scene.dataPath());
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(LoadMode::Streamed, {}, smallSlices));
        EXPECT_ERROR(
            job.run(), ErrorKind::Io, "Constant 'w0' (float32[30000], weights.bin @ 0) was not set: Cannot");
    }

    void aChangedFileIsRefused_data() { addLoadWays(loadModes); }
    void aChangedFileIsRefused()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        addSeveral(scene);
        std::filesystem::resize_file(scene.dataPath(), 1000);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(way, smallSlices));
        EXPECT_ERROR(job.run(), ErrorKind::Io, "changed or replaced since it was opened");
        QCOMPARE(scene.store()->setCount(), size_t {0});
    }

    // Part of it was read before, part after: the load does not end well.
    void aFileChangedWhileItIsReadIsNoticed_data() { addLoadWays(loadModes); }
    void aFileChangedWhileItIsReadIsNoticed()
    {
#ifdef Q_OS_WIN
        QSKIP("what is open can be neither written nor replaced there");
#endif
        QFETCH(LoadWay, way);
        LoadScene scene;
        addSeveral(scene);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(way, smallSlices));
        QVERIFY(job.step());
        QTest::qSleep(20); // beyond the grain of the system's clock for files
        std::fstream(scene.dataPath(), std::ios::in | std::ios::out | std::ios::binary) << "other";
        EXPECT_ERROR(job.run(), ErrorKind::Io, "changed or replaced since it was opened");
        QVERIFY(scene.store()->setCount() < scene.count());
    }

    // Another load opens none of the files that this one has left: what they gave is not to be used.
    void whatAChangedFileGaveIsTakenBack_data()
    {
        QTest::addColumn<LoadWay>("way");
        QTest::addColumn<bool>("fails");
        QTest::newRow("streamed, given up") << LoadWay {"streamed", LoadMode::Streamed} << false;
        QTest::newRow("streamed, failed") << LoadWay {"streamed", LoadMode::Streamed} << true;
        QTest::newRow("staged, failed") << LoadWay {"staged", LoadMode::Streamed, LoadPath::Staged} << true;
    }
    void whatAChangedFileGaveIsTakenBack()
    {
#ifdef Q_OS_WIN
        QSKIP("what is open can be neither written nor replaced there");
#endif
        QFETCH(LoadWay, way);
        QFETCH(bool, fails);
        const std::string changed = "changed or replaced since it was opened; open the model again";
        LoadScene first;
        addSeveral(first);
        LoadScene second;
        addSeveral(second);
        const auto store = storeOf({first.store()->info(0), first.store()->info(1), second.store()->info(0),
            second.store()->info(1)});
        {
            LoadingJob job(m_gpu->device, store, optionsFor(way, smallSlices));
            QVERIFY(job.step());
            QTest::qSleep(20); // beyond the grain of the system's clock for files
            std::fstream(first.dataPath(), std::ios::in | std::ios::out | std::ios::binary) << "other";
            QVERIFY(job.step() && job.step());
            QCOMPARE(store->setCount(), size_t {3});
            EXPECT_ERROR(store->settle(), ErrorKind::Io, changed); // as a run asks
            LoadingJob other(m_gpu->device, store, optionsFor(way, smallSlices));
            EXPECT_ERROR(other.run(), ErrorKind::Io, changed);
            if (fails) {
                EXPECT_ERROR(job.run(), ErrorKind::Io, changed);
            }
        }
        QVERIFY(!store->isSet(0) && !store->isSet(1) && store->isSet(2));
        QCOMPARE(store->setCount(), size_t {1});
        QCOMPARE(store->setBytes(), store->info(2).sizeBytes);
        store->settle();
        LoadingJob again(m_gpu->device, store, optionsFor(way, smallSlices));
        EXPECT_ERROR(again.run(), ErrorKind::Io, changed);
    }

    // The other one had planned the rest only.
    void aLoadBringsWhatAnotherOneTookBack_data()
    {
        addLoadWays({{"streamed", LoadMode::Streamed}, {"conventional", LoadMode::Conventional}});
    }
    void aLoadBringsWhatAnotherOneTookBack()
    {
        QFETCH(LoadWay, way);
        const auto disk = std::make_shared<FailingDisk>();
        const auto other = std::make_shared<FailingDisk>();
        const auto store = std::make_shared<ConstantStore>();
        for (const uint64_t i : {0, 1, 2, 3}) {
            auto info = std::make_shared<ConstantInfo>();
            info->name = "w" + std::to_string(i);
            info->descriptor = {DataType::UInt8, {100'000}};
            info->sizeBytes = 100'000;
            info->source.range = ResourceRange {i < 2 ? disk : other, i * 100'000 % 200'000, 100'000};
            store->add(std::move(info), true);
        }
        auto first = std::make_unique<LoadingJob>(m_gpu->device, store, optionsFor(LoadMode::Streamed));
        QVERIFY(first->step() && first->step());
        LoadingJob second(m_gpu->device, store, optionsFor(way));
        QVERIFY(second.step());
        disk->isChanged = true;
        first.reset();
        QVERIFY(!store->isSet(0) && !store->isSet(1));
        EXPECT_ERROR(second.run(), ErrorKind::Io, "'disk.bin' was changed");
        disk->isChanged = false;
        second.run();
        QVERIFY(isLoaded(m_gpu->device, *store, [](size_t) { return std::string(100'000, 'd'); }));
    }

    void nothingIsTakenBackFromALaterLoad()
    {
        LoadScene scene;
        addSeveral(scene);
        const std::vector<size_t> all {0, 1};
        const uint64_t before = scene.store()->generation();
        scene.store()->unload();
        LoadingJob(m_gpu->device, scene.store(), optionsFor(LoadMode::Streamed)).run();
        const uint64_t hollowings = scene.store()->hollowings();
        scene.store()->takeBack(all, before);
        QCOMPARE(scene.store()->setCount(), scene.count());
        QCOMPARE(scene.store()->hollowings(), hollowings);
        scene.store()->takeBack(all, scene.store()->generation());
        QCOMPARE(scene.store()->setCount(), scene.count() - all.size());
        QVERIFY(scene.store()->hollowings() > hollowings);
    }

    // It may be the same, and may have been written to with its time put back: who opens it again knows.
    void aFileThatWasAwayIsToBeOpenedAgain_data()
    {
        addLoadWays(loadModes);
    }
    void aFileThatWasAwayIsToBeOpenedAgain()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        addSeveral(scene);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(way, smallSlices));
        const auto elsewhere = scene.dataPath().parent_path() / "elsewhere";
        std::filesystem::rename(scene.dataPath(), elsewhere);
        EXPECT_ERROR(job.run(), ErrorKind::Io, "weights.bin': ");
        QCOMPARE(scene.store()->setCount(), size_t {0});
        std::filesystem::rename(elsewhere, scene.dataPath());
        EXPECT_ERROR(
            job.run(), ErrorKind::Io, "changed or replaced since it was opened; open the model again");
        QCOMPARE(scene.store()->setCount(), size_t {0});
    }

    // What is read from it is not used, and it is not said to be another file.
    void aFileThatGoesWhileItIsReadIsSaidToBeGone()
    {
#ifdef Q_OS_WIN
        QSKIP("what is open cannot be moved there");
#endif
        LoadScene scene;
        addSeveral(scene);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(LoadMode::Streamed, {}, smallSlices));
        QVERIFY(job.step());
        QTest::qSleep(20); // beyond the grain of the system's clock for files
        std::filesystem::rename(scene.dataPath(), scene.dataPath().parent_path() / "elsewhere");
        EXPECT_ERROR(job.run(), ErrorKind::Io, "weights.bin' is gone: it was moved or deleted");
    }

    // Whoever owned the file took the right to read it away: the system's own words. When it is given back,
    // the model is to be opened again, as above.
    void aLostPermissionIsNamed_data()
    {
        addLoadWays(loadModes);
    }
    void aLostPermissionIsNamed()
    {
#ifdef Q_OS_UNIX
        QFETCH(LoadWay, way);
        LoadScene scene;
        addSeveral(scene);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(way, smallSlices));
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
        addLoadWays(loadModes);
    }
    void aDiskErrorNamesTheConstantAndCanBeRetried()
    {
        QFETCH(LoadWay, way);
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
        LoadingJob job(m_gpu->device, store, optionsFor(way, smallSlices));
        disk->failsAtByte = 150'000;
        EXPECT_ERROR(job.run(), ErrorKind::Io,
            "Constant 'w1' (uint8[100000], disk.bin @ 100000) was not set: Cannot read 'disk.bin' at byte ");
        const size_t setBefore = store->setCount();
        QCOMPARE(setBefore, way.mode == LoadMode::Conventional ? size_t {0} : size_t {1});
        disk->failsAtByte = UINT64_MAX;
        job.run();
        QVERIFY(isLoaded(m_gpu->device, *store, [](size_t) { return std::string(100'000, 'd'); }));
    }

    void encodedDataOfTheWrongLengthIsRefused()
    {
        LoadScene scene;
        scene.addVarintConstant(std::vector<int64_t>(2000, 5));
        scene.finish();
        ConstantInfo info = scene.store()->info(0);
        const auto storeWith = [&](int64_t elements) {
            info.descriptor.shape = {elements};
            info.sizeBytes = static_cast<uint64_t>(elements) * 8;
            return storeOf({info});
        };
        EXPECT_ERROR(
            LoadingJob(m_gpu->device, storeWith(2001), optionsFor(LoadMode::Streamed, {}, smallSlices)).run(),
            ErrorKind::InvalidArgument, "has 2000 elements, its shape needs 2001");
        EXPECT_ERROR(
            LoadingJob(m_gpu->device, storeWith(1999), optionsFor(LoadMode::Streamed, {}, smallSlices)).run(),
            ErrorKind::InvalidArgument, "more than the 1999 elements its shape needs");
    }

private:
    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestFileFaults)
#include "tst_filefaults.moc"
