// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace weightless::ui {

// The size that a window gets of the one that it would like to have, so that all of it is on a screen of that
// room, its frame and its buttons too.
[[nodiscard]] QSize sizeWithin(const QSize& wanted, const QSize& room);

// The same of the screen that the window comes to; offscreen there is none to fit.
[[nodiscard]] QSize sizeOnScreen(const QSize& wanted, const QWidget& window);
void resizeOnScreen(QWidget& window, const QSize& wanted);

} // namespace weightless::ui
