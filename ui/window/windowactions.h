// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/actionregistry.h"

#include <QCoreApplication>

namespace weightless {
struct ArchitectureName;
}

namespace weightless::ui {

class MainWindow;

// Everything the main window can be asked for, as one table of actions and one of menus.
class WindowActions {
    Q_DECLARE_TR_FUNCTIONS(WindowActions)

public:
    // The window and what it is made of outlive the actions, which call them.
    explicit WindowActions(MainWindow& window);

    [[nodiscard]] std::vector<ActionSpec> all() const;
    // Menus inside of others; that of recent files and that of panels are filled by the window.
    [[nodiscard]] static std::vector<MenuSpec> submenus();
    [[nodiscard]] static std::vector<MenuSpec> menuBar();

    // The action that writes a demo model.
    [[nodiscard]] static QString architectureAction(const weightless::ArchitectureName& architecture);

private:
    [[nodiscard]] std::vector<ActionSpec> opening() const;
    [[nodiscard]] std::vector<ActionSpec> saving() const;
    [[nodiscard]] std::vector<ActionSpec> panels() const;
    [[nodiscard]] std::vector<ActionSpec> graph() const;
    [[nodiscard]] std::vector<ActionSpec> colours() const;
    [[nodiscard]] std::vector<ActionSpec> loading() const;
    [[nodiscard]] std::vector<ActionSpec> running() const;
    [[nodiscard]] std::vector<ActionSpec> helping() const;

    MainWindow& m_window;
};

} // namespace weightless::ui
