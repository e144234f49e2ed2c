// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/config/config.h"
#include "tests/engine/expecterror.h"

#include <QTest>

using namespace weightless;
using namespace weightless::diffusion;

class TestConfig : public QObject {
    Q_OBJECT

private slots:
    void members();
    void infinities();
};

void TestConfig::members()
{
    const Config config = parseConfig("x.json",
        R"({"flag": true, "number": 1.5, "text": "a", "list": [1, 2], "none": null, "of": {"it": "b"}})");
    QVERIFY(config.flag("flag", false));
    QCOMPARE(config.number("number", 0, 0, 2), 1.5);
    QCOMPARE(config.text("text"), std::string("a"));
    QCOMPARE(config.listLength("list"), size_t {2});
    QCOMPARE(config.numbers("list", 0, 2), (std::vector<double> {1, 2}));
    QCOMPARE(config.numbers("number", 0, 2), std::vector<double> {1.5});
    QVERIFY(config.numbers("none", 0, 2).empty());
    EXPECT_ERROR((void)config.numbers("list", 0, 1), ErrorKind::InvalidArgument, "'list' is 2");
    EXPECT_ERROR((void)config.numbers("text", 0, 1), ErrorKind::InvalidArgument, "a list of numbers");
    QCOMPARE(config.text("of.it"), std::string("b"));
    QVERIFY(config.has("text") && !config.has("none") && !config.has("of"));
    QVERIFY(config.hasMembers("of") && !config.hasMembers("o") && !config.hasMembers("text"));
    EXPECT_ERROR((void)config.flag("text", false), ErrorKind::InvalidArgument, "'text' is not true or false");
}

// What Python writes for infinities, which other readers of JSON refuse, is as if it was not there.
void TestConfig::infinities()
{
    const Config config = parseConfig("scheduler_config.json",
        R"({"lambda_min_clipped": -Infinity, "list": [Infinity, 1], "nan":NaN, "last": 3,
            "text": "a \"NaN\" Infinity"})");
    QVERIFY(!config.has("lambda_min_clipped") && !config.has("nan"));
    QCOMPARE(config.number("lambda_min_clipped", 7, 0, 9), 7.0);
    QCOMPARE(config.text("text"), std::string("a \"NaN\" Infinity"));
    QCOMPARE(config.number("last", 0, 0, 9), 3.0);
    EXPECT_ERROR((void)parseConfig("x.json", R"({"a": Infinite})"), ErrorKind::InvalidArgument, "valid JSON");
    EXPECT_ERROR((void)parseConfig("x.json", "{\"NaN\\"), ErrorKind::InvalidArgument, "valid JSON");
}

QTEST_APPLESS_MAIN(TestConfig)
#include "tst_config.moc"
