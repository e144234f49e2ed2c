// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/devicepolicy.h"
#include "engine/ops/loops.h"

#include <algorithm>
#include <cstdint>

// Kernels whose invocations walk in turn what could not be done side by side: each step needs what the one
// before left in memory. Such a walk takes as long for one invocation as for thousands, and none is cut where
// its launch is cut into work groups. So it is laid down as several launches, as long as a watchdog allows,
// also on a device that ends no loop.
namespace weightless::ops {

// What a launch takes whose invocations make so many rounds in turn; `count` operations are made in a round
// by all of them together. Few leave the device waiting for memory.
[[nodiscard]] uint64_t operationsInTurn(const DevicePolicy& policy, uint64_t count, uint64_t rounds);

// The most rounds that an invocation may make in turn in one launch.
[[nodiscard]] uint64_t mostRoundsInTurn(const DevicePolicy& policy);

// For kernels that can go on where another launch stopped: calls launch(firstStep, stepCount) for as many
// steps of so many rounds, the step's own among them, as an invocation can walk (forEachPart), and may.
template <typename Launch>
void forEachTurn(const vulkan::DeviceTraits& device, uint64_t steps, uint64_t roundsPerStep, Launch&& launch)
{
    const uint64_t most = std::max<uint64_t>(mostRoundsInTurn(devicePolicy(device)) / roundsPerStep, 1);
    for (uint64_t first = 0; first < steps; first += std::min(most, steps - first)) {
        forEachPart(device, std::min(most, steps - first), roundsPerStep,
            [&](uint64_t firstOfPart, uint64_t partSteps) { launch(first + firstOfPart, partSteps); });
    }
}

} // namespace weightless::ops
