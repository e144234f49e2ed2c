// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>
#include <vector>

namespace weightless::ui {

// One scope or node of the outline: scopes come from the parts of node names
// ("/down_blocks.0/resnets.0/Conv").
struct OutlineItem {
    QString name; // last part of the path
    QString path; // of a scope, as GraphView::groupPaths() writes it; empty for nodes
    int node = -1; // index in the graph; -1 for scopes
    int parent = -1; // index of a scope before this item; -1 at the top
    int row = 0; // among its siblings
    qint64 sizeBytes = 0; // constants used below, each counted once per scope
    int nodeCount = 0; // nodes below, itself included
    std::vector<int> children;
};

struct OutlineNode {
    QString name;
    QString opType;
    std::vector<int> constants; // indices of the tensors it uses
};

// Items in the order of the graph, parents before their children. Work is linear in the number of nodes.
[[nodiscard]] std::vector<OutlineItem> makeOutline(
    std::span<const OutlineNode> nodes, std::span<const qint64> constantBytes);

} // namespace weightless::ui
