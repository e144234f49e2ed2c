// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/devicetraits.h"

#include <algorithm>
#include <cstdint>
#include <limits>

// Some devices end every loop of an invocation, without a word, once all its loops together have made
// DeviceTraits::maxLoopRounds rounds. So each kernel launch says how many it makes at most
// (DispatchStep::loopRounds, which has no default), the planner refuses those a device does not make, and
// lowerings shorten their loops with the functions below. README.md, "Loops", has the whole story.
namespace weightless::ops {

// Rounds that all loops of one invocation make together, at most.
class LoopRounds {
public:
    explicit constexpr LoopRounds(uint64_t count)
        : m_count(count)
    {
    }

    [[nodiscard]] constexpr uint64_t count() const { return m_count; }

private:
    uint64_t m_count;
};

// Of a kernel without loops, or with loops bounded by constants (coordinates, neighbours, tiles). Every other
// kernel adds it to the loops it counts, for those it does not.
inline constexpr LoopRounds fewLoopRounds {1024};

// Rounds of a loop of `steps` steps, in each of which inner loops make `innerRounds`. The loop itself makes
// one round more than it has steps: the last one finds that it is over. Saturates, as sizes are the model's.
[[nodiscard]] constexpr uint64_t roundsOf(uint64_t steps, uint64_t innerRounds = 0)
{
    constexpr uint64_t most = std::numeric_limits<uint64_t>::max();
    const bool fits = innerRounds < most && (steps == 0 || (most - 1) / steps > innerRounds);
    return fits ? steps * (innerRounds + 1) + 1 : most;
}

// A kernel whose long loops make `rounds` rounds together, and short ones besides.
[[nodiscard]] constexpr LoopRounds longLoopRounds(uint64_t rounds)
{
    constexpr uint64_t few = fewLoopRounds.count();
    return LoopRounds {std::min(rounds, std::numeric_limits<uint64_t>::max() - few) + few};
}

// The most steps of `roundsPerStep` rounds each, the step's own among them, that one launch can walk on the
// device; at least one. It makes roundsOf(steps, roundsPerStep - 1) rounds.
[[nodiscard]] constexpr uint64_t mostSteps(const vulkan::DeviceTraits& device, uint64_t roundsPerStep = 1)
{
    const uint64_t reserved = fewLoopRounds.count() + 1;
    const uint64_t rounds = device.maxLoopRounds > reserved ? device.maxLoopRounds - reserved : 0;
    return std::max<uint64_t>(rounds / roundsPerStep, 1);
}

// For kernels with a specialisation constant for how many steps a round does, unrolled: 1 where a launch can
// walk `rounds` rounds, else 16, whose compilation takes longer.
[[nodiscard]] constexpr uint32_t stepsAtOnce(const vulkan::DeviceTraits& device, uint64_t rounds)
{
    return rounds <= mostSteps(device) ? 1 : 16;
}

// For kernels that can go on where another launch stopped: calls launch(firstStep, stepCount) so often that
// each launch stays below the device's limit. Once where there is none; not at all for no steps.
template <typename Launch>
void forEachPart(const vulkan::DeviceTraits& device, uint64_t steps, uint64_t roundsPerStep, Launch&& launch)
{
    const uint64_t most = mostSteps(device, roundsPerStep);
    for (uint64_t first = 0; first < steps; first += std::min(most, steps - first)) {
        launch(first, std::min(most, steps - first));
    }
}

} // namespace weightless::ops
