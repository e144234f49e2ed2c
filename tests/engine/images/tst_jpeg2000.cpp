// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decodeimage.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <optional>
#include <span>
#include <vector>

using namespace weightless;

namespace {

QByteArray bigEndian(uint64_t value, int bytes)
{
    QByteArray text;
    for (int i = bytes - 1; i >= 0; --i) {
        text.append(static_cast<char>(value >> (8 * i)));
    }
    return text;
}

// One pixel of 128 in every component, which is what stands for nothing.
QByteArray codestream(int components)
{
    const auto segment = [](char marker, const QByteArray& content) {
        return '\xff' + QByteArray(1, marker) + bigEndian(static_cast<uint64_t>(content.size()) + 2, 2)
            + content;
    };
    const auto count = static_cast<uint64_t>(components);
    const QByteArray size = bigEndian(1, 4) + bigEndian(1, 4) + bigEndian(0, 8);
    return "\xff\x4f"
        + segment('\x51',
            bigEndian(0, 2) + size + size + bigEndian(count, 2) + QByteArray("\7\1\1").repeated(components))
        + segment('\x52', QByteArray("\0\0\0\1\0\0\4\4\0\1", 10)) + segment('\x5c', "\x40\x40")
        + segment('\x90', bigEndian(0, 2) + bigEndian(14 + count, 4) + QByteArray("\0\1", 2)) + "\xff\x93"
        + QByteArray(components, '\0') + "\xff\xd9";
}

QByteArray box(const QByteArray& type, const QByteArray& content)
{
    return bigEndian(static_cast<uint64_t>(content.size()) + 8, 4) + type + content;
}

// The same with one component, which is looked up in a palette of one entry: 1, 2, 3 …
QByteArray withPalette(int columns)
{
    QByteArray entry;
    QByteArray channels;
    for (int i = 0; i < columns; ++i) {
        entry += static_cast<char>(i + 1);
        channels += QByteArray("\0\0\1", 3) + static_cast<char>(i);
    }
    const QByteArray palette =
        bigEndian(1, 2) + static_cast<char>(columns) + QByteArray(columns, '\7') + entry;
    return box("jP  ", "\r\n\x87\n") + box("ftyp", "jp2 " + bigEndian(0, 4) + "jp2 ")
        + box("jp2h",
            box("ihdr", bigEndian(1, 4) + bigEndian(1, 4) + QByteArray("\0\1\7\7\0\0", 6))
                + box("colr", '\1' + bigEndian(16, 6)) + box("pclr", palette) + box("cmap", channels))
        + box("jp2c", codestream(1));
}

std::optional<DecodedPicture> pictureOf(const QByteArray& file)
{
    return decodeImage(std::as_bytes(std::span(file.constData(), static_cast<size_t>(file.size()))));
}

std::vector<int> pixelOf(const QByteArray& file)
{
    const auto image = pictureOf(file);
    return image ? std::vector<int>(image->rgba.begin(), image->rgba.end()) : std::vector<int> {};
}

} // namespace

class TestJpeg2000 : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        try {
            (void)pictureOf(codestream(1));
        } catch (const Error&) {
            QSKIP("This build has no decoder for JPEG 2000");
        }
    }

    void pixels()
    {
        QCOMPARE(pixelOf(codestream(1)), (std::vector {128, 128, 128, 255}));
        QCOMPARE(pixelOf(codestream(4)), (std::vector {128, 128, 128, 255}));
        QCOMPARE(pixelOf(withPalette(3)), (std::vector {1, 2, 3, 255}));
    }

    // Each takes memory for the whole picture, and a file of a few KB can claim 16,384, or a palette of 255.
    void manyComponents()
    {
        EXPECT_ERROR(pictureOf(codestream(5)), ErrorKind::Unsupported, "5 components");
        EXPECT_ERROR(pictureOf(codestream(16'384)), ErrorKind::Unsupported, "16384 components");
        EXPECT_ERROR(pictureOf(withPalette(5)), ErrorKind::Unsupported, "5 components");
    }

    // Cut off anywhere, or with any byte changed: a picture, none, or a refusal.
    void hostileFiles()
    {
        const auto isSound = [](const QByteArray& file) {
            try {
                const auto image = pictureOf(file);
                return !image || image->rgba.size() == static_cast<size_t>(image->width * image->height) * 4;
            } catch (const Error& error) {
                return error.kind() == ErrorKind::Unsupported;
            }
        };
        const QByteArray file = withPalette(3);
        for (qsizetype i = 0; i < file.size(); ++i) {
            QVERIFY(isSound(file.left(i)));
            for (const int value : {0, 1, 127, 255}) {
                QByteArray other = file;
                other[i] = static_cast<char>(value);
                QVERIFY(isSound(other));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestJpeg2000)
#include "tst_jpeg2000.moc"
