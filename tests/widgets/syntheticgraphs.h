// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/layout/layout.h"

#include <random>

// Graphs for the layout tests: like networks, a chain with branches that join again, always the same for a
// seed.
namespace weightless::widgets::tests {

inline LayoutGraph networkLike(int nodes, unsigned seed, double branches = 0.35, int reach = 40)
{
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    LayoutGraph graph;
    for (int i = 0; i < nodes; ++i)
        graph.sizes.push_back({60.0 + below(140), 24.0 + below(60)});
    for (int i = 1; i < nodes; ++i) {
        graph.edges.push_back({std::max(0, i - 1 - below(3)), i});
        if (below(1000) < branches * 1000)
            graph.edges.push_back({std::max(0, i - 1 - below(reach)), i});
    }
    return graph;
}

} // namespace weightless::widgets::tests
