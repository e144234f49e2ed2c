// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/layout/scopetree.h"

namespace weightless::widgets {

// Cuts every group with more than `maxChildren` direct children into sections of the topological order, where
// few edges cross the cut. Internal to the layout library.
void cutIntoSections(ScopeTree& tree, std::span<const std::pair<int, int>> edges,
    const std::vector<bool>& stayAtRoot, int maxChildren);

} // namespace weightless::widgets
