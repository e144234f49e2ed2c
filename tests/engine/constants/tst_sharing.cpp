// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/constantcache.h"
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadprediction.h"
#include "engine/vulkan/filepages.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr uint64_t tensorBytes = 2 * MiB;

// The same constants as another graph would declare them.
std::shared_ptr<ConstantStore> storeLike(const ConstantStore& store)
{
    auto copy = std::make_shared<ConstantStore>();
    for (size_t i = 0; i < store.count(); ++i) {
        copy->add(std::make_shared<ConstantInfo>(store.info(i)), true);
    }
    return copy;
}

} // namespace

class TestSharing : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void onePlaceForConstantsOfOneRange_data()
    {
        addLoadWays({{"streamed", LoadMode::Streamed}, {"zero-copy", LoadMode::ZeroCopy}});
    }
    void onePlaceForConstantsOfOneRange()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        scene.addConstant(DataType::Float32, tensorBytes / 4, 0);
        scene.finish();
        const auto store = storeLike(*scene.store());
        store->add(std::make_shared<ConstantInfo>(store->info(0)), true);
        const LoadOptions options = optionsFor(way);
        const LoadPrediction prediction = predictLoad(*m_gpu->device, *store, options);
        QCOMPARE(prediction.deviceWeightsBytes + prediction.importedBytes, tensorBytes);
        LoadingJob job(m_gpu->device, store, options);
        job.run();
        QCOMPARE(job.report().bytesOf(LoadPath::Shared), tensorBytes);
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), tensorBytes);
        QVERIFY(deviceContent(m_gpu->device, store->storage(1)) == scene.expected(0));
        store->unload();
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), uint64_t {0});
    }

    void graphsShareWhatIsThere_data() { onePlaceForConstantsOfOneRange_data(); }
    void graphsShareWhatIsThere()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        for (int i = 0; i < 4; ++i) {
            scene.addConstant(DataType::Float32, tensorBytes / 4);
        }
        scene.addConstant(DataType::UInt8, 3);
        scene.addConstant(DataType::Float32, 1000); // misaligned
        scene.finish();
        const auto cache = std::make_shared<ConstantCache>();
        const LoadOptions options = optionsFor(way);
        LoadingJob(m_gpu->device, scene.store(), options, nullptr, cache).run();
        const uint64_t held = m_gpu->meter->current(MemoryPurpose::Weights);

        const auto second = storeLike(*scene.store());
        const LoadPrediction prediction = predictLoad(*m_gpu->device, *second, options, nullptr, cache.get());
        QCOMPARE(prediction.deviceWeightsBytes + prediction.importedBytes, uint64_t {0});
        LoadingJob job(m_gpu->device, second, options, nullptr, cache);
        job.run();
        QCOMPARE(job.report().bytesOf(LoadPath::Shared), second->totalBytes());
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), held);

        scene.store()->unload(); // the other graph still has them
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), held);
        QVERIFY(isLoaded(m_gpu->device, *second, [&](size_t i) { return scene.expected(i); }));
        second->unload();
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), uint64_t {0});

        LoadingJob again(m_gpu->device, second, options, nullptr, cache); // forgotten with the last graph
        again.run();
        QCOMPARE(again.report().bytesOf(LoadPath::Shared), uint64_t {0});
    }

    // Whether a file changed while it was read is known when a load ends, however it does.
    void whatIsSharedIsOfOneVersionOfItsFile()
    {
        LoadScene scene;
        scene.addConstant(DataType::Float32, tensorBytes / 4);
        scene.addConstant(DataType::Float32, tensorBytes / 4);
        scene.finish();
        const auto cache = std::make_shared<ConstantCache>();
        const LoadOptions options = optionsFor(LoadMode::Streamed);
        const auto sharedBytes = [&] {
            LoadingJob job(m_gpu->device, storeLike(*scene.store()), options, nullptr, cache);
            job.run();
            return job.report().bytesOf(LoadPath::Shared);
        };
        auto job = std::make_unique<LoadingJob>(m_gpu->device, scene.store(), options, nullptr, cache);
        QVERIFY(job->step());
        QCOMPARE(sharedBytes(), uint64_t {0});
        const bool isDirect = job->report().bytesOf(LoadPath::Direct) > 0;
        job.reset();
        QCOMPARE(sharedBytes(), isDirect ? tensorBytes : 0);
        LoadingJob(m_gpu->device, scene.store(), options, nullptr, cache).run();
        QCOMPARE(sharedBytes(), isDirect ? 2 * tensorBytes : tensorBytes);
    }

    void pagesAndCopiesAreNotTheSame()
    {
        if (!vulkan::readsFilePages(*m_gpu->device)) {
            QSKIP("the device binds no pages of files");
        }
        LoadScene scene;
        scene.addConstant(DataType::Float32, 1000);
        scene.finish();
        const auto cache = std::make_shared<ConstantCache>();
        LoadingJob(m_gpu->device, scene.store(), optionsFor(LoadMode::ZeroCopy), nullptr, cache).run();
        const auto second = storeLike(*scene.store());
        LoadingJob job(m_gpu->device, second, optionsFor(LoadMode::Streamed), nullptr, cache);
        job.run();
        QCOMPARE(job.report().bytesOf(LoadPath::Shared), uint64_t {0});
        QVERIFY(!second->storage(0).mapping);
    }

    // Types that differ are other bytes on the device, and a forced path is taken by every byte.
    void whatDiffersIsNotShared()
    {
        LoadScene scene;
        scene.addConstant(DataType::Float32, 1000);
        scene.finish();
        const auto cache = std::make_shared<ConstantCache>();
        LoadingJob(m_gpu->device, scene.store(), optionsFor(LoadMode::Streamed), nullptr, cache).run();
        auto other = std::make_shared<ConstantInfo>(scene.store()->info(0));
        other->descriptor.type = DataType::Int32;
        const auto second = std::make_shared<ConstantStore>();
        second->add(other, true);
        LoadingJob(m_gpu->device, second, optionsFor(LoadMode::Streamed), nullptr, cache).run();
        QVERIFY(second->storage(0).range.buffer != scene.store()->storage(0).range.buffer);

        const auto third = storeLike(*scene.store());
        LoadingJob forced(
            m_gpu->device, third, optionsFor(LoadMode::Streamed, LoadPath::Staged), nullptr, cache);
        forced.run();
        QCOMPARE(forced.report().bytesOf(LoadPath::Staged), uint64_t {4000});
    }

    // Other bytes of the same length in the same file, with the time of the first: the first graph's are not
    // theirs.
    void aFileWhoseTimeWasPutBackIsNotShared()
    {
#ifdef Q_OS_WIN
        QSKIP("what is open can be neither written nor replaced there");
#endif
        LoadScene scene;
        scene.addConstant(DataType::UInt8, 1000, 0);
        scene.finish();
        const auto cache = std::make_shared<ConstantCache>();
        const LoadOptions options = optionsFor(LoadMode::Streamed);
        LoadingJob(m_gpu->device, scene.store(), options, nullptr, cache).run();

        const auto time = std::filesystem::last_write_time(scene.dataPath());
        QTest::qSleep(20); // the system's clock for files is a coarse one
        std::string other = scene.expected(0);
        std::ranges::reverse(other);
        std::fstream(scene.dataPath(), std::ios::in | std::ios::out | std::ios::binary) << other;
        std::filesystem::last_write_time(scene.dataPath(), time);

        auto changed = std::make_shared<ConstantInfo>(scene.store()->info(0));
        std::get<FileRange>(changed->source.range).file = std::make_shared<const FileReference>(
            FileReference {scene.dataPath(), File::identityOf(scene.dataPath())});
        const auto second = std::make_shared<ConstantStore>();
        second->add(changed, true);
        LoadingJob job(m_gpu->device, second, options, nullptr, cache);
        job.run();
        QCOMPARE(job.report().bytesOf(LoadPath::Shared), uint64_t {0});
        QVERIFY(deviceContent(m_gpu->device, second->storage(0)) == other);
    }

private:
    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestSharing)
#include "tst_sharing.moc"
