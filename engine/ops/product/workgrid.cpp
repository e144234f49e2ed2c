// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/workgrid.h"

#include "engine/base/bytes.h"
#include "engine/ops/product/parameters.h"

#include <algorithm>

namespace weightless::ops::product {

namespace {

constexpr uint64_t bestBand = 8;
// As bands.glsl unpacks them.
constexpr uint32_t blockTilesShift = 3;
constexpr uint32_t blocksShift = 17;
constexpr uint64_t mostBlockTiles = (1u << (blocksShift - blockTilesShift)) - 1;

} // namespace

std::array<uint32_t, 2> WorkGrid::groupCount() const
{
    return {narrowed(uint64_t {blockTiles} * bandRows), narrowed(uint64_t {bands} * blocks)};
}

uint32_t WorkGrid::packed() const
{
    // A single block begins at 0, however wide it is.
    return (bandRows - 1) | (blocks > 1 ? blockTiles << blockTilesShift : 0u) | ((blocks - 1) << blocksShift);
}

WorkGrid workGridFor(uint64_t tilesDown, uint64_t tilesAcross, uint32_t mostGroupsAcross)
{
    const uint64_t bands = ceilDivide(tilesDown, bestBand);
    const uint64_t bandRows = ceilDivide(tilesDown, bands);
    const uint64_t mostTiles = std::max<uint64_t>(mostGroupsAcross / bandRows, 1);
    const uint64_t blocks =
        tilesAcross <= mostTiles ? 1 : ceilDivide(tilesAcross, std::min(mostTiles, mostBlockTiles));
    return {narrowed(bands), narrowed(bandRows), narrowed(blocks), narrowed(ceilDivide(tilesAcross, blocks))};
}

} // namespace weightless::ops::product
