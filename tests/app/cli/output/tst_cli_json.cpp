// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/json.h"
#include "engine/base/error.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <limits>

using weightless::Error;
using weightless::cli::Json;

class TestCliJson : public QObject {
    Q_OBJECT

private slots:
    void keepsOrderAndReplaces();
    void escapes();
    void brokenUtf8();
    void numbers();
    void readsBack();
    void refuses_data();
    void refuses();
    void deepNestingIsRefused();
};

void TestCliJson::keepsOrderAndReplaces()
{
    Json json {{"b", 1}, {"a", Json::Array {Json(true), Json()}}};
    json.set("b", "two").set("c", Json::object());
    QCOMPARE(json.dump(),
        std::string("{\n  \"b\": \"two\",\n  \"a\": [\n    true,\n    null\n  ],\n  \"c\": {}\n}"));
}

void TestCliJson::escapes()
{
    const std::string text =
        "quote \" backslash \\ tab \t line\nreturn\r bell \a unit \x1f delete \x7f snow ☃";
    const Json json {{"text", text}};
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json.dump()));
    QCOMPARE(document.object()["text"].toString().toStdString(), text);
}

void TestCliJson::brokenUtf8()
{
    // A lone continuation, an overlong slash, a surrogate, a cut-off sequence.
    for (const std::string text : {"\x80", "\xC0\xAF", "\xED\xA0\x80", "a\xE2\x98"}) {
        const std::string dumped = Json {{"text", text}}.dump();
        QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(dumped)).isObject());
        QVERIFY(dumped.find("\xEF\xBF\xBD") != std::string::npos);
    }
}

void TestCliJson::numbers()
{
    const auto text = [](const Json& json) { return json.dump(); };
    QCOMPARE(text(Json(std::numeric_limits<uint64_t>::max())), std::string("18446744073709551615"));
    QCOMPARE(text(Json(std::numeric_limits<int64_t>::min())), std::string("-9223372036854775808"));
    QCOMPARE(text(Json(0.1)), std::string("0.1"));
    QCOMPARE(text(Json(std::nan(""))), std::string("null"));
    QCOMPARE(text(Json(std::numeric_limits<double>::infinity())), std::string("null"));
}

void TestCliJson::readsBack()
{
    const Json json {{"text", "a\"\\\n☃"}, {"whole", std::numeric_limits<uint64_t>::max()}, {"negative", -3},
        {"real", 1.5e-300}, {"list", Json::Array {Json(1), Json(false), Json()}}, {"empty", Json::object()}};
    const Json back = Json::parse(json.dump());
    QCOMPARE(back.dump(), json.dump());
    QCOMPARE(back.at("whole").toUnsigned(), std::numeric_limits<uint64_t>::max());
    QCOMPARE(back.at("absent").at("further").toUnsigned(), uint64_t {0});
    QCOMPARE(
        Json::parse(" \"\\u0041\\u00e9\\ud83d\\ude00\\/\" ").toString(), std::string("A\u00e9\U0001F600/"));
}

void TestCliJson::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    int row = 0;
    for (const char* text : {"", " ", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "\"", "\"\\x\"", "\"\\ud800\"",
             "01x", "-", "nul", "1 2", "{} {}", "\"\n\"", "+1", "1.e5"}) {
        QTest::addRow("%d", ++row) << QByteArray(text);
    }
}

void TestCliJson::refuses()
{
    QFETCH(QByteArray, text);
    QVERIFY_EXCEPTION_THROWN((void)Json::parse(text.toStdString()), Error);
}

void TestCliJson::deepNestingIsRefused()
{
    QVERIFY_EXCEPTION_THROWN((void)Json::parse(std::string(100'000, '[')), Error);
}

QTEST_APPLESS_MAIN(TestCliJson)
#include "tst_cli_json.moc"
