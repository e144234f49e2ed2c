// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/budget/constantuses.h"
#include "engine/constants/budget/visits.h"
#include "engine/plan/segment.h"
#include "engine/vulkan/devicetraits.h"

#include <span>
#include <vector>

namespace weightless {

// The constants that each step binds.
[[nodiscard]] std::vector<ConstantStep> constantSteps(
    const plan::Plan& plan, std::span<const plan::PlanStep> steps);

// How a graph uses its constants, as far as its first segment tells: of what comes behind it, and of bodies,
// each node counts as a step of which nobody knows when it runs.
[[nodiscard]] ConstantUses constantUses(const plan::Dataflow& dataflow, const plan::Segment& first);

// What bringing and computing cost on such a device before anything was measured.
[[nodiscard]] RunRates usualRates(const vulkan::DeviceTraits& traits);

} // namespace weightless
