// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace weightless::widgets {

struct LayoutPoint {
    double x = 0;
    double y = 0;

    bool operator==(const LayoutPoint&) const = default;
};

struct LayoutSize {
    double width = 0;
    double height = 0;

    bool operator==(const LayoutSize&) const = default;
};

// Where a node must stand: ports of a frame are pinned to its first or last rank.
enum class RankPin : std::uint8_t { Free, First, Last };

struct LayoutEdge {
    int from = 0;
    int to = 0;
    // Where the edge leaves and enters, as x offsets from the centres of its nodes.
    double fromOffset = 0;
    double toOffset = 0;

    bool operator==(const LayoutEdge&) const = default;
};

struct LayoutGraph {
    std::vector<LayoutSize> sizes;
    // Empty, or one per node. A First node has no predecessor and a Last node no successor.
    std::vector<RankPin> pins;
    std::vector<LayoutEdge> edges;

    bool operator==(const LayoutGraph&) const = default;
};

struct LayoutOptions {
    double nodeSpacing = 22;
    double rankSpacing = 42;
    // Gap between an edge that passes and its neighbours.
    double edgeSpacing = 12;
    // Edges that span more ranks than this are drawn as one direct curve instead of being routed between the
    // nodes.
    int maxEdgeSpan = 48;
    // Bound of the crossing reduction, in visited edge ends, so that a result does not depend on the
    // machine's speed.
    std::int64_t orderingBudget = 12'000'000;
    // Graphs with more nodes are put on a grid.
    std::size_t layeredLimit = 50'000;
};

struct LayoutResult {
    // Top left corners; everything lies in (0, 0)..(width, height).
    std::vector<LayoutPoint> positions;
    std::vector<int> ranks;
    // The polyline of edge e is routePoints[routeBegin[e] .. routeBegin[e + 1]): at least two points, from
    // the lower border of `from` to the upper border of `to` (the other way round for an edge that closes a
    // cycle). A self loop has four points.
    std::vector<std::uint32_t> routeBegin;
    std::vector<LayoutPoint> routePoints;
    // One per edge: spans so many ranks that it is one curve across whatever lies between.
    std::vector<bool> isDirect;
    double width = 0;
    double height = 0;
    // The graph was too large for a layered layout and stands on a grid.
    bool isGrid = false;

    std::span<const LayoutPoint> route(std::size_t edge) const
    {
        return {routePoints.data() + routeBegin[edge], routeBegin[edge + 1] - routeBegin[edge]};
    }
};

// Layered layout, top to bottom: cycle removal, longest-path ranks with balancing, barycentre ordering,
// Brandes-Köpf coordinates. The same graph and options give the same bytes on every machine. Sizes that are
// negative or not finite count as zero. Returns nothing when a stop was requested. Throws
// std::invalid_argument for an edge that names no node or for a number of pins that is neither zero nor the
// number of nodes. Thread-safe: no state.
std::optional<LayoutResult> layoutGraph(
    const LayoutGraph& graph, const LayoutOptions& options = {}, const std::stop_token& stop = {});

// How many pairs of edges cross between neighbouring ranks, counted on the routes' end points: a measure for
// tests.
std::int64_t countRouteCrossings(const LayoutGraph& graph, const LayoutResult& result);

} // namespace weightless::widgets
