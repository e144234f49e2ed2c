// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphdescription.h"
#include "widgets/graph/graphoptions.h"
#include "widgets/graph/textmeasure.h"
#include "widgets/layout/nestedlayout.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace weightless::widgets {

// Lists of indices, one after the other.
struct IndexLists {
    std::vector<std::uint32_t> begin {0};
    std::vector<int> values;

    std::span<const int> operator[](std::size_t list) const
    {
        return {values.data() + begin[list], begin[list + 1] - begin[list]};
    }
    void endList() { begin.push_back(static_cast<std::uint32_t>(values.size())); }
};

// What is written in a box.
struct BoxFace {
    QString title;
    QString subtitle;
    QString attributes = {};
};

// Everything about a graph that does not depend on what is expanded. Made once on the layout thread, then
// never changed, so that the GUI thread and exports read it without locks.
class GraphModel {
public:
    // Nothing when a stop was requested.
    static std::shared_ptr<const GraphModel> create(std::shared_ptr<const GraphDescription> description,
        const TextMeasure& measure, const GraphOptions& options, const std::stop_token& stop);

    const GraphDescription& description() const { return *m_description; }
    const TextMeasure& measure() const { return m_measure; }
    const NestedGraph& nested() const { return m_nested; }
    const ScopeTree& tree() const { return m_nested.tree; }
    const GraphOptions& options() const { return m_options; }

    const BoxFace& nodeFace(int node) const { return m_nodeFaces[static_cast<std::size_t>(node)]; }
    const BoxFace& groupFace(int group) const { return m_groupFaces[static_cast<std::size_t>(group)]; }
    const QString& category(int node) const { return m_categories[static_cast<std::size_t>(node)]; }
    QString groupName(int group) const;
    QString groupPath(int group) const;
    // -1 when there is none.
    int groupByPath(const QString& path) const;

    // The group that stands for a node with bodies, -1 for other nodes; and the node of such a group.
    int bodiesOf(int node) const { return m_nested.hostGroup[static_cast<std::size_t>(node)]; }
    int ownerOf(int group) const { return tree().groups[static_cast<std::size_t>(group)].node; }
    // Groups that are built alike have one number, counted from 0 in the order of the graph; -1 for a group
    // that there is only once. And how many there are of a group's kind.
    int structureOf(int group) const { return m_structures[static_cast<std::size_t>(group)]; }
    int structureCount(int group) const;

    // The constants that are shown in a node's box: its own, and those of the Constant nodes in it.
    std::span<const int> chips(int node) const { return m_chips[static_cast<std::size_t>(node)]; }

    // Bytes of all constants used below a group, each counted once; of those that begin hollow, and how many
    // these are.
    qint64 groupBytes(int group) const { return m_groupBytes[static_cast<std::size_t>(group)]; }
    qint64 hollowBytes(int group) const { return m_hollowBytes[static_cast<std::size_t>(group)]; }
    int hollowCount(int group) const { return m_hollowCounts[static_cast<std::size_t>(group)]; }

    // Nodes that use a constant, and all groups above them.
    std::span<const int> nodesOfConstant(int constant) const
    {
        return m_constantNodes[static_cast<std::size_t>(constant)];
    }
    std::span<const int> groupsOfConstant(int constant) const
    {
        return m_constantGroups[static_cast<std::size_t>(constant)];
    }
    // Edge indices by their source and by their target.
    std::span<const int> outgoing(int node) const { return m_outgoing[static_cast<std::size_t>(node)]; }
    std::span<const int> incoming(int node) const { return m_incoming[static_cast<std::size_t>(node)]; }

    // Geometry of a node's box: its constants are rows under title and name.
    static constexpr int maxChips = 6;
    static constexpr double padding = 10;
    double bandHeight() const { return m_measure.titleHeight() + 8; }
    double rowHeight() const { return m_measure.smallHeight() + 5; }
    // Rows that are drawn; the last one stands for all that are left where there are more than maxChips.
    int chipRows(int node) const;
    // From the top of a node's box.
    double chipTop(int node) const;
    // What a row says of its constant: how large it is, or its value where that is known.
    QString chipValue(int constant) const;

    // Whether a scope starts expanded, and what is expanded where these paths are.
    std::vector<bool> initialExpansion() const;
    std::vector<bool> expansionOf(const QStringList& paths) const;

private:
    GraphModel(std::shared_ptr<const GraphDescription> description, const TextMeasure& measure,
        const GraphOptions& options);

    void makeTree();
    void countStructures(const std::vector<std::uint64_t>& structures);
    void collectChips();
    void makeFaces();
    void makeNodeFace(std::size_t node);
    void makeGroupFace(std::size_t group);
    QString nameInGroup(int node) const;
    void linkConstants();
    void linkEdges();

    std::shared_ptr<const GraphDescription> m_description;
    TextMeasure m_measure;
    GraphOptions m_options;
    NestedGraph m_nested;
    std::vector<BoxFace> m_nodeFaces;
    std::vector<BoxFace> m_groupFaces;
    std::vector<QString> m_categories;
    std::vector<qint64> m_groupBytes;
    std::vector<qint64> m_hollowBytes;
    std::vector<int> m_hollowCounts;
    std::vector<int> m_structures;
    std::vector<int> m_structureCounts;
    IndexLists m_chips;
    IndexLists m_constantNodes;
    IndexLists m_constantGroups;
    IndexLists m_outgoing;
    IndexLists m_incoming;
};

// Without edges and constants whose indices are out of range, and without negative sizes: the description
// itself where it has none of them.
std::shared_ptr<const GraphDescription> cleaned(std::shared_ptr<const GraphDescription> graph);

// The last part of a name: "weight" of "unet.conv_in.weight".
QString shortName(const QString& name);

} // namespace weightless::widgets
