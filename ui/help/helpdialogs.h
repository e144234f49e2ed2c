// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

class QMainWindow;

namespace weightless::ui {

class HelpDialogs {
    Q_DECLARE_TR_FUNCTIONS(HelpDialogs)

public:
    // Every action of the menu bar with a key, and the keys of the graph and the chart. Does not wait.
    static void showShortcuts(QMainWindow& window);
    static void showAbout(QMainWindow& window);
};

} // namespace weightless::ui
