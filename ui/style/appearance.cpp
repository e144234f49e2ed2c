// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/appearance.h"

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QToolTip>

namespace weightless::ui {

namespace {

// One accent; everything else is a shade of grey with a little of its hue.
struct Colours {
    QColor window;
    QColor base; // of what is written in or listed
    QColor alternate; // every other row
    QColor text;
    QColor faint; // of placeholders and what is disabled
    QColor button;
    QColor hover;
    QColor border;
    QColor strongBorder; // around what can be filled in or switched: 3:1 against window and base
    QColor accent;
    QColor onAccent;
    QColor link;
};

const Colours& lightColours()
{
    static const Colours colours {.window = QColor(0xf4, 0xf5, 0xf7),
        .base = Qt::white,
        .alternate = QColor(0xf8, 0xf9, 0xfb),
        .text = QColor(0x1c, 0x20, 0x27),
        .faint = QColor(0x76, 0x7d, 0x88),
        .button = QColor(0xfd, 0xfd, 0xfe),
        .hover = QColor(0xe6, 0xe9, 0xee),
        .border = QColor(0xd7, 0xdb, 0xe2),
        .strongBorder = QColor(0x86, 0x8d, 0x99),
        .accent = QColor(0x25, 0x63, 0xc9),
        .onAccent = Qt::white,
        .link = QColor(0x1b, 0x57, 0xb8)};
    return colours;
}

const Colours& darkColours()
{
    static const Colours colours {.window = QColor(0x1f, 0x22, 0x27),
        .base = QColor(0x17, 0x19, 0x1d),
        .alternate = QColor(0x1c, 0x1f, 0x23),
        .text = QColor(0xe4, 0xe6, 0xea),
        .faint = QColor(0x8b, 0x92, 0x9d),
        .button = QColor(0x2b, 0x2f, 0x36),
        .hover = QColor(0x33, 0x38, 0x40),
        .border = QColor(0x37, 0x3c, 0x44),
        .strongBorder = QColor(0x78, 0x80, 0x8c),
        .accent = QColor(0x36, 0x6f, 0xcd),
        .onAccent = Qt::white,
        .link = QColor(0x7a, 0xb2, 0xff)};
    return colours;
}

const Colours& highContrastColours()
{
    static const Colours colours {.window = Qt::black,
        .base = Qt::black,
        .alternate = QColor(0x14, 0x14, 0x14),
        .text = Qt::white,
        .faint = QColor(0xb8, 0xb8, 0xb8),
        .button = Qt::black,
        .hover = QColor(0x30, 0x30, 0x30),
        .border = Qt::white,
        .strongBorder = Qt::white,
        .accent = QColor(0xff, 0xd5, 0x1f),
        .onAccent = Qt::black,
        .link = QColor(0x66, 0xd9, 0xff)};
    return colours;
}

QPalette makePalette(const Colours& colours)
{
    QPalette palette(colours.text, colours.button, colours.hover, colours.strongBorder, colours.border,
        colours.text, colours.text, colours.base, colours.window);
    palette.setColor(QPalette::Midlight, colours.hover);
    palette.setColor(QPalette::Shadow, colours.strongBorder);
    palette.setColor(QPalette::AlternateBase, colours.alternate);
    palette.setColor(QPalette::ToolTipBase, colours.base);
    palette.setColor(QPalette::ToolTipText, colours.text);
    palette.setColor(QPalette::PlaceholderText, colours.faint);
    palette.setColor(QPalette::Highlight, colours.accent);
    palette.setColor(QPalette::HighlightedText, colours.onAccent);
    palette.setColor(QPalette::Link, colours.link);
    palette.setColor(QPalette::LinkVisited, colours.link);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colours.faint);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, colours.border);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, colours.faint);
    palette.setColor(QPalette::Disabled, QPalette::Base, colours.window);
    return palette;
}

bool isDesktopDark()
{
    const QPalette desktop = QApplication::style()->standardPalette();
    return desktop.color(QPalette::Window).lightness() < desktop.color(QPalette::WindowText).lightness();
}

const Colours& coloursOf(Appearance appearance)
{
    switch (appearance) {
    case Appearance::System:
        return isDesktopDark() ? darkColours() : lightColours();
    case Appearance::Light:
        return lightColours();
    case Appearance::Dark:
        return darkColours();
    case Appearance::HighContrast:
        return highContrastColours();
    }
    return lightColours();
}

} // namespace

QString toString(Appearance appearance)
{
    switch (appearance) {
    case Appearance::System:
        return QStringLiteral("system");
    case Appearance::Light:
        return QStringLiteral("light");
    case Appearance::Dark:
        return QStringLiteral("dark");
    case Appearance::HighContrast:
        return QStringLiteral("high-contrast");
    }
    return {};
}

std::optional<Appearance> appearanceFromString(const QString& text)
{
    for (const Appearance appearance : appearances) {
        if (toString(appearance) == text)
            return appearance;
    }
    return std::nullopt;
}

void applyAppearance(Appearance appearance)
{
    const QPalette palette = makePalette(coloursOf(appearance));
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

} // namespace weightless::ui
