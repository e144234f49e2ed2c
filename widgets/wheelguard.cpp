// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wheelguard.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QSlider>

namespace weightless::widgets {

WheelGuard::WheelGuard(QWidget& field)
    : QObject(&field)
{
    if (field.focusPolicy() == Qt::WheelFocus)
        field.setFocusPolicy(Qt::StrongFocus);
    field.installEventFilter(this);
}

void WheelGuard::guardFieldsOf(const QWidget& page)
{
    for (QWidget* child : page.findChildren<QWidget*>()) {
        if (qobject_cast<QComboBox*>(child) != nullptr || qobject_cast<QAbstractSpinBox*>(child) != nullptr
            || qobject_cast<QSlider*>(child) != nullptr)
            new WheelGuard(*child);
    }
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    const auto* field = qobject_cast<QWidget*>(watched);
    if (event->type() != QEvent::Wheel || field == nullptr || field->hasFocus())
        return QObject::eventFilter(watched, event);
    event->ignore(); // goes on to what is around the field
    return true;
}

} // namespace weightless::widgets
