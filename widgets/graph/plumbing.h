// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphdescription.h"

namespace weightless::widgets {

// What of a graph computes nothing that a reader looks for.
struct Plumbing {
    // Of a node without inputs that makes a fixed tensor (Constant, ConstantOfShape …): a node that uses it,
    // in whose box it is shown. -1 for all others.
    std::vector<int> hostOfNode;
    // Nodes that depend on nothing but shapes and constants have a number, all others -1. Where one such
    // chain depends on a value that another one helped to make, theirs differ: nodes of the same number can
    // be put together without closing a cycle.
    std::vector<int> shapePhase;
};

Plumbing findPlumbing(const GraphDescription& graph);

} // namespace weightless::widgets
