// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowstyle.h"

#include <QPainter>
#include <QStyleOption>

namespace weightless::ui {

WindowStyle::WindowStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

void WindowStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck)
        return;
    const QPalette& palette = option->palette;
    const QColor text = palette.color(QPalette::Text);
    if (text.lightness() <= palette.color(QPalette::Base).lightness())
        return; // dark on light: Fusion's own frame is seen
    QColor frame = text;
    frame.setAlpha(option->state & State_Enabled ? 160 : 90);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(frame);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    painter->restore();
}

} // namespace weightless::ui
