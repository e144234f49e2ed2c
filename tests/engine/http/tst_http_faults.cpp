// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadingjob.h"
#include "engine/http/httpresource.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/http/httpfaults.h"
#include "tests/engine/http/httploadscene.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

// Two segments, several constants in each.
constexpr uint64_t contentBytes = 1'700'000;

http::HttpOptions optionsOf(const HttpFault& fault)
{
    http::HttpOptions options = impatient();
    if (fault.isSlow) {
        options.attemptLimit = 1;
        options.stallTimeout = std::chrono::seconds(1);
    }
    return options;
}

void begin(TestServer& server, const HttpFault& fault, const std::string& content)
{
    server.setHook([&](const TestServer::Request& request, TestServer::Answer& answer) {
        if (request.range) {
            fault.apply({server, content, request}, answer);
        }
    });
}

// Explains why it is not the one; empty when it is.
std::string mismatch(const std::optional<Error>& error, const std::string& expected)
{
    if (expected.empty()) {
        return error ? "unexpected: " + error->message() : std::string();
    }
    if (!error) {
        return "no error, expected: " + expected;
    }
    const bool isRight = error->kind() == ErrorKind::Io && error->message().size() < 1000
        && error->message().find(expected) != std::string::npos;
    return isRight ? std::string() : std::string(toString(error->kind())) + ": " + error->message();
}

} // namespace

// Every fault of the table in every place where a server can have it.
class TestHttpFaults : public HttpLoadTest {
    Q_OBJECT

private slots:
    void opening_data();
    void opening();
    void loading_data();
    void loading();

private:
    std::vector<HttpFault> m_faults = httpFaults();
};

void TestHttpFaults::opening_data()
{
    QTest::addColumn<size_t>("index");
    for (size_t i = 0; i < m_faults.size(); ++i) {
        QTest::newRow(m_faults[i].name.c_str()) << i;
    }
}

void TestHttpFaults::opening()
{
    QFETCH(size_t, index);
    const HttpFault& fault = m_faults[index];
    TestServer server;
    const std::string content = pattern(contentBytes);
    server.serve("weights.bin", content);
    begin(server, fault, content);
    const auto client = http::HttpClient::create(optionsOf(fault));
    std::string read;
    const auto readAll = [&] {
        const auto resource = http::HttpResource::open(client, http::Url(server.url("weights.bin")), {});
        read = contentOf(*resource, 0, content.size());
    };
    const auto error = test::errorOf(readAll);
    const std::string wrong = mismatch(error, fault.whileOpening);
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY(error || read == content);

    // The client is as good as new afterwards.
    server.setHook({});
    server.release();
    const std::string stillWrong = mismatch(test::errorOf(readAll), "");
    QVERIFY2(stillWrong.empty(), stillWrong.c_str());
    QVERIFY(read == content);
}

void TestHttpFaults::loading_data()
{
    QTest::addColumn<size_t>("index");
    QTest::addColumn<LoadWay>("way");
    for (const LoadWay& way : httpWays) {
        for (size_t i = 0; i < m_faults.size(); ++i) {
            QTest::addRow("%s, %s", way.name, m_faults[i].name.c_str()) << i << way;
        }
    }
}

void TestHttpFaults::loading()
{
    QFETCH(size_t, index);
    QFETCH(LoadWay, way);
    const HttpFault& fault = m_faults[index];
    HttpScene scene(contentBytes, optionsOf(fault));
    scene.fill();
    begin(scene.server, fault, scene.content);
    LoadingJob job(m_gpu->device, scene.store, optionsFor(way, httpSlices), scene.loaders);
    const auto error = test::errorOf([&] { job.run(); });
    const std::string wrong = mismatch(error, fault.whileLoading);
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY(!error || error->message().starts_with("Constant 'w"));
    QVERIFY(error.has_value() == (scene.store->setCount() < scene.store->count()));

    // What is set stays, and the load goes on from there.
    scene.server.setHook({});
    scene.server.release();
    const std::string stillWrong = mismatch(test::errorOf([&] { job.run(); }), "");
    QVERIFY2(stillWrong.empty(), stillWrong.c_str());
    QVERIFY(scene.isLoaded(m_gpu->device));
}

QTEST_GUILESS_MAIN(TestHttpFaults)
#include "tst_http_faults.moc"
