// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadprediction.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/http/httploadscene.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include <thread>

using namespace weightless;
using namespace weightless::testing;

class TestHttpLoading : public HttpLoadTest {
    Q_OBJECT

private slots:
    void everyWaySetsEveryByte_data();
    void everyWaySetsEveryByte();
    void aBudgetNeedsPartsOfFiles();
    void convertedConstantsAreStreamedToo();
    void severalConnectionsAtOnce();
    void droppedConnectionsAreResumed();
    void aFailureNamesTheConstantAndCanBeRetried();
    void aChangedFileIsNoticed();
    void stoppedAtAnyStepWhileTheServerSends_data();
    void stoppedAtAnyStepWhileTheServerSends();
    void cancelWhileTheServerStalls();
    void aPauseRests();
    void aPauseInsideALargeConstantRests();
    void abandonedAtAnyStepWhileTheServerSends_data();
    void abandonedAtAnyStepWhileTheServerSends();
};

void TestHttpLoading::everyWaySetsEveryByte_data()
{
    QTest::addColumn<LoadWay>("way");
    QTest::addColumn<bool>("ranges");
    for (const LoadWay& way : httpWays) {
        QTest::newRow(way.name) << way << true;
    }
    for (const LoadWay& way : {httpWays[0], httpWays[1]}) {
        QTest::addRow("no ranges, %s", way.name) << way << false;
    }
}

void TestHttpLoading::everyWaySetsEveryByte()
{
    QFETCH(LoadWay, way);
    QFETCH(bool, ranges);
    HttpScene scene(6'000'000, patient());
    scene.server.setSupportsRanges(ranges);
    scene.fill();
    scene.add(50, 900'000); // shares bytes with others
    const size_t requestsBefore = scene.server.requests().size();
    LoadingJob job(m_gpu->device, scene.store, optionsFor(way, httpSlices), scene.loaders);
    job.run();
    QVERIFY(scene.isLoaded(m_gpu->device));
    QCOMPARE(job.report().bytesByLoader.at("http"), scene.store->totalBytes());
    const size_t requests = scene.server.requests().size() - requestsBefore;
    if (ranges) {
        QVERIFY2(requests < scene.store->count() / 2, "neighbours share requests");
    } else {
        QCOMPARE(requests, size_t {2}); // one pass, and one for what overlaps
    }
}

// The whole file would come once more for each constant, in each run.
void TestHttpLoading::aBudgetNeedsPartsOfFiles()
{
    for (const bool ranges : {false, true}) {
        HttpScene scene(6'000'000, patient());
        scene.server.setSupportsRanges(ranges);
        scene.fill();
        ConstantUses uses; // one after the other
        for (size_t i = 0; i < scene.store->count(); ++i) {
            uses.steps.push_back({{i}, 1'000});
        }
        scene.store->noteRuns(std::move(uses), {});
        const size_t requestsBefore = scene.server.requests().size();
        LoadOptions options = streamed();
        options.deviceBudget = scene.store->totalBytes() / 2;
        LoadingJob job(m_gpu->device, scene.store, options, scene.loaders);
        if (ranges) {
            job.run();
            continue;
        }
        EXPECT_ERROR(job.run(), ErrorKind::Unsupported, "load without a device budget");
        QCOMPARE(scene.server.requests().size(), requestsBefore);
        options.deviceBudget = 0;
        LoadingJob(m_gpu->device, scene.store, options, scene.loaders).run();
        QVERIFY(scene.isLoaded(m_gpu->device));
    }
}

void TestHttpLoading::convertedConstantsAreStreamedToo()
{
    for (const auto path : {std::optional<LoadPath>(), std::optional(LoadPath::Staged)}) {
        HttpScene scene(9'000'000, patient());
        scene.fill();
        scene.add(77, 5'000'004); // cut by segments
        const auto store = std::make_shared<ConstantStore>();
        for (size_t i = 0; i < scene.store->count(); ++i) {
            ConstantInfo info = scene.store->info(i);
            info.sizeBytes &= ~uint64_t {3};
            info.descriptor = {DataType::Float32, {static_cast<int64_t>(info.sizeBytes / 4)}};
            std::get<ResourceRange>(info.source.range).lengthBytes = info.sizeBytes;
            store->add(
                std::make_shared<const ConstantInfo>(*convertedConstant(info, DataType::Float16)), true);
        }
        const size_t requestsBefore = scene.server.requests().size();
        const auto prediction = predictLoad(*m_gpu->device, *store, streamed(path), scene.loaders.get());
        LoadingJob job(m_gpu->device, store, streamed(path), scene.loaders);
        job.run();
        QVERIFY(scene.server.requests().size() - requestsBefore < store->count() / 2);
        QCOMPARE(job.report().bytesByLoader.at("http"), store->totalBytes());
        QCOMPARE(job.report().bytesOf(LoadPath::Converted), store->totalBytes());
        QVERIFY(job.report().hostOverheadPeakBytes <= prediction.hostOverheadBytes + 64 * KiB);
        for (size_t i = 0; i < store->count(); ++i) {
            const ConstantSource& source = store->info(i).source;
            const std::string stored = scene.content.substr(offsetBytes(source), lengthBytes(source));
            std::string expected(stored.size() / 2, '\0');
            conversionOf(store->info(i))
                ->convert(std::as_bytes(std::span(stored)), std::as_writable_bytes(std::span(expected)));
            QVERIFY(deviceContent(m_gpu->device, store->storage(i)) == expected);
        }
    }
}

void TestHttpLoading::severalConnectionsAtOnce()
{
    HttpScene scene(8'000'000);
    scene.add(0, 8'000'000);
    const size_t before = scene.server.requests().size();
    scene.server.setHook(
        [](const TestServer::Request&, TestServer::Answer& answer) { answer.stallAfter = 0; });
    LoadingJob job(m_gpu->device, scene.store, streamed(), scene.loaders);
    std::jthread loading([&] { job.run(); });
    QTRY_COMPARE(scene.server.requests().size() - before, size_t {4}); // none of them answered yet
    scene.server.release();
    loading.join();
    QVERIFY(scene.isLoaded(m_gpu->device));
    QCOMPARE(scene.server.connectionCount(), size_t {4}); // the one that looked first goes on
}

void TestHttpLoading::droppedConnectionsAreResumed()
{
    HttpScene scene(6'000'000);
    scene.fill();
    scene.server.setHook([](const TestServer::Request& request, TestServer::Answer& answer) {
        answer.dropAfter = request.index % 2 == 0 ? 300'000 : UINT64_MAX;
    });
    LoadingJob job(m_gpu->device, scene.store, streamed(), scene.loaders);
    const uint64_t before = scene.server.sentBytes();
    job.run();
    QVERIFY(scene.isLoaded(m_gpu->device));
    // Nothing is asked for twice.
    const uint64_t sent = scene.server.sentBytes() - before;
    QVERIFY2(sent < scene.content.size() + 100'000, std::to_string(sent).c_str());
}

void TestHttpLoading::aFailureNamesTheConstantAndCanBeRetried()
{
    HttpScene scene(6'000'000);
    scene.fill();
    scene.server.setHook([](const TestServer::Request& request, TestServer::Answer& answer) {
        if (request.range && request.range->first > 3'000'000) {
            answer = {};
            answer.status = 500;
        }
    });
    LoadingJob job(m_gpu->device, scene.store, streamed(), scene.loaders);
    const auto error = test::errorOf([&] { job.run(); });
    QVERIFY(error && error->kind() == ErrorKind::Io);
    const QString message = QString::fromStdString(error->message());
    QVERIFY2(message.contains(QRegularExpression(
                 QStringLiteral("^Constant 'w\\d+' \\(uint8\\[\\d+\\], weights.bin @ \\d+\\) was not set: "
                                "Cannot read 'http://127.0.0.1:\\d+"
                                "/weights.bin': the server answers 500 Internal Server Error"))),
        qPrintable(message));
    QVERIFY(scene.store->setCount() < scene.store->count());
    scene.server.setHook({});
    job.run();
    QVERIFY(scene.isLoaded(m_gpu->device));
    QCOMPARE(job.report().constantCount, scene.store->count());
}

void TestHttpLoading::aChangedFileIsNoticed()
{
    HttpScene scene(6'000'000);
    scene.fill();
    scene.server.serve("weights.bin", scene.content, 2);
    LoadingJob job(m_gpu->device, scene.store, streamed(), scene.loaders);
    EXPECT_ERROR(job.run(), ErrorKind::Io, "was changed since it was opened");
    QCOMPARE(scene.store->setCount(), size_t {0});
}

void TestHttpLoading::stoppedAtAnyStepWhileTheServerSends_data()
{
    addLoadWays(httpWays);
}

// As Ctrl-C does it: nothing is written any more when the stop has been noticed, and the next load goes on.
void TestHttpLoading::stoppedAtAnyStepWhileTheServerSends()
{
    QFETCH(LoadWay, way);
    const LoadOptions options = optionsFor(way, httpSlices);
    HttpScene scene(12'000'000, patient());
    scene.fill();
    for (const unsigned steps : {0u, 1u, 2u, 3u, 5u, 8u}) {
        std::stop_source stop;
        LoadingJob job(m_gpu->device, scene.store, options, scene.loaders);
        for (unsigned i = 0; i < steps; ++i) {
            QVERIFY(job.step(stop.get_token()));
        }
        stop.request_stop();
        EXPECT_ERROR(job.run(stop.get_token()), ErrorKind::Cancelled, "cancelled");
    }
    LoadingJob(m_gpu->device, scene.store, options, scene.loaders).run();
    QVERIFY(scene.isLoaded(m_gpu->device));
    QCOMPARE(m_gpu->meter->snapshot().of(MemoryPurpose::Host), uint64_t {0});
}

void TestHttpLoading::cancelWhileTheServerStalls()
{
    for (const bool staged : {false, true}) {
        HttpScene scene(6'000'000);
        scene.fill();
        scene.server.setHook(
            [](const TestServer::Request&, TestServer::Answer& answer) { answer.stallAfter = 100'000; });
        std::stop_source stop;
        QElapsedTimer sinceStop;
        std::jthread stopper([&] {
            QTest::qSleep(300);
            sinceStop.start();
            stop.request_stop();
        });
        {
            LoadingJob job(m_gpu->device, scene.store,
                streamed(staged ? std::optional(LoadPath::Staged) : std::nullopt), scene.loaders);
            EXPECT_ERROR(job.run(stop.get_token()), ErrorKind::Cancelled, "cancelled");
        }
        const qint64 took = sinceStop.elapsed(); // until every thread and connection is gone
        // The stop ended it, not the time-out of a stalled server; how soon is for a benchmark to say.
        QVERIFY2(took < 10'000, std::to_string(took).c_str());
        stopper.join();
        scene.server.setHook({});
        scene.server.release();
        LoadingJob(m_gpu->device, scene.store, streamed(), scene.loaders).run();
        QVERIFY(scene.isLoaded(m_gpu->device));
    }
}

void TestHttpLoading::aPauseRests()
{
    // More than the sockets between the two hold.
    HttpScene scene(120'000'000, patient());
    for (uint64_t i = 0; i < 120; ++i) {
        scene.add(i * 1'000'000, 1'000'000);
    }
    LoadingJob job(m_gpu->device, scene.store, streamed(), scene.loaders);
    QVERIFY(job.step());
    const uint64_t sent = scene.sentUntilItRests();
    QVERIFY2(sent < 100'000'000, std::to_string(sent).c_str());
    job.run();
    QVERIFY(scene.isLoaded(m_gpu->device));
}

void TestHttpLoading::aPauseInsideALargeConstantRests()
{
    HttpScene scene(120'000'000, patient());
    scene.add(0, 120'000'000);
    scene.server.setHook(
        [](const TestServer::Request&, TestServer::Answer& answer) { answer.stallAfter = 100'000; });
    LoadingJob job(m_gpu->device, scene.store, streamed(), scene.loaders);
    QVERIFY(job.step()); // comes back, although no constant can be complete
    QCOMPARE(scene.store->setCount(), size_t {0});
    scene.server.setHook({});
    scene.server.release();
    const uint64_t sent = scene.sentUntilItRests();
    QVERIFY2(sent < 100'000'000, std::to_string(sent).c_str());
    job.run();
    QVERIFY(scene.isLoaded(m_gpu->device));
}

// The address sanitizer tells whether what the threads of the network wrote to was still there.
void TestHttpLoading::abandonedAtAnyStepWhileTheServerSends_data()
{
    everyWaySetsEveryByte_data();
}

void TestHttpLoading::abandonedAtAnyStepWhileTheServerSends()
{
    QFETCH(LoadWay, way);
    QFETCH(bool, ranges);
    const LoadOptions options = optionsFor(way, httpSlices);
    HttpScene scene(12'000'000, patient());
    scene.server.setSupportsRanges(ranges);
    scene.fill();
    for (size_t steps = 1; steps < 12; ++steps) {
        {
            LoadingJob job(m_gpu->device, scene.store, options, scene.loaders);
            for (size_t i = 0; i < steps; ++i) {
                QVERIFY(job.step());
            }
        }
        scene.store->unload();
        QCOMPARE(m_gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
    }
}

QTEST_GUILESS_MAIN(TestHttpLoading)
#include "tst_http_loading.moc"
