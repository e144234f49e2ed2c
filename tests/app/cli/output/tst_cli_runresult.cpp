// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/runresult.h"

#include <QTest>

#include <numeric>

using namespace weightless;
using namespace weightless::cli;

class TestCliRunResult : public QObject {
    Q_OBJECT

private slots:
    void times();
    void compilingIsToldApart();
    void profileWithoutTimestamps();
};

void TestCliRunResult::times()
{
    const std::vector<double> even {4, 1, 3, 2};
    const RunTimes result = timesOf(even);
    QCOMPARE(result.first, 4.0);
    QCOMPARE(result.min, 1.0);
    QCOMPARE(result.median, 2.5);
    QCOMPARE(result.max, 4.0);
    QVERIFY(!result.p90 && !result.p99);
    std::vector<double> many(200);
    std::iota(many.rbegin(), many.rend(), 1);
    QCOMPARE(timesOf(many).p90, std::optional<double>(180));
    QCOMPARE(timesOf(many).p99, std::optional<double>(198));
    const std::vector<StepTime> steps {{"a", "Add", "k", 1}, {"b", "Mul", "k", 5}, {"c", "Add", "k", 2}};
    const auto operators = timesByOperator(steps);
    QCOMPARE(operators.size(), size_t {2});
    QCOMPARE(operators[0].opType, std::string("Mul"));
    QCOMPARE(operators[1].stepCount, uint64_t {2});
    QCOMPARE(operators[1].milliseconds, 3.0);
}

void TestCliRunResult::compilingIsToldApart()
{
    const std::vector<double> one {7.84};
    QCOMPARE(timesText(one, 7.65), std::string("Ran in 7.84 s, 7.65 s of it compiling kernels\n"));
    QCOMPARE(timesText(one, 1e-6), std::string("Ran in 7.84 s\n"));
    const std::string many = timesText(std::vector<double> {7.84, 0.183}, 7.65);
    QVERIFY2(
        many.find("(the first 7.84 s, 7.65 s of it compiling kernels)") != std::string::npos, many.c_str());
}

void TestCliRunResult::profileWithoutTimestamps()
{
    QVERIFY(profileText({}, true).find("this device has no timestamps") != std::string::npos);
    const std::string json = profileJson({}, true).dump();
    QVERIFY2(json.find("this device has no timestamps") != std::string::npos, json.c_str());
    QVERIFY(profileJson({}).dump().find("problem") == std::string::npos);
}

QTEST_APPLESS_MAIN(TestCliRunResult)
#include "tst_cli_runresult.moc"
