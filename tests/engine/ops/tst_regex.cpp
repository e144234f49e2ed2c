// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/strings/regex.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <stop_token>
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
        const auto row = [](const char* pattern, const QByteArray& text, bool isMatch) {
            QTest::addRow("%s on %s", pattern, text.constData()) << QByteArray(pattern) << text << isMatch;
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
        row("(?i)ab[c-e]\\w", "ABDx", true);
        row("(?i)[^a]", "A", false);
        row("(?i:a)b", "AB", false);
        row("(?i:a)b", "Ab", true);
        row("a(?i)b|c", "C", true); // to the end of the group
        row("(a(?i)b)c", "aBC", false);
        row("(?i)a(?-i)b", "AB", false);
        row("(?i)\xc3\xa9", "\xc3\x89", true);
        row("(?i)(ab){2}", "aBAb", true);
        row("a.b", "a\nb", false);
        row("(?s)a.b", "a\nb", true);
        row("(?m)a$\n^b", "a\nb", true);
        row("a$\n^b", "a\nb", false);
        row("(?is-m)A.b", "a\nB", true);
        row(R"(\x41\x{e9}[\x30-\x39])",
            "A\xc3\xa9"
            "7",
            true);
        row("[[:alpha:]_]+", "a_B", true);
        row("[[:^digit:]]", "7", false);
        row("[^[:space:]]+", "a b", false);
        row("[[:]+", "[:", true); // no class
        row("(?i)[[:^lower:]]", "A", false); // no letter is left
        row("(?i)[[:^upper:]1]+", "1-", true);
        row("[[:^lower:]]", "A", true);
        row(R"(\052\0[\101-\103]+)", QByteArray("*\0ABC", 5), true);
        row(R"(\0619)", "19", true);
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
        for (const char* pattern : {"(", "a)", "*a", "[a", "a{5,2}", "[z-a]", "(?x)a", "(?", "(?)", "(?i-",
                 "\\q", "\\pL", "\\xg0", "\\x{110000}", "\\x{}", "[[:letter:]]", "(?P=n)"}) {
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
        QVERIFY(!Regex("(a*)*(a|aa)*c").find(ops::strings::charactersOf(text), 0));
    }

    void finds_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("begin"); // -1: nothing
        QTest::addColumn<int>("end");
        const auto row = [](const char* pattern, const QByteArray& text, int from, int begin, int end) {
            QTest::addRow("%s in %s from %d", pattern, text.constData(), from)
                << QByteArray(pattern) << text << from << begin << end;
        };
        row("[a-z]+", "12ab3cd", 0, 2, 4);
        row("[a-z]+", "12ab3cd", 3, 3, 4);
        row("[a-z]+", "12ab3cd", 4, 5, 7);
        row("[a-z]+", "12ab3cd", 7, -1, -1);
        row("a|ab", "xab", 0, 1, 3); // the longest, not what the expression has first
        row("a+?", "aaa", 0, 0, 3);
        row("abcd|bc", "abce", 0, 1, 3); // what begins first, where it matches
        row("b|abc", "abc", 0, 0, 3);
        row("x*", "abc", 1, 1, 1);
        row("x*", "abc", 3, 3, 3);
        row("^b", "ab", 1, -1, -1); // the text goes on before `from`
        row("\\bb", "ab b", 1, 3, 4);
        row("b$", "bab", 0, 2, 3);
        row("\u00e9+", "a\u00e9\u00e9b", 0, 1, 3);
    }

    void finds()
    {
        QFETCH(const QByteArray, pattern);
        QFETCH(const QByteArray, text);
        QFETCH(const int, from);
        QFETCH(const int, begin);
        QFETCH(const int, end);
        const auto found =
            Regex(pattern.toStdString())
                .find(ops::strings::charactersOf(text.toStdString()), static_cast<size_t>(from));
        QCOMPARE(found ? static_cast<int>(found->begin) : -1, begin);
        QCOMPARE(found ? static_cast<int>(found->end) : -1, end);
    }

    void findingStops()
    {
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(Regex("a").find(ops::strings::charactersOf("b"), 0, stop.get_token()),
            ErrorKind::Cancelled, "cancelled");
    }
};

QTEST_GUILESS_MAIN(TestRegex)
#include "tst_regex.moc"
