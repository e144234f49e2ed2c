// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/appearance.h"

#include "ui/style/titlebars.h"

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QToolTip>

namespace weightless::ui {

namespace {

enum Look { Light, Dark, HighContrast };

// One colour in each look.
struct Shade {
    QRgb looks[3];

    [[nodiscard]] QColor in(Look look) const { return QColor::fromRgb(looks[look]); }
};

// One accent; everything else is a shade of grey with a little of its hue.
namespace shades {

constexpr Shade window {{0xf4f5f7, 0x1f2227, 0x000000}};
constexpr Shade base {{0xffffff, 0x17191d, 0x000000}}; // of what is written in or listed
constexpr Shade alternate {{0xf8f9fb, 0x1c1f23, 0x141414}}; // every other row
constexpr Shade text {{0x1c2027, 0xe4e6ea, 0xffffff}};
constexpr Shade faint {{0x767d88, 0x8b929d, 0xb8b8b8}}; // of placeholders and what is disabled
constexpr Shade button {{0xfdfdfe, 0x2b2f36, 0x000000}};
constexpr Shade hover {{0xe6e9ee, 0x333840, 0x303030}};
constexpr Shade border {{0xd7dbe2, 0x373c44, 0xffffff}};
// Around what can be filled in or switched: 3:1 against window and base.
constexpr Shade strongBorder {{0x868d99, 0x78808c, 0xffffff}};
constexpr Shade accent {{0x2563c9, 0x366fcd, 0xffd51f}};
constexpr Shade onAccent {{0xffffff, 0xffffff, 0x000000}};
constexpr Shade link {{0x1b57b8, 0x7ab2ff, 0x66d9ff}};

} // namespace shades

QPalette makePalette(Look look)
{
    const QColor text = shades::text.in(look), faint = shades::faint.in(look), base = shades::base.in(look),
                 border = shades::border.in(look), window = shades::window.in(look),
                 strongBorder = shades::strongBorder.in(look), hover = shades::hover.in(look),
                 link = shades::link.in(look);
    QPalette palette(text, shades::button.in(look), hover, strongBorder, border, text, text, base, window);
    palette.setColor(QPalette::Midlight, hover);
    palette.setColor(QPalette::Shadow, strongBorder);
    palette.setColor(QPalette::AlternateBase, shades::alternate.in(look));
    palette.setColor(QPalette::ToolTipBase, base);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::PlaceholderText, faint);
    palette.setColor(QPalette::Highlight, shades::accent.in(look));
    palette.setColor(QPalette::HighlightedText, shades::onAccent.in(look));
    palette.setColor(QPalette::Link, link);
    palette.setColor(QPalette::LinkVisited, link);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, border);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, faint);
    palette.setColor(QPalette::Disabled, QPalette::Base, window);
    return palette;
}

bool isDesktopDark()
{
    const QPalette desktop = QApplication::style()->standardPalette();
    return desktop.color(QPalette::Window).lightness() < desktop.color(QPalette::WindowText).lightness();
}

Look lookOf(Appearance appearance)
{
    switch (appearance) {
    case Appearance::System:
        return isDesktopDark() ? Dark : Light;
    case Appearance::Light:
        return Light;
    case Appearance::Dark:
        return Dark;
    case Appearance::HighContrast:
        return HighContrast;
    }
    return Light;
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
    const Look look = lookOf(appearance);
    const QPalette palette = makePalette(look);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    colourTitleBars(look != Light);
}

} // namespace weightless::ui
