// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/progressline.h"
#include "app/cli/output/text.h"

#include <QTest>

using namespace weightless::cli;

class TestCliText : public QObject {
    Q_OBJECT

private slots:
    void tableAligns();
    void tablesShowNamesAsTheyAre();
    void durations();
    void wordsCanBePastedIntoAShell();
    void progressFitsItsTerminal();
};

void TestCliText::tableAligns()
{
    TextTable table({{"name"}, {"bytes", Align::Right}, {"×"}});
    table.addRow({"größe", "1", "a"});
    table.addRow({"b", "1000000", "b\nc"});
    QCOMPARE(table.toString(),
        std::string("name     bytes  ×\n"
                    "größe        1  a\n"
                    "b      1000000  b\\u{a}c\n"));
}

// Neither a title nor a cell moves the cursor, and one long name does not widen every row.
void TestCliText::tablesShowNamesAsTheyAre()
{
    TextTable table({{"na\x1b[2Jme"}, {"share"}});
    table.addRow({std::string(1'000'000, 'n'), "1"});
    for (int i = 0; i < 100; ++i) {
        table.addRow({"\u202ea\r", "0"});
    }
    const std::string text = table.toString();
    QVERIFY(text.starts_with("na\\u{1b}[2Jme "));
    QVERIFY(text.ends_with("  0\n"));
    QVERIFY(text.find("\n\\u{202e}a\\u{d} ") != std::string::npos);
    QVERIFY(text.size() < 30'000);
}

void TestCliText::durations()
{
    QCOMPARE(formatSeconds(0.00123), std::string("1.23 ms"));
    QCOMPARE(formatSeconds(0.0456), std::string("45.6 ms"));
    QCOMPARE(formatSeconds(2.5), std::string("2.50 s"));
    QCOMPARE(formatSeconds(314.6), std::string("315 s"));
}

// As names of dimensions are, which come from files.
void TestCliText::wordsCanBePastedIntoAShell()
{
    QCOMPARE(shellWord("batch_size=N"), std::string("batch_size=N"));
    QCOMPARE(shellWord("x:0=N"), std::string("x:0=N"));
    QCOMPARE(shellWord("größe=N"), std::string("größe=N"));
    QCOMPARE(shellWord("past + new=N"), std::string("\"past + new=N\""));
    QCOMPARE(shellWord("a's=N"), std::string("\"a's=N\""));
    QCOMPARE(shellWord("2*n=N"), std::string("\"2*n=N\""));
    QCOMPARE(shellWord("$(ls)=N"), std::string("'$(ls)=N'"));
    QCOMPARE(shellWord("a'`b=N"), std::string("'a'\\''`b=N'"));
    QCOMPARE(shellWord(""), std::string("\"\""));
}

void TestCliText::progressFitsItsTerminal()
{
    const auto line = [](size_t columns) { return progressLine("größe", 0.5, "2 of 8 constants", columns); };
    QCOMPARE(line(0), std::string("größe [############............] 50 %  2 of 8 constants"));
    QCOMPARE(line(200), line(0));
    QCOMPARE(line(45), std::string("größe [######.......] 50 %  2 of 8 constants"));
    QCOMPARE(line(30), std::string("größe 50 %  2 of 8 constants"));
    QCOMPARE(line(4), std::string("gr…"));
    for (size_t columns = 1; columns < 100; ++columns) {
        QVERIFY(displayWidth(line(columns)) < columns);
    }
}

QTEST_APPLESS_MAIN(TestCliText)
#include "tst_cli_text.moc"
