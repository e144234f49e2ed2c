// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadingjob.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/constants/pagecache.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

LoadOptions streamed(LoadPath path)
{
    LoadOptions options;
    options.mode = LoadMode::Streamed;
    options.forcedPath = path;
    options.sliceBytes = 64 * KiB;
    options.sliceCount = 3;
    return options;
}

std::vector<size_t> orderOf(const TestDevice& gpu, const LoadScene& scene, LoadMode mode, LoadOrder order)
{
    LoadOptions options;
    options.mode = mode;
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

    void constantsComeInTheOrderAskedFor_data()
    {
        QTest::addColumn<int>("mode");
        QTest::newRow("streamed") << static_cast<int>(LoadMode::Streamed);
        QTest::newRow("zero-copy") << static_cast<int>(LoadMode::ZeroCopy);
        QTest::newRow("conventional") << static_cast<int>(LoadMode::Conventional);
    }
    void constantsComeInTheOrderAskedFor()
    {
        QFETCH(int, mode);
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
        const auto load = [&](LoadOrder order) {
            return orderOf(*m_gpu, scene, static_cast<LoadMode>(mode), order);
        };
        QCOMPARE(load(LoadOrder::File), (Order {3, 1, 2, 0}));
        QCOMPARE(load(LoadOrder::Largest), (Order {1, 2, 0, 3}));
        QCOMPARE(load(LoadOrder::Execution), (Order {2, 0, 1, 3}));
    }

    // As many copies as the ring has slices are handed over without waiting for any of them.
    void stagedConstantsDoNotWaitForEachOther()
    {
        LoadScene scene;
        for (int i = 0; i < 3; ++i) {
            scene.addConstant(DataType::Float32, 1000);
        }
        scene.finish();
        LoadingJob job(m_gpu->device, scene.store(), streamed(LoadPath::Staged));
        job.run();
        QCOMPARE(job.report().stagedCopies, uint64_t {3});
        QCOMPARE(job.report().stagingWaits, uint64_t {0});
        for (size_t i = 0; i < scene.count(); ++i) {
            QVERIFY(deviceContent(m_gpu->device, scene.store()->storage(i)) == scene.expected(i));
        }
    }

    void thousandsOfTinyConstants_data()
    {
        QTest::addColumn<int>("path");
        QTest::newRow("direct") << static_cast<int>(LoadPath::Direct);
        QTest::newRow("staged") << static_cast<int>(LoadPath::Staged);
    }
    void thousandsOfTinyConstants()
    {
        QFETCH(int, path);
        LoadScene scene;
        for (int i = 0; i < 3000; ++i) {
            scene.addConstant(DataType::Float32, 1 + i % 7);
        }
        scene.finish();
        LoadingJob job(m_gpu->device, scene.store(), streamed(static_cast<LoadPath>(path)));
        job.run();
        QCOMPARE(
            job.report().stagedCopies, uint64_t {path == static_cast<int>(LoadPath::Staged) ? 3000u : 0u});
        QVERIFY(job.report().hostOverheadPeakBytes <= 3 * (64 * KiB + 4096));
        for (size_t i = 0; i < scene.count(); i += 97) {
            QVERIFY(deviceContent(m_gpu->device, scene.store()->storage(i)) == scene.expected(i));
        }
    }

    void droppingLeavesNoPagesBehind_data() { thousandsOfTinyConstants_data(); }
    void droppingLeavesNoPagesBehind()
    {
        QFETCH(int, path);
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
        LoadOptions options = streamed(static_cast<LoadPath>(path));
        for (const bool drops : {false, true}) {
            readThroughCache(scene.dataPath());
            const size_t before = residentPages(scene.dataPath());
            QVERIFY(before > 1000);
            options.dropsPageCache = drops;
            LoadingJob(m_gpu->device, scene.store(), options).run();
            scene.store()->unload();
            const size_t after = residentPages(scene.dataPath());
            // The system takes pages back for reasons of its own, too: of those that were not dropped a few may be gone.
            QVERIFY2(drops ? after == 0 : after > before - before / 10,
                qPrintable(QStringLiteral("dropping %1: %2 of %3 pages").arg(drops).arg(after).arg(before)));
        }
    }

private:
    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestLoadOptions)
#include "tst_loadoptions.moc"
