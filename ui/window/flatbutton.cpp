// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/flatbutton.h"

#include "ui/window/icons.h"

#include <QToolButton>

namespace weightless::ui {

QToolButton* makeFlatButton(QWidget* parent, const QString& iconName, const QString& text)
{
    auto* button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    button->setAutoRaise(true);
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace weightless::ui
