// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"

#include <QTest>
#include <limits>

using namespace weightless;

class TestBytes : public QObject {
    Q_OBJECT

private slots:
    void arithmeticIsChecked()
    {
        constexpr uint64_t largest = std::numeric_limits<uint64_t>::max();
        QCOMPARE(checkedAdd(largest - 1, 1), std::optional(largest));
        QCOMPARE(checkedAdd(largest, 1), std::nullopt);
        QCOMPARE(checkedMultiply(uint64_t {1} << 32, (uint64_t {1} << 32) - 1),
            std::optional(largest - ((uint64_t {1} << 32) - 1)));
        QCOMPARE(checkedMultiply(uint64_t {1} << 32, uint64_t {1} << 32), std::nullopt);
        QCOMPARE(checkedMultiply(0, largest), std::optional<uint64_t>(0));
        QCOMPARE(checkedMultiply(largest, 0), std::optional<uint64_t>(0));
    }

    void alignment()
    {
        QCOMPARE(alignUp(0, 4096), 0u);
        QCOMPARE(alignUp(1, 4096), 4096u);
        QCOMPARE(alignUp(4096, 4096), 4096u);
        QCOMPARE(alignDown(8191, 4096), 4096u);
        QCOMPARE(wholeMultiples(1000, 300), 900u);
        QCOMPARE(wholeMultiples(299, 300), 0u);
        QCOMPARE(wholeMultiples(600, 300), 600u);
        QCOMPARE(ceilDivide(0, 7), 0u);
        QCOMPARE(ceilDivide(8, 7), 2u);
        QCOMPARE(ceilDivide(std::numeric_limits<uint64_t>::max(), 2), uint64_t {1} << 63);
    }

    void formatting_data()
    {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << quint64(0) << "0 B";
        QTest::newRow("largest without unit") << quint64(1023) << "1023 B";
        QTest::newRow("1 KiB") << quint64(1024) << "1.00 KiB";
        QTest::newRow("UNet's largest tensor") << quint64(58982400) << "56.25 MiB";
        QTest::newRow("three digits") << quint64(512 * MiB) << "512 MiB";
        QTest::newRow("UNet") << quint64(1719041928) << "1.60 GiB";
        QTest::newRow("beyond the units") << quint64(5000) * 1024 * GiB << "5000 TiB";
    }

    void formatting()
    {
        QFETCH(quint64, bytes);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(formatBytes(bytes)), text);
    }
};

QTEST_APPLESS_MAIN(TestBytes)
#include "tst_bytes.moc"
