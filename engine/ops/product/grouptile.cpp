// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/grouptile.h"

#include "engine/base/error.h"

#include <algorithm>
#include <array>
#include <string>

namespace weightless::ops::product {

namespace {

// As ggml's, which were measured on cards. A subgroup alone has no registers for such steps.
uint32_t stepDepthOf(const vulkan::GroupMatrices& matrices)
{
    return matrices.isSubgroup ? 32 : 64;
}

bool divides(const vulkan::GroupMatrices& matrices, const GroupTile& tile)
{
    return tile.rows % matrices.rows == 0 && tile.columns % matrices.columns == 0
        && tile.stepDepth % matrices.depth == 0;
}

// The driver lays such matrices out, so only their sums are known to be in registers. What it takes of shared
// memory is its matter, too.
TileWork tileWorkOf(const vulkan::GroupMatrices& matrices, const GroupTile& tile)
{
    constexpr uint64_t otherRegisters = 40; // of an invocation
    return {.rows = tile.rows,
        .columns = tile.columns,
        .stepDepth = tile.stepDepth,
        .invocations = matrices.invocations,
        .registers = uint64_t {tile.rows} * tile.columns + matrices.invocations * otherRegisters};
}

GroupTile wantedTile(const vulkan::DeviceTraits& device, const vulkan::GroupMatrices& matrices, uint32_t edge)
{
    const GroupTile tile {edge, edge, stepDepthOf(matrices)};
    if (!divides(matrices, tile)) {
        throw Error(ErrorKind::Unsupported,
            "A tile of " + std::to_string(edge) + " x " + std::to_string(edge)
                + " results is no multiple of the " + std::to_string(matrices.rows) + " x "
                + std::to_string(matrices.columns) + " that work groups of " + device.name + " hold");
    }
    return tile;
}

} // namespace

GroupChoice groupTileFor(const vulkan::DeviceTraits& device, const vulkan::GroupMatrices& matrices,
    const ProductSizes& sizes, const SplitRange& allowed, std::optional<uint32_t> edge)
{
    const auto costOf = [&](const GroupTile& tile) {
        return cheapestSplits(device, tileWorkOf(matrices, tile), sizes, allowed);
    };
    if (edge) {
        const GroupTile tile = wantedTile(device, matrices, *edge);
        return {tile, costOf(tile).splits};
    }
    const uint32_t depth = stepDepthOf(matrices);
    constexpr uint32_t smallest = 32;
    const uint32_t largest = matrices.isSubgroup ? smallest : 128;
    GroupTile best {std::max(smallest, matrices.rows), std::max(smallest, matrices.columns), depth};
    TileCost least = costOf(best);
    for (const GroupTile& tile :
        std::array {GroupTile {64, 64, depth}, GroupTile {128, 128, depth}, GroupTile {128, 256, depth}}) {
        if (tile.rows > largest || !divides(matrices, tile)) {
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
