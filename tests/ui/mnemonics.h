// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>

class QWidget;

namespace weightless::ui {

// What Alt and a letter reach in a window: its menus, buttons, labels with a buddy, tabs and boxes.
struct Mnemonics {
    QHash<QString, QString> textOfKeys;
    QString clash; // two places with one letter, of which neither is reached at once; empty: none
};

[[nodiscard]] Mnemonics mnemonicsOf(const QWidget& window);

} // namespace weightless::ui
