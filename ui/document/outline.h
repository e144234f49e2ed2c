// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphdescription.h"

#include <QString>

#include <vector>

namespace weightless::ui {

// One group or node of the outline: the groups are those that the graph shows, made from the parts of node
// names ("/down_blocks.0/resnets.0/Conv") or from what repeats.
struct OutlineItem {
    QString name; // last part of the path; of a nameless node what it makes
    QString path; // of a group, as GraphView::groupPaths() writes it; empty for nodes
    int node = -1; // index in the graph; -1 for groups
    int parent = -1; // index of an item before this one; -1 at the top
    int row = 0; // among its siblings
    qint64 sizeBytes = 0; // constants used here and below, each counted once per item
    int nodeCount = 0; // nodes here and below
    bool isShapes = false; // a group of nodes that compute nothing but shapes
    std::vector<int> children;
};

// The graph's own nodes, not what is inside of them, parents before their children. Siblings stand in the
// order of the graph, but for groups of shape arithmetic, which come last. What only hands a fixed tensor to
// a node lies below that node, as the graph shows it in its box.
[[nodiscard]] std::vector<OutlineItem> makeOutline(const widgets::GraphDescription& graph);

// The group of that path; where the graph has merged it with what alone is in it, that. Null for none.
[[nodiscard]] const OutlineItem* outlineGroup(const std::vector<OutlineItem>& outline, const QString& path);

} // namespace weightless::ui
