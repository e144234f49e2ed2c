// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/filefacts.h"
#include "engine/http/httpmessage.h"
#include "engine/http/url.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <map>

using namespace weightless;
using namespace weightless::http;

// Addresses, and the fields of answers.
class TestHttpUrls : public QObject {
    Q_OBJECT

private slots:
    void urls();
    void badUrls();
    void siblings();
    void headers();
    void versions();
    void contentRanges_data();
    void contentRanges();
};

void TestHttpUrls::urls()
{
    // What is written into caches tells keys apart without saying them.
    const Url withKey("http://host/m.onnx?key=secret");
    QVERIFY(withKey.identity().find("secret") == std::string::npos);
    QVERIFY(withKey.identity() != Url("http://host/m.onnx?key=another").identity());
    QCOMPARE(Url("http://host/m.onnx").identity(), std::string("http://host/m.onnx?"));
    QVERIFY(isHttpUrl("http://host/m.onnx"));
    QVERIFY(isHttpUrl("HTTPS://host/m.onnx"));
    QVERIFY(!isHttpUrl("/home/http://x"));
    QVERIFY(isOtherAddress("ftp://host/m.onnx"));
    QVERIFY(!isOtherAddress("https://host/m.onnx"));
    QVERIFY(!isOtherAddress("/home/ftp://x") && !isOtherAddress("m.onnx") && !isOtherAddress(""));
    QVERIFY(!isHttpUrl("ftp://host/m.onnx"));
    const Url url("https://user:s%3Acret@host:8443/a/m.onnx?token=abc#part");
    QCOMPARE(url.shown(), std::string("https://host:8443/a/m.onnx"));
    QVERIFY(url.isSecure());
    QVERIFY(url.secret().find("token=abc") != std::string::npos);
    QVERIFY(url.secret().find("cret") != std::string::npos);
    QVERIFY(!Url("http://host/m.onnx").isSecure());
}

void TestHttpUrls::badUrls()
{
    for (const char* text :
        {"", "http://", "https://user:secret@/x", "http://ho st/m", "file:///etc/passwd"}) {
        const auto error = test::errorOf([&] { static_cast<void>(Url(text)); });
        QVERIFY2(error && error->kind() == ErrorKind::InvalidArgument, text);
        QVERIFY(error->message().find("secret") == std::string::npos);
    }
}

void TestHttpUrls::siblings()
{
    const Url url("https://user:pw@host/a/b/m.onnx?x=1");
    QCOMPARE(url.sibling("m.onnx_data").shown(), std::string("https://host/a/b/m.onnx_data"));
    const QString escaped = QString::fromStdString(url.sibling("sub/w 1?.bin").shown());
    QCOMPARE(escaped.toUpper(), QStringLiteral("HTTPS://HOST/A/B/SUB/W%201%3F.BIN"));
    QVERIFY(url.sibling("x").secret().find("user:pw@") != std::string::npos);
    QVERIFY(url.sibling("x").secret().find("x=1") == std::string::npos);
    const std::string keyed = url.sibling("sub/y", SiblingQuery::Same).secret();
    QVERIFY2(keyed.ends_with("/a/b/sub/y?x=1"), keyed.c_str());
}

void TestHttpUrls::headers()
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

// What is kept is kept under a promise of the same bytes, and a weak tag is none.
void TestHttpUrls::versions()
{
    const std::string date = "Mon, 01 Jan 2024 00:00:00 GMT";
    QCOMPARE((FileFacts {1, true, "\"a\"", date}.version()), std::string("\"a\""));
    QCOMPARE((FileFacts {1, true, "W/\"a\"", date}.version()), date);
    QCOMPARE((FileFacts {1, true, "", date}.version()), date);
    QCOMPARE((FileFacts {1, true, "W/\"a\"", ""}.version()), std::string());
}

void TestHttpUrls::contentRanges_data()
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

void TestHttpUrls::contentRanges()
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

QTEST_GUILESS_MAIN(TestHttpUrls)
#include "tst_http_urls.moc"
