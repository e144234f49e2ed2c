// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphpalette.h"

#include "widgets/mixedcolour.h"

#include <QHash>

#include <algorithm>
#include <array>

namespace weightless::widgets {

namespace {

// Colours that people with any kind of colour blindness tell apart (Okabe and Ito, 2008).
const std::array<QColor, 7> safeColours {QColor(0x00, 0x72, 0xb2), QColor(0xe6, 0x9f, 0x00),
    QColor(0x00, 0x9e, 0x73), QColor(0xcc, 0x79, 0xa7), QColor(0x56, 0xb4, 0xe9), QColor(0xd5, 0x5e, 0x00),
    QColor(0xf0, 0xe4, 0x42)};

// Seven colours for eleven categories: those that stand side by side in networks differ.
QColor safeColourOf(const QString& category)
{
    static const QHash<QString, std::size_t> places = {
        {QStringLiteral("convolution"), 0},
        {QStringLiteral("matmul"), 3},
        {QStringLiteral("normalization"), 2},
        {QStringLiteral("activation"), 5},
        {QStringLiteral("elementwise"), 1},
        {QStringLiteral("reduction"), 6},
        {QStringLiteral("pooling"), 4},
        {QStringLiteral("quantization"), 6},
        {QStringLiteral("control"), 3},
    };
    const auto known = places.constFind(category);
    return known == places.constEnd() ? QColor() : safeColours[*known];
}

// Degrees of hue; a negative one stands for grey.
int hueOf(const QString& category)
{
    static const QHash<QString, int> hues = {
        {QStringLiteral("convolution"), 215},
        {QStringLiteral("matmul"), 262},
        {QStringLiteral("normalization"), 165},
        {QStringLiteral("activation"), 5},
        {QStringLiteral("elementwise"), 40},
        {QStringLiteral("shape"), -1},
        {QStringLiteral("reduction"), 320},
        {QStringLiteral("pooling"), 110},
        {QStringLiteral("quantization"), 60},
        {QStringLiteral("control"), 290},
        {QStringLiteral("port"), 190},
        {QStringLiteral("other"), -1},
    };
    const auto known = hues.constFind(category);
    if (known != hues.constEnd())
        return *known;
    // Not qHash: that is seeded anew in every process.
    std::uint32_t sum = 7;
    for (QChar character : category)
        sum = sum * 31 + character.unicode();
    return static_cast<int>(sum % 360);
}

} // namespace

GraphPalette::GraphPalette(const QPalette& palette, bool forColourBlind)
    : isForColourBlind(forColourBlind)
{
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    isDark = base.lightnessF() < 0.5;
    text = palette.color(QPalette::Active, QPalette::Text);
    background = isDark ? mixedColour(base, Qt::black, 0.12) : mixedColour(base, text, 0.025);
    nodeFill = isDark ? mixedColour(base, Qt::white, 0.09) : base;
    frameFill = isDark ? mixedColour(base, Qt::white, 0.025) : mixedColour(base, text, 0.05);
    frameFillDeeper = isDark ? mixedColour(base, Qt::white, 0.055) : mixedColour(base, text, 0.015);
    border = mixedColour(base, text, isDark ? 0.42 : 0.38);
    frameHeader = mixedColour(frameFill, text, 0.09);
    dimText = mixedColour(nodeFill, text, 0.68);
    edge = mixedColour(background, text, isDark ? 0.5 : 0.45);
    selection = palette.color(QPalette::Active, QPalette::Highlight);
    filled = isDark ? QColor(0x5b, 0xb9, 0x74) : QColor(0x2c, 0x8a, 0x4b);
    hollow = mixedColour(nodeFill, text, 0.6);
    path = isDark ? QColor(0xd9, 0x8a, 0xe0) : QColor(0x9c, 0x3f, 0xa8);
    match = isDark ? QColor(0xff, 0xc1, 0x3b) : QColor(0xd9, 0x7a, 0x00);
}

QColor GraphPalette::category(const QString& name) const
{
    const int hue = hueOf(name);
    if (hue < 0)
        return isDark ? QColor(0x4a, 0x4f, 0x57) : QColor(0xdf, 0xe2, 0xe6);
    if (isForColourBlind) {
        if (const QColor safe = safeColourOf(name); safe.isValid())
            return isDark ? mixedColour(safe, QColor(0x1c, 0x1e, 0x22), 0.35)
                          : mixedColour(safe, Qt::white, 0.45);
    }
    return isDark ? QColor::fromHsl(hue, 90, 78) : QColor::fromHsl(hue, 150, 213);
}

QColor GraphPalette::heat(double share) const
{
    // Yellow over green to dark blue: told apart by everyone, and in grey.
    static const std::array<QColor, 4> scale {QColor(0xff, 0xf3, 0xb0), QColor(0x8f, 0xcf, 0x8a),
        QColor(0x2f, 0x88, 0x9c), QColor(0x2b, 0x2a, 0x6b)};
    // What is much stands out from the background.
    const double along = isDark ? 1 - std::clamp(share, 0.0, 1.0) : std::clamp(share, 0.0, 1.0);
    const double place = along * static_cast<double>(scale.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), scale.size() - 2);
    const QColor colour = mixedColour(scale[below], scale[below + 1], place - static_cast<double>(below));
    return share <= 0 ? mixedColour(nodeFill, border, 0.25) : colour;
}

QColor GraphPalette::structure(int number) const
{
    const QColor colour = safeColours[static_cast<std::size_t>(number) % safeColours.size()];
    return isDark ? mixedColour(colour, Qt::white, 0.1) : mixedColour(colour, Qt::black, 0.05);
}

QPen GraphPalette::lesserMatchPen(double width) const
{
    QPen pen(match, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({1.5, 1.5});
    return pen;
}

QColor GraphPalette::textOn(const QColor& back)
{
    const double luminance = 0.2126 * back.redF() + 0.7152 * back.greenF() + 0.0722 * back.blueF();
    return luminance > 0.5 ? QColor(0x14, 0x16, 0x1a) : QColor(0xf2, 0xf3, 0xf5);
}

} // namespace weightless::widgets
