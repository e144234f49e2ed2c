// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// icon FILE.svg FILE.ico: the drawing in the sizes that Windows asks for, each as a PNG (Windows Vista and
// later).
#include <QBuffer>
#include <QDataStream>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <array>
#include <vector>

namespace {

constexpr std::array sizes {16, 20, 24, 32, 40, 48, 64, 128, 256};

QByteArray png(QSvgRenderer& svg, int size)
{
    QImage image(size, size, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    svg.render(&painter);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3)
        return 2;
    QSvgRenderer svg(QString::fromLocal8Bit(argv[1]));
    QFile file(QString::fromLocal8Bit(argv[2]));
    if (!svg.isValid() || !file.open(QIODevice::WriteOnly))
        return 1;
    std::vector<QByteArray> pictures;
    for (const int size : sizes)
        pictures.push_back(png(svg, size));

    QDataStream stream(&file);
    stream.setByteOrder(QDataStream::LittleEndian);
    constexpr quint16 isIcon = 1;
    stream << quint16(0) << isIcon << quint16(sizes.size());
    constexpr quint32 headerBytes = 6;
    constexpr quint32 entryBytes = 16;
    quint32 offset = headerBytes + entryBytes * sizes.size();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto side = quint8(sizes[i] % 256); // 0 stands for 256
        constexpr quint16 planes = 1;
        constexpr quint16 bitsPerPixel = 32;
        stream << side << side << quint8(0) << quint8(0) << planes << bitsPerPixel
               << quint32(pictures[i].size()) << offset;
        offset += quint32(pictures[i].size());
    }
    for (const QByteArray& picture : pictures)
        stream.writeRawData(picture.constData(), int(picture.size()));
    return stream.status() == QDataStream::Ok && file.flush() ? 0 : 1;
}
