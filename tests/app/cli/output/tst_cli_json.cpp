// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/json.h"
#include "tests/engine/expecterror.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <limits>
#include <map>
#include <string>

using namespace weightless;
using namespace weightless::cli;

class TestCliJson : public QObject {
    Q_OBJECT

private slots:
    void keepsOrderAndReplaces();
    void objectsOfMapsTakeTimeByTheirEntries();
    void escapes();
    void nothingATerminalObeysIsPrinted();
    void brokenUtf8();
    void numbers();
    void readsBack();
    void missingValuesFallBack();
    void refuses_data();
    void refuses();
    void deepNestingIsRefused();
};

void TestCliJson::keepsOrderAndReplaces()
{
    Json json {{"b", 1}, {"a", Json::array({true, nullptr})}};
    json["b"] = "two";
    json["c"] = Json::object();
    QCOMPARE(jsonText(json),
        std::string("{\n  \"b\": \"two\",\n  \"a\": [\n    true,\n    null\n  ],\n  \"c\": {}\n}\n"));
}

// A search for each among all before it would take minutes.
void TestCliJson::objectsOfMapsTakeTimeByTheirEntries()
{
    std::map<std::string, uint64_t> entries;
    for (uint64_t i = 0; i < 300'000; ++i) {
        entries.emplace("com.example.domain" + std::to_string(i), i);
    }
    const Json json = jsonObject(entries);
    QCOMPARE(json.size(), entries.size());
    QCOMPARE(json.back().get<uint64_t>(), entries.rbegin()->second);
}

void TestCliJson::escapes()
{
    const std::string text =
        "quote \" backslash \\ tab \t line\nreturn\r bell \a unit \x1f delete \x7f snow ☃";
    const QJsonDocument document =
        QJsonDocument::fromJson(QByteArray::fromStdString(jsonText(Json {{"text", text}})));
    QCOMPARE(document.object()["text"].toString().toStdString(), text);
}

void TestCliJson::nothingATerminalObeysIsPrinted()
{
    const std::string name = "a\x1b[31m\u009b0m\u202e\x7f\u2028";
    const std::string text = jsonText(Json {{name, name}});
    QCOMPARE(text,
        std::string("{\n  \"a\\u001b[31m\\u009b0m\\u202e\\u007f\\u2028\": ")
            + "\"a\\u001b[31m\\u009b0m\\u202e\\u007f\\u2028\"\n}\n");
    QCOMPARE(parseJson(text).at(name).get<std::string>(), name);
}

void TestCliJson::brokenUtf8()
{
    // A lone continuation, an overlong slash, a surrogate, a cut-off sequence.
    for (const std::string text : {"\x80", "\xC0\xAF", "\xED\xA0\x80", "a\xE2\x98"}) {
        const std::string dumped = jsonText(Json {{"text", text}});
        QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(dumped)).isObject());
        QVERIFY(dumped.find("\xEF\xBF\xBD") != std::string::npos);
    }
}

void TestCliJson::numbers()
{
    QCOMPARE(jsonText(std::numeric_limits<uint64_t>::max()), std::string("18446744073709551615\n"));
    QCOMPARE(jsonText(std::numeric_limits<int64_t>::min()), std::string("-9223372036854775808\n"));
    QCOMPARE(jsonText(0.1), std::string("0.1\n"));
    QCOMPARE(jsonText(std::nan("")), std::string("null\n"));
    QCOMPARE(jsonText(std::numeric_limits<double>::infinity()), std::string("null\n"));
}

void TestCliJson::readsBack()
{
    const Json json {{"text", "a\"\\\n☃"}, {"whole", std::numeric_limits<uint64_t>::max()}, {"negative", -3},
        {"real", 1.5e-300}, {"list", Json::array({1, false, nullptr})}, {"empty", Json::object()}};
    const Json back = parseJson(jsonText(json));
    QCOMPARE(jsonText(back), jsonText(json));
    QCOMPARE(valueAt(back, "/whole", uint64_t {0}), std::numeric_limits<uint64_t>::max());
    QCOMPARE(parseJson(" \"\\u0041\\u00e9\\ud83d\\ude00\\/\" ").get<std::string>(),
        std::string("A\u00e9\U0001F600/"));
}

void TestCliJson::missingValuesFallBack()
{
    const Json json {{"list", Json::array({1})}, {"object", {{"text", "t"}}}};
    QCOMPARE(valueAt(json, "/object/text", std::string("other")), std::string("t"));
    QCOMPARE(valueAt(json, "/absent/further", uint64_t {7}), uint64_t {7});
    QCOMPARE(valueAt(json, "/object/text", uint64_t {7}), uint64_t {7});
    QCOMPARE(valueAt(json, "/list/x", uint64_t {7}), uint64_t {7});
    QCOMPARE(valueAt(Json(), "/a", 0.5), 0.5);
}

void TestCliJson::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    int row = 0;
    for (const char* text : {"", " ", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "\"", "\"\\x\"", "\"\\ud800\"",
             "01x", "-", "nul", "1 2", "{} {}", "\"\n\"", "+1", "1.e5", "1e999"}) {
        QTest::addRow("%d", ++row) << QByteArray(text);
    }
}

void TestCliJson::refuses()
{
    QFETCH(QByteArray, text);
    EXPECT_ERROR(parseJson(text.toStdString()), ErrorKind::InvalidArgument, "No valid JSON at byte");
}

void TestCliJson::deepNestingIsRefused()
{
    for (const std::string open : {"[", "{\"a\":"}) {
        std::string text;
        for (int i = 0; i < 100'000; ++i) {
            text += open;
        }
        EXPECT_ERROR(parseJson(text), ErrorKind::InvalidArgument, "nested more than 100 deep");
    }
    QVERIFY(parseJson(std::string(90, '[') + std::string(90, ']')).is_array());
}

QTEST_APPLESS_MAIN(TestCliJson)
#include "tst_cli_json.moc"
