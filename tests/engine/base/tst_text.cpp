// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/text.h"

#include <QTest>

#include <string>

using namespace weightless;

namespace {

std::string repeated(const std::string& text, size_t count)
{
    std::string result;
    for (size_t i = 0; i < count; ++i) {
        result += text;
    }
    return result;
}

} // namespace

class TestText : public QObject {
    Q_OBJECT

private slots:
    void brokenUtf8IsReplaced_data();
    void brokenUtf8IsReplaced();
    void whatATerminalObeysIsEscaped();
    void escapingTwiceIsEscapingOnce();
    void linesStayWhereTheyAreMeant();
    void longNamesLoseTheirMiddle();
    void lowerCaseIsOfAscii();
    void cutsGoBetweenCodePoints();
    void quotingTakesAnyBytes();
    void cellsAreNoFormulas_data();
    void cellsAreNoFormulas();
};

void TestText::brokenUtf8IsReplaced_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("valid");
    const QByteArray mark("\xEF\xBF\xBD");
    QTest::newRow("valid") << QByteArray("größe ☃ 😀") << QByteArray("größe ☃ 😀");
    QTest::newRow("lone continuation") << QByteArray("a\x80z") << "a" + mark + "z";
    QTest::newRow("overlong slash") << QByteArray("\xC0\xAFz") << mark + "z";
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80z") << mark + "z";
    QTest::newRow("cut off") << QByteArray("a\xE2\x98") << "a" + mark;
    QTest::newRow("beyond Unicode") << QByteArray("\xF4\x90\x80\x80z") << mark + "z";
    QTest::newRow("zero byte") << QByteArray("a\0b", 3) << QByteArray("a\0b", 3);
}

void TestText::brokenUtf8IsReplaced()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, valid);
    QCOMPARE(QByteArray::fromStdString(validUtf8(text.toStdString())), valid);
}

void TestText::whatATerminalObeysIsEscaped()
{
    QCOMPARE(printable("a\x1b[31mb\nc\x7f"), std::string("a\\u{1b}[31mb\\u{a}c\\u{7f}"));
    // The escape sequence of one code point, right-to-left override, isolate, mark, line separator.
    QCOMPARE(printable("\u009b31m"), std::string("\\u{9b}31m"));
    QCOMPARE(printable("a\u202eb\u2066c\u200fd\u2028e\u061c"),
        std::string("a\\u{202e}b\\u{2066}c\\u{200f}d\\u{2028}e\\u{61c}"));
    QCOMPARE(printable("größe ☃ 😀 \\u"), std::string("größe ☃ 😀 \\u"));
}

void TestText::escapingTwiceIsEscapingOnce()
{
    const std::string once = printable("a\x1b\u202e\xff");
    QCOMPARE(printable(once), once);
}

void TestText::linesStayWhereTheyAreMeant()
{
    QCOMPARE(printableLines("a\nb\rc\x1b\n"), std::string("a\nb\\u{d}c\\u{1b}\n"));
}

void TestText::longNamesLoseTheirMiddle()
{
    const std::string longest = std::string(100, 'a') + std::string(100, 'z');
    QCOMPARE(shortened(longest), longest);
    QCOMPARE(shortened(longest + "z"), std::string(100, 'a') + "…" + std::string(99, 'z'));
    QCOMPARE(shortened(std::string(1'000'000, 'n')), std::string(100, 'n') + "…" + std::string(99, 'n'));
}

void TestText::lowerCaseIsOfAscii()
{
    QCOMPARE(lowerCase("Model.ONNX, ÄÖ @[`{"), std::string("model.onnx, ÄÖ @[`{"));
    QCOMPARE(lowerCase(""), std::string());
}

void TestText::cutsGoBetweenCodePoints()
{
    QCOMPARE(shortened(repeated("😀", 200)), repeated("😀", 200));
    for (const char* first : {"", "a", "ä", "☃"}) {
        const std::string name = shortened(first + repeated("😀", 1000) + first);
        QCOMPARE(validUtf8(name), name);
        QCOMPARE(countCodePoints(name), size_t {200});
        QVERIFY(name.starts_with(first));
        QVERIFY(name.ends_with(first));
    }
}

// Runs of bytes that are valid nowhere become few code points, or many.
void TestText::quotingTakesAnyBytes()
{
    for (const char* piece : {"\x80", "\xFF", "\xED\xA0\x80", "\xE2\x98", "\xF0", "\xC0\x80"}) {
        for (const size_t count : {1, 66, 67, 199, 201, 1000, 5000}) {
            const std::string name = quotedName(repeated(piece, count));
            QCOMPARE(validUtf8(name), name);
            QVERIFY(countCodePoints(name) <= 202);
        }
    }
    QCOMPARE(quotedName("a'b\n"), std::string("'a'b\\u{a}'"));
}

void TestText::cellsAreNoFormulas_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("cell");
    QTest::newRow("plain") << QByteArray("conv1.weight") << QByteArray("conv1.weight");
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("comma") << QByteArray("[1, 2]") << QByteArray("\"[1, 2]\"");
    QTest::newRow("quote") << QByteArray("a\"b") << QByteArray("\"a\"\"b\"");
    QTest::newRow("formula") << QByteArray("=cmd|' /c calc'!A1") << QByteArray("'=cmd|' /c calc'!A1");
    QTest::newRow("in quotes") << QByteArray("=1,2") << QByteArray("\"'=1,2\"");
    QTest::newRow("plus") << QByteArray("+1") << QByteArray("'+1");
    QTest::newRow("minus") << QByteArray("-1") << QByteArray("'-1");
    QTest::newRow("at") << QByteArray("@SUM(1)") << QByteArray("'@SUM(1)");
    QTest::newRow("tab") << QByteArray("\t=1") << QByteArray("\\u{9}=1");
    QTest::newRow("control") << QByteArray("a\x1b[31m\n,") << QByteArray("\"a\\u{1b}[31m\\u{a},\"");
    QTest::newRow("direction") << QByteArray("a\u202Eb") << QByteArray("a\\u{202e}b");
    QTest::newRow("later") << QByteArray("a=b") << QByteArray("a=b");
}

void TestText::cellsAreNoFormulas()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, cell);
    QCOMPARE(QByteArray::fromStdString(csvCell(text.toStdString())), cell);
}

QTEST_APPLESS_MAIN(TestText)
#include "tst_text.moc"
