// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/scopegroups.h"

#include <algorithm>
#include <map>

namespace weightless::widgets {

namespace {

std::string madeName(const ScopeGroup& group)
{
    const std::string number = std::to_string(group.sectionNumber);
    switch (group.kind) {
    case ScopeKind::Section:
        return '[' + number + ']';
    case ScopeKind::Repeat:
        return "[block " + group.name + number + ']';
    case ScopeKind::Shapes:
        return "[shapes " + number + ']';
    default:
        return {};
    }
}

} // namespace

void groupChildren(ScopeTree& tree, int parent, const std::vector<NewGroup>& added)
{
    const auto own = static_cast<std::size_t>(parent);
    std::map<std::pair<ScopeKind, std::string>, int> counts;
    for (const NewGroup& made : added)
        ++counts[{made.kind, made.name}];
    std::map<std::pair<ScopeKind, std::string>, int> numbers;
    for (const NewGroup& made : added) {
        const int index = static_cast<int>(tree.groups.size());
        ScopeGroup group;
        group.kind = made.kind;
        group.name = made.name;
        group.sectionNumber = ++numbers[{made.kind, made.name}];
        group.sectionCount = counts[{made.kind, made.name}];
        group.parent = parent;
        group.groups = made.groups;
        group.nodes = made.nodes;
        std::sort(group.nodes.begin(), group.nodes.end());
        group.nodeCount = static_cast<int>(made.nodes.size());
        for (const int node : made.nodes)
            tree.groupOfNode[static_cast<std::size_t>(node)] = index;
        for (const int child : made.groups) {
            tree.groups[static_cast<std::size_t>(child)].parent = index;
            group.nodeCount += tree.groups[static_cast<std::size_t>(child)].nodeCount;
        }
        tree.groups.push_back(std::move(group));
        tree.groups[own].groups.push_back(index);
    }
    std::erase_if(tree.groups[own].nodes,
        [&](int node) { return tree.groupOfNode[static_cast<std::size_t>(node)] != parent; });
    std::erase_if(tree.groups[own].groups,
        [&](int child) { return tree.groups[static_cast<std::size_t>(child)].parent != parent; });
}

void renumberGroups(ScopeTree& tree)
{
    std::vector<int> newIndex(tree.groups.size(), -1);
    std::vector<ScopeGroup> sorted;
    sorted.reserve(tree.groups.size());
    std::vector<int> pending {0};
    while (!pending.empty()) {
        const auto old = static_cast<std::size_t>(pending.back());
        pending.pop_back();
        newIndex[old] = static_cast<int>(sorted.size());
        sorted.push_back(std::move(tree.groups[old]));
        pending.insert(pending.end(), sorted.back().groups.rbegin(), sorted.back().groups.rend());
    }
    for (ScopeGroup& group : sorted) {
        for (int& child : group.groups)
            child = newIndex[static_cast<std::size_t>(child)];
        if (group.parent < 0)
            continue;
        group.parent = newIndex[static_cast<std::size_t>(group.parent)];
        const ScopeGroup& parent = sorted[static_cast<std::size_t>(group.parent)];
        group.depth = parent.depth + 1;
        // A named group keeps the path that its nodes' names spell, whatever section it was put in.
        if (const std::string name = madeName(group); !name.empty())
            group.path = parent.path + (parent.path.empty() ? "" : "/") + name;
    }
    for (int& group : tree.groupOfNode)
        group = newIndex[static_cast<std::size_t>(group)];
    tree.groups = std::move(sorted);
}

} // namespace weightless::widgets
