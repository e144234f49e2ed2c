// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/phases.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weightless::widgets::phases {

namespace {

std::vector<int> ranksOf(const LayoutGraph& graph, Checkpoint& checkpoint)
{
    std::vector<Arc> arcs;
    arcs.reserve(graph.edges.size());
    for (const LayoutEdge& edge : graph.edges)
        arcs.push_back({edge.from, edge.to});
    const std::vector<bool> isBack = findBackArcs(graph.sizes.size(), arcs, checkpoint);
    std::vector<Arc> forward;
    forward.reserve(arcs.size());
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        if (arcs[i].from == arcs[i].to)
            continue;
        forward.push_back(isBack[i] ? Arc {arcs[i].to, arcs[i].from} : arcs[i]);
    }
    return assignRanks(graph.sizes.size(), forward, graph.pins, checkpoint);
}

} // namespace

LayoutResult layoutOnGrid(const LayoutGraph& graph, const LayoutOptions& options, Checkpoint& checkpoint)
{
    const std::size_t count = graph.sizes.size();
    LayoutResult result;
    result.isGrid = true;
    result.ranks = ranksOf(graph, checkpoint);
    result.positions.resize(count);

    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return result.ranks[static_cast<std::size_t>(a)] < result.ranks[static_cast<std::size_t>(b)];
    });
    double area = 0;
    for (const LayoutSize& size : graph.sizes)
        area += (size.width + options.nodeSpacing) * (size.height + options.rankSpacing);
    const double rowWidth = std::sqrt(area * 1.5);

    // A new row for every rank, and wherever a rank is wider than the picture.
    LayoutPoint cursor;
    double rowHeight = 0;
    int rank = 0;
    for (int index : order) {
        checkpoint.step();
        const auto node = static_cast<std::size_t>(index);
        const LayoutSize& size = graph.sizes[node];
        if (result.ranks[node] != rank || (cursor.x > 0 && cursor.x + size.width > rowWidth)) {
            cursor = {0, cursor.y + rowHeight + options.rankSpacing};
            rowHeight = 0;
            rank = result.ranks[node];
        }
        result.positions[node] = cursor;
        cursor.x += size.width + options.nodeSpacing;
        rowHeight = std::max(rowHeight, size.height);
        result.width = std::max(result.width, cursor.x - options.nodeSpacing);
        result.height = std::max(result.height, cursor.y + rowHeight);
    }
    result.routeBegin.reserve(graph.edges.size() + 1);
    result.routePoints.reserve(2 * graph.edges.size());
    for (const LayoutEdge& edge : graph.edges) {
        checkpoint.step();
        result.routeBegin.push_back(static_cast<std::uint32_t>(result.routePoints.size()));
        const auto from = static_cast<std::size_t>(edge.from);
        const auto to = static_cast<std::size_t>(edge.to);
        const LayoutPoint& start = result.positions[from];
        const LayoutPoint& end = result.positions[to];
        const bool isUpwards = end.y < start.y;
        result.routePoints.push_back({start.x + graph.sizes[from].width / 2 + edge.fromOffset,
            start.y + (isUpwards ? 0 : graph.sizes[from].height)});
        result.routePoints.push_back({end.x + graph.sizes[to].width / 2 + edge.toOffset,
            end.y + (isUpwards ? graph.sizes[to].height : 0)});
    }
    result.routeBegin.push_back(static_cast<std::uint32_t>(result.routePoints.size()));
    result.isDirect.assign(graph.edges.size(), true);
    return result;
}

} // namespace weightless::widgets::phases
