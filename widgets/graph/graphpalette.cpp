// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphpalette.h"

#include <QHash>

#include <algorithm>

namespace weightless::widgets {

namespace {

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](int x, int y) { return static_cast<int>(x + (y - x) * share); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
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

GraphPalette::GraphPalette(const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    isDark = base.lightnessF() < 0.5;
    text = palette.color(QPalette::Active, QPalette::Text);
    background = isDark ? mixed(base, Qt::black, 0.12) : mixed(base, text, 0.025);
    nodeFill = isDark ? mixed(base, Qt::white, 0.09) : base;
    frameFill = isDark ? mixed(base, Qt::white, 0.025) : mixed(base, text, 0.05);
    frameFillDeeper = isDark ? mixed(base, Qt::white, 0.055) : mixed(base, text, 0.015);
    border = mixed(base, text, isDark ? 0.42 : 0.38);
    dimText = mixed(nodeFill, text, 0.68);
    edge = mixed(background, text, isDark ? 0.5 : 0.45);
    selection = palette.color(QPalette::Active, QPalette::Highlight);
    filled = isDark ? QColor(0x5b, 0xb9, 0x74) : QColor(0x2c, 0x8a, 0x4b);
    hollow = mixed(nodeFill, text, 0.6);
    match = isDark ? QColor(0xff, 0xc1, 0x3b) : QColor(0xd9, 0x7a, 0x00);
}

QColor GraphPalette::category(const QString& name) const
{
    const int hue = hueOf(name);
    if (hue < 0)
        return isDark ? QColor(0x4a, 0x4f, 0x57) : QColor(0xdf, 0xe2, 0xe6);
    return isDark ? QColor::fromHsl(hue, 90, 78) : QColor::fromHsl(hue, 150, 213);
}

} // namespace weightless::widgets
