// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/scopesections.h"

#include "widgets/layout/scopegroups.h"

#include <algorithm>

namespace weightless::widgets {

namespace {

class Cutter {
    // A direct child of the group that is being cut: a group or a node, never both.
    struct Child {
        int group = -1;
        int node = -1;
        int position = 0;
    };

public:
    Cutter(ScopeTree& tree, std::span<const std::pair<int, int>> edges, const std::vector<bool>& stayAtRoot,
        int maxChildren)
        : m_tree(tree)
        , m_edges(edges)
        , m_stayAtRoot(stayAtRoot)
        , m_maxChildren(static_cast<std::size_t>(maxChildren))
        , m_childOfNode(tree.groupOfNode.size(), -1)
    {
        const std::vector<int> order = stableTopologicalOrder(tree.groupOfNode.size(), edges);
        m_position.resize(order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            m_position[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    }

    void cut(int group)
    {
        std::vector<Child> children = childrenOf(group);
        if (children.size() <= m_maxChildren)
            return;
        std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
            return std::pair(a.position, a.node) < std::pair(b.position, b.node);
        });
        const std::vector<std::size_t> ends = chooseCuts(liveEdges(group, children));
        replaceBySections(group, children, ends);
        for (int node : m_touched)
            m_childOfNode[static_cast<std::size_t>(node)] = -1;
        m_touched.clear();
    }

private:
    bool stays(int node) const
    {
        return !m_stayAtRoot.empty() && m_stayAtRoot[static_cast<std::size_t>(node)];
    }

    // Position of a group: that of its first node in the topological order.
    std::vector<Child> childrenOf(int group)
    {
        std::vector<Child> children;
        for (int child : m_tree.groups[static_cast<std::size_t>(group)].groups) {
            const int index = static_cast<int>(children.size());
            const std::vector<int> nodes = nodesBelow(child);
            int first = static_cast<int>(m_position.size());
            for (int node : nodes) {
                first = std::min(first, m_position[static_cast<std::size_t>(node)]);
                m_childOfNode[static_cast<std::size_t>(node)] = index;
                m_touched.push_back(node);
            }
            children.push_back({child, -1, first});
        }
        for (int node : m_tree.groups[static_cast<std::size_t>(group)].nodes) {
            if (stays(node))
                continue;
            children.push_back({-1, node, m_position[static_cast<std::size_t>(node)]});
            m_childOfNode[static_cast<std::size_t>(node)] = static_cast<int>(children.size()) - 1;
            m_touched.push_back(node);
        }
        return children;
    }

    std::vector<int> nodesBelow(int group) const
    {
        std::vector<int> nodes;
        std::vector<int> pending {group};
        while (!pending.empty()) {
            const ScopeGroup& current = m_tree.groups[static_cast<std::size_t>(pending.back())];
            pending.pop_back();
            nodes.insert(nodes.end(), current.nodes.begin(), current.nodes.end());
            pending.insert(pending.end(), current.groups.begin(), current.groups.end());
        }
        return nodes;
    }

    // live[i]: edges that a cut before child i (in sorted order) would separate.
    std::vector<int> liveEdges(int group, const std::vector<Child>& sorted)
    {
        // m_childOfNode counts in the unsorted order of childrenOf: groups first, then nodes.
        std::vector<int> placeOfGroup(m_tree.groups.size(), -1);
        std::vector<int> unsortedToPlace(sorted.size(), 0);
        const auto& groups = m_tree.groups[static_cast<std::size_t>(group)].groups;
        for (std::size_t place = 0; place < sorted.size(); ++place) {
            if (sorted[place].group >= 0)
                placeOfGroup[static_cast<std::size_t>(sorted[place].group)] = static_cast<int>(place);
            else
                unsortedToPlace[static_cast<std::size_t>(
                    m_childOfNode[static_cast<std::size_t>(sorted[place].node)])] = static_cast<int>(place);
        }
        for (std::size_t i = 0; i < groups.size(); ++i)
            unsortedToPlace[i] = placeOfGroup[static_cast<std::size_t>(groups[i])];

        std::vector<int> live(sorted.size() + 1, 0);
        const auto nodeCount = static_cast<int>(m_childOfNode.size());
        for (const auto& [from, to] : m_edges) {
            if (from < 0 || to < 0 || from >= nodeCount || to >= nodeCount)
                continue;
            const int a = m_childOfNode[static_cast<std::size_t>(from)];
            const int b = m_childOfNode[static_cast<std::size_t>(to)];
            if (a < 0 || b < 0 || a == b)
                continue;
            const auto [low, high] = std::minmax(
                unsortedToPlace[static_cast<std::size_t>(a)], unsortedToPlace[static_cast<std::size_t>(b)]);
            ++live[static_cast<std::size_t>(low) + 1];
            --live[static_cast<std::size_t>(high) + 1];
        }
        for (std::size_t i = 1; i < live.size(); ++i)
            live[i] += live[i - 1];
        return live;
    }

    // Ends of the sections, each between half and the whole of the limit, where the fewest edges are live.
    std::vector<std::size_t> chooseCuts(const std::vector<int>& live) const
    {
        const std::size_t count = live.size() - 1;
        std::vector<std::size_t> ends;
        std::size_t begin = 0;
        while (count - begin > m_maxChildren) {
            std::size_t best = begin + m_maxChildren;
            for (std::size_t end = best; end > begin + m_maxChildren / 2; --end) {
                if (live[end] < live[best])
                    best = end;
            }
            ends.push_back(best);
            begin = best;
        }
        ends.push_back(count);
        return ends;
    }

    void replaceBySections(
        int group, const std::vector<Child>& children, const std::vector<std::size_t>& ends)
    {
        {
            ScopeGroup& parent = m_tree.groups[static_cast<std::size_t>(group)];
            parent.groups.clear();
            std::erase_if(parent.nodes, [this](int node) { return !stays(node); });
        }
        std::size_t begin = 0;
        for (std::size_t s = 0; s < ends.size(); ++s) {
            const int index = static_cast<int>(m_tree.groups.size());
            ScopeGroup section;
            section.kind = ScopeKind::Section;
            section.sectionNumber = static_cast<int>(s) + 1;
            section.sectionCount = static_cast<int>(ends.size());
            section.parent = group;
            for (std::size_t i = begin; i < ends[s]; ++i) {
                if (children[i].group >= 0) {
                    ScopeGroup& child = m_tree.groups[static_cast<std::size_t>(children[i].group)];
                    child.parent = index;
                    section.groups.push_back(children[i].group);
                    section.nodeCount += child.nodeCount;
                } else {
                    section.nodes.push_back(children[i].node);
                    m_tree.groupOfNode[static_cast<std::size_t>(children[i].node)] = index;
                    ++section.nodeCount;
                }
            }
            begin = ends[s];
            m_tree.groups.push_back(std::move(section));
            m_tree.groups[static_cast<std::size_t>(group)].groups.push_back(index);
        }
        // So many sections that they need sections themselves.
        if (ends.size() > m_maxChildren)
            cut(group);
    }

    ScopeTree& m_tree;
    std::span<const std::pair<int, int>> m_edges;
    const std::vector<bool>& m_stayAtRoot;
    std::size_t m_maxChildren;
    std::vector<int> m_position;
    std::vector<int> m_childOfNode;
    std::vector<int> m_touched;
};

} // namespace

void cutIntoSections(ScopeTree& tree, std::span<const std::pair<int, int>> edges,
    const std::vector<bool>& stayAtRoot, int maxChildren)
{
    const auto limit = static_cast<std::size_t>(maxChildren);
    Cutter cutter(tree, edges, stayAtRoot, maxChildren);
    const std::size_t namedGroups = tree.groups.size();
    for (std::size_t group = 0; group < namedGroups; ++group) {
        if (tree.groups[group].groups.size() + tree.groups[group].nodes.size() > limit)
            cutter.cut(static_cast<int>(group));
    }
    renumberGroups(tree);
}

ScopeTree buildScopeTree(std::span<const std::string> names, std::span<const std::pair<int, int>> edges,
    const std::vector<bool>& stayAtRoot, const ScopeOptions& options)
{
    ScopeTree tree = scopesOfNames(names, stayAtRoot, options);
    cutIntoSections(tree, edges, stayAtRoot, std::max(options.maxChildren, 2));
    return tree;
}

} // namespace weightless::widgets
