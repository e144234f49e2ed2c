// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/layout/scopetree.h"

namespace weightless::widgets {

// Direct children of one group that become a group of their own.
struct NewGroup {
    ScopeKind kind = ScopeKind::Repeat;
    std::string name;
    std::vector<int> nodes;
    std::vector<int> groups;
};

// Puts children of `parent` into new groups, which are appended: renumberGroups() follows when all is done.
// Every child is named by one new group at most.
void groupChildren(ScopeTree& tree, int parent, const std::vector<NewGroup>& added);

// Parents before their children again, in the order of the lists of children; depths and the paths of groups
// that names did not make.
void renumberGroups(ScopeTree& tree);

} // namespace weightless::widgets
