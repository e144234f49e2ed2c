// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QKeySequence>

class QAction;
class QMenu;

namespace weightless::ui {

class MainWindow;

// Makes the main window's menus. Lives only while it does; the actions belong to the window.
class MainWindowMenus {
    Q_DECLARE_TR_FUNCTIONS(MainWindowMenus)

public:
    explicit MainWindowMenus(MainWindow& window);

    void make();

private:
    template <typename Slot>
    QAction* add(
        QMenu* menu, const QString& text, const QKeySequence& keys, Slot slot, const QString& iconName = {});

    void makeFile();
    void makeView();
    void makeLoad();
    void makeRun();
    void makeDemo();
    void makeHelp();

    MainWindow& m_window;
};

// Every action with a key, and the keys of the graph and the chart.
void showShortcuts(MainWindow& window);
void showAbout(MainWindow& window);

} // namespace weightless::ui
