// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/phases.h"

namespace weightless::widgets::phases {

namespace {

Adjacency makeAdjacency(std::size_t nodeCount, std::span<const Arc> arcs, int Arc::*key, int Arc::*other)
{
    Adjacency result;
    result.begin.assign(nodeCount + 1, 0);
    for (const Arc& arc : arcs)
        ++result.begin[static_cast<std::size_t>(arc.*key) + 1];
    for (std::size_t i = 0; i < nodeCount; ++i)
        result.begin[i + 1] += result.begin[i];
    result.target.resize(arcs.size());
    result.edge.resize(arcs.size());
    std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end() - 1);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const std::uint32_t slot = next[static_cast<std::size_t>(arcs[i].*key)]++;
        result.target[slot] = arcs[i].*other;
        result.edge[slot] = static_cast<int>(i);
    }
    return result;
}

} // namespace

Adjacency outgoing(std::size_t nodeCount, std::span<const Arc> arcs)
{
    return makeAdjacency(nodeCount, arcs, &Arc::from, &Arc::to);
}

Adjacency incoming(std::size_t nodeCount, std::span<const Arc> arcs)
{
    return makeAdjacency(nodeCount, arcs, &Arc::to, &Arc::from);
}

std::vector<bool> findBackArcs(std::size_t nodeCount, std::span<const Arc> arcs, Checkpoint& checkpoint)
{
    enum class Mark : std::uint8_t { New, Open, Done };
    struct Frame {
        int node;
        std::uint32_t next;
    };

    const Adjacency out = outgoing(nodeCount, arcs);
    std::vector<int> inDegree(nodeCount, 0);
    for (const Arc& arc : arcs)
        inDegree[static_cast<std::size_t>(arc.to)] += arc.from != arc.to ? 1 : 0;

    std::vector<bool> back(arcs.size(), false);
    std::vector<Mark> mark(nodeCount, Mark::New);
    std::vector<Frame> stack;
    const auto visit = [&](std::size_t root) {
        if (mark[root] != Mark::New)
            return;
        mark[root] = Mark::Open;
        stack.push_back({static_cast<int>(root), out.begin[root]});
        while (!stack.empty()) {
            checkpoint.step();
            Frame& frame = stack.back();
            const auto node = static_cast<std::size_t>(frame.node);
            if (frame.next == out.begin[node + 1]) {
                mark[node] = Mark::Done;
                stack.pop_back();
                continue;
            }
            const std::uint32_t slot = frame.next++;
            const auto target = static_cast<std::size_t>(out.target[slot]);
            if (target == node)
                continue;
            if (mark[target] == Mark::Open) {
                back[static_cast<std::size_t>(out.edge[slot])] = true;
            } else if (mark[target] == Mark::New) {
                mark[target] = Mark::Open;
                stack.push_back({static_cast<int>(target), out.begin[target]});
            }
        }
    };
    // Sources first: a search that begins inside a cycle would turn arcs around that need not be.
    for (std::size_t i = 0; i < nodeCount; ++i) {
        if (inDegree[i] == 0)
            visit(i);
    }
    for (std::size_t i = 0; i < nodeCount; ++i)
        visit(i);
    return back;
}

} // namespace weightless::widgets::phases
