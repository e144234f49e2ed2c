// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/curvelook.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace weightless::widgets {

namespace {

struct CurveLook {
    QRgb light;
    QRgb dark;
    double width;
    Qt::PenStyle style;
};

constexpr std::array<CurveLook, curveLookCount> looks {
    CurveLook {0xff1b8a5a, 0xff57c998, 5.0, Qt::SolidLine},
    CurveLook {0xff1767c0, 0xff6cb2ff, 3.2, Qt::DashLine},
    CurveLook {0xffd1490c, 0xffff9a56, 2.6, Qt::SolidLine},
    CurveLook {0xff7a45c4, 0xffbd9bf7, 2.4, Qt::DotLine},
    CurveLook {0xffb3246d, 0xfff48fc0, 2.2, Qt::DashDotLine},
    CurveLook {0xff00798c, 0xff4fd0e0, 2.0, Qt::SolidLine},
    CurveLook {0xff7d6608, 0xffdcc75a, 1.8, Qt::DashLine},
    CurveLook {0xff6b4b3e, 0xffcbb0a3, 1.6, Qt::DashDotDotLine},
};

// A quiet ground for the curves in front of it.
QColor areaColour(bool isDark)
{
    return isDark ? QColor(0x8f, 0xa3, 0xb5) : QColor(0x5f, 0x74, 0x88);
}

} // namespace

QPen curvePen(int look, bool isDark)
{
    const CurveLook& chosen = looks[static_cast<std::size_t>(std::clamp(look, 0, curveLookCount - 1))];
    return {QColor(isDark ? chosen.dark : chosen.light), chosen.width, chosen.style, Qt::FlatCap};
}

QPen areaPen(DeviceArea area, bool isDark)
{
    switch (area) {
    case DeviceArea::Resident:
        return {areaColour(isDark), 1.2, Qt::DashDotLine};
    case DeviceArea::Weights:
        return {areaColour(isDark), 1.2};
    case DeviceArea::Activations:
        return {areaColour(isDark), 1.2, Qt::DashLine};
    }
    return {};
}

QBrush areaBrush(DeviceArea area, bool isDark)
{
    switch (area) {
    case DeviceArea::Resident:
        return faint(areaColour(isDark), 0.5);
    case DeviceArea::Weights:
        return faint(areaColour(isDark), 0.28);
    case DeviceArea::Activations:
        return {faint(areaColour(isDark), 0.75), Qt::BDiagPattern};
    }
    return {};
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Base).lightnessF() < 0.5F;
}

QColor faint(QColor colour, double share)
{
    colour.setAlphaF(static_cast<float>(share));
    return colour;
}

void paintSwatch(QPainter& painter, const QRectF& area, const QPen& pen, const QBrush& brush)
{
    const double middle = area.center().y();
    if (brush.style() != Qt::NoBrush) {
        painter.fillRect(area.adjusted(0, 2, 0, -1), brush);
        painter.setPen(pen);
        painter.drawLine(QPointF(area.left(), area.top() + 2), QPointF(area.right(), area.top() + 2));
        return;
    }
    painter.setPen(pen);
    painter.drawLine(QPointF(area.left(), middle), QPointF(area.right(), middle));
}

QPixmap swatch(const QPen& pen, const QBrush& brush, double devicePixelRatio)
{
    QPixmap picture(swatchSize * devicePixelRatio);
    picture.setDevicePixelRatio(devicePixelRatio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintSwatch(painter, QRectF(QPointF(), QSizeF(swatchSize)), pen, brush);
    return picture;
}

} // namespace weightless::widgets
