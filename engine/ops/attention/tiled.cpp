// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/tiled.h"

#include "engine/base/bytes.h"
#include "engine/ops/attention/unittile.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/attentionmatrix.h"
#include "engine/ops/kernels/attentionshared.h"

#include <algorithm>
#include <limits>

namespace weightless::ops::attention {

namespace {

constexpr uint64_t tileKeys = 64;
constexpr uint64_t mostWidth = 256; // whose sums find room in registers

struct TileParameters {
    uint32_t rows, keys;
    float scale;
    MaskStrides mask;
    VisibleParameters visible;
    uint32_t heads;
};

// As attentionshared.comp has it: weights, and a step of both operands.
uint64_t sharedBytes()
{
    constexpr uint64_t weightPitch = 17;
    constexpr uint64_t operandQuads = uint64_t {64} * 5;
    constexpr uint64_t quadBytes = 16;
    return (tileKeys * weightPitch + 2 * operandQuads) * quadBytes;
}

// Bits of the tensors whose rows are whole quads in memory.
uint32_t tensorsInQuads(const LoweringContext& context, const AttentionSizes& s, const Operands& o)
{
    const auto areQuads = [&](const TensorRef& tensor, int64_t columns) {
        return columns % 4 == 0 && !context.mayBeginAnywhere(tensor);
    };
    return (areQuads(o.q, s.depth) ? 1u : 0u) | (areQuads(o.k, s.depth) ? 2u : 0u)
        | (areQuads(o.v, s.width) ? 4u : 0u) | (areQuads(o.y, s.width) ? 8u : 0u);
}

// Of the loops that are not unrolled, for each 64 keys; more than there are.
uint64_t roundsPerTile(const AttentionSizes& s)
{
    return 512 + 32 * ceilDivide(static_cast<uint64_t>(s.depth), 16);
}

LoopRounds loopRoundsOf(const AttentionSizes& s)
{
    return longLoopRounds(roundsOf(ceilDivide(static_cast<uint64_t>(s.n), tileKeys), roundsPerTile(s)));
}

bool canIndex(const LoweringContext& context, const AttentionSizes& s)
{
    constexpr uint64_t indexable = std::numeric_limits<uint32_t>::max();
    const auto elements = static_cast<uint64_t>(s.matrices) * static_cast<uint64_t>(std::max(s.m, s.n))
        * static_cast<uint64_t>(std::max(s.depth, s.width));
    const auto& most = context.device().maxWorkGroupCount;
    return elements <= indexable && static_cast<uint64_t>(s.matrices) <= most[1]
        && ceilDivide(static_cast<uint64_t>(s.m), 32) <= most[0]
        && loopRoundsOf(s).count() <= context.device().maxLoopRounds;
}

bool canShare(const LoweringContext& context)
{
    return canShareTiles(context.device()) && sharedBytes() <= context.device().maxSharedMemoryBytes
        && kernels::attentionshared().hasTypes({context.input(0).type()});
}

bool canMultiply(const LoweringContext& context, const AttentionSizes& s)
{
    const vulkan::DeviceTraits& device = context.device();
    const DataType type = context.input(0).type();
    if (!canMultiplyMatrices(device, type)) {
        return false;
    }
    const vulkan::MatrixUnits& units = matrixUnitsOf(device, type).value();
    const bool canShorten = units.hasShortSums || type == DataType::BFloat16; // which are shortened by hand
    return canShorten && unitTileFor(device, units, s);
}

bool suitsMatrix(const LoweringContext& context, const AttentionSizes& s)
{
    return canMultiply(context, s) && prefersMatrixAttention(context.device(), context.input(0).type());
}

std::string forcedKernel(const LoweringContext& context)
{
    return context.attributes().stringOr("weightless.kernel", "");
}

bool takesMatrix(const LoweringContext& context, const AttentionSizes& s)
{
    const std::string forced = forcedKernel(context);
    return forced.empty() ? suitsMatrix(context, s) : forced.starts_with("tiledmatrix");
}

} // namespace

bool isTiled(const LoweringContext& context, const AttentionSizes& s)
{
    const std::string forced = forcedKernel(context);
    const bool fits = s.depth > 0 && static_cast<uint64_t>(s.width) <= mostWidth && canIndex(context, s);
    if (forced == "tiled" || forced == "tiledmatrix" || forced == "tiledmatrixtight") {
        if (!fits || !(forced == "tiled" ? canShare(context) : canMultiply(context, s))) {
            context.unsupported("the kernel '" + forced + "' cannot run this attention on this device");
        }
        return true;
    }
    constexpr int64_t fewestRows = 16; // with fewer most of a tile is empty
    return forced.empty() && devicePolicy(context.device()).prefersTiledAttention && fits && s.m >= fewestRows
        && (suitsMatrix(context, s) || canShare(context));
}

void dispatchTiled(LoweringContext& context, const AttentionSizes& s, const Operands& o)
{
    const auto width = static_cast<uint64_t>(s.width);
    DispatchStep step {.loopRounds = loopRoundsOf(s)};
    step.specialization = {static_cast<uint32_t>(s.depth), static_cast<uint32_t>(s.width), o.mask ? 1u : 0u,
        s.isTransposed ? 1u : 0u};
    uint32_t tileRows = 64;
    if (takesMatrix(context, s)) {
        const vulkan::MatrixUnits& units = matrixUnitsOf(context.device(), o.q.type()).value();
        const UnitTile best = unitTileFor(context.device(), units, s).value();
        const bool isTight = forcedKernel(context) == "tiledmatrixtight";
        const UnitTile tile = isTight ? tightTile(best) : best;
        const bool hasShortSums = o.q.type() == DataType::Float16 && !isTight;
        tileRows = tile.rows;
        step.kernel = &kernels::attentionmatrix().forTypes({o.q.type()});
        step.usesMatrixUnits = true;
        step.specialization.insert(step.specialization.end(),
            {tileRows / units.rows * units.subgroups.size, tileRows, o.causal(), o.isCapped(), s.headsInside,
                units.rows, units.columns, units.depth, tile.keys, tile.team, tile.isApart ? 1u : 0u,
                tile.isAhead ? 1u : 0u, hasShortSums ? 1u : 0u,
                context.device().subgroupsWaitTogether ? 1u : 0u});
    } else {
        constexpr uint32_t localSize = 256;
        step.kernel = &kernels::attentionshared().forTypes({o.q.type()});
        step.specialization.insert(step.specialization.end(),
            {localSize, tileRows, o.causal(), o.isCapped(), s.headsInside,
                static_cast<uint32_t>(ceilDivide(width, 64)), tensorsInQuads(context, s, o)});
    }
    step.bindings = {
        {o.q}, {o.k}, {o.v}, {o.mask.value_or(o.q)}, {o.y, Access::Write}, {o.lengths.value_or(o.q)}};
    step.groupCount = {static_cast<uint32_t>(ceilDivide(static_cast<uint64_t>(s.m), tileRows)),
        static_cast<uint32_t>(s.matrices), 1};
    step.operations = static_cast<uint64_t>(s.matrices) * static_cast<uint64_t>(s.m)
        * static_cast<uint64_t>(s.n) * static_cast<uint64_t>(2 * (s.depth + s.width) + 8);
    step.parameters = parameterBytes(TileParameters {static_cast<uint32_t>(s.m), static_cast<uint32_t>(s.n),
        o.scale, o.maskStrides, o.visible, static_cast<uint32_t>(s.heads)});
    context.dispatch(std::move(step));
}

} // namespace weightless::ops::attention
