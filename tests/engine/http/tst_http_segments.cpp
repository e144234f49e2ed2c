// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadprediction.h"
#include "engine/http/httploader.h"
#include "engine/http/httpresource.h"
#include "engine/http/httpstream.h"
#include "engine/http/segments.h"
#include "tests/engine/http/httploadscene.h"

#include <QTest>

#include <algorithm>
#include <utility>

using namespace weightless;
using namespace weightless::testing;

// What is asked for in which order, and what memory that takes.
class TestHttpSegments : public HttpLoadTest {
    Q_OBJECT

private slots:
    void segments();
    void memoryStaysWithinRingAndBuffers();
    void theOverheadIsThatOfTheOptions();
    void firstConstantsAreSetWhileMostHasNotArrived();
    void theOrderDecidesWhatArrivesFirst_data();
    void theOrderDecidesWhatArrivesFirst();
};

void TestHttpSegments::segments()
{
    TestServer server;
    server.serve("a.bin", std::string(40'000'000, 'a'));
    const auto resource =
        http::HttpResource::open(http::HttpClient::create(), http::Url(server.url("a.bin")), {});
    std::vector<ConstantInfo> constants;
    for (const auto& [offset, size] : {std::pair<uint64_t, uint64_t> {30'000'000, 10'000'000}, {0, 1000},
             {1000 + 64 * KiB, 24}, {20'000'000, 5}, {0, 2000}}) {
        constants.emplace_back();
        constants.back().source.range = ResourceRange {resource, offset, size};
    }
    std::vector<ExternalTensor> tensors;
    for (const ConstantInfo& constant : constants) {
        tensors.push_back({&constant, nullptr});
    }
    const auto planned = http::planSegments(tensors, 2);
    // Two neighbours in one, the one that shares its bytes with them apart, the large one cut.
    std::vector<uint64_t> received(tensors.size());
    uint64_t previousEnd = 0;
    for (const http::Segment& segment : planned) {
        QVERIFY(segment.end() - segment.begin() <= 16 * MiB);
        for (size_t i = 0; i < segment.parts.size(); ++i) {
            const http::SegmentPart& part = segment.parts[i];
            QVERIFY(i == 0 || part.offsetInFile >= previousEnd);
            QCOMPARE(part.offsetInFile, offsetBytes(constants[part.tensor].source) + part.offsetInTensor);
            QCOMPARE(part.offsetInTensor, received[part.tensor]);
            received[part.tensor] += part.lengthBytes;
            previousEnd = part.offsetInFile + part.lengthBytes;
        }
    }
    for (size_t i = 0; i < tensors.size(); ++i) {
        QCOMPARE(received[i], lengthBytes(constants[i].source));
    }
    QVERIFY(planned.size() >= 11); // 10 MB in pieces of 1.25 MB, and three stretches more
    std::vector<size_t> firstTensors;
    for (const http::Segment& segment : planned) {
        firstTensors.push_back(std::ranges::min(segment.parts, {}, &http::SegmentPart::tensor).tensor);
    }
    QVERIFY2(std::ranges::is_sorted(firstTensors), "as they were given");
}

void TestHttpSegments::memoryStaysWithinRingAndBuffers()
{
    for (const bool ranges : {true, false}) {
        HttpScene scene(8'000'000);
        scene.server.setSupportsRanges(ranges);
        scene.add(0, 8'000'000);
        const LoadPrediction prediction =
            predictLoad(*m_gpu->device, *scene.store, streamed(LoadPath::Staged), scene.loaders.get());
        LoadingJob job(m_gpu->device, scene.store, streamed(LoadPath::Staged), scene.loaders);
        job.run();
        QVERIFY(scene.isLoaded(m_gpu->device));
        const uint64_t limit =
            httpSlices.count * httpSlices.bytes + 4 * http::HttpStream::bufferBytes + 64 * KiB;
        const uint64_t peak = job.report().hostOverheadPeakBytes;
        QVERIFY2(peak > httpSlices.bytes && peak <= limit, std::to_string(peak).c_str());
        QVERIFY(peak <= prediction.hostOverheadBytes + 64 * KiB);
        QCOMPARE(m_gpu->meter->snapshot().of(MemoryPurpose::Host), uint64_t {0});
    }
}

void TestHttpSegments::theOverheadIsThatOfTheOptions()
{
    for (const unsigned connections : {1u, 7u}) {
        http::HttpOptions http = patient();
        http.connectionCount = connections;
        HttpScene scene(20'000'000, http);
        scene.add(0, 20'000'000);
        QCOMPARE(http::HttpLoader().overheadBytes(scene.store->info(0).source),
            connections * http::HttpStream::bufferBytes);
        LoadOptions options = streamed(LoadPath::Staged);
        const auto predicted =
            predictLoad(*m_gpu->device, *scene.store, options, scene.loaders.get()).hostOverheadBytes;
        QCOMPARE(
            predicted, options.sliceCount * httpSlices.bytes + connections * http::HttpStream::bufferBytes);
        LoadingJob job(m_gpu->device, scene.store, options, scene.loaders);
        job.run();
        QVERIFY(job.report().hostOverheadPeakBytes <= predicted + 64 * KiB);
    }
}

void TestHttpSegments::firstConstantsAreSetWhileMostHasNotArrived()
{
    for (const bool ranges : {true, false}) {
        HttpScene scene(20'000'000);
        scene.server.setSupportsRanges(ranges);
        // Before the first constant is set, no answer goes beyond the first 3 MB of the file. Without ranges
        // that is so twice: the first look at a file is answered with all of it, and left after 64 KiB.
        scene.server.setHook([](const TestServer::Request& request, TestServer::Answer& answer) {
            const uint64_t first = answer.status == 206 ? request.range->first : 0;
            answer.stallAfter = first > 3'000'000 ? 0 : 3'000'000 - first;
        });
        for (uint64_t i = 0; i < 20; ++i) {
            scene.add(i * 1'000'000, 1'000'000);
        }
        LoadingJob job(m_gpu->device, scene.store, streamed(), scene.loaders);
        while (scene.store->setCount() == 0) {
            QVERIFY(job.step());
        }
        QCOMPARE(scene.store->setCount(), size_t {1});
        QVERIFY2(scene.server.sentBytes() <= 6'100'000, std::to_string(scene.server.sentBytes()).c_str());
        scene.server.release();
        job.run();
        QVERIFY(scene.isLoaded(m_gpu->device));
    }
}

void TestHttpSegments::theOrderDecidesWhatArrivesFirst_data()
{
    QTest::addColumn<int>("order");
    QTest::addColumn<std::vector<size_t>>("expected");
    QTest::newRow("file") << static_cast<int>(LoadOrder::File) << std::vector<size_t> {3, 1, 0, 2};
    QTest::newRow("largest") << static_cast<int>(LoadOrder::Largest) << std::vector<size_t> {2, 0, 3, 1};
    QTest::newRow("execution") << static_cast<int>(LoadOrder::Execution) << std::vector<size_t> {1, 2, 0, 3};
}

void TestHttpSegments::theOrderDecidesWhatArrivesFirst()
{
    QFETCH(int, order);
    QFETCH(std::vector<size_t>, expected);
    http::HttpOptions http = patient();
    http.connectionCount = 1; // requests are answered one after the other
    HttpScene scene(8'000'000, http);
    scene.add(2'500'000, 1'500'000);
    scene.add(1'200'000, 1'000'000);
    scene.add(4'500'000, 3'000'000);
    scene.add(0, 1'100'000);
    for (const size_t index : {1, 2, 0, 3}) {
        scene.store->noteUse(index);
    }
    LoadOptions options = streamed();
    options.order = static_cast<LoadOrder>(order);
    LoadingJob job(m_gpu->device, scene.store, options, scene.loaders);
    std::vector<size_t> actual;
    for (bool isMore = true; isMore;) {
        isMore = job.step();
        if (scene.store->setCount() > actual.size()) {
            actual.push_back(*job.progress().currentConstant);
        }
    }
    QCOMPARE(actual, expected);
    QVERIFY(scene.isLoaded(m_gpu->device));
}

QTEST_GUILESS_MAIN(TestHttpSegments)
#include "tst_http_segments.moc"
