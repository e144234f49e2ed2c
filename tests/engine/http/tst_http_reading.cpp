// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/blockcache.h"
#include "engine/http/httpclient.h"
#include "engine/http/httpresource.h"
#include "tests/datafolder.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/http/httpscene.h"

#include <QSslSocket>
#include <QTest>

using namespace weightless;
using namespace weightless::http;
using namespace weightless::testing;

class TestHttpReading : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { keepFromProxies(); }

    void readsRanges();
    void readsInOrderWithoutRanges();
    void blocksSaveRequests();
    void emptyFile();
    void refusals_data();
    void refusals();
    void redirectsAreFollowed();
    void redirectLoopsEnd();
    void credentialsAreSentAndNotShown();
    void noServer();
    void tlsToAPlainServer();
    void certificatesAreVerified();
    void redirectsNeverLeaveHttps();
};

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
