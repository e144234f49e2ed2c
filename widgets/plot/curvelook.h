// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QPalette>
#include <QPen>
#include <QPixmap>

namespace weightless::widgets {

// How a curve is drawn. Looks differ by dashes and width as well as by colour, from wide and solid to thin
// and broken, so that curves that lie on each other all stay visible.
inline constexpr int curveLookCount = 8;
[[nodiscard]] QPen curvePen(int look, bool isDark);

// Device memory by purpose, told apart by pattern too.
// Resident: the part of the weights that stays, where others come and go.
enum class DeviceArea { Resident, Weights, Activations };
[[nodiscard]] QPen areaPen(DeviceArea area, bool isDark);
[[nodiscard]] QBrush areaBrush(DeviceArea area, bool isDark);

[[nodiscard]] bool isDark(const QPalette& palette);
// `colour` as it is seen through `share` (0 … 1) of itself on nothing.
[[nodiscard]] QColor faint(QColor colour, double share);

inline constexpr QSize swatchSize(30, 14);
// A piece of such a curve, for legends.
void paintSwatch(QPainter& painter, const QRectF& area, const QPen& pen, const QBrush& brush);
[[nodiscard]] QPixmap swatch(const QPen& pen, const QBrush& brush, double devicePixelRatio);

} // namespace weightless::widgets
