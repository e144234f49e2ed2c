// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/grouptile.h"

#include "engine/base/bytes.h"
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

// Neither mostly empty, nor with a processor that has none.
bool isFilled(const vulkan::DeviceTraits& device, const GroupTile& tile, const ProductSizes& sizes)
{
    constexpr uint64_t unknownProcessors = 32;
    const uint64_t enough = device.processors != 0 ? device.processors : unknownProcessors;
    const uint64_t groups =
        ceilDivide(sizes.rows, tile.rows) * ceilDivide(sizes.columns, tile.columns) * sizes.batch;
    return sizes.rows > tile.rows / 2 && sizes.columns > tile.columns / 2 && groups >= enough;
}

} // namespace

GroupTile groupTileFor(const vulkan::DeviceTraits& device, const vulkan::GroupMatrices& matrices,
    const ProductSizes& sizes, std::optional<uint32_t> edge)
{
    const uint32_t depth = stepDepthOf(matrices);
    if (edge) {
        const GroupTile tile {*edge, *edge, depth};
        if (!divides(matrices, tile)) {
            throw Error(ErrorKind::Unsupported,
                "A tile of " + std::to_string(*edge) + " x " + std::to_string(*edge)
                    + " results is no multiple of the " + std::to_string(matrices.rows) + " x "
                    + std::to_string(matrices.columns) + " that work groups of " + device.name + " hold");
        }
        return tile;
    }
    constexpr uint32_t smallest = 32;
    const uint32_t largest = matrices.isSubgroup ? smallest : 128;
    for (const GroupTile& tile :
        std::array {GroupTile {128, 256, depth}, GroupTile {128, 128, depth}, GroupTile {64, 64, depth}}) {
        if (tile.rows <= largest && divides(matrices, tile) && isFilled(device, tile, sizes)) {
            return tile;
        }
    }
    return {std::max(smallest, matrices.rows), std::max(smallest, matrices.columns), depth};
}

} // namespace weightless::ops::product
