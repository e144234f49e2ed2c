// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/phases.h"

#include <algorithm>
#include <numeric>

namespace weightless::widgets::phases {

namespace {

// Longest edges first give up their route when there would be more than a few dummies per node.
int spanLimit(std::span<const int> ranks, std::span<const Arc> arcs, int maxEdgeSpan)
{
    const auto budget = static_cast<std::int64_t>(4 * ranks.size() + 2 * arcs.size() + 2000);
    const auto limit = static_cast<std::size_t>(std::max(maxEdgeSpan, 1));
    std::vector<std::int64_t> dummiesOfSpan(limit + 1, 0);
    for (const Arc& arc : arcs) {
        const auto span = static_cast<std::size_t>(
            ranks[static_cast<std::size_t>(arc.to)] - ranks[static_cast<std::size_t>(arc.from)]);
        if (span <= limit)
            dummiesOfSpan[span] += static_cast<std::int64_t>(span) - 1;
    }
    std::int64_t total = 0;
    for (std::size_t span = 1; span <= limit; ++span) {
        total += dummiesOfSpan[span];
        if (total > budget)
            return std::max(static_cast<int>(span) - 1, 1);
    }
    return static_cast<int>(limit);
}

// Depth-first from the top, so that what belongs together starts side by side.
void fillLayers(Layered& layered, Checkpoint& checkpoint)
{
    const std::size_t count = layered.size();
    const int layerCount = count == 0 ? 0 : 1 + *std::max_element(layered.rank.begin(), layered.rank.end());
    layered.layers.resize(static_cast<std::size_t>(layerCount));
    layered.place.assign(count, -1);
    std::vector<int> byRank(count);
    std::iota(byRank.begin(), byRank.end(), 0);
    std::stable_sort(byRank.begin(), byRank.end(), [&](int a, int b) {
        return layered.rank[static_cast<std::size_t>(a)] < layered.rank[static_cast<std::size_t>(b)];
    });
    std::vector<int> stack;
    for (int root : byRank) {
        stack.push_back(root);
        while (!stack.empty()) {
            const auto vertex = static_cast<std::size_t>(stack.back());
            stack.pop_back();
            checkpoint.step();
            if (layered.place[vertex] >= 0)
                continue;
            auto& layer = layered.layers[static_cast<std::size_t>(layered.rank[vertex])];
            layered.place[vertex] = static_cast<int>(layer.size());
            layer.push_back(static_cast<int>(vertex));
            const auto targets = layered.down.of(vertex);
            stack.insert(stack.end(), targets.rbegin(), targets.rend());
        }
    }
}

} // namespace

Layered makeLayered(std::span<const double> widths, std::span<const int> ranks, std::span<const Arc> arcs,
    const LayoutOptions& options, Checkpoint& checkpoint)
{
    Layered layered;
    layered.nodeCount = ranks.size();
    layered.rank.assign(ranks.begin(), ranks.end());
    layered.width.assign(widths.begin(), widths.end());
    layered.chainBegin.reserve(arcs.size() + 1);
    const int limit = spanLimit(ranks, arcs, options.maxEdgeSpan);
    for (const Arc& arc : arcs) {
        layered.chainBegin.push_back(static_cast<int>(layered.size()));
        const int top = ranks[static_cast<std::size_t>(arc.from)];
        const int bottom = ranks[static_cast<std::size_t>(arc.to)];
        if (bottom - top > limit)
            continue;
        int previous = arc.from;
        for (int rank = top + 1; rank < bottom; ++rank) {
            const int dummy = static_cast<int>(layered.size());
            layered.rank.push_back(rank);
            layered.width.push_back(0);
            layered.arcs.push_back({previous, dummy});
            previous = dummy;
        }
        layered.arcs.push_back({previous, arc.to});
        checkpoint.step(bottom - top);
    }
    layered.chainBegin.push_back(static_cast<int>(layered.size()));
    layered.down = outgoing(layered.size(), layered.arcs);
    layered.up = incoming(layered.size(), layered.arcs);
    fillLayers(layered, checkpoint);
    return layered;
}

} // namespace weightless::widgets::phases
