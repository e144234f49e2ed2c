// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/strings/regex.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <string>

using namespace weightless;
using ops::strings::Regex;

class TestRegex : public QObject {
    Q_OBJECT

private slots:
    void matches_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isMatch");
        const auto row = [](const char* pattern, const char* text, bool isMatch) {
            QTest::addRow("%s on %s", pattern, text) << QByteArray(pattern) << QByteArray(text) << isMatch;
        };
        row(R"(www\.[\w.-]+\.\bcom\b)", "www.google.com", true);
        row(R"(www\.[\w.-]+\.\bcom\b)", "www.bbc.co.uk", false);
        row(R"((\W|^)[\w.\-]{0,25}@(yahoo|gmail)\.com(\W|$))", "account@gmail.com", true);
        row(R"((\W|^)[\w.\-]{0,25}@(yahoo|gmail)\.com(\W|$))", "account@hotmail.com", false);
        row("a{2,3}", "a", false);
        row("a{2,3}", "aaa", true);
        row("a{2,3}", "aaaa", false);
        row("x{3,}", "xxxxx", true);
        row("a{,3}", "a{,3}", true); // no count
        row("a+{2}", "a", false);
        row("(a|b|cd){3}", "acdb", true);
        row("(a?){3}b{0}c", "aac", true);
        row("(ab|c)*d?", "ababcd", true);
        row("(ab|c)*d?", "abacd", false);
        row("(a*)*", "aaaa", true);
        row("[^a-c]+", "xbz", false);
        row(R"([\D]x)", "1x", false);
        row("(?P<n>a)(?:b)", "ab", true);
        row("\xc3\xa9.", "\xc3\xa9\xc3\xbc", true); // two characters of two bytes
        row("", "", true);
        row("", "a", false);
    }
    void matches()
    {
        QFETCH(const QByteArray, pattern);
        QFETCH(const QByteArray, text);
        QFETCH(const bool, isMatch);
        QCOMPARE(Regex(pattern.toStdString()).matchesWhole(text.toStdString()), isMatch);
    }

    void refuses()
    {
        for (const char* pattern : {"(", "a)", "*a", "[a", "a{5,2}", "[z-a]", "(?i)a", "\\q"}) {
            EXPECT_ERROR(Regex {pattern}, ErrorKind::InvalidArgument, "the pattern '");
        }
        // What would grow beyond all bounds, with and without instructions.
        EXPECT_ERROR(Regex("(((a{900}){900}){900})"), ErrorKind::Unsupported, "takes more than 10000");
        EXPECT_ERROR(Regex("((((){1000}){1000}){1000})"), ErrorKind::Unsupported, "takes more than 10000");
        EXPECT_ERROR(Regex(std::string(200, '(')), ErrorKind::InvalidArgument, "nested more than 100 deep");
    }

    void matchesInLinearTime() // a backtracking matcher would not come back
    {
        std::string text(5'000, 'a');
        text += 'b';
        QVERIFY(!Regex("(a*)*(a|aa)*c").matchesWhole(text));
    }
};

QTEST_GUILESS_MAIN(TestRegex)
#include "tst_regex.moc"
