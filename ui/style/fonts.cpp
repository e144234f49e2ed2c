// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/fonts.h"

#include "ui/window/icons.h"

#include <QApplication>
#include <QFontDatabase>
#include <QWidget>

namespace weightless::ui {

namespace {

const QFont& desktopFont()
{
    static const QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    return font;
}

} // namespace

void installFonts()
{
    registerResources();
    QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/Inter-Regular.ttf"));
    QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/Inter-Bold.ttf"));
    applyFontSize(0);
}

void applyFontSize(int points)
{
    QFont font = desktopFont();
    font.setFamilies({QStringLiteral("Inter"), desktopFont().family()});
    if (points > 0)
        font.setPointSize(points);
    QApplication::setFont(font);
}

} // namespace weightless::ui
