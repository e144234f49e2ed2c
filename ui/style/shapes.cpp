// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/shapes.h"

#include "widgets/mixedcolour.h"

#include <QPainterPath>

#include <algorithm>

namespace weightless::ui::shapes {

void box(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& border, qreal corner)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    if (border.alpha() == 0) {
        painter.setPen(Qt::NoPen);
        painter.drawRoundedRect(rect, corner, corner);
    } else {
        painter.setPen(border);
        painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
    }
    painter.restore();
}

void focusRing(QPainter& painter, const QRect& rect, const QPalette& palette, qreal corner)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette.color(QPalette::Highlight), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), corner, corner);
    painter.restore();
}

void chevron(QPainter& painter, const QRect& rect, Qt::ArrowType direction, const QColor& colour)
{
    const QPointF centre = QRectF(rect).center();
    const qreal size = std::min({3.5, rect.width() / 2.0 - 1, rect.height() / 2.0 - 1});
    QPolygonF line {{-size, -size / 2}, {0, size / 2}, {size, -size / 2}}; // down
    const qreal angle = direction == Qt::UpArrow ? 180
        : direction == Qt::LeftArrow             ? 90
        : direction == Qt::RightArrow            ? 270
                                                 : 0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.translate(centre);
    painter.rotate(angle);
    painter.drawPolyline(line);
    painter.restore();
}

void tick(QPainter& painter, const QRect& rect, const QColor& colour)
{
    const QRectF area(rect);
    const auto at = [&area](qreal x, qreal y) {
        return QPointF(area.left() + x * area.width(), area.top() + y * area.height());
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF {at(0.24, 0.52), at(0.42, 0.70), at(0.76, 0.32)});
    painter.restore();
}

QColor faceOf(const QStyleOption& option)
{
    const QPalette& palette = option.palette;
    if (!(option.state & QStyle::State_Enabled))
        return palette.color(QPalette::Window);
    if (option.state & (QStyle::State_Sunken | QStyle::State_On))
        return widgets::mixedColour(
            palette.color(QPalette::Midlight), palette.color(QPalette::ButtonText), 0.06);
    if (option.state & QStyle::State_MouseOver)
        return palette.color(QPalette::Midlight);
    return palette.color(QPalette::Button);
}

QColor borderOf(const QStyleOption& option)
{
    const QColor border = option.palette.color(QPalette::Mid);
    return option.state & QStyle::State_Enabled
        ? widgets::mixedColour(border, option.palette.color(QPalette::Shadow), 0.35)
        : border;
}

} // namespace weightless::ui::shapes
