// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/loadingjob.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace weightless;
using namespace weightless::testing;

namespace {

// Reads as 'd's, counts what is read of each of its ranges, and fails where it is told to.
class CountingDisk final : public ByteSource {
public:
    explicit CountingDisk(std::vector<uint64_t> sizes)
        : m_sizes(std::move(sizes))
        , m_readBytes(m_sizes.size())
    {
    }

    std::atomic<size_t> failsIn {SIZE_MAX};
    bool throwsForeign = false; // instead of an Error
    std::chrono::milliseconds delay {0}; // of each reading

    [[nodiscard]] std::string name() const override { return "disk.bin"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return beginOf(m_sizes.size()); }
    [[nodiscard]] uint64_t beginOf(size_t range) const
    {
        uint64_t begin = 0;
        for (size_t i = 0; i < range; ++i) {
            begin += m_sizes[i];
        }
        return begin;
    }
    [[nodiscard]] uint64_t readBytes(size_t range) const { return m_readBytes[range]; }
    void readAt(uint64_t offset, std::span<std::byte> target, const std::stop_token&) const override
    {
        size_t range = 0;
        while (offset >= beginOf(range + 1)) {
            ++range;
        }
        if (range == failsIn && throwsForeign) {
            throw std::runtime_error("Cannot read 'disk.bin'");
        }
        if (range == failsIn) {
            throw Error(ErrorKind::Io, "Cannot read 'disk.bin'");
        }
        std::this_thread::sleep_for(delay);
        m_readBytes[range] += target.size();
        std::ranges::fill(target, std::byte {'d'});
    }
    void checkUnchanged() const override { }

private:
    std::vector<uint64_t> m_sizes;
    mutable std::vector<std::atomic<uint64_t>> m_readBytes;
};

std::shared_ptr<ConstantStore> storeOfDisk(
    const std::shared_ptr<const CountingDisk>& disk, const std::vector<uint64_t>& sizes)
{
    auto store = std::make_shared<ConstantStore>();
    for (size_t i = 0; i < sizes.size(); ++i) {
        auto info = std::make_shared<ConstantInfo>();
        info->name = "w" + std::to_string(i);
        info->descriptor = {DataType::UInt8, {static_cast<int64_t>(sizes[i])}};
        info->sizeBytes = sizes[i];
        info->source.range = ResourceRange {disk, disk->beginOf(i), sizes[i]};
        store->add(std::move(info), true);
    }
    return store;
}

} // namespace

// Readers do not wait for each other between the constants of a load, and no step sets more than one.
class TestReadingTogether : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void whatIsNextIsReadOnce_data() { addLoadWays(ways); }
    void whatIsNextIsReadOnce()
    {
        QFETCH(LoadWay, way);
        const std::vector<uint64_t> sizes {100'000, 3, 0, 300'000, 70'001, 2'000'000};
        const auto disk = std::make_shared<CountingDisk>(sizes);
        const auto store = storeOfDisk(disk, sizes);
        LoadingJob job(m_gpu->device, store, optionsFor(way));
        for (size_t step = 0; step < sizes.size(); ++step) {
            QCOMPARE(job.step(), step + 1 < sizes.size());
            QCOMPARE(store->setCount(), step + 1);
            for (size_t i = 0; i < sizes.size(); ++i) {
                QCOMPARE(disk->readBytes(i), sizes[i]);
            }
        }
        QVERIFY(isLoaded(m_gpu->device, *store, [&](size_t i) { return std::string(sizes[i], 'd'); }));
    }

    // And what was read beyond it is not read again.
    void whatFailsAheadIsToldInItsTurn_data()
    {
        QTest::addColumn<LoadWay>("way");
        QTest::addColumn<bool>("throwsForeign");
        for (const LoadWay& way : ways) {
            QTest::addRow("%s", way.name) << way << false;
            QTest::addRow("%s, a foreign exception", way.name) << way << true;
        }
    }
    void whatFailsAheadIsToldInItsTurn()
    {
        QFETCH(LoadWay, way);
        QFETCH(bool, throwsForeign);
        const std::vector<uint64_t> sizes(4, 100'000);
        const auto disk = std::make_shared<CountingDisk>(sizes);
        const auto store = storeOfDisk(disk, sizes);
        LoadingJob job(m_gpu->device, store, optionsFor(way));
        disk->throwsForeign = throwsForeign;
        disk->failsIn = 1;
        QVERIFY(job.step());
        QCOMPARE(disk->readBytes(2), sizes[2]);
        EXPECT_ERROR(job.step(), ErrorKind::Io,
            std::string("Constant 'w1' (uint8[100000], disk.bin @ 100000) was not set: ")
                + (throwsForeign ? "Reading 'disk.bin' failed: " : "") + "Cannot read 'disk.bin'");
        QCOMPARE(store->setCount(), size_t {1});
        disk->failsIn = SIZE_MAX;
        job.run();
        for (size_t i = 0; i < sizes.size(); ++i) {
            QCOMPARE(disk->readBytes(i), sizes[i]);
        }
        QVERIFY(isLoaded(m_gpu->device, *store, [&](size_t i) { return std::string(sizes[i], 'd'); }));
    }

    // A step is over before anybody waits for it, whatever follows.
    void aLargeConstantIsReadAlone()
    {
        const std::vector<uint64_t> sizes {100'000, 33 * MiB, 100'000};
        const auto disk = std::make_shared<CountingDisk>(sizes);
        const auto store = storeOfDisk(disk, sizes);
        LoadingJob job(m_gpu->device, store, optionsFor(LoadMode::Streamed));
        QVERIFY(job.step());
        QCOMPARE(disk->readBytes(1), uint64_t {0});
        QVERIFY(job.step());
        QCOMPARE(disk->readBytes(2), uint64_t {0});
        QVERIFY(!job.step());
        QCOMPARE(disk->readBytes(1), sizes[1]);
    }

    // So that steps are seen to go on: each waits for fewer of them, and at last for its own alone.
    void whatAnswersSlowlyIsReadAlone()
    {
        const std::vector<uint64_t> sizes(40, 10);
        const auto disk = std::make_shared<CountingDisk>(sizes);
        disk->delay = std::chrono::milliseconds(25);
        const auto store = storeOfDisk(disk, sizes);
        LoadingJob job(m_gpu->device, store, optionsFor(LoadMode::Streamed));
        for (size_t step = 0; step < sizes.size(); ++step) {
            static_cast<void>(job.step());
            QCOMPARE(disk->readBytes(step), sizes[step]);
            if (step >= 32 && step + 1 < sizes.size()) {
                QCOMPARE(disk->readBytes(step + 1), uint64_t {0});
            }
        }
        QCOMPARE(store->setCount(), sizes.size());
    }

    // Another job goes on.
    void whatAStoppedJobReadAheadIsReadAgain()
    {
        const std::vector<uint64_t> sizes(4, 100'000);
        const auto disk = std::make_shared<CountingDisk>(sizes);
        const auto store = storeOfDisk(disk, sizes);
        std::stop_source stop;
        {
            LoadingJob job(m_gpu->device, store, optionsFor(LoadMode::Streamed));
            QVERIFY(job.step());
            stop.request_stop();
            EXPECT_ERROR(job.step(stop.get_token()), ErrorKind::Cancelled, "");
            QCOMPARE(store->setCount(), size_t {1});
        }
        LoadingJob(m_gpu->device, store, optionsFor(LoadMode::Streamed)).run();
        QVERIFY(isLoaded(m_gpu->device, *store, [&](size_t i) { return std::string(sizes[i], 'd'); }));
    }

private:
    static inline const std::vector<LoadWay> ways {
        {"direct", LoadMode::Streamed}, {"staged", LoadMode::Streamed, LoadPath::Staged}};

    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestReadingTogether)
#include "tst_readingtogether.moc"
