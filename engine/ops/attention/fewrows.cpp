// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/fewrows.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/attentionmerge.h"
#include "engine/ops/kernels/attentionrows.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace weightless::ops::attention {

namespace {

// As attentionrows.comp has them.
constexpr uint64_t keyTeam = 4;
constexpr uint64_t rowTeam = 16;
constexpr uint64_t mostTileRows = 8; // whose sums find room in registers
constexpr uint64_t mostInvocations = 128; // which every device takes
constexpr uint64_t fewestTiles = 4; // that are worth parts

struct RowParameters {
    uint32_t rows, keys, partKeys, partCount;
    float scale;
    MaskStrides mask;
    VisibleParameters visible;
    uint32_t heads;
};

struct MergeParameters {
    uint32_t rows, partCount, matrixRows, heads;
};

// How a work group is made up.
struct Tile {
    uint64_t keys = 0; // as many as there are invocations
    uint64_t rows = 0; // 0 where shared memory holds none
    uint64_t rowTiles = 0;
};

uint64_t eights(int64_t elements)
{
    return ceilDivide(static_cast<uint64_t>(elements), 8);
}

uint64_t sharedBytes(const AttentionSizes& s, uint64_t tileKeys, uint64_t tileRows)
{
    const uint64_t queries = tileRows * eights(s.depth) * 8;
    const uint64_t partials = std::max(tileRows * keyTeam * (tileKeys + 8), 8 * tileKeys);
    return (queries + partials + tileRows * (tileKeys + rowTeam + 2)) * sizeof(float);
}

// No larger than the keys need. Rows are spread evenly over as few tiles as shared memory allows.
Tile tileOf(const vulkan::DeviceTraits& device, const AttentionSizes& s)
{
    const uint64_t needed = std::max(static_cast<uint64_t>(s.n), eights(s.width));
    Tile tile {.keys = needed <= 32 ? 32 : needed <= 64 ? 64 : mostInvocations};
    const auto m = static_cast<uint64_t>(s.m);
    tile.rows = std::min(mostTileRows, m);
    while (tile.rows > 0 && sharedBytes(s, tile.keys, tile.rows) > device.maxSharedMemoryBytes) {
        --tile.rows;
    }
    if (tile.rows > 0) {
        tile.rowTiles = ceilDivide(m, tile.rows);
        tile.rows = ceilDivide(m, tile.rowTiles);
        tile.rowTiles = ceilDivide(m, tile.rows);
    }
    return tile;
}

uint64_t valueTeams(const AttentionSizes& s, const Tile& tile)
{
    return std::max<uint64_t>(tile.keys / eights(s.width), 1);
}

// Of the loops that are not unrolled, for each tile of keys; more than there are.
uint64_t roundsPerTile(const AttentionSizes& s, const Tile& tile)
{
    return roundsOf(ceilDivide(static_cast<uint64_t>(s.depth), keyTeam))
        + roundsOf(ceilDivide(tile.keys, valueTeams(s, tile)));
}

// Of loading q, and of adding up what the invocations have.
uint64_t roundsAround(const AttentionSizes& s, const Tile& tile)
{
    const uint64_t columnTurns = ceilDivide(8 * eights(s.width), tile.keys);
    return roundsOf(ceilDivide(tile.rows * eights(s.depth) * 2, tile.keys))
        + tile.rows * roundsOf(columnTurns, roundsOf(valueTeams(s, tile)));
}

std::string forcedKernel(const LoweringContext& context)
{
    return context.attributes().stringOr("weightless.kernel", "");
}

KeyParts partsOf(const LoweringContext& context, const AttentionSizes& s, const Tile& tile)
{
    const auto keys = static_cast<uint64_t>(s.n);
    const std::string forced = forcedKernel(context);
    if (!forced.empty()) {
        return keyParts(keys, tile.keys, forced == "rowssplit" ? mostKeyParts : 1);
    }
    return keyPartsFor(context.device(), static_cast<uint64_t>(s.matrices) * tile.rowTiles, keys, tile.keys);
}

LoopRounds roundsOfPart(const AttentionSizes& s, const Tile& tile, const KeyParts& parts)
{
    return longLoopRounds(
        roundsOf(ceilDivide(parts.keys, tile.keys), roundsPerTile(s, tile)) + roundsAround(s, tile));
}

bool canRun(const LoweringContext& context, const AttentionSizes& s)
{
    const vulkan::DeviceTraits& device = context.device();
    if (!kernels::attentionrows().hasTypes({context.input(0).type()}) || s.depth == 0
        || eights(s.width) > mostInvocations) {
        return false;
    }
    const Tile tile = tileOf(device, s);
    if (tile.rows == 0) {
        return false;
    }
    const KeyParts parts = partsOf(context, s, tile);
    constexpr uint64_t indexable = std::numeric_limits<uint32_t>::max();
    const auto matrices = static_cast<uint64_t>(s.matrices);
    const auto m = static_cast<uint64_t>(s.m);
    const auto elements = matrices * std::max(m, static_cast<uint64_t>(s.n))
        * static_cast<uint64_t>(std::max(s.depth, s.width));
    const uint64_t scratch =
        parts.count == 1 ? 0 : matrices * m * parts.count * static_cast<uint64_t>(s.width + 2);
    return elements <= indexable && scratch <= device.maxStorageBufferRangeBytes / sizeof(float) / 2
        && matrices <= device.maxWorkGroupCount[1]
        && tile.rowTiles * parts.count <= device.maxWorkGroupCount[0]
        && roundsOfPart(s, tile, parts).count() <= device.maxLoopRounds;
}

} // namespace

KeyParts keyParts(uint64_t keys, uint64_t tileKeys, uint64_t most)
{
    const uint64_t tiles = ceilDivide(keys, tileKeys);
    const uint64_t each = ceilDivide(tiles, std::clamp<uint64_t>(most, 1, mostKeyParts)) * tileKeys;
    return {static_cast<uint32_t>(ceilDivide(keys, each)), static_cast<uint32_t>(each)};
}

// What a processor reads at full speed is on its way to several work groups. A second step costs as much as a
// few tiles of keys.
KeyParts keyPartsFor(const vulkan::DeviceTraits& device, uint64_t groups, uint64_t keys, uint64_t tileKeys)
{
    constexpr uint64_t enoughPerProcessor = 2;
    constexpr uint64_t wantedPerProcessor = 4;
    const uint64_t processors = processorsOf(device);
    const bool isWhole = groups >= enoughPerProcessor * processors || keys < fewestTiles * tileKeys;
    return keyParts(
        keys, tileKeys, isWhole ? 1 : wantedPerProcessor * processors / std::max<uint64_t>(groups, 1));
}

bool areFewRows(const vulkan::DeviceTraits& device, const AttentionSizes& s)
{
    constexpr int64_t fewestForTile = 16; // with fewer most of a tile is empty
    constexpr uint64_t mostPerProcessor = 4;
    const auto rows = static_cast<uint64_t>(s.matrices) * static_cast<uint64_t>(s.m);
    const bool areTilesFew = rows <= mostPerProcessor * processorsOf(device)
        && static_cast<uint64_t>(s.n) >= fewestTiles * mostInvocations;
    return s.m < fewestForTile || areTilesFew;
}

bool isFewRows(const LoweringContext& context, const AttentionSizes& s)
{
    const std::string forced = forcedKernel(context);
    if (forced == "rows" || forced == "rowssplit") {
        if (!canRun(context, s)) {
            context.unsupported("the kernel '" + forced + "' cannot run this attention on this device");
        }
        return true;
    }
    const vulkan::DeviceTraits& device = context.device();
    return forced.empty() && devicePolicy(device).prefersRowAttention && areFewRows(device, s)
        && canRun(context, s);
}

void dispatchFewRows(LoweringContext& context, const AttentionSizes& s, const Operands& o)
{
    const Tile tile = tileOf(context.device(), s);
    const KeyParts parts = partsOf(context, s, tile);
    const auto rows = static_cast<uint64_t>(s.matrices) * static_cast<uint64_t>(s.m);
    const auto width = static_cast<uint64_t>(s.width);
    const TensorRef partial = parts.count == 1
        ? o.y
        : context.temporary({DataType::Float32, {static_cast<int64_t>(rows * parts.count * (width + 2))}});
    DispatchStep step {.loopRounds = roundsOfPart(s, tile, parts)};
    step.kernel = &kernels::attentionrows().forTypes({o.q.type()});
    step.specialization = {static_cast<uint32_t>(s.depth), static_cast<uint32_t>(width), o.mask ? 1u : 0u,
        s.isTransposed ? 1u : 0u, static_cast<uint32_t>(tile.keys), static_cast<uint32_t>(tile.rows),
        o.causal(), o.isCapped(), s.headsInside};
    step.bindings = {
        {o.q}, {o.k}, {o.v}, {o.mask.value_or(o.q)}, {partial, Access::Write}, {o.lengths.value_or(o.q)}};
    step.groupCount = {
        static_cast<uint32_t>(tile.rowTiles * parts.count), static_cast<uint32_t>(s.matrices), 1};
    step.operations = rows * static_cast<uint64_t>(s.n) * static_cast<uint64_t>(2 * (s.depth + s.width) + 8);
    step.parameters = parameterBytes(RowParameters {static_cast<uint32_t>(s.m), static_cast<uint32_t>(s.n),
        parts.keys, parts.count, o.scale, o.maskStrides, o.visible, static_cast<uint32_t>(s.heads)});
    context.dispatch(std::move(step));
    if (parts.count == 1) {
        return;
    }
    DispatchStep merge {.loopRounds = fewLoopRounds};
    merge.kernel = &kernels::attentionmerge().forTypes({o.y.type()});
    merge.specialization = {static_cast<uint32_t>(width), s.headsInside & headsOfY};
    merge.bindings = {{partial}, {o.y, Access::Write}};
    merge.groupCount = linearGroups(rows, 1);
    merge.operations = rows * parts.count * width * 2;
    merge.parameters = parameterBytes(MergeParameters {static_cast<uint32_t>(rows), parts.count,
        static_cast<uint32_t>(s.m), static_cast<uint32_t>(s.heads)});
    context.dispatch(std::move(merge));
}

} // namespace weightless::ops::attention
