// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/subgroups.h"

#include <algorithm>

namespace weightless::vulkan {

namespace {

constexpr uint32_t intelVendor = 0x8086;
constexpr uint32_t amdVendor = 0x1002;
constexpr uint32_t amdProprietaryDriver = 1; // VkDriverId
constexpr uint32_t amdOpenSourceDriver = 2;

bool isIntel(const DeviceFacts& facts)
{
    return facts.vendorId == intelVendor;
}

// Since Xe2 no subgroup has fewer than 16 lanes.
bool isXe2(const DeviceFacts& facts)
{
    return isIntel(facts) && facts.leastSubgroupSize >= 16;
}

// Intel's subgroups have 128 registers, however many lanes share them: of 64 bytes since Xe2, of 32 before.
// Others give an invocation its own.
uint32_t registersOf(const DeviceFacts& facts, uint32_t subgroupSize)
{
    constexpr uint32_t registersOfSubgroup = 128;
    const uint32_t bytes = isXe2(facts) ? 64 : 32;
    return isIntel(facts)
        ? registersOfSubgroup * bytes / (uint32_t {sizeof(float)} * std::max(subgroupSize, 1u))
        : WholeSubgroups {}.registers;
}

// AMD's own drivers, for Windows and AMDVLK, list matrices for cards that have no units for them. Those that
// have some, since RDNA3, multiply bytes of mixed signs at once (so ggml-vulkan.cpp tells them apart, 2026).
bool isWithoutUnits(const DeviceFacts& facts)
{
    const bool isAmdsDriver = facts.driverId == amdProprietaryDriver || facts.driverId == amdOpenSourceDriver;
    return facts.vendorId == amdVendor && isAmdsDriver && !facts.acceleratesMixedDotProduct;
}

// Tiles are 32 and more wide and shared by two by two subgroups and more, their steps are 32 deep.
bool fitsTiles(const MatrixShape& shape)
{
    const auto divides = [](uint32_t edge, uint32_t tile) { return edge >= 8 && tile % edge == 0; };
    return divides(shape.rows, 16) && divides(shape.columns, 16) && divides(shape.depth, 32);
}

// Tiles that work groups hold are multiples of 32 in each direction, and their steps along the depth.
bool fitsGroupTiles(const MatrixShape& shape)
{
    const auto divides = [](uint32_t edge, uint32_t tile) { return edge != 0 && tile % edge == 0; };
    return divides(shape.rows, 32) && divides(shape.columns, 32) && divides(shape.depth, 32);
}

bool isOf(const MatrixShape& shape, std::string_view element, std::string_view sums = "float32")
{
    return shape.a == element && shape.b == element && shape.c == sums && shape.result == sums;
}

uint64_t sizeOf(const MatrixUnits& units)
{
    return uint64_t {units.rows} * units.columns * units.depth;
}

std::optional<WholeSubgroups> wholeSubgroups(const DeviceFacts& facts, uint32_t size)
{
    const bool isSizeKnown = facts.canChooseSubgroupSize || facts.leastSubgroupSize == facts.mostSubgroupSize;
    if (!isSizeKnown || !facts.hasFullSubgroups) {
        return std::nullopt;
    }
    WholeSubgroups subgroups {size, facts.canChooseSubgroupSize};
    subgroups.registers = registersOf(facts, size);
    if (subgroups.isSizeChosen && facts.mostSubgroupsInGroup != 0) {
        subgroups.mostInGroup = facts.mostSubgroupsInGroup;
    }
    return subgroups;
}

} // namespace

bool mayBeAskedForMatrices(const DeviceFacts& facts)
{
    return facts.vendorId != amdVendor || facts.driverId != amdProprietaryDriver
        || facts.memory.deviceType != DeviceType::Integrated;
}

uint32_t mostRegistersOf(const DeviceFacts& facts)
{
    return registersOf(facts, facts.leastSubgroupSize);
}

std::optional<WholeSubgroups> rowSubgroupsFor(const DeviceFacts& facts, uint32_t usualSize)
{
    const bool hasArithmetic =
        std::ranges::find(facts.subgroupOperations, "arithmetic") != facts.subgroupOperations.end();
    if (!hasArithmetic) {
        return std::nullopt;
    }
    // Intel's usual ones share their registers among so many lanes that hardly a row finds room.
    constexpr uint32_t intelSize = 16;
    const bool hasIntelSize = facts.canChooseSubgroupSize && facts.leastSubgroupSize <= intelSize
        && intelSize <= facts.mostSubgroupSize;
    return wholeSubgroups(facts, isIntel(facts) && hasIntelSize ? intelSize : usualSize);
}

std::optional<MatrixUnits> matrixUnitsFor(
    const DeviceFacts& facts, uint32_t usualSize, std::string_view element)
{
    // Intel's units are as wide as its smallest subgroups, whatever size the driver names first.
    const std::optional<WholeSubgroups> subgroups =
        wholeSubgroups(facts, isIntel(facts) ? facts.leastSubgroupSize : usualSize);
    if (!subgroups) {
        return std::nullopt;
    }
    std::optional<MatrixUnits> best;
    for (const MatrixShape& shape : facts.matrixShapes) {
        MatrixUnits units {shape.rows, shape.columns, shape.depth, *subgroups};
        // So ggml found Arc's first generation, and takes the units of Xe2 alone (ggml-vulkan.cpp, 2026).
        units.areSlow = (isIntel(facts) && !isXe2(facts)) || isWithoutUnits(facts);
        if (isOf(shape, element) && shape.scope == "subgroup" && fitsTiles(shape)
            && (!best || sizeOf(units) > sizeOf(*best))) {
            best = units;
        }
    }
    if (best) {
        best->hasShortSums = std::ranges::any_of(facts.matrixShapes, [&](const MatrixShape& shape) {
            return isOf(shape, element, element) && shape.scope == "subgroup" && shape.rows == best->rows
                && shape.columns == best->columns;
        });
    }
    return best;
}

std::optional<GroupMatrices> groupMatricesFor(const DeviceFacts& facts, const MatrixUnits& units)
{
    constexpr uint32_t mostInvocations = 256;
    std::optional<GroupMatrices> best;
    for (const MatrixShape& shape : facts.matrixGranularities) {
        const bool isSubgroup = shape.scope == "subgroup";
        const GroupMatrices matrices {shape.rows, shape.columns, shape.depth,
            isSubgroup ? units.subgroups.size : shape.groupInvocations, isSubgroup, facts.hasTensorAddressing,
            isSubgroup ? 0 : facts.reservedSharedBytes};
        const bool isGroup = shape.scope == "workgroup" && matrices.invocations != 0
            && matrices.invocations % units.subgroups.size == 0 && matrices.invocations <= mostInvocations;
        const bool isLarger = !best || (best->isSubgroup && isGroup)
            || (best->isSubgroup == isSubgroup && matrices.invocations > best->invocations);
        if (isOf(shape, "float16") && fitsGroupTiles(shape) && (isGroup || isSubgroup) && isLarger) {
            best = matrices;
        }
    }
    return best;
}

} // namespace weightless::vulkan
