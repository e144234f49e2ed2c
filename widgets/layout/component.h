// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/layout/phases.h"

namespace weightless::widgets::phases {

// A connected part of a graph, and where its nodes and edges are put relative to its own origin.
struct Component {
    std::vector<int> nodes;
    std::vector<int> edges;
    bool isPinned = false;

    std::vector<LayoutPoint> positions;
    std::vector<int> ranks;
    std::vector<std::vector<LayoutPoint>> routes;
    std::vector<bool> isDirect;
    double width = 0;
    double height = 0;
    LayoutPoint origin;
};

// Fills everything but `origin`. `localIndex` is scratch space with one entry per node of the graph.
void layoutComponent(Component& component, const LayoutGraph& graph, const LayoutOptions& options,
    std::vector<int>& localIndex, Checkpoint& checkpoint);

} // namespace weightless::widgets::phases
