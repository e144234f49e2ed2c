// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/text.h"
#include "ui/text/valuetext.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ui;

// What values are like, in words.
class ValueTextTest : public QObject {
    Q_OBJECT

private slots:
    void comparedSizesNeverReadTheSame()
    {
        const uint64_t free = uint64_t {4} << 30;
        const auto [needed, there] = comparedBytesTexts(free + 1, free);
        QVERIFY2(needed != there && needed.startsWith(bytesText(free)), qPrintable(needed));
        QCOMPARE(comparedBytesTexts(free, free), std::pair(bytesText(free), bytesText(free)));
        QCOMPARE(comparedBytesTexts(2 * free, free), std::pair(bytesText(2 * free), bytesText(free)));
    }

    void extremesOfIntegersHaveAllDigits()
    {
        TensorStatistics statistics;
        statistics.elementCount = 2;
        statistics.minimum = -1234567;
        statistics.maximum = 123456789;
        const QLocale locale;
        QString text = ValueText::statistics(statistics, DataType::Int32);
        QVERIFY2(text.contains(locale.toString(-1234567)), qPrintable(text));
        QVERIFY2(text.contains(locale.toString(123456789)), qPrintable(text));
        text = ValueText::statistics(statistics, DataType::Float32);
        QVERIFY2(text.contains(locale.toString(123456789.0, 'g', 6)), qPrintable(text));
    }

    void largeIntegersHaveAllDigits()
    {
        HostTensor naturals = makeHostTensor({DataType::UInt64, {2}});
        naturals.as<uint64_t>()[0] = 18446744073709551615U;
        naturals.as<uint64_t>()[1] = 9007199254740993U;
        const QString text = ValueText::statistics(statisticsOf(naturals), DataType::UInt64);
        const QLocale locale;
        QVERIFY2(text.contains(locale.toString(qulonglong {18446744073709551615U})), qPrintable(text));
        QVERIFY2(text.contains(locale.toString(qulonglong {9007199254740993U})), qPrintable(text));
        QCOMPARE(
            wholeText(int64_t {-9223372036854775807}), locale.toString(qlonglong {-9223372036854775807}));
    }

    void stringsHaveNoSize()
    {
        QCOMPARE(ValueText::kind({DataType::String, {2, 3}}, 0), QStringLiteral("2×3 · string"));
        QCOMPARE(ValueText::kind({DataType::String, {}}, 0), QStringLiteral("string"));
        QCOMPARE(ValueText::kind({DataType::Float32, {2}}, 8), QStringLiteral("2 · float32 · 8 B"));
    }
};

QTEST_GUILESS_MAIN(ValueTextTest)
#include "tst_valuetext.moc"
