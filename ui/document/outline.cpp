// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/outline.h"

#include "widgets/graph/graphtree.h"

#include <algorithm>
#include <limits>
#include <ranges>
#include <tuple>

namespace weightless::ui {

namespace {

using widgets::GraphDescription;
using widgets::ScopeGroup;
using widgets::ScopeKind;

// A section says itself which it is, a block has its number in its name.
QString titleOf(const ScopeGroup& group)
{
    const QString title = widgets::groupTitle(group);
    return group.kind == ScopeKind::Shapes && group.sectionCount > 1
        ? title + QStringLiteral(" %1").arg(group.sectionNumber)
        : title;
}

class OutlineMaker {
public:
    explicit OutlineMaker(const GraphDescription& graph)
        : m_graph(graph)
        , m_made(widgets::makeGraphTree(graph, true))
        , m_hosted(graph.nodes.size())
    {
        for (size_t node = 0; node < graph.nodes.size(); ++node) {
            if (const int host = m_made.hostNode[node]; host >= 0)
                m_hosted[static_cast<size_t>(host)].push_back(static_cast<int>(node));
        }
        findFirstNodes();
    }

    std::vector<OutlineItem> make()
    {
        std::vector<Entry> pending = entriesOf(0, -1);
        while (!pending.empty()) {
            const Entry entry = pending.back();
            pending.pop_back();
            const int self = append(entry);
            std::vector<Entry> below =
                entry.group >= 0 ? entriesOf(entry.group, self) : hostedBy(entry.node, self);
            pending.insert(pending.end(), below.begin(), below.end());
        }
        weigh();
        return std::move(m_items);
    }

private:
    static constexpr int nowhere = std::numeric_limits<int>::max();

    struct Entry {
        int group = -1;
        int node = -1;
        int parent = -1; // item
    };

    [[nodiscard]] const ScopeGroup& group(int index) const
    {
        return m_made.tree.groups[static_cast<size_t>(index)];
    }
    [[nodiscard]] const GraphDescription::Node& node(int index) const
    {
        return m_graph.nodes[static_cast<size_t>(index)];
    }

    void findFirstNodes()
    {
        const auto& groups = m_made.tree.groups;
        m_firstNode.assign(groups.size(), nowhere);
        for (size_t i = groups.size(); i-- > 0;) { // children stand behind their parents
            int& first = m_firstNode[i];
            if (!groups[i].nodes.empty())
                first = std::min(first, groups[i].nodes.front());
            if (groups[i].node >= 0)
                first = groups[i].node;
            for (const int child : groups[i].groups)
                first = std::min(first, m_firstNode[static_cast<size_t>(child)]);
        }
    }

    // The last first: they are taken from the end.
    [[nodiscard]] std::vector<Entry> entriesOf(int index, int parent) const
    {
        std::vector<std::tuple<bool, int, Entry>> sorted; // shapes, place in the graph
        for (const int child : group(index).groups) {
            const ScopeGroup& below = group(child);
            const int place = m_firstNode[static_cast<size_t>(child)];
            if (place == nowhere) // all that it has is in boxes elsewhere
                continue;
            if (below.kind == ScopeKind::Owner) // as a node: what is inside is not listed
                sorted.emplace_back(false, place, Entry {-1, below.node, parent});
            else
                sorted.emplace_back(below.kind == ScopeKind::Shapes, place, Entry {child, -1, parent});
        }
        for (const int own : group(index).nodes) {
            if (node(own).kind == widgets::GraphNodeKind::Operator)
                sorted.emplace_back(false, own, Entry {-1, own, parent});
        }
        std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) {
            return std::tie(std::get<0>(a), std::get<1>(a)) > std::tie(std::get<0>(b), std::get<1>(b));
        });
        std::vector<Entry> entries;
        for (const auto& [isShapes, place, entry] : sorted)
            entries.push_back(entry);
        return entries;
    }

    [[nodiscard]] std::vector<Entry> hostedBy(int host, int parent) const
    {
        std::vector<Entry> entries;
        for (const int hosted : m_hosted[static_cast<size_t>(host)] | std::views::reverse)
            entries.push_back({-1, hosted, parent});
        return entries;
    }

    int append(const Entry& entry)
    {
        const int self = static_cast<int>(m_items.size());
        OutlineItem item;
        item.node = entry.node;
        item.parent = entry.parent;
        if (entry.group >= 0) {
            const ScopeGroup& made = group(entry.group);
            item.name = titleOf(made);
            item.path = QString::fromStdString(made.path);
            item.isShapes = made.kind == ScopeKind::Shapes;
        } else {
            item.name = nameOf(entry.node);
        }
        if (entry.parent >= 0) {
            std::vector<int>& siblings = m_items[static_cast<size_t>(entry.parent)].children;
            item.row = static_cast<int>(siblings.size());
            siblings.push_back(self);
        } else {
            item.row = m_rootCount++;
        }
        m_items.push_back(std::move(item));
        return self;
    }

    // Without the scopes that are above it. Nodes without names are told apart by what they make.
    [[nodiscard]] QString nameOf(int index) const
    {
        const GraphDescription::Node& own = node(index);
        if (own.name.isEmpty())
            return own.outputs.empty() ? own.opType
                                       : m_graph.values[static_cast<size_t>(own.outputs.front())].name;
        int scope = m_made.tree.groupOfNode[static_cast<size_t>(index)];
        while (group(scope).kind != ScopeKind::Named && scope > 0)
            scope = group(scope).parent;
        const QString path = QString::fromStdString(group(scope).path);
        QStringView name = own.name;
        while (name.size() > 1 && name.startsWith(u'/'))
            name = name.sliced(1);
        if (!path.isEmpty() && name.size() > path.size() + 1 && name.startsWith(path))
            name = name.sliced(path.size() + 1);
        return name.toString();
    }

    void weigh()
    {
        std::vector<std::pair<int, int>> uses; // item, constant
        for (size_t i = 0; i < m_items.size(); ++i) {
            if (m_items[i].node < 0)
                continue;
            for (int above = static_cast<int>(i); above >= 0;
                 above = m_items[static_cast<size_t>(above)].parent) {
                ++m_items[static_cast<size_t>(above)].nodeCount;
                for (const int constant : node(m_items[i].node).constants)
                    uses.emplace_back(above, constant);
            }
        }
        std::ranges::sort(uses);
        uses.erase(std::ranges::unique(uses).begin(), uses.end());
        for (const auto& [item, constant] : uses)
            m_items[static_cast<size_t>(item)].sizeBytes +=
                m_graph.constants[static_cast<size_t>(constant)].sizeBytes;
    }

    const GraphDescription& m_graph;
    widgets::GraphTree m_made;
    std::vector<std::vector<int>> m_hosted; // by host
    std::vector<int> m_firstNode; // by group
    std::vector<OutlineItem> m_items;
    int m_rootCount = 0;
};

} // namespace

std::vector<OutlineItem> makeOutline(const GraphDescription& graph)
{
    return OutlineMaker(graph).make();
}

const OutlineItem* outlineGroup(const std::vector<OutlineItem>& outline, const QString& path)
{
    const auto isGroup = [](const OutlineItem& item) { return item.node < 0; };
    auto found = std::ranges::find_if(
        outline, [&](const OutlineItem& item) { return isGroup(item) && item.path == path; });
    if (found == outline.end() && !path.isEmpty()) {
        const QString inside = path + QLatin1Char('/');
        found = std::ranges::find_if(
            outline, [&](const OutlineItem& item) { return isGroup(item) && item.path.startsWith(inside); });
    }
    return found == outline.end() ? nullptr : &*found;
}

} // namespace weightless::ui
