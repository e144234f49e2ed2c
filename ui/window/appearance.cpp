// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/appearance.h"

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

namespace weightless::ui {

namespace {

QPalette makePalette(QColor window, QColor base, QColor text, QColor button, QColor highlight, QColor link)
{
    const QColor disabled = QColor::fromRgb((window.red() + text.red()) / 2,
        (window.green() + text.green()) / 2, (window.blue() + text.blue()) / 2);
    QPalette palette(
        text, button, button.lighter(120), button.darker(150), button.darker(115), text, text, base, window);
    palette.setColor(QPalette::AlternateBase,
        QColor::fromRgb((window.red() + 2 * base.red()) / 3, (window.green() + 2 * base.green()) / 3,
            (window.blue() + 2 * base.blue()) / 3));
    palette.setColor(QPalette::ToolTipBase, base);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::PlaceholderText, disabled);
    palette.setColor(QPalette::Highlight, highlight);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, link);
    palette.setColor(QPalette::LinkVisited, link);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, disabled);
    return palette;
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
    }
    return {};
}

std::optional<Appearance> appearanceFromString(const QString& text)
{
    for (const Appearance appearance : {Appearance::System, Appearance::Light, Appearance::Dark}) {
        if (toString(appearance) == text)
            return appearance;
    }
    return std::nullopt;
}

void applyAppearance(Appearance appearance)
{
    switch (appearance) {
    case Appearance::System:
        QApplication::setPalette(QApplication::style()->standardPalette());
        break;
    case Appearance::Light:
        QApplication::setPalette(makePalette(QColor(0xf3, 0xf4, 0xf6), Qt::white, QColor(0x1f, 0x24, 0x2b),
            QColor(0xe9, 0xeb, 0xef), QColor(0x1f, 0x6f, 0xc4), QColor(0x0b, 0x5c, 0xad)));
        break;
    case Appearance::Dark:
        QApplication::setPalette(
            makePalette(QColor(0x23, 0x26, 0x2b), QColor(0x1a, 0x1c, 0x20), QColor(0xe4, 0xe6, 0xea),
                QColor(0x2f, 0x33, 0x3a), QColor(0x2d, 0x6d, 0xb5), QColor(0x6c, 0xb2, 0xf5)));
        break;
    }
}

} // namespace weightless::ui
