// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/grouptile.h"

#include "engine/base/error.h"

#include <algorithm>
#include <array>
#include <string>

namespace weightless::ops::product {

namespace {

// Fetched ones as ggml's, which were measured on cards. A subgroup alone has no registers for such steps, and
// work groups no shared memory.
uint32_t stepDepthOf(const vulkan::GroupMatrices& matrices, GroupSteps steps)
{
    return matrices.isSubgroup || steps == GroupSteps::Shared ? 32 : 64;
}

// As steps.glsl declares it, whichever way B lies.
uint64_t sharedBytes(const GroupTile& tile)
{
    constexpr uint64_t eightBytes = 16;
    const uint64_t deep = tile.stepDepth / 8;
    return eightBytes
        * (tile.rows * (deep + 1)
            + std::max(tile.columns * (deep + 1), uint64_t {tile.stepDepth} * (tile.columns / 8 + 1)));
}

bool fits(const vulkan::DeviceTraits& device, const vulkan::GroupMatrices& matrices, GroupSteps steps,
    const GroupTile& tile)
{
    const bool hasRoom = steps == GroupSteps::Fetched
        || (sharedBytes(tile) + matrices.reservedSharedBytes <= device.maxSharedMemoryBytes
            && matrices.invocations % (tile.columns / 8) == 0); // as loadStep() has it
    return hasRoom && tile.rows % matrices.rows == 0 && tile.columns % matrices.columns == 0
        && tile.stepDepth % matrices.depth == 0;
}

// The driver lays such matrices out, so only their sums are known to be in registers.
TileWork tileWorkOf(const vulkan::GroupMatrices& matrices, GroupSteps steps, const GroupTile& tile)
{
    constexpr uint64_t otherRegisters = 40; // of an invocation
    return {.rows = tile.rows,
        .columns = tile.columns,
        .stepDepth = tile.stepDepth,
        .invocations = matrices.invocations,
        .registers = uint64_t {tile.rows} * tile.columns + matrices.invocations * otherRegisters,
        .sharedBytes = matrices.reservedSharedBytes + (steps == GroupSteps::Shared ? sharedBytes(tile) : 0)};
}

void requireFits(const vulkan::DeviceTraits& device, const vulkan::GroupMatrices& matrices, GroupSteps steps,
    const GroupTile& tile)
{
    if (!fits(device, matrices, steps, tile)) {
        throw Error(ErrorKind::Unsupported,
            "A tile of " + std::to_string(tile.rows) + " x " + std::to_string(tile.columns)
                + " results is no multiple of the " + std::to_string(matrices.rows) + " x "
                + std::to_string(matrices.columns) + " that work groups of " + device.name
                + " hold, or needs more shared memory than its " + std::to_string(device.maxSharedMemoryBytes)
                + " bytes");
    }
}

} // namespace

GroupChoice groupTileFor(const vulkan::DeviceTraits& device, const vulkan::GroupMatrices& matrices,
    GroupSteps steps, const ProductSizes& sizes, const SplitRange& allowed, std::optional<uint32_t> edge)
{
    const auto costOf = [&](const GroupTile& tile) {
        return cheapestSplits(device, tileWorkOf(matrices, steps, tile), sizes, allowed);
    };
    if (edge) {
        const GroupTile tile {std::min(*edge, 128u), *edge, stepDepthOf(matrices, steps)};
        requireFits(device, matrices, steps, tile);
        return {tile, costOf(tile).splits};
    }
    const uint32_t depth = stepDepthOf(matrices, steps);
    constexpr uint32_t smallest = 32;
    const uint32_t largest = matrices.isSubgroup ? smallest : 128;
    GroupTile best {std::max(smallest, matrices.rows), std::max(smallest, matrices.columns), depth};
    requireFits(device, matrices, steps, best);
    TileCost least = costOf(best);
    for (const GroupTile& tile :
        std::array {GroupTile {64, 64, depth}, GroupTile {128, 128, depth}, GroupTile {128, 256, depth}}) {
        if (tile.rows > largest || !fits(device, matrices, steps, tile)) {
            continue;
        }
        if (const TileCost cost = costOf(tile); cost.cycles <= least.cycles) {
            best = tile;
            least = cost;
        }
    }
    return {best, least.splits};
}

} // namespace weightless::ops::product
