// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/phases.h"

#include <algorithm>
#include <limits>

namespace weightless::widgets::phases {

namespace {

std::vector<int> topologicalOrder(const Adjacency& out, const Adjacency& in, Checkpoint& checkpoint)
{
    const std::size_t nodeCount = out.begin.size() - 1;
    std::vector<int> order;
    order.reserve(nodeCount);
    std::vector<std::uint32_t> waiting(nodeCount);
    for (std::size_t i = 0; i < nodeCount; ++i) {
        waiting[i] = in.begin[i + 1] - in.begin[i];
        if (waiting[i] == 0)
            order.push_back(static_cast<int>(i));
    }
    for (std::size_t next = 0; next < order.size(); ++next) {
        const auto targets = out.of(static_cast<std::size_t>(order[next]));
        checkpoint.step(1 + static_cast<std::int64_t>(targets.size()));
        for (int target : targets) {
            if (--waiting[static_cast<std::size_t>(target)] == 0)
                order.push_back(target);
        }
    }
    return order;
}

// The ranks a node may take without an arc pointing upwards.
struct Slack {
    int lowest;
    int highest;
};

Slack slackOf(
    std::size_t node, const Adjacency& out, const Adjacency& in, const std::vector<int>& rank, int maxRank)
{
    Slack slack {0, maxRank};
    for (int source : in.of(node))
        slack.lowest = std::max(slack.lowest, rank[static_cast<std::size_t>(source)] + 1);
    for (int target : out.of(node))
        slack.highest = std::min(slack.highest, rank[static_cast<std::size_t>(target)] - 1);
    return slack;
}

} // namespace

std::vector<int> assignRanks(
    std::size_t nodeCount, std::span<const Arc> arcs, std::span<const RankPin> pins, Checkpoint& checkpoint)
{
    const Adjacency out = outgoing(nodeCount, arcs);
    const Adjacency in = incoming(nodeCount, arcs);
    const std::vector<int> order = topologicalOrder(out, in, checkpoint);

    std::vector<int> rank(nodeCount, 0);
    int maxRank = 0;
    for (int node : order) {
        for (int target : out.of(static_cast<std::size_t>(node))) {
            auto& targetRank = rank[static_cast<std::size_t>(target)];
            targetRank = std::max(targetRank, rank[static_cast<std::size_t>(node)] + 1);
            maxRank = std::max(maxRank, targetRank);
        }
        checkpoint.step();
    }
    const auto pinOf = [&](std::size_t node) { return pins.empty() ? RankPin::Free : pins[node]; };
    for (std::size_t i = 0; i < nodeCount; ++i) {
        if (pinOf(i) == RankPin::Last)
            rank[i] = maxRank;
    }

    // Longest paths put every node as high as it can be. Down first, so that what has more successors than
    // predecessors stands beside its first user; then every node to the median of its neighbours.
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
        const auto node = static_cast<std::size_t>(*it);
        checkpoint.step(1 + static_cast<std::int64_t>(out.of(node).size()));
        if (pinOf(node) == RankPin::Free && out.of(node).size() > in.of(node).size())
            rank[node] = slackOf(node, out, in, rank, maxRank).highest;
    }
    std::vector<int> neighbours;
    for (int node : order) {
        const auto index = static_cast<std::size_t>(node);
        if (pinOf(index) != RankPin::Free)
            continue;
        const Slack slack = slackOf(index, out, in, rank, maxRank);
        neighbours.clear();
        for (int source : in.of(index))
            neighbours.push_back(rank[static_cast<std::size_t>(source)] + 1);
        for (int target : out.of(index))
            neighbours.push_back(rank[static_cast<std::size_t>(target)] - 1);
        checkpoint.step(1 + static_cast<std::int64_t>(neighbours.size()));
        if (neighbours.empty() || slack.lowest >= slack.highest)
            continue;
        const auto middle = neighbours.begin() + static_cast<std::ptrdiff_t>((neighbours.size() - 1) / 2);
        std::nth_element(neighbours.begin(), middle, neighbours.end());
        rank[index] = std::clamp(*middle, slack.lowest, slack.highest);
    }

    // Balancing can leave ranks empty.
    std::vector<int> used(static_cast<std::size_t>(maxRank) + 1, 0);
    for (int r : rank)
        used[static_cast<std::size_t>(r)] = 1;
    int next = 0;
    for (int& r : used) {
        const int present = r;
        r = next;
        next += present;
    }
    for (int& r : rank)
        r = used[static_cast<std::size_t>(r)];
    return rank;
}

} // namespace weightless::widgets::phases
