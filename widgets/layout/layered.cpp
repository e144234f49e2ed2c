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
    std::span<const int> bundles, const LayoutOptions& options, Checkpoint& checkpoint)
{
    Layered layered;
    layered.nodeCount = ranks.size();
    layered.rank.assign(ranks.begin(), ranks.end());
    layered.width.assign(widths.begin(), widths.end());
    layered.chainBegin.assign(arcs.size(), 0);
    layered.chainLength.assign(arcs.size(), 0);
    const int limit = spanLimit(ranks, arcs, options.maxEdgeSpan);
    const auto spanOf = [&](std::size_t arc) {
        return ranks[static_cast<std::size_t>(arcs[arc].to)]
            - ranks[static_cast<std::size_t>(arcs[arc].from)];
    };
    std::vector<std::size_t> order(arcs.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bundles[a] < bundles[b]; });
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        int longest = 1;
        for (; end < order.size() && bundles[order[end]] == bundles[order[begin]]; ++end) {
            if (spanOf(order[end]) <= limit)
                longest = std::max(longest, spanOf(order[end]));
        }
        // One chain for the whole bundle; every arc leaves it one rank above its end.
        const int source = arcs[order[begin]].from;
        const int chain = static_cast<int>(layered.size());
        for (int step = 1; step < longest; ++step) {
            const int dummy = static_cast<int>(layered.size());
            layered.rank.push_back(ranks[static_cast<std::size_t>(source)] + step);
            layered.width.push_back(0);
            layered.arcs.push_back({step == 1 ? source : dummy - 1, dummy});
        }
        for (; begin < end; ++begin) {
            const std::size_t arc = order[begin];
            const int span = spanOf(arc);
            if (span > limit)
                continue;
            layered.chainBegin[arc] = chain;
            layered.chainLength[arc] = span - 1;
            layered.arcs.push_back({span == 1 ? source : chain + span - 2, arcs[arc].to});
        }
        checkpoint.step(longest);
    }
    layered.down = outgoing(layered.size(), layered.arcs);
    layered.up = incoming(layered.size(), layered.arcs);
    fillLayers(layered, checkpoint);
    return layered;
}

} // namespace weightless::widgets::phases
