// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/mixing.h"
#include "widgets/layout/repeats.h"

#include <algorithm>

namespace weightless::widgets {

namespace {

class Structures {
public:
    Structures(const ScopeTree& tree, std::span<const std::uint64_t> nodeKinds)
        : m_tree(tree)
        , m_nodeKinds(nodeKinds)
        , m_first(tree.groups.size(), static_cast<int>(nodeKinds.size()))
        , m_placeOfGroup(tree.groups.size(), 0)
        , m_placeOfNode(nodeKinds.size(), 0)
        , m_hash(tree.groups.size(), 0)
    {
        // Children stand behind their parents.
        for (std::size_t g = tree.groups.size(); g-- > 0;)
            order(g);
    }

    void addEdge(int from, int to)
    {
        const auto count = static_cast<int>(m_nodeKinds.size());
        if (from < 0 || to < 0 || from >= count || to >= count)
            return;
        std::pair a {m_tree.groupOfNode[static_cast<std::size_t>(from)],
            m_placeOfNode[static_cast<std::size_t>(from)]};
        std::pair b {
            m_tree.groupOfNode[static_cast<std::size_t>(to)], m_placeOfNode[static_cast<std::size_t>(to)]};
        while (a.first != b.first)
            climb(depth(a.first) >= depth(b.first) ? a : b);
        // A sum: the order of the edges does not matter.
        m_hash[static_cast<std::size_t>(a.first)] +=
            mixed(mixed(1, static_cast<std::uint64_t>(a.second)), static_cast<std::uint64_t>(b.second));
    }

    std::vector<std::uint64_t> take()
    {
        for (std::size_t g = m_tree.groups.size(); g-- > 0;) {
            std::uint64_t hash = mixed(7, m_hash[g]);
            for (const Member& member : membersOf(g)) {
                hash = mixed(hash,
                    member.isGroup ? m_hash[static_cast<std::size_t>(member.index)]
                                   : m_nodeKinds[static_cast<std::size_t>(member.index)]);
            }
            m_hash[g] = hash;
        }
        return std::move(m_hash);
    }

private:
    struct Member {
        int first;
        int index;
        bool isGroup;
    };

    int depth(int group) const { return m_tree.groups[static_cast<std::size_t>(group)].depth; }

    void climb(std::pair<int, int>& end) const
    {
        const auto group = static_cast<std::size_t>(end.first);
        end = {m_tree.groups[group].parent, m_placeOfGroup[group]};
    }

    std::vector<Member> membersOf(std::size_t group) const
    {
        std::vector<Member> members;
        for (const int node : m_tree.groups[group].nodes)
            members.push_back({node, node, false});
        for (const int child : m_tree.groups[group].groups)
            members.push_back({m_first[static_cast<std::size_t>(child)], child, true});
        std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
            return std::pair(a.first, a.index) < std::pair(b.first, b.index);
        });
        return members;
    }

    void order(std::size_t group)
    {
        int place = 0;
        for (const Member& member : membersOf(group)) {
            (member.isGroup ? m_placeOfGroup : m_placeOfNode)[static_cast<std::size_t>(member.index)] = place;
            m_first[group] = std::min(m_first[group], member.first);
            ++place;
        }
    }

    const ScopeTree& m_tree;
    std::span<const std::uint64_t> m_nodeKinds;
    std::vector<int> m_first; // node of a group
    std::vector<int> m_placeOfGroup; // among its siblings
    std::vector<int> m_placeOfNode;
    std::vector<std::uint64_t> m_hash;
};

} // namespace

std::vector<std::uint64_t> groupStructures(const ScopeTree& tree, std::span<const std::pair<int, int>> edges,
    std::span<const std::uint64_t> nodeKinds)
{
    Structures structures(tree, nodeKinds);
    for (const auto& [from, to] : edges)
        structures.addEdge(from, to);
    return structures.take();
}

} // namespace weightless::widgets
