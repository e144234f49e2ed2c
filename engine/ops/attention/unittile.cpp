// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/unittile.h"

#include "engine/base/bytes.h"

#include <algorithm>

namespace weightless::ops::attention {

namespace {

constexpr uint32_t low = 32; // rows
constexpr uint32_t high = 64;
constexpr uint32_t fewKeys = 32;
constexpr uint32_t manyKeys = 64;
constexpr int64_t mostDepth = 256; // whose rows of q find room in registers

// As unitoperands.glsl and unitweights.glsl have them.

uint64_t paddedDepth(const AttentionSizes& s)
{
    return alignUp(static_cast<uint64_t>(s.depth), 16);
}

uint64_t paddedWidth(const vulkan::MatrixUnits& units, const AttentionSizes& s)
{
    return alignUp(static_cast<uint64_t>(s.width), std::max<uint64_t>(units.columns, 8));
}

// Of a row in shared memory.
uint64_t pitchOf(uint64_t elements)
{
    return elements / 8 | 1;
}

// Each lane has eight keys of one half at least.
uint32_t teamOf(const vulkan::MatrixUnits& units, uint32_t keys)
{
    return std::clamp(units.subgroups.size / units.rows, 1u, keys / 16);
}

uint64_t invocationsOf(const vulkan::MatrixUnits& units, uint32_t rows)
{
    return uint64_t {rows} / units.rows * units.subgroups.size;
}

// 16 bytes each, of one invocation for a tile of keys or of values.
uint64_t loadsOf(const vulkan::MatrixUnits& units, const AttentionSizes& s, uint32_t rows, uint32_t keys)
{
    const uint64_t eights = ceilDivide(static_cast<uint64_t>(std::max(s.depth, s.width)), uint64_t {8});
    return ceilDivide(keys * eights, invocationsOf(units, rows));
}

// Of an invocation while it makes scores: result, rows of q, scores and what comes next; all else is small.
uint64_t registersOf(const vulkan::MatrixUnits& units, const AttentionSizes& s, uint32_t keys, uint64_t loads)
{
    const uint64_t words = units.rows * (paddedWidth(units, s) + paddedDepth(s) / 2 + keys);
    return ceilDivide(words, uint64_t {units.subgroups.size}) + 4 * loads;
}

// 64 rows read keys and values half as often, 32 may fill processors more evenly, or with fewer rows that do
// not exist.
uint32_t rowsFor(const vulkan::DeviceTraits& device, const AttentionSizes& s)
{
    const uint64_t processors = std::max(device.processors, 1u);
    const auto busiest = [&](uint32_t rows) {
        const uint64_t groups =
            ceilDivide(static_cast<uint64_t>(s.m), uint64_t {rows}) * static_cast<uint64_t>(s.matrices);
        return ceilDivide(groups, processors) * rows;
    };
    return 4 * busiest(high) <= 5 * busiest(low) ? high : low;
}

// Whether tiles of few keys leave out much of what tiles of many would multiply for nothing.
bool hasFewKeys(const AttentionSizes& s)
{
    const auto keys = static_cast<uint64_t>(s.n);
    return 5 * alignUp(keys, fewKeys) <= 4 * alignUp(keys, manyKeys);
}

// The best tile of that many rows and keys; nullopt where it has no room or, of many keys, few are better.
std::optional<UnitTile> tileOf(const vulkan::DeviceTraits& device, const vulkan::MatrixUnits& units,
    const AttentionSizes& s, uint32_t rows, uint32_t keys)
{
    constexpr uint64_t mostLoads = 16; // each is code of its own
    constexpr uint64_t mostRegisters = 168; // work groups of 128 invocations are three on a processor, then
    // Where an invocation has its own, of 255. Where subgroups share a number of them, as many subgroups run
    // whatever they take, and tiles of many keys are worth what they put into memory.
    const bool haveTheirOwn = units.subgroups.registers >= vulkan::WholeSubgroups {}.registers;
    const uint64_t registersThere = haveTheirOwn ? 224 : units.subgroups.registers / 2;
    constexpr uint64_t mostBytes = 32 << 10; // some devices have no more, and others hold several work groups
    const uint64_t loads = loadsOf(units, s, rows, keys);
    const uint64_t registers = registersOf(units, s, keys, loads);
    const uint64_t roomy = std::min<uint64_t>(device.maxSharedMemoryBytes, mostBytes);
    UnitTile tile {rows, keys, teamOf(units, keys), true, loads <= mostLoads && registers <= registersThere};
    tile.isApart = sharedBytesOf(units, s, tile) <= roomy;
    const uint64_t bytes = sharedBytesOf(units, s, tile);
    const bool isMany = keys == manyKeys;
    if (bytes > (isMany ? roomy : device.maxSharedMemoryBytes)
        || (isMany && haveTheirOwn && (!tile.isAhead || registers > mostRegisters))
        || (isMany && hasFewKeys(s))) {
        return std::nullopt;
    }
    return tile;
}

} // namespace

uint64_t sharedBytesOf(const vulkan::MatrixUnits& units, const AttentionSizes& s, const UnitTile& tile)
{
    constexpr uint64_t eightBytes = 16;
    const uint64_t keys =
        s.isTransposed ? paddedDepth(s) * pitchOf(tile.keys) : tile.keys * pitchOf(paddedDepth(s));
    const uint64_t values = tile.keys * pitchOf(paddedWidth(units, s));
    const uint64_t weights = tile.rows * pitchOf(tile.keys);
    return (weights + (tile.isApart ? keys + values : std::max(keys, values))) * eightBytes
        + uint64_t {tile.rows} * tile.team * sizeof(float);
}

UnitTile tightTile(const UnitTile& tile)
{
    return {tile.rows, fewKeys, 2, false, tile.isAhead};
}

std::optional<UnitTile> unitTileFor(
    const vulkan::DeviceTraits& device, const vulkan::MatrixUnits& units, const AttentionSizes& s)
{
    const auto divides = [](uint32_t edge) { return edge >= 8 && 16 % edge == 0; };
    if (s.depth > mostDepth || !divides(units.rows) || !divides(units.columns) || !divides(units.depth)) {
        return std::nullopt;
    }
    const uint32_t preferred = rowsFor(device, s);
    for (const uint32_t rows : {preferred, low}) {
        if (rows / units.rows > units.subgroups.mostInGroup
            || invocationsOf(units, rows) > device.maxWorkGroupInvocations) {
            continue;
        }
        for (const uint32_t keys : {manyKeys, fewKeys}) {
            if (const auto tile = tileOf(device, units, s, rows, keys)) {
                return tile;
            }
        }
    }
    return std::nullopt;
}

} // namespace weightless::ops::attention
