// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/golden/goldenpicture.h"

#include <QHash>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace weightless::testing {

namespace {

constexpr int noticeable = 14; // of 255, between the means of two blocks
constexpr int paletteSize = 256;

std::array<int, 3> meanOf(const QImage& picture, const QRect& block)
{
    std::array<int64_t, 3> sums {};
    for (int y = block.top(); y <= block.bottom(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
        for (int x = block.left(); x <= block.right(); ++x) {
            sums[0] += qRed(line[x]);
            sums[1] += qGreen(line[x]);
            sums[2] += qBlue(line[x]);
        }
    }
    const int64_t count = int64_t {block.width()} * block.height();
    return {static_cast<int>(sums[0] / count), static_cast<int>(sums[1] / count),
        static_cast<int>(sums[2] / count)};
}

bool differs(const QImage& one, const QImage& other, const QRect& block)
{
    const auto mean = meanOf(one, block);
    const auto otherMean = meanOf(other, block);
    for (size_t channel = 0; channel < mean.size(); ++channel) {
        if (std::abs(mean[channel] - otherMean[channel]) > noticeable)
            return true;
    }
    return false;
}

int distance(QRgb one, QRgb other)
{
    const int red = qRed(one) - qRed(other), green = qGreen(one) - qGreen(other),
              blue = qBlue(one) - qBlue(other);
    return red * red + green * green + blue * blue;
}

} // namespace

GoldenDifference differenceOf(const QImage& drawn, const QImage& golden, int scale)
{
    const QImage one = drawn.convertToFormat(QImage::Format_RGB32);
    const QImage other = golden.convertToFormat(QImage::Format_RGB32);
    GoldenDifference difference {.picture = one.copy()};
    difference.picture.setDevicePixelRatio(1);
    if (one.size() != other.size()) {
        difference.blocks = difference.allBlocks = 1;
        return difference;
    }
    QPainter painter(&difference.picture);
    painter.setPen(Qt::red);
    const int side = goldenBlock * scale;
    for (int y = 0; y < one.height(); y += side) {
        for (int x = 0; x < one.width(); x += side) {
            const QRect block = QRect(x, y, side, side).intersected(one.rect());
            ++difference.allBlocks;
            if (!differs(one, other, block))
                continue;
            ++difference.blocks;
            painter.drawRect(block.adjusted(0, 0, -1, -1));
        }
    }
    return difference;
}

QImage withPalette(const QImage& picture)
{
    const QImage source = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, int> counts;
    for (int y = 0; y < source.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(source.constScanLine(y));
        for (int x = 0; x < source.width(); ++x)
            ++counts[line[x] | 0xff000000U];
    }
    std::vector<QRgb> colours(counts.keyBegin(), counts.keyEnd());
    // The colour itself decides between equal counts: the same picture gives the same file.
    std::sort(colours.begin(), colours.end(), [&counts](QRgb one, QRgb other) {
        return counts.value(one) != counts.value(other) ? counts.value(one) > counts.value(other)
                                                        : one < other;
    });
    colours.resize(std::min<size_t>(colours.size(), paletteSize));
    QHash<QRgb, uchar> nearest;
    const auto indexOf = [&](QRgb colour) {
        const auto known = nearest.constFind(colour);
        if (known != nearest.constEnd())
            return *known;
        const auto best = std::min_element(colours.begin(), colours.end(),
            [colour](QRgb one, QRgb other) { return distance(one, colour) < distance(other, colour); });
        return *nearest.insert(colour, static_cast<uchar>(best - colours.begin()));
    };
    QImage indexed(source.size(), QImage::Format_Indexed8);
    indexed.setColorTable(QList<QRgb>(colours.begin(), colours.end()));
    for (int y = 0; y < source.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(source.constScanLine(y));
        uchar* target = indexed.scanLine(y);
        for (int x = 0; x < source.width(); ++x)
            target[x] = indexOf(line[x] | 0xff000000U);
    }
    return indexed;
}

} // namespace weightless::testing
