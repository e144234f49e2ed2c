// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/layout/layout.h"
#include "widgets/layout/scopetree.h"

#include <map>
#include <memory>

namespace weightless::widgets {

// Layouts by content: equal groups (a network repeats its blocks) are laid out once, and what did not change
// since the last time is not laid out again. Not thread-safe.
class LayoutCache {
public:
    // Nothing when a stop was requested.
    std::shared_ptr<const LayoutResult> layout(
        const LayoutGraph& graph, const LayoutOptions& options, const std::stop_token& stop);

    int hitCount() const { return m_hits; }
    int missCount() const { return m_misses; }

private:
    struct Entry {
        LayoutGraph graph;
        std::shared_ptr<const LayoutResult> result;
    };

    std::multimap<std::uint64_t, Entry> m_entries;
    std::size_t m_cost = 0;
    int m_hits = 0;
    int m_misses = 0;
};

// A graph and its scopes; what a nested layout is made from.
struct NestedGraph {
    ScopeTree tree;
    std::vector<std::pair<int, int>> edges;
    std::vector<LayoutSize> nodeSizes;
    // Of collapsed groups; the width is also the least width of an expanded one.
    std::vector<LayoutSize> groupSizes;
    // Empty, or one per node: a node without a box of its own, which no list of the tree names, is seen in
    // that of another node or of a group. -1 for all others. An edge to such a group ends at its border.
    std::vector<int> hostNode;
    std::vector<int> hostGroup;
    // Edges run from left to right instead of from top to bottom.
    bool isHorizontal = false;
    double frameHeader = 30;
    double framePadding = 16;
};

// A node, a collapsed group, or the frame of an expanded one.
struct NestedBox {
    int node = -1;
    int group = -1;
    bool isFrame = false;
    // Box of the frame around it, -1 at the top level.
    int parent = -1;
    int depth = 0;
    LayoutPoint position;
    LayoutSize size;
};

// A piece of an edge inside one frame. A frame's border cuts the edges that cross it; the pieces meet there.
struct NestedSegment {
    std::uint32_t pointBegin = 0;
    std::uint32_t pointEnd = 0;
    // Boxes that it touches; -1 where it ends at the border of the frame around it.
    int fromBox = -1;
    int toBox = -1;
    // Where the edges that share it come from; an edge of the input, and how many share it.
    int sourceBox = -1;
    int firstEdge = -1;
    int edgeCount = 0;
    bool isDirect = false;
    // The piece that arrives at a node or collapsed group.
    bool hasArrow = false;
};

// All edges between two boxes that are not frames.
struct NestedEdge {
    int fromBox = -1;
    int toBox = -1;
    // Pieces from source to target: segmentIndices[segmentBegin .. segmentEnd).
    std::uint32_t segmentBegin = 0;
    std::uint32_t segmentEnd = 0;
};

struct NestedLayout {
    // Frames stand before what they contain.
    std::vector<NestedBox> boxes;
    // The box in which a node or group is seen: its own, or that of the collapsed group around it.
    std::vector<int> boxOfNode;
    std::vector<int> boxOfGroup;
    std::vector<NestedEdge> edges;
    std::vector<int> segmentIndices;
    std::vector<NestedSegment> segments;
    std::vector<LayoutPoint> points;
    double width = 0;
    double height = 0;
    bool isHorizontal = false;
};

// Lays out every expanded group in its own frame, innermost first, then the frames as boxes of their parents.
// `isExpanded` has one flag per group; the root counts as expanded. Nothing when a stop was requested.
std::optional<NestedLayout> layoutNested(const NestedGraph& graph, const std::vector<bool>& isExpanded,
    LayoutCache& cache, const LayoutOptions& options = {}, const std::stop_token& stop = {});

} // namespace weightless::widgets
