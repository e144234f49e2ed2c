// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/constants/loadingjob.h"
#include "tests/engine/constants/loaders/sendingloader.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

// A load ends at any moment while a loader's threads are writing: what they write to is there until they have
// ended. Whether it truly is, the address sanitizer tells; without it, what the meter counts.
class TestAbandonedLoads : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void abandonedAtAnyStep_data()
    {
        QTest::addColumn<LoadWay>("way");
        QTest::addColumn<bool>("converts");
        const auto add = [](const LoadWay& way, bool converts) {
            QTest::newRow(way.name) << way << converts;
        };
        add({"streamed", LoadMode::Streamed}, false);
        add({"streamed, staged", LoadMode::Streamed, LoadPath::Staged}, false);
        add({"streamed, converted", LoadMode::Streamed}, true);
        add({"streamed, staged, converted", LoadMode::Streamed, LoadPath::Staged}, true);
        add({"zero-copy", LoadMode::ZeroCopy}, false);
        add({"conventional", LoadMode::Conventional}, false);
        add({"conventional, converted", LoadMode::Conventional}, true);
    }
    void abandonedAtAnyStep()
    {
        const std::shared_ptr<ConstantStore> store = makeStore();
        const auto loader = std::make_shared<SendingLoader>();
        bool isComplete = false;
        for (size_t steps = 0; !isComplete; ++steps) {
            {
                LoadingJob job(m_gpu->device, store, options(), managerOf(loader));
                for (size_t i = 0; i < steps && !isComplete; ++i) {
                    isComplete = !job.step();
                }
                waitUntilOneWrites(loader->log);
            }
            store->unload();
        }
        checkNothingIsLeft(*store, loader->log);
    }

    // A stop ends what is under way, wherever it is seen; the job goes on from there, or is given up.
    void stoppedAtAnyStep_data() { abandonedAtAnyStep_data(); }
    void stoppedAtAnyStep()
    {
        const std::shared_ptr<ConstantStore> store = makeStore();
        const auto loader = std::make_shared<SendingLoader>();
        std::stop_source stop;
        stop.request_stop();
        {
            LoadingJob job(m_gpu->device, store, options(), managerOf(loader));
            for (bool isMore = true; isMore;) {
                isMore = job.step();
                waitUntilOneWrites(loader->log);
                if (isMore) {
                    EXPECT_ERROR(job.step(stop.get_token()), ErrorKind::Cancelled, "cancelled");
                    QCOMPARE(loader->log.transfers.load(), 0);
                }
                isMore = isMore && job.step();
            }
        }
        for (size_t i = 0; i < store->count(); ++i) {
            QVERIFY(store->isSet(i));
        }
        checkNothingIsLeft(*store, loader->log);
    }

private:
    static constexpr uint64_t constantBytes = 48 * KiB;

    [[nodiscard]] static LoadOptions options()
    {
        QFETCH(LoadWay, way);
        return optionsFor(way, {.bytes = 16 * KiB, .count = 3});
    }

    [[nodiscard]] static std::shared_ptr<ExternalDataManager> managerOf(
        const std::shared_ptr<SendingLoader>& loader)
    {
        const auto manager = std::make_shared<ExternalDataManager>();
        manager->add(loader);
        return manager;
    }

    // Constants that are sent, and one that is read.
    [[nodiscard]] static std::shared_ptr<ConstantStore> makeStore()
    {
        QFETCH(bool, converts);
        const auto store = std::make_shared<ConstantStore>();
        const auto source = std::make_shared<SentSource>();
        for (uint64_t i = 0; i < 5; ++i) {
            auto info = std::make_shared<ConstantInfo>();
            info->name = "w" + std::to_string(i);
            info->descriptor = {converts ? DataType::Float16 : DataType::Float32, {constantBytes / 4}};
            info->sizeBytes = converts ? constantBytes / 2 : constantBytes;
            info->source.range = ResourceRange {source, i * constantBytes, constantBytes};
            if (converts) {
                info->source.storedType = DataType::Float32;
            }
            store->add(std::move(info), true);
        }
        auto info = std::make_shared<ConstantInfo>();
        info->name = "read";
        info->descriptor = {DataType::UInt8, {64}};
        info->sizeBytes = 64;
        info->source.range =
            MemoryRange {std::make_shared<const std::vector<std::byte>>(64, std::byte {7}), 0, 64};
        store->add(std::move(info), true);
        return store;
    }

    // Soon, or there is no transfer.
    static void waitUntilOneWrites(const SendingLog& log)
    {
        for (int i = 0; i < 200 && log.transfers > 0 && log.openSlices == 0; ++i) {
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
    }

    void checkNothingIsLeft(ConstantStore& store, const SendingLog& log) const
    {
        QCOMPARE(log.transfers.load(), 0);
        QVERIFY(log.aborts > 0);
        QVERIFY2(log.leastHeldBytes >= constantBytes / 4, std::to_string(log.leastHeldBytes).c_str());
        store.unload();
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), uint64_t {0});
        QCOMPARE(m_gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
    }

    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestAbandonedLoads)
#include "tst_abandonedloads.moc"
