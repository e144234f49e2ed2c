// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/matrixtile.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>
#include <array>
#include <string>

namespace weightless::ops::product {

namespace {

constexpr uint32_t fewestSubgroups = 4;
constexpr uint32_t mostSubgroups = 16;
constexpr uint32_t smallestEdge = 32;

// As matrixtiles.glsl declares it: a step's part of A and of B, whichever way that lies, in rows of eights
// and 16 bytes more, and a matrix of sums for each subgroup.
uint64_t sharedBytes(const vulkan::MatrixUnits& units, uint32_t edge, uint32_t subgroups)
{
    constexpr uint64_t eightBytes = 16;
    const uint64_t stepDepth = edge <= 64 ? 64 : 32;
    const uint64_t eightsDeep = edge * (stepDepth / 8 + 1);
    const uint64_t eightsAcross = stepDepth * (edge / 8 + 1);
    return eightBytes * (eightsDeep + std::max(eightsDeep, eightsAcross))
        + uint64_t {subgroups} * units.rows * units.columns * sizeof(float);
}

// At least 128 invocations where that many subgroups find room: each holds a part of the next step.
std::optional<MatrixTile> tileOf(
    const vulkan::DeviceTraits& device, const vulkan::MatrixUnits& units, uint32_t edge)
{
    uint32_t subgroups = edge == smallestEdge
        ? fewestSubgroups
        : std::clamp(128 / units.subgroups.size, fewestSubgroups, mostSubgroups);
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
    const uint32_t down = subgroups == mostSubgroups ? 4 : 2;
    return MatrixTile {edge, down, subgroups / down};
}

} // namespace

MatrixTile matrixTileFor(const vulkan::DeviceTraits& device, const vulkan::MatrixUnits& units,
    const ProductSizes& sizes, std::optional<uint32_t> edge)
{
    if (edge) {
        const std::optional<MatrixTile> tile = tileOf(device, units, *edge);
        if (!tile) {
            throw Error(ErrorKind::Unsupported,
                "A tile of " + std::to_string(*edge) + " x " + std::to_string(*edge)
                    + " results needs more shared memory than the "
                    + std::to_string(device.maxSharedMemoryBytes) + " bytes of " + device.name);
        }
        return *tile;
    }
    // Narrow subgroups have no registers for so many sums.
    constexpr uint32_t narrowSubgroup = 32;
    constexpr uint32_t unknownProcessors = 32;
    const uint64_t enough = device.processors != 0 ? device.processors : unknownProcessors;
    for (const uint32_t candidate : std::array {128u, 64u}) {
        const uint64_t groups =
            ceilDivide(sizes.rows, candidate) * ceilDivide(sizes.columns, candidate) * sizes.batch;
        const bool isFilled = std::min(sizes.rows, sizes.columns) > candidate / 2 && groups >= enough;
        const bool hasRegisters = candidate == 64 || units.subgroups.size >= narrowSubgroup;
        const std::optional<MatrixTile> tile = tileOf(device, units, candidate);
        if (isFilled && hasRegisters && tile) {
            return *tile;
        }
    }
    return tileOf(device, units, smallestEdge).value();
}

} // namespace weightless::ops::product
