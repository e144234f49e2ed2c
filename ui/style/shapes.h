// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <QStyleOption>

// What the parts of the style are drawn with.
namespace weightless::ui::shapes {

inline constexpr qreal radius = 4;

// A rectangle with round corners and a border of one pixel; no border where it is transparent.
void box(
    QPainter& painter, const QRect& rect, const QColor& fill, const QColor& border, qreal corner = radius);
// Around what has the keyboard, in the accent.
void focusRing(QPainter& painter, const QRect& rect, const QPalette& palette, qreal corner = radius);
// A chevron in the middle of `rect`.
void chevron(QPainter& painter, const QRect& rect, Qt::ArrowType direction, const QColor& colour);
void tick(QPainter& painter, const QRect& rect, const QColor& colour);

// Of a button or field in this state.
[[nodiscard]] QColor faceOf(const QStyleOption& option);
[[nodiscard]] QColor borderOf(const QStyleOption& option);

} // namespace weightless::ui::shapes
