// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/shapes.h"
#include "ui/style/windowstyle.h"
#include "widgets/mixedcolour.h"

#include <QAbstractSpinBox>
#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace weightless::ui {

using widgets::mixedColour;

void WindowStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    switch (control) {
    case CC_ComboBox:
        return drawComboBox(option, painter, widget);
    case CC_SpinBox:
        return drawSpinBox(option, painter, widget);
    case CC_ScrollBar:
        return drawScrollBar(option, painter, widget);
    case CC_GroupBox:
        if (const auto* group = qstyleoption_cast<const QStyleOptionGroupBox*>(option);
            group && !(group->subControls & SC_GroupBoxCheckBox))
            return drawGroupBox(*group, *painter);
        break;
    default:
        break;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

// A heading over what belongs together, without a frame.
void WindowStyle::drawGroupBox(const QStyleOptionGroupBox& group, QPainter& painter) const
{
    QFont font = painter.font();
    font.setBold(true);
    painter.save();
    painter.setFont(font);
    painter.setPen(group.palette.color(QPalette::WindowText));
    painter.drawText(
        group.rect, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine | Qt::TextShowMnemonic, group.text);
    painter.restore();
}

void WindowStyle::drawComboBox(
    const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (!combo)
        return;
    if (combo->editable)
        shapes::box(*painter, combo->rect, combo->palette.color(QPalette::Base), shapes::borderOf(*combo));
    else
        shapes::box(*painter, combo->rect, shapes::faceOf(*combo), shapes::borderOf(*combo));
    if (combo->state & State_HasFocus && combo->state & State_Enabled)
        shapes::focusRing(*painter, combo->rect, combo->palette);
    const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
    shapes::chevron(*painter, arrow, Qt::DownArrow, combo->palette.color(QPalette::ButtonText));
}

void WindowStyle::drawSpinBox(
    const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (!spin)
        return;
    const bool isEnabled = spin->state & State_Enabled;
    if (spin->frame)
        shapes::box(*painter, spin->rect, spin->palette.color(isEnabled ? QPalette::Base : QPalette::Window),
            shapes::borderOf(*spin));
    if (isEnabled && spin->state & State_HasFocus)
        shapes::focusRing(*painter, spin->rect, spin->palette);
    const auto step = [&](SubControl part, QAbstractSpinBox::StepEnabledFlag flag, Qt::ArrowType direction) {
        const QRect rect = subControlRect(CC_SpinBox, option, part, widget);
        const bool canStep = isEnabled && spin->stepEnabled & flag;
        if (canStep && spin->activeSubControls == part)
            shapes::box(*painter, rect.adjusted(0, 1, -1, -1), spin->palette.color(QPalette::Midlight),
                Qt::transparent, 2);
        shapes::chevron(*painter, rect, direction,
            spin->palette.color(canStep ? QPalette::Active : QPalette::Disabled, QPalette::Text));
    };
    step(SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled, Qt::UpArrow);
    step(SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled, Qt::DownArrow);
}

void WindowStyle::drawScrollBar(
    const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (!bar)
        return;
    painter->fillRect(bar->rect, bar->palette.color(QPalette::Window));
    const QRect slider = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
    if (bar->minimum == bar->maximum || slider.isEmpty())
        return;
    const bool isHeld = bar->activeSubControls & SC_ScrollBarSlider && bar->state & State_MouseOver;
    const QColor colour = mixedColour(
        bar->palette.color(QPalette::Window), bar->palette.color(QPalette::WindowText), isHeld ? 0.55 : 0.32);
    const bool isHorizontal = bar->orientation == Qt::Horizontal;
    const QRect shown = isHorizontal ? slider.adjusted(1, 3, -1, -3) : slider.adjusted(3, 1, -3, -1);
    shapes::box(*painter, shown, colour, Qt::transparent, std::min(shown.width(), shown.height()) / 2.0);
}

} // namespace weightless::ui
