// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/layout/layout.h"

// The phases of layoutGraph(), in the order in which they run. Internal to the layout library.
namespace weightless::widgets::phases {

// Thrown by checkpoints inside the phases and caught in layoutGraph().
struct Stopped { };

// Looks at the stop token once in a few thousand steps.
class Checkpoint {
public:
    explicit Checkpoint(std::stop_token stop)
        : m_stop(std::move(stop))
    {
    }

    void step(std::int64_t work = 1)
    {
        m_work += work;
        if (m_work >= 4096) {
            m_work = 0;
            if (m_stop.stop_requested())
                throw Stopped {};
        }
    }

private:
    std::stop_token m_stop;
    std::int64_t m_work = 0;
};

// Successors and predecessors as compressed rows; `edge` is the index of the edge in the list it was made
// from.
struct Adjacency {
    std::vector<std::uint32_t> begin;
    std::vector<int> target;
    std::vector<int> edge;

    std::span<const int> of(std::size_t node) const
    {
        return {target.data() + begin[node], begin[node + 1] - begin[node]};
    }
    std::span<const int> edgesOf(std::size_t node) const
    {
        return {edge.data() + begin[node], begin[node + 1] - begin[node]};
    }
};

struct Arc {
    int from;
    int to;
};

Adjacency outgoing(std::size_t nodeCount, std::span<const Arc> arcs);
Adjacency incoming(std::size_t nodeCount, std::span<const Arc> arcs);

// One flag per arc: true where the arc must be turned around for the graph to be free of cycles. Self loops
// are left alone.
std::vector<bool> findBackArcs(std::size_t nodeCount, std::span<const Arc> arcs, Checkpoint& checkpoint);

// Ranks from 0, every arc leading to a higher one. `arcs` are free of cycles and self loops.
std::vector<int> assignRanks(
    std::size_t nodeCount, std::span<const Arc> arcs, std::span<const RankPin> pins, Checkpoint& checkpoint);

// A graph in which every arc spans one rank: the nodes first, then the dummies of long edges.
struct Layered {
    std::size_t nodeCount = 0;
    std::vector<int> rank;
    std::vector<double> width;
    std::vector<Arc> arcs;
    Adjacency up;
    Adjacency down;
    std::vector<std::vector<int>> layers;
    // Place of every vertex in its layer.
    std::vector<int> place;
    // The dummies of original arc a are chainBegin[a] .. chainBegin[a] + chainLength[a], from top to bottom.
    // Arcs of one bundle share their dummies. An arc that is drawn directly has none although it spans
    // several ranks.
    std::vector<int> chainBegin;
    std::vector<int> chainLength;

    std::size_t size() const { return rank.size(); }
    bool isDummy(std::size_t vertex) const { return vertex >= nodeCount; }
};

// `bundles` has one number per arc: arcs with the same number leave the same place of the same node and run
// together until they branch off.
Layered makeLayered(std::span<const double> widths, std::span<const int> ranks, std::span<const Arc> arcs,
    std::span<const int> bundles, const LayoutOptions& options, Checkpoint& checkpoint);

// Orders the vertices in their layers for few crossings.
void orderLayers(Layered& layered, std::int64_t budget, Checkpoint& checkpoint);

std::int64_t countCrossings(const Layered& layered);

// Centre x of every vertex; neighbours in a layer keep their distance.
std::vector<double> assignX(const Layered& layered, const LayoutOptions& options, Checkpoint& checkpoint);

// For graphs that are too large for the phases above.
LayoutResult layoutOnGrid(const LayoutGraph& graph, const LayoutOptions& options, Checkpoint& checkpoint);

} // namespace weightless::widgets::phases
