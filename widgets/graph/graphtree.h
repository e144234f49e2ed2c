// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphdescription.h"
#include "widgets/layout/scopetree.h"

#include <cstdint>

namespace weightless::widgets {

// The groups of a graph, and which of its nodes have no box of their own.
struct GraphTree {
    ScopeTree tree;
    // One per node: the node in whose box it is shown, and the group that stands for it because it has
    // bodies. -1 for all others.
    std::vector<int> hostNode;
    std::vector<int> hostGroup;
    // One number per group, equal where they are built alike.
    std::vector<std::uint64_t> structures;
};

// Scopes from names, repeated blocks where names tell none, bodies inside the nodes that own them; with
// `foldsPlumbing` shape arithmetic in groups of its own and Constant nodes in their users.
GraphTree makeGraphTree(const GraphDescription& graph, bool foldsPlumbing);

// What a group is called: by its last name, or by what made it.
QString groupTitle(const ScopeGroup& group);

} // namespace weightless::widgets
