// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/blockcache.h"
#include "engine/http/httpclient.h"
#include "engine/http/httpmessage.h"
#include "engine/http/httpresource.h"
#include "engine/http/httpstatus.h"
#include "tests/datafolder.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/http/httpscene.h"

#include <QElapsedTimer>
#include <QSslSocket>
#include <QTest>

#include <map>

using namespace weightless;
using namespace weightless::http;
using namespace weightless::testing;

class TestHttpReading : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { keepFromProxies(); }

    void urls();
    void badUrls();
    void siblings();
    void headers();
    void contentRanges_data();
    void contentRanges();
    void readsRanges();
    void readsInOrderWithoutRanges();
    void blocksSaveRequests();
    void emptyFile();
    void refusals_data();
    void refusals();
    void droppedConnectionsAreResumed();
    void shortAnswersAreContinued();
    void aServerThatBringsNothingIsGivenUp();
    void aBusyServerIsAskedAgain();
    void aServerIsLeftAloneAsLongAsItAsks();
    void aStopEndsTheWaitThatAServerAsksFor();
    void aStalledServerTimesOut();
    void aStopIsNoticedWhileTheServerStalls();
    void changesAreNoticed_data();
    void changesAreNoticed();
    void wrongRangesAreNoticed();
    void redirectsAreFollowed();
    void redirectLoopsEnd();
    void credentialsAreSentAndNotShown();
    void noServer();
    void tlsToAPlainServer();
    void certificatesAreVerified();
    void redirectsNeverLeaveHttps();
};

void TestHttpReading::urls()
{
    QVERIFY(isHttpUrl("http://host/m.onnx"));
    QVERIFY(isHttpUrl("HTTPS://host/m.onnx"));
    QVERIFY(!isHttpUrl("/home/http://x"));
    QVERIFY(!isHttpUrl("ftp://host/m.onnx"));
    const Url url("https://user:s%3Acret@host:8443/a/m.onnx?token=abc#part");
    QCOMPARE(url.shown(), std::string("https://host:8443/a/m.onnx"));
    QVERIFY(url.isSecure());
    QVERIFY(url.secret().find("token=abc") != std::string::npos);
    QVERIFY(url.secret().find("cret") != std::string::npos);
    QVERIFY(!Url("http://host/m.onnx").isSecure());
}

void TestHttpReading::badUrls()
{
    for (const char* text :
        {"", "http://", "https://user:secret@/x", "http://ho st/m", "file:///etc/passwd"}) {
        const auto error = test::errorOf([&] { static_cast<void>(Url(text)); });
        QVERIFY2(error && error->kind() == ErrorKind::InvalidArgument, text);
        QVERIFY(error->message().find("secret") == std::string::npos);
    }
}

void TestHttpReading::siblings()
{
    const Url url("https://user:pw@host/a/b/m.onnx?x=1");
    QCOMPARE(url.sibling("m.onnx_data").shown(), std::string("https://host/a/b/m.onnx_data"));
    const QString escaped = QString::fromStdString(url.sibling("sub/w 1?.bin").shown());
    QCOMPARE(escaped.toUpper(), QStringLiteral("HTTPS://HOST/A/B/SUB/W%201%3F.BIN"));
    QVERIFY(url.sibling("x").secret().find("user:pw@") != std::string::npos);
    QVERIFY(url.sibling("x").secret().find("x=1") == std::string::npos);
}

void TestHttpReading::headers()
{
    const auto response = readFields(206, [](const char* name) -> std::optional<std::string> {
        const std::map<std::string, std::string> fields {{"ETag", "\"a\""}, {"Content-Type", "text/html"},
            {"Content-Range", "bytes 5-9/1234567890123"}, {"Transfer-Encoding", "chunked"}};
        const auto field = fields.find(name);
        return field == fields.end() ? std::nullopt : std::optional(field->second);
    });
    QCOMPARE(response.status, 206);
    QCOMPARE(response.entityTag, std::string("\"a\""));
    QCOMPARE(response.contentType, std::string("text/html"));
    QCOMPARE(response.transferEncoding, std::string("chunked"));
    QVERIFY(response.lastModified.empty() && response.contentEncoding.empty());
    QCOMPARE(response.contentRange->first, uint64_t {5});
    QCOMPARE(response.contentRange->last, uint64_t {9});
    QCOMPARE(*response.contentRange->total, uint64_t {1234567890123});
}

void TestHttpReading::contentRanges_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("total") << "bytes 0-99/1234"
                           << "0-99/1234";
    QTest::newRow("no total") << "bytes 7-7/*"
                              << "7-7/?";
    QTest::newRow("unsatisfied") << "bytes */0"
                                 << "*/0";
    QTest::newRow("largest") << "bytes 0-18446744073709551614/18446744073709551615"
                             << "0-18446744073709551614/18446744073709551615";
    for (const char* text : {"", "bytes", "bytes ", "bytes 0-99", "bytes 99-0/1234", "bytes 0-1234/1234",
             "bytes -1/2", "bytes 1-/2", "bytes a-b/c", "items 0-1/2", "bytes 0--1/2", "bytes /", "bytes -/",
             "bytes 0-99999999999999999999/5", "bytes 0-9/10 ", "bytes +0-9/10"}) {
        QTest::newRow(*text == '\0' ? "nothing" : text) << text << "none";
    }
}

void TestHttpReading::contentRanges()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto response = readFields(206, [&](const char* name) {
        return std::string_view(name) == "Content-Range" ? std::optional(text.toStdString()) : std::nullopt;
    });
    QString actual = QStringLiteral("none");
    if (const auto& range = response.contentRange) {
        actual = QStringLiteral("%1-%2/").arg(range->first).arg(range->last)
            + (range->total ? QString::number(*range->total) : QStringLiteral("?"));
    } else if (response.unsatisfiedTotal) {
        actual = QStringLiteral("*/%1").arg(*response.unsatisfiedTotal);
    }
    QCOMPARE(actual, expected);
}

void TestHttpReading::readsRanges()
{
    TestServer server;
    const std::string bytes = pattern(1'000'000);
    server.serve("m.bin", bytes);
    const auto resource = HttpResource::open(HttpClient::create(), Url(server.url("m.bin")), {});
    QVERIFY(resource->supportsRanges());
    QCOMPARE(resource->sizeBytes(), uint64_t {1'000'000});
    QCOMPARE(resource->name(), server.url("m.bin"));
    for (const auto& [offset, count] :
        {std::pair {0u, 10u}, {65'530u, 20u}, {999'999u, 1u}, {300'000u, 700'000u}, {1'000'000u, 0u}}) {
        QVERIFY2(contentOf(*resource, offset, count) == bytes.substr(offset, count),
            std::to_string(offset).c_str());
    }
    QCOMPARE(server.connectionCount(), size_t {1}); // kept from request to request
    EXPECT_ERROR(contentOf(*resource, 999'999, 2), ErrorKind::Io, "2 bytes at 999999");
}

void TestHttpReading::readsInOrderWithoutRanges()
{
    TestServer server;
    server.setSupportsRanges(false);
    const std::string bytes = pattern(1'000'000);
    server.serve("m.bin", bytes);
    const auto resource = HttpResource::open(HttpClient::create(), Url(server.url("m.bin")), {});
    QVERIFY(!resource->supportsRanges());
    for (const uint64_t offset : {10u, 100'000u, 100'010u, 700'000u}) {
        QVERIFY(contentOf(*resource, offset, 10) == bytes.substr(offset, 10));
    }
    QCOMPARE(server.requests().size(), size_t {2}); // the first look, and one pass
    QVERIFY(contentOf(*resource, 99'999, 900'001) == bytes.substr(99'999));
    QCOMPARE(server.requests().size(), size_t {3}); // back, so from the beginning
}

void TestHttpReading::blocksSaveRequests()
{
    TestServer server;
    const std::string bytes = pattern(8'000'000);
    server.serve("m.bin", bytes);
    const auto cache =
        std::make_shared<BlockCache>(HttpResource::open(HttpClient::create(), Url(server.url("m.bin")), {}));
    for (uint64_t offset = 0; offset < bytes.size(); offset += 1000) {
        const uint64_t count = std::min<uint64_t>(1000, bytes.size() - offset);
        QVERIFY(contentOf(*cache, offset, count) == bytes.substr(offset, count));
    }
    QVERIFY2(server.requests().size() < 20, std::to_string(server.requests().size()).c_str());
    QVERIFY(contentOf(*cache, 3, 7'999'990) == bytes.substr(3, 7'999'990));
    EXPECT_ERROR(contentOf(*cache, 8'000'000, 1), ErrorKind::Io, "more were expected");
}

void TestHttpReading::emptyFile()
{
    TestServer server;
    server.serve("m.bin", "");
    QCOMPARE(
        HttpResource::open(HttpClient::create(), Url(server.url("m.bin")), {})->sizeBytes(), uint64_t {0});
}

void TestHttpReading::refusals_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("message");
    QTest::newRow("401") << 401 << "401 Unauthorized: it wants a login";
    QTest::newRow("403") << 403 << "403 Forbidden: it wants a login";
    QTest::newRow("404") << 404 << "404 Not Found: there is no such file";
    QTest::newRow("416") << 416 << "416 Range Not Satisfiable to a request for the file's first bytes";
    QTest::newRow("500") << 500 << "500 Internal Server Error: it failed; try again later";
    QTest::newRow("204") << 204 << "204 No Content, expected 200 or 206";
    QTest::newRow("web page") << -1 << "a web page (text/html) and not a file";
    QTest::newRow("no length") << -2 << "does not tell how large the file is";
    QTest::newRow("compressed") << -3 << "sends it compressed (gzip)";
}

void TestHttpReading::refusals()
{
    QFETCH(int, status);
    QFETCH(QString, message);
    TestServer server;
    server.serve("m.bin", pattern(1000));
    server.setHook([&](const TestServer::Request&, TestServer::Answer& answer) {
        if (status > 0) {
            answer = {};
            answer.status = status;
            answer.body = status == 204 ? "" : "<html>no</html>";
        } else if (status == -1) {
            answer.body = "\n <!DOCTYPE html><html></html>";
            answer.status = 200;
            answer.headers["Content-Type"] = "text/html; charset=utf-8";
        } else if (status == -2) {
            answer.status = 200;
            answer.tellsLength = false;
        } else {
            answer.headers["Content-Encoding"] = "gzip";
        }
    });
    const auto error = test::errorOf([&] {
        static_cast<void>(
            HttpResource::open(HttpClient::create(), Url(server.url("m.bin", "me:secret")), {}));
    });
    QVERIFY(error.has_value());
    QVERIFY(error->kind() == ErrorKind::Io);
    QVERIFY2(error->message().find(message.toStdString()) != std::string::npos, error->message().c_str());
    QVERIFY(error->message().find("Cannot read '" + server.url("m.bin") + "'") == 0);
    QVERIFY(error->message().find("secret") == std::string::npos);
    QCOMPARE(server.requests().size(), size_t {1}); // none of these is worth another attempt
}

void TestHttpReading::droppedConnectionsAreResumed()
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

void TestHttpReading::shortAnswersAreContinued()
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

void TestHttpReading::aServerThatBringsNothingIsGivenUp()
{
    TestServer server;
    server.serve("m.bin", pattern(300'000));
    const auto resource = HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {});
    server.setHook([](const TestServer::Request&, TestServer::Answer& answer) { answer.dropAfter = 0; });
    EXPECT_ERROR(contentOf(*resource, 100'000, 200'000), ErrorKind::Io, "the connection was lost");
    EXPECT_ERROR(contentOf(*resource, 100'000, 200'000), ErrorKind::Io, "at byte 100000, 3 times in a row");
    QCOMPARE(server.requests().size(), size_t {1 + 3 + 3});
}

void TestHttpReading::aBusyServerIsAskedAgain()
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
        ErrorKind::Io, "503 Service Unavailable: it is busy; try again later, 3 times in a row");
}

void TestHttpReading::aServerIsLeftAloneAsLongAsItAsks()
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

void TestHttpReading::aStopEndsTheWaitThatAServerAsksFor()
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

void TestHttpReading::aStalledServerTimesOut()
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

void TestHttpReading::aStopIsNoticedWhileTheServerStalls()
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

void TestHttpReading::changesAreNoticed_data()
{
    QTest::addColumn<int>("how");
    QTest::newRow("other tag") << 0;
    QTest::newRow("shorter") << 1;
    QTest::newRow("other size, no tags") << 2;
    QTest::newRow("other tag, condition ignored") << 3;
    QTest::newRow("gone") << 4;
}

void TestHttpReading::changesAreNoticed()
{
    QFETCH(int, how);
    TestServer server;
    server.serve("m.bin", pattern(300'000));
    server.setHook([&](const TestServer::Request& request, TestServer::Answer& answer) {
        if (how == 2) {
            answer.headers.erase("ETag");
        } else if (how == 3 && request.index > 0) {
            answer.headers["ETag"] = "\"another\"";
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
    default:
        break;
    }
    EXPECT_ERROR(contentOf(*resource, 100'000, 10), ErrorKind::Io, "was changed since it was opened");
}

void TestHttpReading::wrongRangesAreNoticed()
{
    TestServer server;
    server.serve("m.bin", pattern(300'000));
    const auto resource = HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {});
    server.setHook([](const TestServer::Request&, TestServer::Answer& answer) {
        answer.headers["Content-Range"] = "bytes 7-16/300000";
    });
    EXPECT_ERROR(contentOf(*resource, 100'000, 10), ErrorKind::Io, "with those from 7");
}

void TestHttpReading::redirectsAreFollowed()
{
    TestServer target;
    const std::string bytes = pattern(300'000);
    target.serve("real.bin", bytes);
    TestServer server;
    server.setHook([&](const TestServer::Request&, TestServer::Answer& answer) {
        answer.status = 302;
        answer.headers["Location"] = target.url("real.bin");
    });
    const auto resource = HttpResource::open(HttpClient::create(), Url(server.url("m.bin", "me:secret")), {});
    QVERIFY(contentOf(*resource, 100'000, 200'000) == bytes.substr(100'000));
    QCOMPARE(resource->name(), server.url("m.bin"));
    for (const auto& request : target.requests()) {
        QVERIFY(!request.headers.contains("authorization")); // credentials stay with their host
    }
}

void TestHttpReading::redirectLoopsEnd()
{
    TestServer server;
    server.setHook([&](const TestServer::Request&, TestServer::Answer& answer) {
        answer.status = 302;
        answer.headers["Location"] = "/m.bin";
    });
    EXPECT_ERROR(HttpResource::open(HttpClient::create(), Url(server.url("m.bin")), {}), ErrorKind::Io,
        "redirects more than 5 times");
    QCOMPARE(server.requests().size(), size_t {6});
}

void TestHttpReading::credentialsAreSentAndNotShown()
{
    TestServer server;
    server.serve("m.bin", pattern(10));
    const auto resource = HttpResource::open(HttpClient::create(), Url(server.url("m.bin", "me:secret")), {});
    QCOMPARE(server.requests()[0].headers.at("authorization"), std::string("Basic bWU6c2VjcmV0"));
    QCOMPARE(resource->name(), server.url("m.bin"));
}

void TestHttpReading::noServer()
{
    std::string url;
    {
        const TestServer server;
        url = server.url("m.bin");
    }
    EXPECT_ERROR(HttpResource::open(HttpClient::create(impatient()), Url(url), {}), ErrorKind::Io,
        "no connection could be made");
}

void TestHttpReading::tlsToAPlainServer()
{
    TestServer server;
    server.serve("m.bin", pattern(10));
    const std::string url = "https" + server.url("m.bin").substr(4);
    EXPECT_ERROR(HttpResource::open(HttpClient::create(impatient()), Url(url), {}), ErrorKind::Io,
        "no secure connection");
}

void TestHttpReading::certificatesAreVerified()
{
    if (!QSslSocket::supportsSsl()) {
        QSKIP("Qt has no TLS here to make a server with");
    }
    TestServer server(TestServer::Security::Tls);
    const std::string bytes = pattern(300'000);
    server.serve("m.bin", bytes);
    EXPECT_ERROR(HttpResource::open(HttpClient::create(impatient()), Url(server.url("m.bin")), {}),
        ErrorKind::Io, "certificate is not trusted");
    QVERIFY(server.requests().empty());
    HttpOptions options = impatient();
    options.certificates = WEIGHTLESS_TEST_DATA "/tls/localhost.pem";
    const auto resource = HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {});
    QVERIFY(contentOf(*resource, 0, 300'000) == bytes);
    options.certificates = WEIGHTLESS_TEST_DATA "/tls/absent.pem";
    EXPECT_ERROR(HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {}), ErrorKind::Io,
        "no certificates here");
}

void TestHttpReading::redirectsNeverLeaveHttps()
{
    if (!QSslSocket::supportsSsl()) {
        QSKIP("Qt has no TLS here to make a server with");
    }
    TestServer plain;
    plain.serve("m.bin", pattern(10));
    TestServer server(TestServer::Security::Tls);
    server.setHook([&](const TestServer::Request&, TestServer::Answer& answer) {
        answer.status = 302;
        answer.headers["Location"] = plain.url("m.bin");
    });
    HttpOptions options = impatient();
    options.certificates = WEIGHTLESS_TEST_DATA "/tls/localhost.pem";
    EXPECT_ERROR(HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {}), ErrorKind::Io,
        "redirects to an address that is not followed");
    QVERIFY(plain.requests().empty());
}

QTEST_GUILESS_MAIN(TestHttpReading)
#include "tst_http_reading.moc"
