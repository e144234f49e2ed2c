// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/formatduration.h"

#include <QTest>

using namespace weightless::widgets;

class TestFormatDuration : public QObject {
    Q_OBJECT

private slots:
    void durations_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << 0.0 << QStringLiteral("0 µs");
        QTest::newRow("a microsecond") << 1.2347e-6 << QStringLiteral("1.235 µs");
        QTest::newRow("part of a millisecond") << 0.000456789 << QStringLiteral("456.8 µs");
        QTest::newRow("milliseconds") << 0.0123456 << QStringLiteral("12.35 ms");
        QTest::newRow("nearly a second") << 0.9876 << QStringLiteral("987.6 ms");
        QTest::newRow("seconds") << 6.0089 << QStringLiteral("6.009 s");
        QTest::newRow("a minute") << 67.1095 << QStringLiteral("67.11 s");
        QTest::newRow("hours") << 12345.6 << QStringLiteral("12,346 s");
        QTest::newRow("a difference") << -0.0123456 << QStringLiteral("-12.35 ms");
    }
    void durations()
    {
        QFETCH(const double, seconds);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        QTEST(formatDuration(seconds), "text");
    }

    // What is not known is not told to the millisecond.
    void guessesAreRound_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << 0.0 << QStringLiteral("0 µs");
        QTest::newRow("microseconds") << 0.000432 << QStringLiteral("400 µs");
        QTest::newRow("milliseconds") << 0.0672 << QStringLiteral("70 ms");
        QTest::newRow("nearly a second") << 0.97 << QStringLiteral("1.0 s");
        QTest::newRow("more than a second") << 1.34 << QStringLiteral("1.3 s");
        QTest::newRow("seconds") << 8.901 << QStringLiteral("9 s");
        QTest::newRow("more than ten") << 13.4 << QStringLiteral("13 s");
        QTest::newRow("a minute") << 67.1 << QStringLiteral("70 s");
    }
    void guessesAreRound()
    {
        QFETCH(const double, seconds);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        QTEST(formatGuess(seconds), "text");
    }

    void resolutionsDecideOnDigits()
    {
        QCOMPARE(formatSeconds(1.2345, 0.01), QStringLiteral("1.23 s"));
        QCOMPARE(formatSeconds(0.008, 0.001), QStringLiteral("8 ms"));
        QCOMPARE(formatSeconds(0.00032, 0.00001), QStringLiteral("320 µs"));
        QCOMPARE(decimalsOf(0), 6);
    }
};

QTEST_GUILESS_MAIN(TestFormatDuration)
#include "tst_formatduration.moc"
