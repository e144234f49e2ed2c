// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/text.h"

#include <QTest>

using namespace weightless::cli;

class TestCliText : public QObject {
    Q_OBJECT

private slots:
    void printableTakesControlCharactersAway();
    void tableAligns();
    void durations();
};

void TestCliText::printableTakesControlCharactersAway()
{
    QCOMPARE(printable("a\x1b[31mb\nc\x7f"), std::string("a [31mb c "));
    QCOMPARE(printable("\xC2\x9B"
                       "31m"),
        std::string(" 31m")); // the one-character escape
    QCOMPARE(printable("\xFFz"), std::string("\xEF\xBF\xBDz"));
    QCOMPARE(printable("größe ☃ 😀"), std::string("größe ☃ 😀"));
}

void TestCliText::tableAligns()
{
    TextTable table({{"name"}, {"bytes", Align::Right}, {"×"}});
    table.addRow({"größe", "1", "a"});
    table.addRow({"b", "1000000", "b\nc"});
    QCOMPARE(table.toString(),
        std::string("name     bytes  ×\n"
                    "größe        1  a\n"
                    "b      1000000  b c\n"));
}

void TestCliText::durations()
{
    QCOMPARE(formatSeconds(0.00123), std::string("1.23 ms"));
    QCOMPARE(formatSeconds(0.0456), std::string("45.6 ms"));
    QCOMPARE(formatSeconds(2.5), std::string("2.50 s"));
    QCOMPARE(formatSeconds(314.6), std::string("315 s"));
    QCOMPARE(plural(1, "step"), std::string("step"));
    QCOMPARE(plural(0, "step"), std::string("steps"));
}

QTEST_APPLESS_MAIN(TestCliText)
#include "tst_cli_text.moc"
