// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadprediction.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <set>
#include <string>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr Slices slices {.bytes = 64 * KiB, .count = 3, .readers = 2};

// Sizes around the slice, one many slices long, an empty one, odd offsets, every source.
void fill(LoadScene& scene)
{
    scene.addConstant(DataType::Float32, 16384, 0);
    scene.addConstant(DataType::Float32, 16385, 4096 * 17);
    scene.addConstant(DataType::Float16, 333333);
    scene.addConstant(DataType::Float32, 5);
    scene.addConstant(DataType::UInt8, 3);
    scene.addConstant(DataType::Float32, 1000); // at an odd offset now
    scene.addConstant(DataType::Float32, 0);
    std::vector<int64_t> values(70000);
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<int64_t>(i * i) - 1000000;
    }
    scene.addVarintConstant(values);
    scene.addMemoryConstant(40000);
    scene.finish();
}

} // namespace

class TestLoading : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void everyModeSetsEveryByte_data()
    {
        addLoadWays({{"auto", LoadMode::Auto}, {"streamed", LoadMode::Streamed},
            {"streamed, staged", LoadMode::Streamed, LoadPath::Staged}, {"zero-copy", LoadMode::ZeroCopy},
            {"conventional", LoadMode::Conventional}});
    }

    void everyModeSetsEveryByte()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        fill(scene);
        {
            LoadingJob job(m_gpu->device, scene.store(), optionsFor(way, slices));
            job.run();
            QCOMPARE(job.report().constantCount, scene.count());
            QCOMPARE(job.progress().bytesSet, scene.store()->totalBytes());
            uint64_t counted = 0;
            for (const uint64_t bytes : job.report().bytesByPath) {
                counted += bytes;
            }
            QCOMPARE(counted, scene.store()->totalBytes());
        }
        QVERIFY(scene.isLoaded(m_gpu->device));
        scene.store()->unload();
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), uint64_t {0});
        QCOMPARE(m_gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
        QCOMPARE(m_gpu->meter->snapshot().importedBytes, uint64_t {0});
    }

    void progressGoesForward_data() { everyModeSetsEveryByte_data(); }

    void progressGoesForward()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        fill(scene);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(way, slices));
        double last = 0;
        std::set<std::string> phases;
        job.run({}, [&](const LoadProgress& progress) {
            QVERIFY(progress.fraction >= last && progress.fraction <= 1);
            last = progress.fraction;
            phases.insert(progress.phase);
        });
        QCOMPARE(last, 1.0);
        QCOMPARE(phases.size(), size_t {way.mode == LoadMode::Conventional ? 5U : 1U});
    }

    void stagingIsBoundedByTheRing()
    {
        LoadScene scene;
        scene.addConstant(DataType::Float32, 1 << 20); // 4 MiB through 3 × 64 KiB
        scene.finish();
        LoadingJob job(
            m_gpu->device, scene.store(), optionsFor(LoadMode::Streamed, LoadPath::Staged, slices));
        job.run();
        QVERIFY(job.report().hostOverheadPeakBytes <= slices.count * slices.bytes + 4096);
        QVERIFY(job.report().hostOverheadPeakBytes > 0);
        QCOMPARE(job.report().bytesOf(LoadPath::Staged), uint64_t {4 << 20});
    }

    void conventionalHoldsThreeCopies()
    {
        LoadScene scene;
        for (int i = 0; i < 8; ++i) {
            scene.addConstant(DataType::Float32, 100000);
        }
        scene.finish();
        const auto total = static_cast<double>(scene.store()->totalBytes());
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(LoadMode::Conventional, {}, slices));
        job.run();
        const double ratio = static_cast<double>(job.report().hostOverheadPeakBytes) / total;
        QVERIFY2(ratio > 2.99 && ratio < 3.05, std::to_string(ratio).c_str());
        QCOMPARE(m_gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
    }

    void zeroCopyImportsWhatItCan()
    {
        if (!m_gpu->device->traits().hasExternalMemoryHost) {
            QSKIP("the device imports no host memory");
        }
        LoadScene scene;
        fill(scene);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(LoadMode::ZeroCopy, {}, slices));
        job.run();
        const LoadReport report = job.report();
        if (report.bytesOf(LoadPath::Imported) == 0) {
            QSKIP("the driver refuses file pages");
        }
        // All but the two misaligned ones, the varints and the one in memory.
        QCOMPARE(report.bytesOf(LoadPath::Imported), uint64_t {65536 + 65540 + 666666 + 3});
        QCOMPARE(report.bytesOf(LoadPath::Direct) + report.bytesOf(LoadPath::Staged),
            uint64_t {20 + 4000 + 160000});
        QCOMPARE(report.bytesOf(LoadPath::Converted), uint64_t {560000});
        QCOMPARE(scene.store()->unchangedMappings().size(), size_t {1});
    }

    void predictionMatchesTheLoad_data() { everyModeSetsEveryByte_data(); }
    void predictionMatchesTheLoad()
    {
        QFETCH(LoadWay, way);
        LoadScene scene;
        for (int i = 0; i < 20; ++i) {
            scene.addConstant(
                DataType::Float32, 50000 + i * 64, alignUp(static_cast<uint64_t>(i) * 300000, 4096));
        }
        scene.finish();
        const LoadOptions options = optionsFor(way, slices);
        const LoadPrediction prediction = predictLoad(*m_gpu->device, *scene.store(), options);
        LoadingJob job(m_gpu->device, scene.store(), options);
        job.run();
        const auto isClose = [](uint64_t predicted, uint64_t actual) {
            return static_cast<double>(predicted) >= 0.95 * static_cast<double>(actual)
                && static_cast<double>(predicted) <= 1.05 * static_cast<double>(actual) + 4096;
        };
        const MemorySnapshot held = m_gpu->meter->snapshot();
        const uint64_t weights = held.of(MemoryPurpose::Weights) - held.importedBytes;
        QVERIFY2(isClose(prediction.deviceWeightsBytes, weights),
            qPrintable(
                QStringLiteral("%1 predicted, %2 held").arg(prediction.deviceWeightsBytes).arg(weights)));
        QVERIFY2(isClose(prediction.hostOverheadBytes, job.report().hostOverheadPeakBytes),
            qPrintable(QStringLiteral("%1 predicted, %2 held")
                           .arg(prediction.hostOverheadBytes)
                           .arg(job.report().hostOverheadPeakBytes)));
    }

    // A load that is given up in the middle of a constant and begun again takes what one load takes, and
    // tells of every byte how it came.
    void givenUpAndBegunAgain_data() { everyModeSetsEveryByte_data(); }
    void givenUpAndBegunAgain()
    {
        QFETCH(LoadWay, way);
        const LoadOptions options = optionsFor(way, slices);
        LoadScene scene;
        for (int i = 0; i < 12; ++i) {
            scene.addConstant(DataType::Float32, 50001 + i); // most at offsets that cannot be imported
            scene.addConstant(DataType::UInt8, 3);
        }
        scene.finish();
        LoadingJob(m_gpu->device, scene.store(), options).run();
        const uint64_t held = m_gpu->meter->current(MemoryPurpose::Weights);
        scene.store()->unload();
        LoadReport report;
        for (size_t steps = 1; scene.store()->setCount() < scene.count(); ++steps) {
            std::stop_source stop;
            LoadingJob job(m_gpu->device, scene.store(), options);
            bool isMore = true;
            for (size_t i = 0; i < steps && isMore; ++i) {
                isMore = job.step();
            }
            stop.request_stop();
            if (isMore) {
                EXPECT_ERROR(job.step(stop.get_token()), ErrorKind::Cancelled, "cancelled");
            }
            report = job.report();
        }
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), held);
        uint64_t counted = 0;
        for (const uint64_t bytes : report.bytesByPath) {
            counted += bytes;
        }
        QCOMPARE(counted, scene.store()->totalBytes());
        QVERIFY(scene.isLoaded(m_gpu->device));
    }

    // Constants that nobody parses take their place among the others.
    void conventionalTakesNoBlockForVarints()
    {
        LoadScene scene;
        scene.addConstant(DataType::Float32, 1000);
        scene.addVarintConstant(std::vector<int64_t>(1000, 300));
        scene.addMemoryConstant(1000);
        scene.finish();
        LoadOptions options = optionsFor(LoadMode::Conventional, {}, slices);
        options.sliceBytes = 16 * KiB; // of what a card's pass through
        const LoadPrediction prediction = predictLoad(*m_gpu->device, *scene.store(), options);
        LoadingJob job(m_gpu->device, scene.store(), options);
        job.run();
        const uint64_t held = m_gpu->meter->current(MemoryPurpose::Weights);
        QVERIFY2(held <= MiB, std::to_string(held).c_str());
        QCOMPARE(prediction.deviceWeightsBytes, held);
        QVERIFY(job.report().hostOverheadPeakBytes <= prediction.hostOverheadBytes + 4096);
        QVERIFY(prediction.hostOverheadBytes < 128 * KiB);
        QVERIFY(scene.isLoaded(m_gpu->device));
    }

    void oneStepSetsOneConstant()
    {
        LoadScene scene;
        fill(scene);
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(LoadMode::Streamed, {}, slices));
        size_t steps = 0;
        for (bool isMore = true; isMore;) {
            isMore = job.step();
            QCOMPARE(scene.store()->setCount(), ++steps);
        }
        QCOMPARE(steps, scene.count());
        QVERIFY(!job.step());
    }

    void hundredsOfLoadsLeaveNothingBehind()
    {
        LoadScene scene;
        fill(scene);
        for (int i = 0; i < 50; ++i) {
            LoadingJob(m_gpu->device, scene.store(),
                optionsFor(i % 2 == 0 ? LoadMode::Streamed : LoadMode::ZeroCopy, {}, slices))
                .run();
            scene.store()->unload();
        }
        const MemorySnapshot snapshot = m_gpu->meter->snapshot();
        QCOMPARE(snapshot.of(MemoryPurpose::Weights), uint64_t {0});
        QCOMPARE(snapshot.hostOverheadBytes(), uint64_t {0});
    }

private:
    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestLoading)
#include "tst_loading.moc"
