// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/nestedlayout.h"

#include <bit>

namespace weightless::widgets {

namespace {

class Hasher {
public:
    void add(std::uint64_t value)
    {
        m_hash ^= value;
        m_hash *= 0x100000001b3ULL;
        m_hash ^= m_hash >> 29;
    }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    std::uint64_t value() const { return m_hash; }

private:
    std::uint64_t m_hash = 0xcbf29ce484222325ULL;
};

std::uint64_t hashOf(const LayoutGraph& graph)
{
    Hasher hasher;
    for (const LayoutSize& size : graph.sizes) {
        hasher.add(size.width);
        hasher.add(size.height);
    }
    for (RankPin pin : graph.pins)
        hasher.add(static_cast<std::uint64_t>(pin));
    for (const LayoutEdge& edge : graph.edges) {
        hasher.add(static_cast<std::uint64_t>(edge.from));
        hasher.add(static_cast<std::uint64_t>(edge.to));
        hasher.add(edge.fromOffset);
        hasher.add(edge.toOffset);
    }
    return hasher.value();
}

} // namespace

std::shared_ptr<const LayoutResult> LayoutCache::layout(
    const LayoutGraph& graph, const LayoutOptions& options, const std::stop_token& stop)
{
    const std::uint64_t hash = hashOf(graph);
    const auto [begin, end] = m_entries.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
        if (it->second.graph == graph) {
            ++m_hits;
            return it->second.result;
        }
    }
    std::optional<LayoutResult> result = layoutGraph(graph, options, stop);
    if (!result)
        return nullptr;
    ++m_misses;
    // Nodes, edges and points kept; about 100 MB at the most.
    constexpr std::size_t largestCost = 2'000'000;
    const std::size_t cost = graph.sizes.size() + graph.edges.size() + result->routePoints.size();
    if (m_cost + cost > largestCost) {
        m_entries.clear();
        m_cost = 0;
    }
    m_cost += cost;
    auto shared = std::make_shared<const LayoutResult>(*std::move(result));
    m_entries.emplace(hash, Entry {graph, shared});
    return shared;
}

} // namespace weightless::widgets
