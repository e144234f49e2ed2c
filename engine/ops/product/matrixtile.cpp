// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/matrixtile.h"

#include "engine/base/error.h"

#include <algorithm>
#include <array>
#include <string>

namespace weightless::ops::product {

namespace {

constexpr uint32_t fewestSubgroups = 4;
constexpr uint32_t mostSubgroups = 32;
constexpr uint32_t smallestEdge = 32;

// As matrixtiles.glsl has it, which multiplies so much of the depth between two barriers.
constexpr uint32_t stepDepthOf(uint32_t edge)
{
    return edge <= 64 ? 64 : 32;
}

constexpr uint32_t subgroupsDown(uint32_t subgroups)
{
    return subgroups >= 16 ? 4 : 2;
}

// As steps.glsl declares it: a step's part of A and of B, whichever way that lies, in rows of eights and 16
// bytes more, and in the same place a row of sums' matrices for each subgroup.
uint64_t sharedBytes(const vulkan::MatrixUnits& units, uint32_t edge, uint32_t subgroups)
{
    constexpr uint64_t quadBytes = 16;
    const uint64_t eightsDeep = uint64_t {edge} * (stepDepthOf(edge) / 8 + 1);
    const uint64_t eightsAcross = uint64_t {stepDepthOf(edge)} * (edge / 8 + 1);
    const uint32_t columns = edge / (subgroups / subgroupsDown(subgroups));
    const uint64_t resultQuads = uint64_t {subgroups} * units.rows * (columns / 4 + 1);
    return quadBytes * std::max(eightsDeep + std::max(eightsDeep, eightsAcross), resultQuads);
}

// Words that the invocations of a tile hold while they multiply a step: its sums, and of the next step two
// elements each of A and of B.
uint64_t heldWords(uint32_t edge)
{
    return uint64_t {edge} * edge + uint64_t {edge} * stepDepthOf(edge);
}

// Whether an invocation has registers for its part of them, beside places and units of A and B.
bool areInRegisters(const vulkan::MatrixUnits& units, uint32_t edge, uint32_t subgroups)
{
    constexpr uint64_t otherRegisters = 80;
    const uint64_t invocations = uint64_t {subgroups} * units.subgroups.size;
    return heldWords(edge) / invocations + otherRegisters <= units.subgroups.registers;
}

// Whether each subgroup has a unit of the tile at least.
bool haveUnits(const vulkan::MatrixUnits& units, uint32_t edge, uint32_t subgroups)
{
    const uint32_t down = subgroupsDown(subgroups);
    return edge / down >= units.rows && edge / (subgroups / down) >= units.columns;
}

// At least 128 invocations where that many subgroups find room, and as many as have registers.
std::optional<MatrixTile> tileOf(
    const vulkan::DeviceTraits& device, const vulkan::MatrixUnits& units, uint32_t edge)
{
    uint32_t subgroups = edge == smallestEdge
        ? fewestSubgroups
        : std::clamp(128 / units.subgroups.size, fewestSubgroups, mostSubgroups / 2);
    while (subgroups < mostSubgroups && !areInRegisters(units, edge, subgroups)
        && haveUnits(units, edge, 2 * subgroups)) {
        subgroups *= 2;
    }
    const auto fits = [&] {
        return sharedBytes(units, edge, subgroups) <= device.maxSharedMemoryBytes
            && subgroups * units.subgroups.size <= device.maxWorkGroupInvocations;
    };
    while (subgroups > fewestSubgroups && !fits()) {
        subgroups /= 2;
    }
    if (!fits()) {
        return std::nullopt;
    }
    const uint32_t down = subgroupsDown(subgroups);
    return MatrixTile {edge, down, subgroups / down};
}

TileWork tileWorkOf(const vulkan::MatrixUnits& units, const MatrixTile& tile)
{
    constexpr uint64_t otherRegisters = 40; // of an invocation: places, units of A and B
    const uint32_t subgroups = tile.subgroupsDown * tile.subgroupsAcross;
    const uint32_t invocations = subgroups * units.subgroups.size;
    return {.rows = tile.edge,
        .columns = tile.edge,
        .stepDepth = stepDepthOf(tile.edge),
        .invocations = invocations,
        .registers = heldWords(tile.edge) + invocations * otherRegisters,
        .sharedBytes = sharedBytes(units, tile.edge, subgroups)};
}

MatrixTile wantedTile(const vulkan::DeviceTraits& device, const vulkan::MatrixUnits& units, uint32_t edge)
{
    const std::optional<MatrixTile> tile = tileOf(device, units, edge);
    if (!tile) {
        throw Error(ErrorKind::Unsupported,
            "A tile of " + std::to_string(edge) + " x " + std::to_string(edge)
                + " results needs more shared memory than the " + std::to_string(device.maxSharedMemoryBytes)
                + " bytes of " + device.name);
    }
    return *tile;
}

} // namespace

MatrixChoice matrixTileFor(const vulkan::DeviceTraits& device, const vulkan::MatrixUnits& units,
    const ProductSizes& sizes, const SplitRange& allowed, std::optional<uint32_t> edge)
{
    const auto costOf = [&](const MatrixTile& tile) {
        return cheapestSplits(device, tileWorkOf(units, tile), sizes, allowed);
    };
    MatrixTile best = wantedTile(device, units, edge.value_or(smallestEdge));
    TileCost least = costOf(best);
    if (edge) {
        return {best, least.splits};
    }
    // The narrowest have units so small that they read shared memory for most of the time.
    constexpr uint32_t narrowSubgroup = 16;
    for (const uint32_t candidate : std::array {64u, 128u}) {
        const bool isWide = candidate == 64 || units.subgroups.size >= narrowSubgroup;
        const std::optional<MatrixTile> tile = tileOf(device, units, candidate);
        if (!isWide || !tile) {
            continue;
        }
        if (const TileCost cost = costOf(*tile); cost.cycles <= least.cycles) {
            best = *tile;
            least = cost;
        }
    }
    return {best, least.splits};
}

} // namespace weightless::ops::product
