// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/lowering.h"
#include "engine/plan/plan.h"
#include "engine/plan/stepgroups.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace weightless::plan {

// From the first step that binds a tensor, or a view of it, to the last, both included.
struct Life {
    size_t first = std::numeric_limits<size_t>::max();
    size_t last = 0;

    [[nodiscard]] bool isUsed() const { return first <= last; }
    void extend(size_t step)
    {
        first = std::min(first, step);
        last = std::max(last, step);
    }
};

// By tensor; views have none of their own.
[[nodiscard]] std::vector<Life> livesIn(const Draft& draft, std::span<const PlanStep> steps);

// Lets the results of an elementwise step (ops::DispatchStep::isElementwise), where they are of one size,
// take the places of inputs that nobody reads afterwards, nor beside it. Returns, by tensor, whose place it
// has: itself, or a tensor that has its own. The life of that one is extended, and the other's is empty then.
// Only tensors that `isInArena` take part.
[[nodiscard]] std::vector<uint32_t> inheritPlaces(const Draft& draft, std::span<const PlanStep> steps,
    std::span<const StepGroup> groups, const std::vector<bool>& isInArena, std::vector<Life>& lives);

// The life of each tensor of at most mostBytesBeside lasts as long as the groups do in which it begins and
// ends: a step would wait for another one of its group whose memory it takes.
void extendToGroups(const Draft& draft, std::span<const StepGroup> groups, std::vector<Life>& lives);

} // namespace weightless::plan
