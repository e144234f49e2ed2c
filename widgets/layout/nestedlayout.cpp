// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/nestedlayouter.h"

#include <utility>

namespace weightless::widgets {

NestedLayouter::NestedLayouter(const NestedGraph& graph, const std::vector<bool>& isExpanded,
    LayoutCache& cache, const LayoutOptions& options, const std::stop_token& stop)
    : m_graph(graph)
    , m_isExpanded(isExpanded)
    , m_cache(cache)
    , m_options(options)
    , m_stop(stop)
{
}

std::optional<NestedLayout> NestedLayouter::run()
{
    makeBoxes();
    findRepresentatives();
    makeEdges();
    cutEdges();
    for (std::size_t i = m_frames.size(); i-- > 0;) {
        if (m_stop.stop_requested() || !layoutFrame(m_frames[i]))
            return std::nullopt;
    }
    placeFrames();
    if (m_graph.isHorizontal)
        turn();
    return std::move(m_out);
}

void NestedLayouter::makeBoxes()
{
    struct Pending {
        int group;
        int box;
    };
    m_out.boxOfGroup.assign(m_graph.tree.groups.size(), -1);
    m_out.boxOfNode.assign(m_graph.tree.groupOfNode.size(), -1);
    std::vector<Pending> pending {{0, -1}};
    while (!pending.empty()) {
        const Pending current = pending.back();
        pending.pop_back();
        Frame frame;
        frame.box = current.box;
        if (current.box >= 0)
            m_frameOfBox[static_cast<std::size_t>(current.box)] = static_cast<int>(m_frames.size());
        const ScopeGroup& group = m_graph.tree.groups[static_cast<std::size_t>(current.group)];
        const int depth = current.box < 0 ? 0 : box(current.box).depth + 1;
        for (int child : group.groups) {
            const int index = addBox(current.box, depth);
            box(index).group = child;
            box(index).isFrame = expanded(child);
            box(index).size = turned(m_graph.groupSizes[static_cast<std::size_t>(child)]);
            m_out.boxOfGroup[static_cast<std::size_t>(child)] = index;
            frame.children.push_back(index);
            if (box(index).isFrame)
                pending.push_back({child, index});
        }
        for (int node : group.nodes) {
            const int index = addBox(current.box, depth);
            box(index).node = node;
            box(index).size = turned(m_graph.nodeSizes[static_cast<std::size_t>(node)]);
            m_out.boxOfNode[static_cast<std::size_t>(node)] = index;
            frame.children.push_back(index);
        }
        m_frames.push_back(std::move(frame));
    }
}

int NestedLayouter::addBox(int parent, int depth)
{
    NestedBox result;
    result.parent = parent;
    result.depth = depth;
    m_out.boxes.push_back(result);
    m_frameOfBox.push_back(-1);
    return static_cast<int>(m_out.boxes.size()) - 1;
}

int NestedLayouter::hostOf(const std::vector<int>& hosts, std::size_t node)
{
    return hosts.empty() ? -1 : hosts[node];
}

// What is hidden in a collapsed group is seen as that group's box.
void NestedLayouter::findRepresentatives()
{
    for (std::size_t g = 1; g < m_graph.tree.groups.size(); ++g) {
        int& own = m_out.boxOfGroup[g];
        if (own < 0)
            own = m_out.boxOfGroup[static_cast<std::size_t>(m_graph.tree.groups[g].parent)];
    }
    for (std::size_t node = 0; node < m_out.boxOfNode.size(); ++node) {
        int& own = m_out.boxOfNode[node];
        if (own >= 0)
            continue;
        const int host = hostOf(m_graph.hostGroup, node);
        own = m_out.boxOfGroup[static_cast<std::size_t>(host >= 0 ? host : m_graph.tree.groupOfNode[node])];
    }
    for (std::size_t node = 0; node < m_out.boxOfNode.size(); ++node) {
        if (const int host = hostOf(m_graph.hostNode, node); host >= 0)
            m_out.boxOfNode[node] = m_out.boxOfNode[static_cast<std::size_t>(host)];
    }
}

bool NestedLayouter::expanded(int group) const
{
    return group == 0
        || (static_cast<std::size_t>(group) < m_isExpanded.size()
            && m_isExpanded[static_cast<std::size_t>(group)]);
}

NestedLayouter::Frame& NestedLayouter::frameOfBox(int index)
{
    return m_frames[static_cast<std::size_t>(index < 0 ? 0 : m_frameOfBox[static_cast<std::size_t>(index)])];
}

// Everything is laid out from top to bottom; a horizontal layout is one that is turned when it is done.
LayoutSize NestedLayouter::turned(const LayoutSize& size) const
{
    return m_graph.isHorizontal ? LayoutSize {size.height, size.width} : size;
}

void NestedLayouter::turn()
{
    for (NestedBox& each : m_out.boxes) {
        std::swap(each.position.x, each.position.y);
        std::swap(each.size.width, each.size.height);
    }
    for (LayoutPoint& point : m_out.points)
        std::swap(point.x, point.y);
    std::swap(m_out.width, m_out.height);
    m_out.isHorizontal = true;
}

std::optional<NestedLayout> layoutNested(const NestedGraph& graph, const std::vector<bool>& isExpanded,
    LayoutCache& cache, const LayoutOptions& options, const std::stop_token& stop)
{
    return NestedLayouter(graph, isExpanded, cache, options, stop).run();
}

} // namespace weightless::widgets
