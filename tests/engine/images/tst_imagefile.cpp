// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/imagefile.h"
#include "engine/images/orientation.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/images/jpegsegment.h"
#include "tests/engine/temporaryfolder.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QTest>
#include <QTransform>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using namespace weightless;
using namespace weightless::testing;

namespace {

// TIFF's byte order, one directory with one entry: how the camera was held.
QByteArray exif(int orientation, bool isBigEndian)
{
    const auto number = [&](int value, int bytes) {
        QByteArray text;
        for (int i = 0; i < bytes; ++i) {
            const int shift = 8 * (isBigEndian ? bytes - 1 - i : i);
            text.append(static_cast<char>(value >> shift));
        }
        return text;
    };
    return QByteArray(isBigEndian ? "MM" : "II") + number(42, 2) + number(8, 4) + number(1, 2)
        + number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + number(0, 2)
        + number(0, 4);
}

// Of 8 by 4 blocks in different greys, which JPEG keeps.
QImage picture()
{
    QImage image(64, 32, QImage::Format_RGB888);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const int grey = (x / 8 * 4 + y / 8) * 7;
            image.setPixel(x, y, qRgb(grey, grey, grey));
        }
    }
    return image;
}

QByteArray jpegHeld(int orientation, bool isBigEndian)
{
    QByteArray file;
    QBuffer buffer(&file);
    buffer.open(QIODevice::WriteOnly);
    picture().save(&buffer, "JPEG", 100);
    return file.insert(2, jpegSegment('\xe1', QByteArray("Exif\0\0", 6) + exif(orientation, isBigEndian)));
}

// One block of four inks. Each is 128 + its difference, whose size lies between 64 and 127.
QByteArray inkJpeg(const std::array<int, 4>& differences, bool isOfAdobe)
{
    QByteArray components, scans, bits;
    for (int i = 0; i < 4; ++i) {
        const int difference = differences[static_cast<size_t>(i)];
        components += QByteArray(1, static_cast<char>(i + 1)) + QByteArray("\x11\0", 2);
        scans += QByteArray(1, static_cast<char>(i + 1)) + '\0';
        bits += '0'
            + QByteArray::number(difference < 0 ? difference + 127 : difference, 2).rightJustified(7, '0')
            + '0';
    }
    bits = bits.leftJustified(40, '1');
    QByteArray file("\xff\xd8");
    if (isOfAdobe)
        file += jpegSegment('\xee', QByteArray("Adobe\0\x64\0\0\0\0\0", 12));
    file += jpegSegment('\xdb', QByteArray(1, '\0') + QByteArray(64, '\x08'));
    file += jpegSegment('\xc0', QByteArray("\x08\0\x08\0\x08\4", 6) + components);
    file += jpegCode('\x00', '\x07') + jpegCode('\x10', '\x00');
    file += jpegSegment('\xda', '\4' + scans + QByteArray("\0\x3f\0", 3));
    for (int i = 0; i < bits.size(); i += 8) {
        file += static_cast<char>(bits.mid(i, 8).toInt(nullptr, 2));
        if (file.back() == '\xff')
            file += '\0';
    }
    return file + "\xff\xd9";
}

QByteArray bigEndian(uint32_t value)
{
    QByteArray text;
    for (int shift = 24; shift >= 0; shift -= 8) {
        text.append(static_cast<char>(value >> shift));
    }
    return text;
}

QByteArray pngChunk(const QByteArray& name, const QByteArray& content)
{
    uint32_t check = 0xffffffff;
    for (const char byte : name + content) {
        check ^= static_cast<uint8_t>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            check = (check >> 1) ^ ((check & 1) != 0 ? 0xedb88320 : 0);
        }
    }
    return bigEndian(static_cast<uint32_t>(content.size())) + name + content + bigEndian(~check);
}

std::filesystem::path written(const test::TemporaryFolder& folder, const QByteArray& file)
{
    return folder.write("picture", file.toStdString());
}

} // namespace

class TestImageFile : public QObject {
    Q_OBJECT

private slots:
    void pixels()
    {
        const test::TemporaryFolder folder;
        const DecodedPicture picture = readImageFile(written(folder,
                                                         "P6 1 2 255\n\xff"
                                                         "abcde"),
            2);
        QCOMPARE(picture.width, int64_t {1});
        QCOMPARE(picture.height, int64_t {2});
        QCOMPARE(picture.rgba, (std::vector<uint8_t> {255, 'a', 'b', 255, 'c', 'd', 'e', 255}));
        EXPECT_ERROR(readImageFile(written(folder, "no picture at all")), ErrorKind::InvalidArgument,
            "is no picture this program can decode");
        EXPECT_ERROR(readImageFile(folder / "absent.png"), ErrorKind::Io, "absent.png");
    }

    // As Qt's reader turns them, which is what people saw in the window.
    void picturesStandUpright_data()
    {
        QTest::addColumn<int>("orientation");
        QTest::addColumn<bool>("isBigEndian");
        for (int orientation = 0; orientation <= 9; ++orientation) {
            QTest::addRow("%d", orientation) << orientation << (orientation % 2 == 0);
        }
    }

    void picturesStandUpright()
    {
        QFETCH(const int, orientation);
        QFETCH(const bool, isBigEndian);
        const test::TemporaryFolder folder;
        const auto path = written(folder, jpegHeld(orientation, isBigEndian));
        QImageReader reader(QString::fromStdString(path.string()), "JPEG");
        reader.setAutoTransform(true);
        const QImage expected = reader.read().convertToFormat(QImage::Format_RGBA8888);
        const DecodedPicture actual = readImageFile(path);
        QCOMPARE(actual.width, int64_t {expected.width()});
        QCOMPARE(actual.height, int64_t {expected.height()});
        QVERIFY(std::equal(actual.rgba.begin(), actual.rgba.end(), expected.constBits()));
    }

    // Programs write it before the picture or behind it.
    void pngsStandUpright_data()
    {
        QTest::addColumn<bool>("isBehind");
        QTest::addColumn<bool>("hasEnd");
        QTest::newRow("before the picture") << false << true;
        QTest::newRow("behind the picture") << true << true;
        QTest::newRow("behind the picture, cut off") << true << false;
    }

    void pngsStandUpright()
    {
        QFETCH(const bool, isBehind);
        QFETCH(const bool, hasEnd);
        constexpr qsizetype signatureAndHeader = 33, end = 12;
        QByteArray file;
        QBuffer buffer(&file);
        buffer.open(QIODevice::WriteOnly);
        picture().save(&buffer, "PNG");
        file.insert(isBehind ? file.size() - end : signatureAndHeader, pngChunk("eXIf", exif(6, true)));
        file.chop(hasEnd ? 0 : end);
        const test::TemporaryFolder folder;
        const QImage expected =
            picture().transformed(QTransform().rotate(90)).convertToFormat(QImage::Format_RGBA8888);
        const DecodedPicture actual = readImageFile(written(folder, file));
        QCOMPARE(actual.width, int64_t {32});
        QCOMPARE(actual.height, int64_t {64});
        QVERIFY(std::equal(actual.rgba.begin(), actual.rgba.end(), expected.constBits()));
    }

    // Two pixels beside each other, which were seen above each other.
    void webpsStandUpright()
    {
        const auto chunk = [](const char* name, const QByteArray& content) {
            QByteArray size = bigEndian(static_cast<uint32_t>(content.size()));
            std::ranges::reverse(size);
            return name + size + content + QByteArray(content.size() % 2, '\0');
        };
        QByteArray pixels = QByteArray::fromBase64("LwAAABAHEBERiIj+BwA=");
        pixels[1] = 1; // one more
        const test::TemporaryFolder folder;
        for (const QByteArray& prefix : {QByteArray(), QByteArray("Exif\0\0", 6)}) {
            const QByteArray content = "WEBP" + chunk("VP8X", QByteArray("\x08\0\0\0\1\0\0\0\0\0", 10))
                + chunk("VP8L", pixels) + chunk("EXIF", prefix + exif(8, false));
            try {
                const DecodedPicture actual = readImageFile(written(folder, chunk("RIFF", content)));
                QCOMPARE(actual.width, int64_t {1});
                QCOMPARE(actual.height, int64_t {2});
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::Unsupported)
                    throw;
                QSKIP(error.what());
            }
        }
    }

    void damagedOrientations()
    {
        const QByteArray whole = exif(6, true);
        const auto of = [](const QByteArray& bytes) {
            return images::exifOrientation(
                std::as_bytes(std::span(bytes.constData(), static_cast<size_t>(bytes.size()))));
        };
        QCOMPARE(of(whole), 6);
        QCOMPARE(of({}), 1);
        QCOMPARE(of("II"), 1);
        QByteArray elsewhere = whole; // a directory that begins behind the end
        elsewhere[4] = '\x7f';
        QCOMPARE(of(elsewhere), 1);
        QByteArray text = whole; // an entry that is no number
        text[13] = '\2';
        QCOMPARE(of(text), 1);
        for (qsizetype size = 0; size < whole.size(); ++size) {
            QVERIFY(of(whole.left(size)) == 1 || size > 19);
        }
    }

    void jpegOfManyPasses()
    {
        const QByteArray file = QByteArray("\xff\xd8\xff\xc0\x00\x0b\x08\x00\x04\x00\x04\x01\x01\x11\x00", 15)
            + QByteArray("\xff\xda\x00\x02", 4).repeated(200);
        const test::TemporaryFolder folder;
        EXPECT_ERROR(readImageFile(written(folder, file)), ErrorKind::Unsupported, "more than 100 times");
    }

    // What Adobe's programs keep is what inks leave of the light.
    void inks()
    {
        const test::TemporaryFolder folder;
        const auto firstPixel = [&](const QByteArray& file) {
            const DecodedPicture picture = readImageFile(written(folder, file));
            return std::vector<int>(picture.rgba.begin(), picture.rgba.begin() + 4);
        };
        QCOMPARE(firstPixel(inkJpeg({100, -72, 72, 127}, true)), (std::vector {228, 56, 200, 255}));
        QCOMPARE(firstPixel(inkJpeg({100, -72, 72, -127}, false)), (std::vector {27, 198, 55, 255}));
    }

    void picturesThatClaimMoreThanTheyHave_data();
    void picturesThatClaimMoreThanTheyHave();
};

void TestImageFile::picturesThatClaimMoreThanTheyHave_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message"); // empty: it is a whole picture
    const QByteArray sixteen(16, 'x');
    QTest::newRow("only a header") << QByteArray("P6 2 2 255\n") << "is cut off";
    QTest::newRow("a byte short") << "P5\n4 4\n255\n" + sixteen.chopped(1) << "is cut off";
    QTest::newRow("half of 16 bits") << "P5\n4 4\n65535\n" + sixteen << "is cut off";
    QTest::newRow("a comment for pixels") << "P5 # 1 1 1 " + sixteen + sixteen + "\n4 4 255 "
                                          << "is cut off";
    QTest::newRow("no end of the header") << QByteArray("P5 4 4 255") << "is cut off";
    QTest::newRow("whole") << "P5\n# by hand\n4 4\n255\n" + sixteen << "";
    QTest::newRow("whole, 16 bits") << "P5 4 4 65535 " + sixteen + sixteen << "";
    QTest::newRow("more than the limit") << "P5 5 4 255 " + sixteen + sixteen << "5 × 4 pixels";
    QTest::newRow("a giant") << QByteArray("P6 16384 16384 255\n") << "16384 × 16384 pixels";
}

void TestImageFile::picturesThatClaimMoreThanTheyHave()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, message);
    const test::TemporaryFolder folder;
    const auto path = folder.write("p.pnm", bytes.toStdString());
    if (message.isEmpty()) {
        const DecodedPicture picture = readImageFile(path, 16);
        QCOMPARE(picture.rgba.size(), size_t {4 * 4 * 4});
        for (size_t i = 0; i < picture.rgba.size(); ++i) {
            QCOMPARE(int {picture.rgba[i]}, i % 4 == 3 ? 255 : int {'x'});
        }
        return;
    }
    EXPECT_ERROR(readImageFile(path, 16), ErrorKind::InvalidArgument, message.toStdString());
}

QTEST_GUILESS_MAIN(TestImageFile)
#include "tst_imagefile.moc"
