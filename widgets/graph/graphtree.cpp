// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphtree.h"

#include "widgets/graph/plumbing.h"
#include "widgets/layout/mixing.h"
#include "widgets/layout/repeats.h"
#include "widgets/layout/scopegroups.h"
#include "widgets/layout/scopesections.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <numeric>

namespace weightless::widgets {

namespace {

using Edges = std::vector<std::pair<int, int>>;

constexpr int mostUngrouped = 40; // nodes of a scope, before its repeated blocks are looked for

struct TreeTexts {
    Q_DECLARE_TR_FUNCTIONS(weightless::widgets::GraphModel)
};

// Not qHash: that is seeded anew in every process.
std::uint64_t kindOf(const GraphDescription::Node& node)
{
    std::uint64_t hash = mixed(static_cast<std::uint64_t>(node.kind), node.constants.size());
    for (const QChar character : node.opType)
        hash = mixed(hash, character.unicode());
    return hash;
}

// The graph itself, or one body of a node: what is grouped for itself.
struct Level {
    int owner = -1;
    QString body;
    std::vector<int> nodes = {};
    Edges edges = {}; // between its nodes, by their places in `nodes`
};

class TreeMaker {
public:
    TreeMaker(const GraphDescription& graph, bool foldsPlumbing)
        : m_graph(graph)
    {
        const std::size_t count = graph.nodes.size();
        if (foldsPlumbing)
            m_plumbing = findPlumbing(graph);
        else
            m_plumbing = {std::vector<int>(count, -1), std::vector<int>(count, -1)};
        for (const GraphDescription::Node& node : graph.nodes)
            m_kinds.push_back(kindOf(node));
        m_made.hostGroup.assign(count, -1);
        m_made.tree.groupOfNode.assign(count, 0);
    }

    GraphTree make()
    {
        for (const Level& level : levels())
            graft(level, treeOf(level));
        for (std::size_t g = m_made.tree.groups.size(); g-- > 1;) {
            const ScopeGroup& group = m_made.tree.groups[g];
            if (group.kind == ScopeKind::Owner)
                addNodesAbove(group.parent, group.nodeCount);
        }
        hideNodes();
        renumberGroups(m_made.tree);
        for (std::size_t g = 0; g < m_made.tree.groups.size(); ++g) {
            if (const int owner = m_made.tree.groups[g].node; owner >= 0)
                m_made.hostGroup[static_cast<std::size_t>(owner)] = static_cast<int>(g);
        }
        m_made.hostNode = std::move(m_plumbing.hostOfNode);
        Edges edges;
        for (const GraphDescription::Edge& edge : m_graph.edges)
            edges.emplace_back(edge.from, edge.to);
        m_made.structures = groupStructures(m_made.tree, edges, m_kinds);
        moveToHosts();
        leaveOutEnds();
        return std::move(m_made);
    }

private:
    // Owners before what they own.
    std::vector<Level> levels() const
    {
        std::vector<Level> levels(1);
        std::map<std::pair<int, QString>, std::size_t> known {{{-1, {}}, 0}};
        std::vector<std::size_t> levelOfNode;
        std::vector<int> place;
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i) {
            const GraphDescription::Node& node = m_graph.nodes[i];
            const auto [at, isNew] = known.try_emplace({node.owner, node.body}, levels.size());
            if (isNew)
                levels.push_back({node.owner, node.body});
            Level& level = levels[at->second];
            levelOfNode.push_back(at->second);
            place.push_back(static_cast<int>(level.nodes.size()));
            level.nodes.push_back(static_cast<int>(i));
        }
        for (const GraphDescription::Edge& edge : m_graph.edges) {
            const auto from = static_cast<std::size_t>(edge.from);
            const auto to = static_cast<std::size_t>(edge.to);
            if (levelOfNode[from] == levelOfNode[to])
                levels[levelOfNode[from]].edges.emplace_back(place[from], place[to]);
        }
        return levels;
    }

    // Of one level, with its own node numbers.
    ScopeTree treeOf(const Level& level) const
    {
        std::vector<std::string> names;
        std::vector<bool> stayAtRoot;
        std::vector<std::uint64_t> kinds;
        for (const int index : level.nodes) {
            const GraphDescription::Node& node = m_graph.nodes[static_cast<std::size_t>(index)];
            names.push_back(node.name.toStdString());
            stayAtRoot.push_back(node.kind != GraphNodeKind::Operator);
            kinds.push_back(m_kinds[static_cast<std::size_t>(index)]);
        }
        const ScopeOptions options;
        ScopeTree tree = scopesOfNames(names, stayAtRoot, options);
        foldShapes(tree, level);
        renumberGroups(tree);
        groupRepeats(tree, level.edges, kinds, stayAtRoot, mostUngrouped);
        renumberGroups(tree);
        cutIntoSections(tree, level.edges, stayAtRoot, options.maxChildren);
        return tree;
    }

    // Chains of shape arithmetic within one scope become one group each.
    void foldShapes(ScopeTree& tree, const Level& level) const
    {
        const auto phase = [&](int node) {
            return m_plumbing
                .shapePhase[static_cast<std::size_t>(level.nodes[static_cast<std::size_t>(node)])];
        };
        std::vector<int> chain(level.nodes.size());
        std::iota(chain.begin(), chain.end(), 0);
        const auto find = [&](int node) {
            while (chain[static_cast<std::size_t>(node)] != node) {
                int& above = chain[static_cast<std::size_t>(node)];
                node = above = chain[static_cast<std::size_t>(above)];
            }
            return node;
        };
        for (const auto& [from, to] : level.edges) {
            const bool isSame = phase(from) >= 0 && phase(from) == phase(to)
                && tree.groupOfNode[static_cast<std::size_t>(from)]
                    == tree.groupOfNode[static_cast<std::size_t>(to)];
            if (isSame)
                chain[static_cast<std::size_t>(std::max(find(from), find(to)))] =
                    std::min(find(from), find(to));
        }
        std::map<int, std::map<int, NewGroup>> chains; // by scope and by first node
        for (int node = 0; node < static_cast<int>(level.nodes.size()); ++node) {
            if (phase(node) < 0)
                continue;
            NewGroup& group = chains[tree.groupOfNode[static_cast<std::size_t>(node)]][find(node)];
            group.kind = ScopeKind::Shapes;
            group.nodes.push_back(node);
        }
        for (auto& [scope, ofScope] : chains) {
            std::vector<NewGroup> groups;
            for (auto& [first, group] : ofScope) {
                if (group.nodes.size() > 1)
                    groups.push_back(std::move(group));
            }
            groupChildren(tree, scope, groups);
        }
    }

    // The root of a body's tree becomes a group in that of the node that owns it.
    void graft(const Level& level, ScopeTree tree)
    {
        std::vector<ScopeGroup>& groups = m_made.tree.groups;
        if (level.owner >= 0)
            tree.groups[0] = bodyRoot(level, std::move(tree.groups[0]));
        const int base = static_cast<int>(groups.size());
        const std::string prefix = tree.groups[0].path;
        for (ScopeGroup& group : tree.groups) {
            for (int& child : group.groups)
                child += base;
            for (int& node : group.nodes)
                node = level.nodes[static_cast<std::size_t>(node)];
            const bool isRoot = &group == tree.groups.data();
            if (!isRoot) {
                group.parent += base;
                if (!prefix.empty())
                    group.path.insert(0, prefix + '/');
            }
            groups.push_back(std::move(group));
        }
        if (level.owner >= 0)
            groups[static_cast<std::size_t>(groups[static_cast<std::size_t>(base)].parent)].groups.push_back(
                base);
        for (std::size_t i = 0; i < level.nodes.size(); ++i)
            m_made.tree.groupOfNode[static_cast<std::size_t>(level.nodes[i])] = tree.groupOfNode[i] + base;
    }

    ScopeGroup bodyRoot(const Level& level, ScopeGroup root)
    {
        const int owner = ownerGroup(level.owner);
        ScopeGroup& above = m_made.tree.groups[static_cast<std::size_t>(owner)];
        root.kind = ScopeKind::Body;
        root.name = level.body.toStdString();
        root.path = above.path + '/' + root.name;
        root.parent = owner;
        above.nodeCount += root.nodeCount;
        return root;
    }

    int ownerGroup(int node)
    {
        int& known = m_made.hostGroup[static_cast<std::size_t>(node)];
        if (known >= 0)
            return known;
        std::vector<ScopeGroup>& groups = m_made.tree.groups;
        const int parent = m_made.tree.groupOfNode[static_cast<std::size_t>(node)];
        ScopeGroup& above = groups[static_cast<std::size_t>(parent)];
        ScopeGroup group;
        group.kind = ScopeKind::Owner;
        group.node = node;
        const GraphDescription::Node& own = m_graph.nodes[static_cast<std::size_t>(node)];
        group.name = own.name.isEmpty() ? own.opType.toStdString() : own.name.toStdString();
        group.path = (above.path.empty() ? std::string() : above.path + '/') + '[' + own.opType.toStdString()
            + ' ' + std::to_string(node) + ']';
        group.parent = parent;
        known = static_cast<int>(groups.size());
        above.groups.push_back(known);
        groups.push_back(std::move(group));
        return known;
    }

    // Bodies are counted where their owners are.
    void addNodesAbove(int group, int nodes)
    {
        for (; group >= 0; group = m_made.tree.groups[static_cast<std::size_t>(group)].parent) {
            ScopeGroup& own = m_made.tree.groups[static_cast<std::size_t>(group)];
            own.nodeCount += nodes;
            if (own.kind == ScopeKind::Owner)
                return; // which is counted above by itself
        }
    }

    void hideNodes()
    {
        for (ScopeGroup& group : m_made.tree.groups) {
            std::erase_if(group.nodes, [this](int node) {
                return m_plumbing.hostOfNode[static_cast<std::size_t>(node)] >= 0
                    || m_made.hostGroup[static_cast<std::size_t>(node)] >= 0;
            });
        }
    }

    // What is shown in another node's box counts where that is; but a group with nothing else keeps it.
    void moveToHosts()
    {
        std::vector<ScopeGroup>& groups = m_made.tree.groups;
        std::vector<bool> isShown(groups.size(), false);
        for (std::size_t g = groups.size(); g-- > 1;) {
            isShown[g] = isShown[g] || !groups[g].nodes.empty() || groups[g].node >= 0;
            if (isShown[g])
                isShown[static_cast<std::size_t>(groups[g].parent)] = true;
        }
        for (std::size_t node = 0; node < m_made.hostNode.size(); ++node) {
            int& own = m_made.tree.groupOfNode[node];
            if (m_made.hostNode[node] < 0 || (own > 0 && !isShown[static_cast<std::size_t>(own)]))
                continue;
            count(own, -1);
            own = m_made.tree.groupOfNode[static_cast<std::size_t>(m_made.hostNode[node])];
            count(own, 1);
        }
    }

    // What goes in and out is drawn as a node, and is none.
    void leaveOutEnds()
    {
        for (std::size_t node = 0; node < m_graph.nodes.size(); ++node) {
            if (m_graph.nodes[node].kind != GraphNodeKind::Operator)
                count(m_made.tree.groupOfNode[node], -1);
        }
    }

    void count(int group, int nodes)
    {
        for (; group >= 0; group = m_made.tree.groups[static_cast<std::size_t>(group)].parent)
            m_made.tree.groups[static_cast<std::size_t>(group)].nodeCount += nodes;
    }

    const GraphDescription& m_graph;
    Plumbing m_plumbing;
    std::vector<std::uint64_t> m_kinds;
    GraphTree m_made;
};

} // namespace

GraphTree makeGraphTree(const GraphDescription& graph, bool foldsPlumbing)
{
    return TreeMaker(graph, foldsPlumbing).make();
}

QString groupTitle(const ScopeGroup& group)
{
    switch (group.kind) {
    case ScopeKind::Section:
        return TreeTexts::tr("Section %1 of %2").arg(group.sectionNumber).arg(group.sectionCount);
    case ScopeKind::Repeat:
        return TreeTexts::tr("Block %1%2").arg(QString::fromStdString(group.name)).arg(group.sectionNumber);
    case ScopeKind::Shapes:
        return TreeTexts::tr("shapes");
    default:
        return QString::fromStdString(group.name);
    }
}

} // namespace weightless::widgets
