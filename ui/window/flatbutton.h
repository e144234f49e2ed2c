// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace weightless::ui {

// A button that is an icon, as pages have them in their bars; `text` is its tooltip and its accessible name.
[[nodiscard]] QToolButton* makeFlatButton(QWidget* parent, const QString& iconName, const QString& text);

} // namespace weightless::ui
