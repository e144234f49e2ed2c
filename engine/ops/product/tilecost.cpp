// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/tilecost.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"

#include <algorithm>

namespace weightless::ops::product {

namespace {

// What is assumed of a processor of any card with matrix units. None of it was measured: numbers of data
// sheets and counts of instructions, between those of a GeForce and those of an H100. Choices hardly change
// where one of them is wrong by a factor of two.
constexpr uint64_t registersOfProcessor = 65'536;
constexpr uint64_t invocationsOfProcessor = 1024; // Turing's; newer ones have up to twice as many
constexpr uint64_t sharedOfProcessor = 2; // as much as one work group may have

// GeForce and Radeon multiply 256 pairs of float16 with sums in fp32, A100 and H100 1,024 and more.
constexpr double multiplicationsPerCycle = 512;
// From asking memory for a step until it can be multiplied, beside what the step takes: a miss of the cache,
// and two barriers.
constexpr double waitCycles = 700;
// Eight elements on their way to shared memory: 16 bytes of a cache that yields 24 in a cycle; the 50
// instructions of one of 128 lanes take less.
constexpr double cyclesPerEight = 2.0 / 3;
constexpr double cyclesPerResult = 1.0 / 6; // 20 instructions of one of 128 lanes
constexpr double startCycles = 1500; // of a work group, until its first step is there
// A processor that has fewer multiplies half of the time: they all pass the same barriers in the other.
constexpr uint64_t invocationsToBeBusy = 256;

// The launch that adds up parts, and the barrier before it: 5 microseconds.
constexpr double sumsCycles = 12'000;
constexpr double memoryBytesPerCycle = 4; // of each processor

uint64_t residentGroups(const vulkan::DeviceTraits& device, const TileWork& tile)
{
    const uint64_t shared = sharedOfProcessor * device.maxSharedMemoryBytes;
    return std::max<uint64_t>(1,
        std::min({registersOfProcessor / std::max<uint64_t>(tile.registers, 1),
            invocationsOfProcessor / std::max(tile.invocations, 1u),
            shared / std::max<uint64_t>(tile.sharedBytes, 1)}));
}

} // namespace

// All groups take as many steps, so the processor that gets most of them decides. It either multiplies all
// the time, or waits: those that find room wait together, one round of them after the other. A group asks for
// its next step before it multiplies one, so it does not wait in addition to that.
double cyclesOf(
    const vulkan::DeviceTraits& device, const TileWork& tile, const ProductSizes& sizes, uint32_t splits)
{
    const uint64_t processors = processorsOf(device);
    const uint64_t groups =
        ceilDivide(sizes.rows, tile.rows) * ceilDivide(sizes.columns, tile.columns) * sizes.batch * splits;
    const uint64_t busiest = ceilDivide(groups, processors);
    const auto rounds = static_cast<double>(ceilDivide(busiest, residentGroups(device, tile)));
    const auto steps = static_cast<double>(ceilDivide(ceilDivide(sizes.depth, tile.stepDepth), splits));

    const double results = static_cast<double>(tile.rows) * tile.columns;
    const double loading =
        static_cast<double>(tile.rows + tile.columns) * tile.stepDepth / 8 * cyclesPerEight;
    const double working = loading + results * tile.stepDepth / multiplicationsPerCycle;
    const double multiplying = static_cast<double>(std::max(
                                   busiest, ceilDivide(invocationsToBeBusy, std::max(tile.invocations, 1u))))
        * working;
    const double waiting = rounds * (waitCycles + loading);
    const double whole = steps * std::max(multiplying, waiting) + rounds * startCycles
        + static_cast<double>(busiest) * results * cyclesPerResult;
    if (splits <= 1) {
        return whole;
    }
    constexpr double writtenAndRead = 2 * sizeof(float);
    const double sums = double(sizes.rows) * double(sizes.columns) * double(sizes.batch) * splits;
    return whole + sumsCycles + sums * writtenAndRead / (memoryBytesPerCycle * double(processors));
}

TileCost cheapestSplits(const vulkan::DeviceTraits& device, const TileWork& tile, const ProductSizes& sizes,
    const SplitRange& allowed)
{
    TileCost best {allowed.fewest, cyclesOf(device, tile, sizes, allowed.fewest)};
    for (uint32_t splits = allowed.fewest + 1; splits <= allowed.most; ++splits) {
        const double cycles = cyclesOf(device, tile, sizes, splits);
        if (cycles < best.cycles) {
            best = {splits, cycles};
        }
    }
    return best;
}

} // namespace weightless::ops::product
