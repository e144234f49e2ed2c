// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/expecterror.h"
#include "tests/engine/images/picturebytes.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

class TestBitmaps : public QObject {
    Q_OBJECT

private slots:
    void bitmaps_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<std::string>("pixels");
        const QByteArray twoRows("\x01\x02\x03\0\x04\x05\x06\0", 8);
        QTest::newRow("bottom up") << bitmap(1, 2, 24, twoRows) << std::string("6 5 4 3 2 1");
        QTest::newRow("top down") << bitmap(1, -2, 24, twoRows) << std::string("3 2 1 6 5 4");
        QTest::newRow("32 bits") << bitmap(1, 1, 32, QByteArray("\x01\x02\x03\x04")) << std::string("3 2 1");
        const QByteArray palette("\x01\x02\x03\0\x04\x05\x06\0", 8);
        QTest::newRow("8 bits") << bitmap(2, 1, 8, palette + QByteArray("\x01\0\0\0", 4), 2)
                                << std::string("6 5 4 3 2 1");
        QTest::newRow("1 bit") << bitmap(2, 1, 1, palette + QByteArray("\x40\0\0\0", 4), 2)
                               << std::string("3 2 1 6 5 4");
        QTest::newRow("16 bits") << bitmap(2, 1, 16, "\x10\x7c\xe0\x83") << std::string("255 0 132 0 255 0");
        QTest::newRow("16 bits, masks") << maskedBitmap(2, 16, {0xf800, 0x7e0, 0x1f}, "\x10\xf8\xe0\x07")
                                        << std::string("255 0 132 0 255 0");
        QTest::newRow("32 bits, masks")
            << maskedBitmap(1, 32, {0xff, 0xff00, 0xff0000}, "\1\2\3\4") << std::string("1 2 3");
        QTest::newRow("32 bits, ten each")
            << maskedBitmap(1, 32, {0x3ff00000, 0xffc00, 0x3ff}, QByteArray("\xff\x03\0\x20", 4))
            << std::string("128 0 255");
        QTest::newRow("32 bits, opacity")
            << maskedBitmap(1, 32, opacityFirst, "\4\3\2\1") << std::string("1 2 3 4");
        QTest::newRow("no red") << maskedBitmap(1, 32, {0, 0xff, 0xff00}, "\1\2\3\4") << std::string("0 1 2");
        QTest::newRow("masks with holes")
            << maskedBitmap(1, 32, {0xff0000, 0xf0f0, 0xff}, "\1\2\3\4") << std::string();
        QTest::newRow("masks of 24 bits")
            << maskedBitmap(1, 24, {0xff0000, 0xff00, 0xff}, "\1\2\3\4") << std::string();
        QTest::newRow("cut off") << bitmap(2, 1, 24, QByteArray("\x01\x02\x03")) << std::string();
        QTest::newRow("no width") << bitmap(0, 1, 24, twoRows) << std::string();
        QTest::newRow("least height") << bitmap(1, INT32_MIN, 24, twoRows) << std::string();
    }

    void bitmaps()
    {
        QFETCH(const QByteArray, file);
        QFETCH(const std::string, pixels);
        QCOMPARE(pixelsOf(file), pixels);
    }

    void bitmapsWithoutTheirPixels()
    {
        const QByteArray pixels("\x01\x02\x03\0\x04\x05\x06", 7); // without the last row's padding
        QCOMPARE(pixelsOf(bitmap(1, 2, 24, pixels)), std::string("6 5 4 3 2 1"));
        QVERIFY(!decoded(bitmap(1, 2, 24, pixels.left(6))));
        QVERIFY(!decoded(bitmap(4000, 4000, 24, pixels))); // 48 MB from 61 bytes
    }

    // What is whole, but not decoded, is not called damaged.
    void packedBitmapsAreNamed()
    {
        QByteArray packed = bitmap(1, 1, 8, QByteArray(8, '\1'), 1);
        packed[30] = 1;
        EXPECT_ERROR(decodeImage(bytesOf(packed)), ErrorKind::Unsupported, "RLE");
        packed[30] = 5;
        EXPECT_ERROR(decodeImage(bytesOf(packed)), ErrorKind::Unsupported, "PNG");
        packed[30] = 100;
        QVERIFY(!decodeImage(bytesOf(packed)));
    }
};

QTEST_GUILESS_MAIN(TestBitmaps)
#include "tst_bitmaps.moc"
