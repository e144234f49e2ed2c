// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace weightless::ui {

// What the window is made of. Each panel holds one page; it is a dock, or the centre of a workspace.
enum class Panel {
    Outline,
    Graph,
    Properties,
    Tensors,
    Load,
    Memory,
    Run,
    Results,
    Problems,
    Values,
    Bookmarks
};

// What a workspace is for.
enum class Purpose { Explore, Load, Run };

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
    int leastLetters = 0; // wide, also where the share is less
    int leastWindow = 0; // Below and Beside become tabs in a window that is lower or narrower than this
    int foldsBelow = 0; // in a window that is lower it is folded away, unless the user asks for it
    bool startsHidden = false; // it has its place, and comes when there is something in it
};

// An arrangement of panels for one purpose. Panels that have no place in it are hidden.
struct Workspace {
    Purpose purpose;
    QString id; // names what is remembered of it in the settings
    QString icon; // of resources/icons
    Panel centre; // lies between the docks, and takes what they leave
    std::vector<PanelPlace> places;
    std::vector<Panel> front; // of panels that are tabs together, those to see first
};

// Names docks in what is remembered, so it never changes.
[[nodiscard]] QString nameOf(Panel panel);

// All there are, in the order of Purpose.
[[nodiscard]] const std::vector<Workspace>& workspaces();
[[nodiscard]] const Workspace& workspaceFor(Purpose purpose);

} // namespace weightless::ui
