// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Brandes and Köpf, "Fast and Simple Horizontal Coordinate Assignment" (2001). The published compaction of
// classes is faulty (erratum of 2020); blocks are placed here by longest paths over the graph of blocks
// instead, forwards and then backwards, which keeps every distance by construction.
#include "widgets/layout/phases.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace weightless::widgets::phases {

namespace {

// Marks arcs that cross a segment between two dummies: long edges shall be straight.
std::vector<bool> markConflicts(const Layered& layered, Checkpoint& checkpoint)
{
    std::vector<bool> conflict(layered.arcs.size(), false);
    for (std::size_t upper = 0; upper + 1 < layered.layers.size(); ++upper) {
        const auto& lower = layered.layers[upper + 1];
        const int upperSize = static_cast<int>(layered.layers[upper].size());
        int left = 0;
        std::size_t scanned = 0;
        for (std::size_t i = 0; i < lower.size(); ++i) {
            const auto vertex = static_cast<std::size_t>(lower[i]);
            int right = upperSize - 1;
            bool isInner = false;
            if (layered.isDummy(vertex)) {
                const auto parent = static_cast<std::size_t>(layered.up.of(vertex)[0]);
                if (layered.isDummy(parent)) {
                    isInner = true;
                    right = layered.place[parent];
                }
            }
            if (!isInner && i + 1 != lower.size())
                continue;
            for (; scanned <= i; ++scanned) {
                const auto scannedVertex = static_cast<std::size_t>(lower[scanned]);
                const auto sources = layered.up.of(scannedVertex);
                const auto arcs = layered.up.edgesOf(scannedVertex);
                checkpoint.step(1 + static_cast<std::int64_t>(sources.size()));
                for (std::size_t k = 0; k < sources.size(); ++k) {
                    const auto source = static_cast<std::size_t>(sources[k]);
                    const bool inner = layered.isDummy(source) && layered.isDummy(scannedVertex);
                    if (!inner && (layered.place[source] < left || layered.place[source] > right))
                        conflict[static_cast<std::size_t>(arcs[k])] = true;
                }
            }
            left = right;
        }
    }
    return conflict;
}

// One of the four alignments. Vertices are seen through a mirror where `fromBottom` or `fromRight` is set.
class Alignment {
public:
    Alignment(const Layered& layered, const LayoutOptions& options, const std::vector<bool>& conflict,
        bool fromBottom, bool fromRight, Checkpoint& checkpoint)
        : m_layered(layered)
        , m_options(options)
        , m_conflict(conflict)
        , m_fromBottom(fromBottom)
        , m_fromRight(fromRight)
        , m_checkpoint(checkpoint)
    {
    }

    std::vector<double> run()
    {
        align();
        return compact();
    }

private:
    std::size_t layerAt(std::size_t step) const
    {
        return m_fromBottom ? m_layered.layers.size() - 1 - step : step;
    }

    int mirrored(std::size_t layer, int place) const
    {
        return m_fromRight ? static_cast<int>(m_layered.layers[layer].size()) - 1 - place : place;
    }

    int vertexAt(std::size_t layer, std::size_t place) const
    {
        const auto& vertices = m_layered.layers[layer];
        return vertices[m_fromRight ? vertices.size() - 1 - place : place];
    }

    void align()
    {
        const std::size_t count = m_layered.size();
        m_root.resize(count);
        m_next.resize(count);
        std::iota(m_root.begin(), m_root.end(), 0);
        std::iota(m_next.begin(), m_next.end(), 0);
        const Adjacency& towards = m_fromBottom ? m_layered.down : m_layered.up;
        std::vector<std::pair<int, int>> neighbours; // place, arc
        for (std::size_t step = 1; step < m_layered.layers.size(); ++step) {
            const std::size_t layer = layerAt(step);
            const std::size_t previous = layerAt(step - 1);
            int last = -1;
            for (std::size_t place = 0; place < m_layered.layers[layer].size(); ++place) {
                const int vertex = vertexAt(layer, place);
                const auto index = static_cast<std::size_t>(vertex);
                const auto targets = towards.of(index);
                const auto arcs = towards.edgesOf(index);
                m_checkpoint.step(1 + static_cast<std::int64_t>(targets.size()));
                if (targets.empty())
                    continue;
                neighbours.clear();
                for (std::size_t k = 0; k < targets.size(); ++k)
                    neighbours.emplace_back(
                        mirrored(previous, m_layered.place[static_cast<std::size_t>(targets[k])]), arcs[k]);
                std::sort(neighbours.begin(), neighbours.end());
                const std::size_t middle = (neighbours.size() - 1) / 2;
                for (std::size_t m = middle; m <= neighbours.size() / 2; ++m) {
                    const auto [neighbourPlace, arc] = neighbours[m];
                    if (m_next[index] != vertex || m_conflict[static_cast<std::size_t>(arc)]
                        || last >= neighbourPlace)
                        continue;
                    const int neighbour = vertexAt(previous, static_cast<std::size_t>(neighbourPlace));
                    m_next[static_cast<std::size_t>(neighbour)] = vertex;
                    m_root[index] = m_root[static_cast<std::size_t>(neighbour)];
                    m_next[index] = m_root[index];
                    last = neighbourPlace;
                }
            }
        }
    }

    double distance(std::size_t left, std::size_t right) const
    {
        const bool nodes = !m_layered.isDummy(left) && !m_layered.isDummy(right);
        return (m_layered.width[left] + m_layered.width[right]) / 2
            + (nodes ? m_options.nodeSpacing : m_options.edgeSpacing);
    }

    struct Constraints {
        std::vector<Arc> arcs;
        std::vector<double> distance;
    };

    // "Right block at least so far to the right of left block", for all neighbours in all layers.
    Constraints constraints() const
    {
        Constraints result;
        for (std::size_t layer = 0; layer < m_layered.layers.size(); ++layer) {
            for (std::size_t place = 1; place < m_layered.layers[layer].size(); ++place) {
                const auto left = static_cast<std::size_t>(vertexAt(layer, place - 1));
                const auto right = static_cast<std::size_t>(vertexAt(layer, place));
                result.arcs.push_back({m_root[left], m_root[right]});
                result.distance.push_back(distance(left, right));
            }
        }
        return result;
    }

    std::vector<double> compact()
    {
        const std::size_t count = m_layered.size();
        const Constraints blocks = constraints();
        const Adjacency out = outgoing(count, blocks.arcs);
        std::vector<int> waiting(count, 0);
        for (const Arc& arc : blocks.arcs)
            ++waiting[static_cast<std::size_t>(arc.to)];
        std::vector<int> order;
        order.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            if (m_root[i] == static_cast<int>(i) && waiting[i] == 0)
                order.push_back(static_cast<int>(i));
        }
        std::vector<double> x(count, 0.0);
        for (std::size_t next = 0; next < order.size(); ++next) {
            const auto left = static_cast<std::size_t>(order[next]);
            m_checkpoint.step(1 + static_cast<std::int64_t>(out.of(left).size()));
            for (std::uint32_t slot = out.begin[left]; slot < out.begin[left + 1]; ++slot) {
                const auto right = static_cast<std::size_t>(out.target[slot]);
                x[right] =
                    std::max(x[right], x[left] + blocks.distance[static_cast<std::size_t>(out.edge[slot])]);
                if (--waiting[right] == 0)
                    order.push_back(out.target[slot]);
            }
        }
        for (auto it = order.rbegin(); it != order.rend(); ++it) {
            const auto left = static_cast<std::size_t>(*it);
            double limit = std::numeric_limits<double>::infinity();
            for (std::uint32_t slot = out.begin[left]; slot < out.begin[left + 1]; ++slot)
                limit = std::min(limit,
                    x[static_cast<std::size_t>(out.target[slot])]
                        - blocks.distance[static_cast<std::size_t>(out.edge[slot])]);
            if (limit < std::numeric_limits<double>::infinity())
                x[left] = std::max(x[left], limit);
            m_checkpoint.step(1 + static_cast<std::int64_t>(out.of(left).size()));
        }
        std::vector<double> result(count);
        for (std::size_t i = 0; i < count; ++i) {
            const double value = x[static_cast<std::size_t>(m_root[i])];
            result[i] = m_fromRight ? -value : value;
        }
        return result;
    }

    const Layered& m_layered;
    const LayoutOptions& m_options;
    const std::vector<bool>& m_conflict;
    bool m_fromBottom;
    bool m_fromRight;
    Checkpoint& m_checkpoint;
    // Head of the block of every vertex, and the next vertex of the block (a ring).
    std::vector<int> m_root;
    std::vector<int> m_next;
};

struct Extent {
    double left = std::numeric_limits<double>::infinity();
    double right = -std::numeric_limits<double>::infinity();

    double width() const { return right - left; }
};

Extent extentOf(const Layered& layered, const std::vector<double>& x)
{
    Extent extent;
    for (std::size_t i = 0; i < x.size(); ++i) {
        extent.left = std::min(extent.left, x[i] - layered.width[i] / 2);
        extent.right = std::max(extent.right, x[i] + layered.width[i] / 2);
    }
    return extent;
}

} // namespace

std::vector<double> assignX(const Layered& layered, const LayoutOptions& options, Checkpoint& checkpoint)
{
    if (layered.size() == 0)
        return {};
    const std::vector<bool> conflict = markConflicts(layered, checkpoint);
    std::array<std::vector<double>, 4> candidates;
    std::array<Extent, 4> extents;
    std::size_t narrowest = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        candidates[i] = Alignment(layered, options, conflict, i >= 2, i % 2 == 1, checkpoint).run();
        extents[i] = extentOf(layered, candidates[i]);
        if (extents[i].width() < extents[narrowest].width())
            narrowest = i;
    }
    // Shift all to the narrowest, then take the mean of the two middle values: order statistics of placements
    // that keep a distance keep it, too.
    std::array<double, 4> shift {};
    for (std::size_t i = 0; i < 4; ++i) {
        shift[i] = i % 2 == 0 ? extents[narrowest].left - extents[i].left
                              : extents[narrowest].right - extents[i].right;
    }
    std::vector<double> x(layered.size());
    for (std::size_t v = 0; v < x.size(); ++v) {
        std::array<double, 4> values {};
        for (std::size_t i = 0; i < 4; ++i)
            values[i] = candidates[i][v] + shift[i];
        std::sort(values.begin(), values.end());
        x[v] = (values[1] + values[2]) / 2;
    }
    return x;
}

} // namespace weightless::widgets::phases
