// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weightless::plan {

struct Plan;

// Bytes of the arena that hold one value, from the step that makes them to the last that reads them. When
// that step makes its result in their place they end before it, as the bytes are the result's then.
struct ArenaBlock {
    uint64_t offsetBytes = 0;
    uint64_t sizeBytes = 0;
    size_t first = 0; // steps, both included
    size_t last = 0;
};

// A plan's arena for people: what lies where, when. Plain values, for any thread.
struct ArenaMap {
    struct Step {
        std::string node;
        std::string opType;
        uint64_t liveBytes = 0;
    };

    std::vector<ArenaBlock> blocks; // in the order in which they are made
    std::vector<Step> steps;
    uint64_t sizeBytes = 0; // of the arena: what is most live, and more where values leave gaps

    // The step with the most live bytes, the first of several; 0 where there is none.
    [[nodiscard]] size_t peakStep() const;
};

// "'conv1' (Conv)", or "Conv" where the node has no name.
[[nodiscard]] std::string describe(const ArenaMap::Step& step);

// Follows the accesses of the steps that run each time. Views are part of what they look at: what a step
// reads is what was written there last.
[[nodiscard]] ArenaMap arenaMapOf(const Plan& plan);

} // namespace weightless::plan
