// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/images/decodeimage.h"
#include "engine/images/encodepng.h"
#include "engine/images/jpegscans.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/images/jpegsegment.h"
#include "tests/engine/images/picturebytes.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QImage>
#include <QTest>

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

using namespace weightless;
using namespace weightless::testing;

namespace {

QByteArray tiff(uint32_t width, uint32_t height, const QByteArray& rgb)
{
    const std::vector<std::array<uint32_t, 3>> tags {{256, 4, width}, {257, 4, height}, {258, 3, 8},
        {259, 3, 1}, {262, 3, 2}, {273, 4, 8 + 2 + 9 * 12 + 4}, {277, 3, 3}, {278, 4, height},
        {279, 4, static_cast<uint32_t>(rgb.size())}};
    QByteArray file("II*\0\x08\0\0\0", 8);
    append(file, static_cast<uint32_t>(tags.size()), 2);
    for (const auto& [tag, type, value] : tags) {
        append(file, tag, 2);
        append(file, type, 2);
        append(file, 1, 4);
        append(file, value, 4);
    }
    append(file, 0, 4);
    return file + rgb;
}

// A grey progressive JPEG of this size each way: a pass for the average of each block, and `count` that add
// nothing to them. `bytes` are what the first pass has, or as many as it needs.
QByteArray manyPasses(int count, int size, int bytes = 0)
{
    const QByteArray side = QByteArray(1, static_cast<char>(size >> 8)) + static_cast<char>(size);
    const int blocks = (size / 8) * (size / 8);
    QByteArray file("\xff\xd8");
    file += jpegSegment('\xdb', QByteArray(1, '\0') + QByteArray(64, '\1'));
    file += jpegSegment('\xc2', '\x08' + side + side + QByteArray("\1\1\x11\0", 4));
    file += jpegCode('\x00', '\x00') + jpegCode('\x10', '\x00');
    file += jpegSegment('\xda', QByteArray("\1\1\0\0\0\0", 6))
        + QByteArray(bytes > 0 ? bytes : (blocks + 7) / 8, '\0');
    for (int i = 0; i < count; ++i) {
        file += jpegSegment('\xda', QByteArray("\1\1\0\1\x3f\0", 6)) + QByteArray((blocks + 7) / 8, '\0');
    }
    return file + "\xff\xd9";
}

QImage picture()
{
    QImage image(13, 7, QImage::Format_RGB888);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            image.setPixel(x, y, qRgb(x * 19, y * 36, (x * y * 7) % 256));
        }
    }
    return image;
}

QByteArray written(const QImage& image, const char* format)
{
    QByteArray file;
    QBuffer buffer(&file);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format, 90);
    return file;
}

const QByteArray onePixelWebp = QByteArray::fromBase64("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==");

void compare(const DecodedPicture& actual, const QImage& expected)
{
    QCOMPARE(actual.width, int64_t {expected.width()});
    QCOMPARE(actual.height, int64_t {expected.height()});
    size_t i = 0;
    for (int y = 0; y < expected.height(); ++y) {
        for (int x = 0; x < expected.width(); ++x, i += 4) {
            const QRgb pixel = expected.pixel(x, y);
            const uint8_t* rgba = &actual.rgba[i];
            QCOMPARE(qRgba(rgba[0], rgba[1], rgba[2], rgba[3]), pixel);
        }
    }
}

} // namespace

class TestImages : public QObject {
    Q_OBJECT

private slots:
    void netpbm_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<std::string>("pixels");
        QTest::newRow("P1") << QByteArray("P1 # bits\n2 1\n10") << std::string("0 0 0 255 255 255");
        QTest::newRow("P2") << QByteArray("P2\n2 1 10\n5 10") << std::string("128 128 128 255 255 255");
        QTest::newRow("P3") << QByteArray("P3 1 1 255 1 2 3") << std::string("1 2 3");
        QTest::newRow("P4") << QByteArray("P4 2 1\n\x40") << std::string("255 255 255 0 0 0");
        QTest::newRow("P5") << QByteArray("P5 1 1 255\n\x07") << std::string("7 7 7");
        QTest::newRow("P6") << QByteArray("P6 1 1 255\n\x01\x02\x03") << std::string("1 2 3");
        QTest::newRow("P5, 16 bits") << QByteArray("P5 1 1 65535\n\x80\x00", 15)
                                     << std::string("128 128 128");
        QTest::newRow("cut off") << QByteArray("P6 1 1 255\n\x01\x02") << std::string();
        QTest::newRow("no numbers") << QByteArray("P2 2 1 10\n5 x") << std::string();
        QTest::newRow("no depth") << QByteArray("P2 1 1 0 5") << std::string();
        QTest::newRow("huge") << QByteArray("P6 999999999 999999999 255\n") << std::string();
    }

    void netpbm()
    {
        QFETCH(const QByteArray, file);
        QFETCH(const std::string, pixels);
        QCOMPARE(pixelsOf(file), pixels);
    }

    void png_data()
    {
        QTest::addColumn<int>("format");
        QTest::newRow("RGB") << static_cast<int>(QImage::Format_RGB888);
        QTest::newRow("grey") << static_cast<int>(QImage::Format_Grayscale8);
        QTest::newRow("palette") << static_cast<int>(QImage::Format_Indexed8);
        QTest::newRow("bits") << static_cast<int>(QImage::Format_Mono);
    }

    void png()
    {
        QFETCH(const int, format);
        const QImage image = picture().convertToFormat(static_cast<QImage::Format>(format));
        const auto actual = decoded(written(image, "PNG"));
        QVERIFY(actual);
        compare(*actual, image);
    }

    // Opacity stands beside colours that are not multiplied with it. Qt keeps few bits of one that is nearly
    // transparent.
    void pngWithOpacity()
    {
        QImage image(1, 1, QImage::Format_RGBA8888);
        image.setPixelColor(0, 0, QColor(200, 100, 50, 1));
        const QByteArray file = written(image, "PNG");
        const QRgb pixel = QImage::fromData(file, "PNG").convertToFormat(QImage::Format_ARGB32).pixel(0, 0);
        QCOMPARE(pixelsOf(file),
            QStringLiteral("%1 %2 %3 1").arg(qRed(pixel)).arg(qGreen(pixel)).arg(qBlue(pixel)).toStdString());
        QVERIFY(qRed(pixel) > 100);
    }

    void pngsAreWritten()
    {
        const std::vector<uint8_t> rgb {1, 2, 3, 4, 5, 6};
        const std::string file = encodePng(rgb, 1, 2, "parameters", "Ärger\nzwei");
        const QByteArray bytes(file.data(), static_cast<qsizetype>(file.size()));
        QCOMPARE(pixelsOf(bytes), std::string("1 2 3 4 5 6"));
        QCOMPARE(QImage::fromData(bytes, "PNG").text("parameters"), QString::fromUtf8("Ärger\nzwei"));
        QVERIFY_EXCEPTION_THROWN((void)encodePng(rgb, 2, 2, {}, {}), Error);
    }

    void jpeg()
    {
        const QByteArray file = written(picture(), "JPEG");
        const auto actual = decoded(file);
        QVERIFY(actual);
        compare(*actual, QImage::fromData(file, "JPEG"));
    }

    void jpegWithOddities()
    {
        const QByteArray file = written(picture(), "JPEG");
        const auto expected = decoded(file);
        QVERIFY(expected);
        QByteArray padded = file; // between two markers
        padded.insert(file.indexOf("\xff\xda"), "\x01\x02\x03");
        const auto actual = decoded(padded);
        QVERIFY(actual);
        QCOMPARE(actual->rgba, expected->rgba);
        QVERIFY(!decoded(file.left(file.size() - 20))); // its last rows would be made up
    }

    // Passes of a few bytes over a large picture. The first says nothing of it, so do the others.
    void jpegsOfManyPasses()
    {
        const QByteArray file = manyPasses(200, 16);
        QVERIFY(jpegScanCount(bytesOf(file)) > maxJpegScans);
        QVERIFY(decoded(manyPasses(20, 16)));
        QVERIFY_EXCEPTION_THROWN(decodeImage(bytesOf(file)), Error);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(decodeImage(bytesOf(manyPasses(20, 16)), stop.get_token()), Error);
        // Too few bits for its blocks: nothing is taken for its pixels.
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!decoded(manyPasses(0, 16'384, 16)));
        QVERIFY(timer.elapsed() < 200);
    }

    void passesAreCounted()
    {
        QCOMPARE(jpegScanCount(bytesOf(manyPasses(20, 16))), size_t {21});
        QCOMPARE(jpegScanCount(bytesOf(written(picture(), "JPEG"))), size_t {1});
        QCOMPARE(jpegScanCount(bytesOf(QByteArray("BM\xff\xda"))), size_t {0});
        // What looks like a pass inside a segment, or behind the end, is none.
        QByteArray file("\xff\xd8\xff\xe1\x00\x08\xff\xda\xff\xda\xff\xda\xff\xda\x00\x02\xff\xd9", 18);
        file += QByteArray("\xff\xda\x00\x02", 4).repeated(200);
        QCOMPARE(jpegScanCount(bytesOf(file)), size_t {1});
        QCOMPARE(jpegScanCount(bytesOf(QByteArray("\xff\xd8\xff\xff\xff\xda", 6))), size_t {1});
    }

    // What is whole, but not decoded, is not called damaged.
    void picturesThatMoveAreNamed()
    {
        QByteArray moving("RIFF\x2c\0\0\0WEBPVP8X\x0a\0\0\0\2\0\0\0\0\0\0\0\0\0", 30);
        moving += QByteArray("ANIM\6\0\0\0\0\0\0\0\0\0", 14) + QByteArray("ANMF\0\0\0\0", 8);
        EXPECT_ERROR(decodeImage(bytesOf(moving)), ErrorKind::Unsupported, "WebP"); // without a decoder too
    }

    void otherFormats()
    {
        const QByteArray rgb("\x01\x02\x03\x04\x05\x06");
        if (const auto image = decoded(tiff(2, 1, rgb))) {
            QCOMPARE(pixelsOf(tiff(2, 1, rgb)), std::string("1 2 3 4 5 6"));
        }
        if (const auto image = decoded(onePixelWebp)) {
            QCOMPARE(image->rgba.size(), size_t {4});
        }
        QVERIFY(!decoded("a picture of nothing"));
        QVERIFY(!decoded({}));
    }

    // Cut off anywhere, or with any byte changed: never more than no picture.
    void hostileFiles_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("PNG") << written(picture(), "PNG");
        QTest::newRow("JPEG") << written(picture(), "JPEG");
        QTest::newRow("TIFF") << tiff(2, 1, "\x01\x02\x03\x04\x05\x06");
        QTest::newRow("WebP") << onePixelWebp;
        QTest::newRow("BMP") << bitmap(1, 1, 24, QByteArray("\x01\x02\x03\0", 4));
        QTest::newRow("BMP with masks") << maskedBitmap(1, 32, opacityFirst, "\4\3\2\1");
        QTest::newRow("PPM") << QByteArray("P6 2 1 255\n\x01\x02\x03\x04\x05\x06");
        QTest::newRow("JPEG 2000") << QByteArray("\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14"
                                                 "ftypjp2 \0\0\0\0jp2 ",
            32);
    }

    void hostileFiles()
    {
        QFETCH(const QByteArray, file);
        const auto isSound = [](const std::optional<DecodedPicture>& image) {
            return !image
                || (image->width > 0 && image->height > 0
                    && image->rgba.size() == static_cast<size_t>(image->width * image->height) * 4);
        };
        for (qsizetype size = 0; size < file.size(); ++size) {
            QVERIFY(isSound(decoded(file.left(size))));
        }
        const qsizetype changed = std::min<qsizetype>(file.size(), 200); // headers
        for (qsizetype i = 0; i < changed; ++i) {
            for (const int value : {0, 1, 127, 128, 255}) {
                QByteArray other = file;
                other[i] = static_cast<char>(value);
                QVERIFY(isSound(decoded(other)));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestImages)
#include "tst_images.moc"
