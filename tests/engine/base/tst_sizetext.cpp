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
};

QTEST_APPLESS_MAIN(TestSizeText)
#include "tst_sizetext.moc"
