// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/screenroom.h"

#include <QGuiApplication>
#include <QScreen>
#include <QWidget>

namespace weightless::ui {

namespace {

constexpr double shareWithoutFrame = 0.94;

} // namespace

QSize sizeWithin(const QSize& wanted, const QSize& room)
{
    return wanted.boundedTo(room * shareWithoutFrame);
}

QSize sizeOnScreen(const QSize& wanted, const QWidget& window)
{
    const QWidget* parent = window.parentWidget(); // a dialog opens over it
    const QScreen* screen = parent ? parent->screen() : window.screen();
    if (screen == nullptr || QGuiApplication::platformName() == QLatin1String("offscreen"))
        return wanted;
    return sizeWithin(wanted, screen->availableSize());
}

void resizeOnScreen(QWidget& window, const QSize& wanted)
{
    window.resize(sizeOnScreen(wanted, window));
}

} // namespace weightless::ui
