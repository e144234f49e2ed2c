// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace weightless::ui {

// What lies around the graph. Each panel is a dock that holds one page.
enum class Panel { Outline, Properties, Load, Run, Tensors, Memory, Problems };

// How a panel lies to its neighbour, which a place before it has put.
enum class PanelSide {
    Edge, // none: along an edge of the window
    Below,
    Beside,
    Behind, // as a tab
};

// Where a workspace puts one panel, as long as the user does not move it.
struct PanelPlace {
    Panel panel;
    Qt::DockWidgetArea area;
    PanelSide side = PanelSide::Edge;
    Panel neighbour = Panel::Outline; // of any side but Edge
    double width = 0; // shares of the window; 0: as it comes
    double height = 0;
    int leastWindow = 0; // Below and Beside become tabs in a window that is lower or narrower than this
};

// An arrangement of panels for one purpose. Panels that have no place in it are hidden.
struct Workspace {
    QString id; // names what is remembered of it in the settings
    std::vector<PanelPlace> places;
    std::vector<Panel> front; // of panels that are tabs together, those to see first
};

// All there are; the first one is that of the first start.
[[nodiscard]] const std::vector<Workspace>& workspaces();

} // namespace weightless::ui
