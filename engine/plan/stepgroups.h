// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/lowering.h"
#include "engine/plan/plan.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weightless::plan {

// Steps [begin, end) that wait for nothing of each other: a device may run them side by side.
struct StepGroup {
    size_t begin = 0;
    size_t end = 0;
};

// A step that writes more fills a device by itself. It is not moved, and its result's memory is given on at
// once: side by side it would gain little, and large activations would live longer.
inline constexpr uint64_t mostBytesBeside = uint64_t {1} << 20;

// Divides the steps into groups, in which their order is theirs. Each group begins with the first step that
// is left and takes, of the `stepsAhead` that follow it, those that wait neither for the group nor for one
// that they pass: these are moved up. With 0 nothing moves, and each step is a group.
[[nodiscard]] std::vector<StepGroup> groupSteps(
    const Draft& draft, std::vector<PlanStep>& steps, size_t stepsAhead);

// By step, the group that it is in.
[[nodiscard]] std::vector<StepGroup> groupOfEachStep(std::span<const StepGroup> groups);

} // namespace weightless::plan
