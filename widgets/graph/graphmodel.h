// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphdescription.h"
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
};

// Everything about a graph that does not depend on what is expanded. Made once on the layout thread, then
// never changed, so that the GUI thread and exports read it without locks.
class GraphModel {
public:
    // Nothing when a stop was requested.
    static std::shared_ptr<const GraphModel> create(std::shared_ptr<const GraphDescription> description,
        const TextMeasure& measure, const std::stop_token& stop);

    const GraphDescription& description() const { return *m_description; }
    const TextMeasure& measure() const { return m_measure; }
    const NestedGraph& nested() const { return m_nested; }
    const ScopeTree& tree() const { return m_nested.tree; }

    const BoxFace& nodeFace(int node) const { return m_nodeFaces[static_cast<std::size_t>(node)]; }
    const BoxFace& groupFace(int group) const { return m_groupFaces[static_cast<std::size_t>(group)]; }
    const QString& category(int node) const { return m_categories[static_cast<std::size_t>(node)]; }
    QString groupName(int group) const;
    QString groupPath(int group) const;
    // -1 when there is none.
    int groupByPath(const QString& path) const;

    // Bytes of all constants used below a group, each counted once, and how many there are.
    qint64 groupBytes(int group) const { return m_groupBytes[static_cast<std::size_t>(group)]; }
    int groupConstantCount(int group) const { return m_groupConstants[static_cast<std::size_t>(group)]; }

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
    static int chipRows(std::size_t constants);

    // Whether a scope starts expanded.
    std::vector<bool> initialExpansion() const;
    // Texts that find() looks in, in lower case: one per node.
    const QString& searchText(int node) const { return m_searchTexts[static_cast<std::size_t>(node)]; }

private:
    GraphModel(std::shared_ptr<const GraphDescription> description, const TextMeasure& measure);

    void makeTree();
    void makeFaces();
    void makeNodeFace(std::size_t node);
    void makeGroupFace(std::size_t group);
    void linkConstants();
    void linkEdges();
    void makeSearchTexts();

    std::shared_ptr<const GraphDescription> m_description;
    TextMeasure m_measure;
    NestedGraph m_nested;
    std::vector<BoxFace> m_nodeFaces;
    std::vector<BoxFace> m_groupFaces;
    std::vector<QString> m_categories;
    std::vector<QString> m_searchTexts;
    std::vector<qint64> m_groupBytes;
    std::vector<int> m_groupConstants;
    IndexLists m_constantNodes;
    IndexLists m_constantGroups;
    IndexLists m_outgoing;
    IndexLists m_incoming;
};

// Leaves out edges and constants whose indices are out of range and makes sizes non-negative.
GraphDescription cleaned(GraphDescription graph);

// The last part of a name: "weight" of "unet.conv_in.weight".
QString shortName(const QString& name);

} // namespace weightless::widgets
