// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/layout/scopetree.h"

#include <cstdint>

namespace weightless::widgets {

// Where a group has more than `mostChildren` nodes of its own, puts runs of them that occur more than once
// (the blocks of a network whose names tell no scopes) into groups of kind Repeat. `nodeKinds` has one number
// per node: equal ones are alike (operator, number of constants). Runs begin and end where few values are
// live. `stayAtRoot` as for buildScopeTree(). renumberGroups() follows when all is done.
void groupRepeats(ScopeTree& tree, std::span<const std::pair<int, int>> edges,
    std::span<const std::uint64_t> nodeKinds, const std::vector<bool>& stayAtRoot, int mostChildren);

// One number per group, equal where groups have the same structure: the same nodes and groups in the same
// order with the same edges between them. Their names and sizes do not count.
std::vector<std::uint64_t> groupStructures(const ScopeTree& tree, std::span<const std::pair<int, int>> edges,
    std::span<const std::uint64_t> nodeKinds);

} // namespace weightless::widgets
