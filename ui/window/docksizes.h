// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/workspace.h"

#include <QHash>

class QDockWidget;
class QMainWindow;

namespace weightless::ui {

// How large the panels of a workspace are in a window of this size.
class DockSizes {
public:
    DockSizes(QMainWindow& window, const QHash<Panel, QDockWidget*>& docks, const Workspace& workspace);

    // There is too little room for it to lie beside or below its neighbour.
    [[nodiscard]] bool isTab(const PanelPlace& place) const;
    // Holds once the panels have been placed and the window has been laid out.
    void apply() const;

private:
    void apply(Qt::Orientation orientation, Qt::DockWidgetArea area) const;
    [[nodiscard]] bool hasOwn(Qt::Orientation orientation, const PanelPlace& place) const;
    [[nodiscard]] int leastWidth(const PanelPlace& place) const;

    QMainWindow& m_window;
    const QHash<Panel, QDockWidget*>& m_docks;
    const Workspace& m_workspace;
};

} // namespace weightless::ui
