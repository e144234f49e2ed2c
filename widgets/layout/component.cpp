// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/component.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace weightless::widgets::phases {

namespace {

constexpr double selfLoopReach = 16;

class ComponentLayout {
public:
    ComponentLayout(Component& component, const LayoutGraph& graph, const LayoutOptions& options,
        std::vector<int>& localIndex, Checkpoint& checkpoint)
        : m_component(component)
        , m_graph(graph)
        , m_options(options)
        , m_checkpoint(checkpoint)
    {
        for (std::size_t i = 0; i < component.nodes.size(); ++i)
            localIndex[static_cast<std::size_t>(component.nodes[i])] = static_cast<int>(i);
        for (int edge : component.edges) {
            const LayoutEdge& original = graph.edges[static_cast<std::size_t>(edge)];
            m_ends.push_back({localIndex[static_cast<std::size_t>(original.from)],
                localIndex[static_cast<std::size_t>(original.to)]});
        }
    }

    void run()
    {
        rank();
        order();
        setHeights();
        place();
        route();
    }

private:
    std::size_t count() const { return m_component.nodes.size(); }

    const LayoutSize& sizeOf(std::size_t local) const
    {
        return m_graph.sizes[static_cast<std::size_t>(m_component.nodes[local])];
    }

    RankPin pinOf(std::size_t local) const
    {
        return m_graph.pins.empty() ? RankPin::Free
                                    : m_graph.pins[static_cast<std::size_t>(m_component.nodes[local])];
    }

    void rank()
    {
        m_isTurned = findBackArcs(count(), m_ends, m_checkpoint);
        m_arcOfEdge.assign(m_ends.size(), -1);
        for (std::size_t e = 0; e < m_ends.size(); ++e) {
            Arc arc = m_ends[e];
            if (arc.from == arc.to)
                continue;
            if (m_isTurned[e])
                std::swap(arc.from, arc.to);
            m_arcOfEdge[e] = static_cast<int>(m_arcs.size());
            m_arcs.push_back(arc);
        }
        std::vector<RankPin> pins;
        for (std::size_t i = 0; i < count(); ++i)
            pins.push_back(pinOf(i));
        m_component.ranks = assignRanks(count(), m_arcs, pins, m_checkpoint);
    }

    void order()
    {
        std::vector<double> widths(count());
        for (std::size_t i = 0; i < count(); ++i)
            widths[i] = sizeOf(i).width;
        for (const Arc& ends : m_ends) {
            if (ends.from == ends.to)
                widths[static_cast<std::size_t>(ends.from)] =
                    sizeOf(static_cast<std::size_t>(ends.from)).width + 2 * selfLoopReach;
        }
        m_layered = makeLayered(widths, m_component.ranks, m_arcs, bundles(), m_options, m_checkpoint);
        orderLayers(m_layered, m_options.orderingBudget, m_checkpoint);
        m_x = assignX(m_layered, m_options, m_checkpoint);
    }

    // Edges that leave a node at the same place are one tensor on its way to several users.
    std::vector<int> bundles() const
    {
        std::vector<int> result(m_arcs.size());
        std::map<std::pair<int, double>, int> known;
        for (std::size_t e = 0; e < m_ends.size(); ++e) {
            if (m_arcOfEdge[e] < 0)
                continue;
            const auto arc = static_cast<std::size_t>(m_arcOfEdge[e]);
            const double offset = m_graph.edges[static_cast<std::size_t>(m_component.edges[e])].fromOffset;
            const auto next = static_cast<int>(m_arcs.size() + known.size());
            // What was turned around leaves its upper node at a place of its own.
            result[arc] = m_isTurned[e] ? static_cast<int>(arc)
                                        : known.try_emplace({m_ends[e].from, offset}, next).first->second;
        }
        return result;
    }

    // Ranks whose edges travel far sideways get more room above them, or the edges would lie almost flat.
    void setHeights()
    {
        const std::size_t ranks = m_layered.layers.size();
        m_rankHeight.assign(ranks, 0);
        std::vector<double> travel(ranks, 0);
        for (std::size_t i = 0; i < count(); ++i) {
            double& height = m_rankHeight[static_cast<std::size_t>(m_component.ranks[i])];
            height = std::max(height, sizeOf(i).height);
        }
        for (const Arc& arc : m_layered.arcs) {
            double& widest =
                travel[static_cast<std::size_t>(m_layered.rank[static_cast<std::size_t>(arc.to)])];
            widest = std::max(widest,
                std::abs(m_x[static_cast<std::size_t>(arc.from)] - m_x[static_cast<std::size_t>(arc.to)]));
        }
        m_rankTop.assign(ranks, 0);
        for (std::size_t r = 1; r < ranks; ++r) {
            // Ports at the border of a frame need no air of their own.
            const bool isBorder = m_rankHeight[r - 1] == 0 || m_rankHeight[r] == 0;
            const double room = m_options.rankSpacing * (isBorder ? 0.6 : 1)
                + std::min(2 * m_options.rankSpacing, travel[r] * 0.06);
            m_rankTop[r] = m_rankTop[r - 1] + m_rankHeight[r - 1] + room;
        }
        m_component.height = ranks == 0 ? 0 : m_rankTop.back() + m_rankHeight.back();
    }

    void place()
    {
        double left = 0;
        double right = 0;
        for (std::size_t i = 0; i < m_x.size(); ++i) {
            const double half = m_layered.width[i] / 2;
            left = i == 0 ? m_x[i] - half : std::min(left, m_x[i] - half);
            right = i == 0 ? m_x[i] + half : std::max(right, m_x[i] + half);
        }
        for (double& x : m_x)
            x -= left;
        m_component.width = right - left;
        m_component.positions.resize(count());
        for (std::size_t i = 0; i < count(); ++i) {
            const auto r = static_cast<std::size_t>(m_component.ranks[i]);
            const double spare = m_rankHeight[r] - sizeOf(i).height;
            const RankPin pin = pinOf(i);
            const double down = pin == RankPin::First ? 0 : pin == RankPin::Last ? spare : spare / 2;
            m_component.positions[i] = {m_x[i] - sizeOf(i).width / 2, m_rankTop[r] + down};
        }
    }

    void route()
    {
        m_component.routes.resize(m_ends.size());
        m_component.isDirect.assign(m_ends.size(), false);
        for (std::size_t e = 0; e < m_ends.size(); ++e) {
            if (m_arcOfEdge[e] < 0)
                routeSelfLoop(e);
            else
                routeEdge(e);
            m_checkpoint.step(static_cast<std::int64_t>(m_component.routes[e].size()));
        }
    }

    void routeSelfLoop(std::size_t e)
    {
        const auto node = static_cast<std::size_t>(m_ends[e].from);
        const LayoutPoint& corner = m_component.positions[node];
        const double right = corner.x + sizeOf(node).width;
        const double middle = corner.y + sizeOf(node).height / 2;
        const double reach = sizeOf(node).height / 4;
        m_component.routes[e] = {{right, middle + reach}, {right + selfLoopReach, middle + reach},
            {right + selfLoopReach, middle - reach}, {right, middle - reach}};
    }

    void routeEdge(std::size_t e)
    {
        const LayoutEdge& original = m_graph.edges[static_cast<std::size_t>(m_component.edges[e])];
        const auto arcIndex = static_cast<std::size_t>(m_arcOfEdge[e]);
        const auto upper = static_cast<std::size_t>(m_arcs[arcIndex].from);
        const auto lower = static_cast<std::size_t>(m_arcs[arcIndex].to);
        const double upperX = m_x[upper] + (m_isTurned[e] ? original.toOffset : original.fromOffset);
        const double lowerX = m_x[lower] + (m_isTurned[e] ? original.fromOffset : original.toOffset);
        const auto upperRank = static_cast<std::size_t>(m_component.ranks[upper]);
        const auto lowerRank = static_cast<std::size_t>(m_component.ranks[lower]);

        auto& points = m_component.routes[e];
        points.push_back({upperX, m_component.positions[upper].y + sizeOf(upper).height});
        add(points, {upperX, m_rankTop[upperRank] + m_rankHeight[upperRank]});
        for (int step = 0; step < m_layered.chainLength[arcIndex]; ++step) {
            const auto vertex = static_cast<std::size_t>(m_layered.chainBegin[arcIndex] + step);
            const auto r = static_cast<std::size_t>(m_layered.rank[vertex]);
            add(points, {m_x[vertex], m_rankTop[r]});
            add(points, {m_x[vertex], m_rankTop[r] + m_rankHeight[r]});
        }
        add(points, {lowerX, m_rankTop[lowerRank]});
        points.push_back({lowerX, m_component.positions[lower].y});
        const std::size_t last = points.size() - 1;
        if (last >= 2 && points[last] == points[last - 1])
            points.pop_back();
        m_component.isDirect[e] = lowerRank - upperRank > 1 && m_layered.chainLength[arcIndex] == 0;
        if (m_isTurned[e])
            std::reverse(points.begin(), points.end());
    }

    // Lengthens the last vertical piece where it can.
    static void add(std::vector<LayoutPoint>& points, const LayoutPoint& point)
    {
        const std::size_t size = points.size();
        if (points.back() == point)
            return;
        if (size >= 2 && points[size - 1].x == point.x && points[size - 2].x == point.x)
            points.back().y = point.y;
        else
            points.push_back(point);
    }

    Component& m_component;
    const LayoutGraph& m_graph;
    const LayoutOptions& m_options;
    Checkpoint& m_checkpoint;
    std::vector<Arc> m_ends;
    std::vector<bool> m_isTurned;
    std::vector<int> m_arcOfEdge;
    std::vector<Arc> m_arcs;
    Layered m_layered;
    std::vector<double> m_x;
    std::vector<double> m_rankTop;
    std::vector<double> m_rankHeight;
};

} // namespace

void layoutComponent(Component& component, const LayoutGraph& graph, const LayoutOptions& options,
    std::vector<int>& localIndex, Checkpoint& checkpoint)
{
    ComponentLayout(component, graph, options, localIndex, checkpoint).run();
}

} // namespace weightless::widgets::phases
