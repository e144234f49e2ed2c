// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/sizetext.h"

#include "engine/base/bytes.h"

#include <QTest>

using namespace weightless;

class TestSizeText : public QObject {
    Q_OBJECT

private slots:
    void sizes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<quint64>("bytes");
        QTest::newRow("bytes") << QByteArray("4096") << quint64(4096);
        QTest::newRow("letter") << QByteArray("64K") << quint64(64 * KiB);
        QTest::newRow("small letter") << QByteArray("64k") << quint64(64 * KiB);
        QTest::newRow("fraction") << QByteArray("1.5G") << quint64(1536 * MiB);
        QTest::newRow("binary unit") << QByteArray("512MiB") << quint64(512 * MiB);
        QTest::newRow("in any case") << QByteArray("2gib") << quint64(2 * GiB);
        QTest::newRow("at least one") << QByteArray("0.0001K") << quint64(1);
    }

    void sizes()
    {
        QFETCH(QByteArray, text);
        QFETCH(quint64, bytes);
        QCOMPARE(bytesFromString(text.toStdString()), std::optional<uint64_t>(bytes));
    }

    void refused()
    {
        for (const char* text : {"", "K", "KiB", "-1", "0", "0M", "1.5", "1 K", "5MB", "5T", "nan", "infG",
                 "1e30G", "25%", "0x10"}) {
            QVERIFY2(!bytesFromString(text), text);
        }
    }

    // Two sizes of which one is more than the other never read the same.
    void comparedSizes()
    {
        const auto texts = [](uint64_t first, uint64_t second) {
            const ComparedSizes sizes = compareSizes(first, second);
            return sizes.first + ", " + sizes.second;
        };
        QCOMPARE(texts(5 * GiB, 4 * GiB), std::string("5.00 GiB, 4.00 GiB"));
        QCOMPARE(texts(4 * GiB, 4 * GiB), std::string("4.00 GiB, 4.00 GiB"));
        QCOMPARE(texts(4 * GiB + 1, 4 * GiB),
            std::string("4.00 GiB (4294967297 bytes), 4.00 GiB (4294967296 bytes)"));
    }
};

QTEST_APPLESS_MAIN(TestSizeText)
#include "tst_sizetext.moc"
