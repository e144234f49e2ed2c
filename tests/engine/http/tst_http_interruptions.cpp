// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpclient.h"
#include "engine/http/httpresource.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/http/httpscene.h"

#include <QElapsedTimer>
#include <QTest>

#include <memory>
#include <thread>

using namespace weightless;
using namespace weightless::http;
using namespace weightless::testing;

// Servers that break off, keep one waiting, stall or change what they send.
class TestHttpInterruptions : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { keepFromProxies(); }

    void droppedConnectionsAreResumed();
    void shortAnswersAreContinued();
    void aServerThatBringsNothingIsGivenUp();
    void aServerThatIsGoneIsSaidInOrder();
    void aBusyServerIsAskedAgain();
    void aServerIsLeftAloneAsLongAsItAsks();
    void aStopEndsTheWaitThatAServerAsksFor();
    void aStalledServerTimesOut();
    void aStopIsNoticedWhileTheServerStalls();
    void changesAreNoticed_data();
    void changesAreNoticed();
    void wrongRangesAreNoticed();
};

void TestHttpInterruptions::droppedConnectionsAreResumed()
{
    TestServer server;
    const std::string bytes = pattern(1'000'000);
    server.serve("m.bin", bytes);
    const auto resource = HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {});
    server.setHook([](const TestServer::Request& request, TestServer::Answer& answer) {
        answer.dropAfter = request.index < 4 ? 100'000 : UINT64_MAX;
    });
    QVERIFY(contentOf(*resource, 100'000, 900'000) == bytes.substr(100'000));
    const auto requests = server.requests();
    QCOMPARE(requests.size(), size_t {5});
    for (size_t i = 1; i < 5; ++i) { // each where the one before broke, and only if it is still that file
        QCOMPARE(requests[i].range->first, uint64_t {i * 100'000});
        QCOMPARE(requests[i].range->last, uint64_t {999'999});
        QCOMPARE(requests[i].headers.at("if-range"), std::string("\"m.bin-1\""));
    }

    // The same of a server that sends files only whole: again from the beginning.
    server.setSupportsRanges(false);
    const auto whole = HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {});
    server.setHook(
        [before = server.requests().size()](const TestServer::Request& request, TestServer::Answer& answer) {
            answer.dropAfter = request.index == before ? 500'000 : UINT64_MAX;
        });
    QVERIFY(contentOf(*whole, 100'000, 900'000) == bytes.substr(100'000));
}

void TestHttpInterruptions::shortAnswersAreContinued()
{
    // Content-Length promises what does not come, and a range that is answered in part.
    TestServer server;
    const std::string bytes = pattern(300'000);
    server.serve("m.bin", bytes);
    const auto resource = HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {});
    server.setHook([](const TestServer::Request& request, TestServer::Answer& answer) {
        if (request.index % 2 == 1) {
            answer.contentLength = answer.body.size();
            answer.body.resize(answer.body.size() / 2);
        } else {
            answer.body.resize(answer.body.size() / 2 + 1);
            answer.headers["Content-Range"] = "bytes " + std::to_string(request.range->first) + "-"
                + std::to_string(request.range->first + answer.body.size() - 1) + "/300000";
        }
    });
    QVERIFY(contentOf(*resource, 100'000, 200'000) == bytes.substr(100'000));
}

void TestHttpInterruptions::aServerThatBringsNothingIsGivenUp()
{
    TestServer server;
    server.serve("m.bin", pattern(300'000));
    const auto resource = HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {});
    server.setHook([](const TestServer::Request&, TestServer::Answer& answer) { answer.dropAfter = 0; });
    EXPECT_ERROR(contentOf(*resource, 100'000, 200'000), ErrorKind::Io, "the connection was lost");
    EXPECT_ERROR(
        contentOf(*resource, 100'000, 200'000), ErrorKind::Io, ", at byte 100000, 3 times in a row)");
    QCOMPARE(server.requests().size(), size_t {1 + 3 + 3});
}

// What happened, where and how often comes before what to do about it.
void TestHttpInterruptions::aServerThatIsGoneIsSaidInOrder()
{
    auto server = std::make_unique<TestServer>();
    server->serve("m.bin", pattern(300'000));
    const auto resource = HttpResource::open(HttpClient::create(impatient()), Url(server->url("m.bin")), {});
    server.reset();
    EXPECT_ERROR(contentOf(*resource, 100'000, 200'000), ErrorKind::Io,
        ", at byte 100000, 3 times in a row); check host, port and network");
}

void TestHttpInterruptions::aBusyServerIsAskedAgain()
{
    TestServer server;
    server.serve("m.bin", pattern(1000));
    server.setHook([](const TestServer::Request& request, TestServer::Answer& answer) {
        answer.status = request.index < 2 ? 503 : answer.status;
    });
    QCOMPARE(HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {})->sizeBytes(),
        uint64_t {1000});
    server.setHook([](const TestServer::Request&, TestServer::Answer& answer) { answer.status = 503; });
    EXPECT_ERROR(HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {}),
        ErrorKind::Io, "503 Service Unavailable: it is busy (3 times in a row); try again later");
}

void TestHttpInterruptions::aServerIsLeftAloneAsLongAsItAsks()
{
    for (const int status : {429, 503}) {
        TestServer server;
        server.serve("m.bin", pattern(1000));
        server.setHook([&](const TestServer::Request& request, TestServer::Answer& answer) {
            if (request.index == 0) {
                answer.status = status;
                answer.headers["Retry-After"] = "1";
            }
        });
        QElapsedTimer sinceRequest;
        sinceRequest.start();
        const auto resource =
            HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {});
        QVERIFY2(sinceRequest.elapsed() >= 1000, std::to_string(sinceRequest.elapsed()).c_str());
        QCOMPARE(resource->sizeBytes(), uint64_t {1000});
        QCOMPARE(server.requests().size(), size_t {2});
    }
}

void TestHttpInterruptions::aStopEndsTheWaitThatAServerAsksFor()
{
    TestServer server;
    std::stop_source stop;
    server.setHook([&](const TestServer::Request&, TestServer::Answer& answer) {
        answer.status = 503;
        answer.headers["Retry-After"] = "59";
        stop.request_stop();
    });
    QElapsedTimer sinceRequest;
    sinceRequest.start();
    EXPECT_ERROR(
        HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), stop.get_token()),
        ErrorKind::Cancelled, "cancelled");
    QVERIFY2(sinceRequest.elapsed() < 30'000, std::to_string(sinceRequest.elapsed()).c_str());
}

void TestHttpInterruptions::aStalledServerTimesOut()
{
    TestServer server;
    server.serve("m.bin", pattern(300'000));
    HttpOptions options = impatient();
    options.attemptLimit = 1;
    options.stallTimeout = std::chrono::seconds(1);
    const auto resource = HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {});
    server.setHook([](const TestServer::Request&, TestServer::Answer& answer) { answer.stallAfter = 0; });
    EXPECT_ERROR(contentOf(*resource, 100'000, 200'000), ErrorKind::Io, "the server stalls");
}

void TestHttpInterruptions::aStopIsNoticedWhileTheServerStalls()
{
    TestServer server;
    server.serve("m.bin", pattern(300'000));
    const auto resource = HttpResource::open(HttpClient::create(), Url(server.url("m.bin")), {});
    server.setHook(
        [](const TestServer::Request&, TestServer::Answer& answer) { answer.stallAfter = 50'000; });
    std::stop_source stop;
    QElapsedTimer sinceStop;
    std::jthread stopper([&] {
        QTest::qSleep(200);
        sinceStop.start();
        stop.request_stop();
    });
    std::string room(200'000, '\0');
    EXPECT_ERROR(resource->readAt(100'000, std::as_writable_bytes(std::span(room)), stop.get_token()),
        ErrorKind::Cancelled, "cancelled");
    const qint64 took = sinceStop.elapsed();
    // The stop ended it, not the time-out of a stalled server.
    QVERIFY2(took < 10'000, std::to_string(took).c_str());
}

void TestHttpInterruptions::changesAreNoticed_data()
{
    QTest::addColumn<int>("how");
    QTest::newRow("other tag") << 0;
    QTest::newRow("shorter") << 1;
    QTest::newRow("other size, no tags") << 2;
    QTest::newRow("other tag, condition ignored") << 3;
    QTest::newRow("gone") << 4;
    QTest::newRow("no tag, other date") << 5;
    QTest::newRow("the same weak tag, other date") << 6;
    QTest::newRow("neither tag nor date") << 7;
    QTest::newRow("no tag, the same date") << 8;
    QTest::newRow("the same tag, other date") << 9;
}

void TestHttpInterruptions::changesAreNoticed()
{
    QFETCH(int, how);
    TestServer server;
    server.serve("m.bin", pattern(300'000));
    server.setHook([&](const TestServer::Request& request, TestServer::Answer& answer) {
        if (how == 2) {
            answer.headers.erase("ETag");
        } else if (how == 3 && request.index > 0) {
            answer.headers["ETag"] = "\"another\"";
        } else if (how >= 5) {
            const bool isLater = request.index > 0;
            answer.headers["Last-Modified"] =
                isLater && how != 8 ? "Tue, 02 Jan 2024 00:00:00 GMT" : "Mon, 01 Jan 2024 00:00:00 GMT";
            answer.headers["ETag"].insert(0, how == 6 ? "W/" : "");
            if (isLater && how != 6 && how != 9) {
                answer.headers.erase("ETag");
            }
            if (isLater && how == 7) {
                answer.headers.erase("Last-Modified");
            }
        }
    });
    const auto resource = HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {});
    switch (how) {
    case 0:
        server.serve("m.bin", pattern(300'000), 2);
        break;
    case 1:
        server.serve("m.bin", pattern(90'000), 1);
        break;
    case 2:
        server.serve("m.bin", pattern(300'001));
        break;
    case 4:
        server.setHook([](const TestServer::Request&, TestServer::Answer& answer) { answer.status = 404; });
        EXPECT_ERROR(contentOf(*resource, 100'000, 10), ErrorKind::Io, "404 Not Found");
        return;
    case 7:
        EXPECT_ERROR(contentOf(*resource, 100'000, 10), ErrorKind::Io, "now sends bytes without one");
        return;
    case 8:
    case 9:
        QCOMPARE(contentOf(*resource, 100'000, 10), pattern(300'000).substr(100'000, 10));
        return;
    default:
        break;
    }
    EXPECT_ERROR(contentOf(*resource, 100'000, 10), ErrorKind::Io, "was changed since it was opened");
}

void TestHttpInterruptions::wrongRangesAreNoticed()
{
    TestServer server;
    server.serve("m.bin", pattern(300'000));
    const auto resource = HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {});
    server.setHook([](const TestServer::Request&, TestServer::Answer& answer) {
        answer.headers["Content-Range"] = "bytes 7-16/300000";
    });
    EXPECT_ERROR(contentOf(*resource, 100'000, 10), ErrorKind::Io, "with those from 7");
}

QTEST_GUILESS_MAIN(TestHttpInterruptions)
#include "tst_http_interruptions.moc"
