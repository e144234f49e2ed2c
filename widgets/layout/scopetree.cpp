// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/scopetree.h"

#include "widgets/layout/phases.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <string_view>

namespace weightless::widgets {

namespace {

// A scope as names spell it, before anything is merged or left out.
struct RawScope {
    std::string_view name;
    std::vector<int> children;
    std::vector<int> nodes;
    int nodeCount = 0;
    int firstNode = 0;
};

char separatorOf(std::span<const std::string> names)
{
    const bool hasSlash = std::any_of(names.begin(), names.end(),
        [](const std::string& name) { return name.find('/') != std::string::npos; });
    return hasSlash ? '/' : '.';
}

// The scopes of a name, outermost first, without empty ones and without the node's own name.
void splitScopes(std::string_view name, char separator, int maxDepth, std::vector<std::string_view>& parts)
{
    parts.clear();
    const std::size_t last = name.rfind(separator);
    if (last == std::string_view::npos)
        return;
    name = name.substr(0, last);
    while (!name.empty()) {
        const bool isDeepest = static_cast<int>(parts.size()) + 1 >= maxDepth;
        const std::size_t end = isDeepest ? name.size() : std::min(name.find(separator), name.size());
        if (end > 0)
            parts.push_back(name.substr(0, end));
        name = name.substr(std::min(end + 1, name.size()));
    }
}

std::vector<RawScope> readNames(
    std::span<const std::string> names, const std::vector<bool>& stayAtRoot, const ScopeOptions& options)
{
    std::vector<RawScope> scopes(1);
    std::map<std::pair<int, std::string_view>, int> known;
    std::vector<std::string_view> parts;
    const char separator = separatorOf(names);
    for (std::size_t node = 0; node < names.size(); ++node) {
        parts.clear();
        if (stayAtRoot.empty() || !stayAtRoot[node])
            splitScopes(names[node], separator, options.maxDepth, parts);
        int scope = 0;
        for (std::string_view part : parts) {
            const auto [it, isNew] = known.try_emplace({scope, part}, static_cast<int>(scopes.size()));
            if (isNew) {
                scopes.push_back({part, {}, {}, 0, static_cast<int>(node)});
                scopes[static_cast<std::size_t>(scope)].children.push_back(it->second);
            }
            scope = it->second;
        }
        scopes[static_cast<std::size_t>(scope)].nodes.push_back(static_cast<int>(node));
    }
    // Children have larger indices than their parents.
    for (std::size_t i = scopes.size(); i-- > 0;) {
        scopes[i].nodeCount = static_cast<int>(scopes[i].nodes.size());
        for (int child : scopes[i].children)
            scopes[i].nodeCount += scopes[static_cast<std::size_t>(child)].nodeCount;
    }
    return scopes;
}

// Copies raw scopes into a tree: scopes of one node dissolve, chains become one group.
class TreeMaker {
public:
    TreeMaker(const std::vector<RawScope>& scopes, ScopeTree& tree)
        : m_scopes(scopes)
        , m_tree(tree)
    {
    }

    void run()
    {
        m_tree.groups.emplace_back();
        m_tree.groups[0].kind = ScopeKind::Root;
        std::vector<std::pair<int, int>> pending {{0, 0}}; // raw scope, group
        while (!pending.empty()) {
            const auto [raw, group] = pending.back();
            pending.pop_back();
            fill(raw, group, pending);
        }
    }

private:
    void fill(int raw, int group, std::vector<std::pair<int, int>>& pending)
    {
        const RawScope& scope = m_scopes[static_cast<std::size_t>(raw)];
        for (int node : scope.nodes)
            addNode(node, group);
        for (int child : scope.children) {
            const int nodes = m_scopes[static_cast<std::size_t>(child)].nodeCount;
            if (nodes >= 2) {
                int end = child;
                const std::string name = mergedName(end);
                pending.emplace_back(end, addGroup(name, group, nodes));
            } else if (nodes == 1) {
                addNode(onlyNode(child), group);
            }
        }
        auto& nodes = m_tree.groups[static_cast<std::size_t>(group)].nodes;
        std::sort(nodes.begin(), nodes.end());
    }

    void addNode(int node, int group)
    {
        m_tree.groups[static_cast<std::size_t>(group)].nodes.push_back(node);
        m_tree.groupOfNode[static_cast<std::size_t>(node)] = group;
    }

    // Follows single children downwards; leaves the last scope in `raw`.
    std::string mergedName(int& raw) const
    {
        std::string name(m_scopes[static_cast<std::size_t>(raw)].name);
        for (;;) {
            const RawScope& scope = m_scopes[static_cast<std::size_t>(raw)];
            if (!scope.nodes.empty() || scope.children.size() != 1)
                return name;
            raw = scope.children[0];
            name += '/';
            name += m_scopes[static_cast<std::size_t>(raw)].name;
        }
    }

    int onlyNode(int raw) const
    {
        for (;;) {
            const RawScope& scope = m_scopes[static_cast<std::size_t>(raw)];
            if (!scope.nodes.empty())
                return scope.nodes[0];
            raw = *std::find_if(scope.children.begin(), scope.children.end(),
                [this](int child) { return m_scopes[static_cast<std::size_t>(child)].nodeCount > 0; });
        }
    }

    int addGroup(const std::string& name, int parent, int nodeCount)
    {
        const int index = static_cast<int>(m_tree.groups.size());
        ScopeGroup group;
        group.name = name;
        const ScopeGroup& above = m_tree.groups[static_cast<std::size_t>(parent)];
        group.path = above.path.empty() ? name : above.path + '/' + name;
        group.parent = parent;
        group.depth = above.depth + 1;
        group.nodeCount = nodeCount;
        m_tree.groups.push_back(std::move(group));
        m_tree.groups[static_cast<std::size_t>(parent)].groups.push_back(index);
        return index;
    }

    const std::vector<RawScope>& m_scopes;
    ScopeTree& m_tree;
};

} // namespace

std::vector<int> stableTopologicalOrder(std::size_t nodeCount, std::span<const std::pair<int, int>> edges)
{
    std::vector<phases::Arc> arcs;
    const auto isValid = [&](int node) { return node >= 0 && static_cast<std::size_t>(node) < nodeCount; };
    for (const auto& [from, to] : edges) {
        if (isValid(from) && isValid(to) && from != to)
            arcs.push_back({from, to});
    }
    phases::Checkpoint checkpoint({});
    const std::vector<bool> isBack = phases::findBackArcs(nodeCount, arcs, checkpoint);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        if (!isBack[i])
            arcs[kept++] = arcs[i];
    }
    arcs.resize(kept);
    const phases::Adjacency out = phases::outgoing(nodeCount, arcs);
    std::vector<int> waiting(nodeCount, 0);
    for (const phases::Arc& arc : arcs)
        ++waiting[static_cast<std::size_t>(arc.to)];
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;
    for (std::size_t i = 0; i < nodeCount; ++i) {
        if (waiting[i] == 0)
            ready.push(static_cast<int>(i));
    }
    std::vector<int> order;
    order.reserve(nodeCount);
    while (!ready.empty()) {
        const int node = ready.top();
        ready.pop();
        order.push_back(node);
        for (int target : out.of(static_cast<std::size_t>(node))) {
            if (--waiting[static_cast<std::size_t>(target)] == 0)
                ready.push(target);
        }
    }
    return order;
}

ScopeTree scopesOfNames(
    std::span<const std::string> names, const std::vector<bool>& stayAtRoot, const ScopeOptions& options)
{
    ScopeTree tree;
    tree.groupOfNode.assign(names.size(), 0);
    TreeMaker(readNames(names, stayAtRoot, options), tree).run();
    tree.groups[0].nodeCount = static_cast<int>(names.size());
    return tree;
}

} // namespace weightless::widgets
