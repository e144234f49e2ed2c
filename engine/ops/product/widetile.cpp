// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/widetile.h"

#include "engine/base/bytes.h"
#include "engine/ops/kernels/gemmwide.h"
#include "engine/ops/product/forced.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace weightless::ops::product {

namespace {

constexpr uint32_t groupElements = 8;

// Whether steps of so many elements lead from a texel's begin to another's.
bool areTexels(DataType type, std::initializer_list<uint64_t> steps)
{
    return std::ranges::all_of(steps, [&](uint64_t step) { return step % elementsOfTexel(type) == 0; });
}

// Whether the wide kernel finds all rows of B, in every batch, at the same phase.
bool hasAlignedRows(const Product& p)
{
    return areTexels(p.b.type(), {p.channelStride, p.batchB[0], p.batchB[1]})
        && (p.transposedB || areTexels(p.b.type(), {p.tapRowStride, p.tapStride}));
}

// Higher tiles are faster (63, 72 and 74 GFLOP/s) and take twice as long to compile (0.2, 0.4 and 1.1 s),
// once for a machine: products that a model has many of are worth it (README.md).
uint32_t mostTileRows(const LoweringContext& context, const Product& p)
{
    const std::string forced = forcedKernel(context);
    if (forced == "wide16" || forced == "wide32") {
        return forced == "wide16" ? 16 : 32;
    }
    constexpr uint64_t largeProduct = 1u << 22;
    constexpr uint64_t hugeProduct = 1u << 25;
    // Rows that are a tile's number, of many matrices, leave none of it empty.
    const bool fills = p.matrixOfB && p.rows % 32 == 0;
    return (p.rows >= 128 || fills) && multiplicationsOf(p) >= hugeProduct ? 32
        : p.rows >= 64 && multiplicationsOf(p) >= largeProduct             ? 16
                                                                           : 8;
}

// What the wide kernel does with its sums, as gemmwide.comp reads it.
enum WideResult : uint32_t {
    WideStores = 1,
    AddsResidual = 2,
    AddsToRows = 4,
    ScalesRows = 8,
    AddsToColumns = 16,
    Clips = 32
};

// Rows of C end, and begin, a multiple of `count` elements from where C does.
bool hasRowsOf(const Product& p, uint64_t count)
{
    return p.width % count == 0 && p.strideC % count == 0 && p.batchC[0] % count == 0
        && p.batchC[1] % count == 0;
}

// Results that the wide kernel writes at once, in a variant of its own where writing is much of the work; 1
// for the one that serves all.
uint32_t storeWidth(const LoweringContext& context, const Product& p)
{
    constexpr uint64_t mostDepthForGroups = 32; // the other variant writes groups as well
    constexpr uint64_t mostDepthForQuads = 128; // but no quads
    const bool beginsAtColumnZero = p.transposedB || p.alignedB || !hasAlignedRows(p);
    if ((!beginsAtColumnZero && context.mayBeginAnywhere(p.b)) || context.mayBeginAnywhere(p.c)
        || (p.residual && context.mayBeginAnywhere(*p.residual))) {
        return 1;
    }
    if (hasRowsOf(p, 8)) {
        return p.depth <= mostDepthForGroups ? 8 : 1;
    }
    return p.depth <= mostDepthForQuads && hasRowsOf(p, 4) ? 4 : 1;
}

// Variants of the wide kernel are few: of the constants for what follows the sums it keeps activations that
// are no clipping.
void finishWide(const Product& p, bool writesGroups, ProductParameters& q, DispatchStep& step)
{
    const BiasKind bias = p.bias ? p.biasKind : BiasKind::None;
    const Activation activation = p.epilogue.activation;
    const bool isClipping = activation == Activation::Relu || activation == Activation::Clip;
    q.bands = (writesGroups ? WideStores : 0u) | (p.residual ? AddsResidual : 0u)
        | (bias == BiasKind::PerRow ? AddsToRows : 0u) | (bias == BiasKind::PerRowScaled ? ScalesRows : 0u)
        | (bias == BiasKind::PerColumn ? AddsToColumns : 0u) | (isClipping ? Clips : 0u);
    if (activation == Activation::Relu) {
        q.low = 0.0f;
        q.high = std::numeric_limits<float>::infinity();
    }
    // Scales of columns are a variant of their own: few models have a use for it.
    const bool scalesColumns = bias == BiasKind::PerColumnScaled;
    step.specialization = {scalesColumns || p.matrixOfB ? biasConstant(p) : 0, 0,
        static_cast<uint32_t>(isClipping ? Activation::None : activation), p.transposedB ? 1u : 0u};
}

// How far apart rows of C begin at the same phase of a group.
uint32_t rowStepOf(const Product& p)
{
    return groupElements / static_cast<uint32_t>(std::gcd(p.strideC, uint64_t {groupElements}));
}

} // namespace

WideTile wideTileFor(const WideSizes& sizes)
{
    // Instructions of eight lanes with 16 columns each, as llvmpipe compiles the kernel.
    constexpr uint64_t forRowOfB = 250; // for one step along the depth: fetched and shifted
    constexpr uint64_t forRowOfTile = 41; // the same: multiplied and added
    constexpr uint64_t forStore = 400;
    constexpr uint64_t singleStores = 16; // of a row
    constexpr uint64_t groupStores = 4; // two, and what is left over at the edges
    const auto costOf = [&](const WideTile& tile, uint64_t stores) {
        const uint64_t tiles = ceilDivide(sizes.rows, uint64_t {tile.rows} * tile.rowStep) * tile.rowStep;
        return tiles * sizes.depth * (forRowOfB + tile.rows * forRowOfTile) + sizes.rows * stores * forStore;
    };
    const auto fewestOf = [](uint64_t most, uint64_t rows) {
        return static_cast<uint32_t>(std::min(most, std::bit_ceil(std::max<uint64_t>(rows, 1))));
    };
    WideTile best {fewestOf(sizes.mostTileRows, sizes.rows), 1};
    if (sizes.rowStep == 1) {
        return best;
    }
    uint64_t bestCost = costOf(best, singleStores);
    const uint32_t most = fewestOf(sizes.mostTileRows, ceilDivide(sizes.rows, uint64_t {sizes.rowStep}));
    for (uint32_t rows = most; rows > 0; rows /= 2) {
        const WideTile apart {rows, sizes.rowStep};
        if (const uint64_t cost = costOf(apart, groupStores); cost < bestCost) {
            best = apart;
            bestCost = cost;
        }
    }
    return best;
}

uint32_t lanesAcrossFor(uint64_t tilesAcross)
{
    uint32_t lanes = mostLanesAcross;
    while (lanes > 1 && alignUp(tilesAcross, lanes) * 8 > tilesAcross * 9) {
        lanes /= 2;
    }
    return lanes;
}

// Few rows leave rows of the tile empty, few columns leave lanes.
void shapeWide(const LoweringContext& context, const Product& p, ProductParameters& q, DispatchStep& step)
{
    const bool shiftedB = !hasAlignedRows(p);
    // Then columns may be counted from where C's groups begin, else from where B's texels do, which may be
    // before column 0.
    const uint32_t width = storeWidth(context, p);
    const bool countsFromC = shiftedB && !p.transposedB && p.width == p.columns && width == 1;
    const WideTile tile = wideTileFor({.rows = p.rows,
        .depth = p.depth,
        .mostTileRows = mostTileRows(context, p),
        .rowStep = countsFromC ? rowStepOf(p) : 1});
    const bool writesGroups = countsFromC ? tile.rowStep == rowStepOf(p) : hasRowsOf(p, groupElements);
    const uint32_t tileGroups = p.columns > groupElements ? 2 : 1;
    const uint64_t tileColumns = uint64_t {tileGroups} * groupElements;
    const uint64_t mostBefore = countsFromC       ? (writesGroups ? groupElements - 1 : 0)
        : p.transposedB || p.alignedB || shiftedB ? 0
                                                  : elementsOfTexel(p.b.type()) - 1;
    const uint64_t tilesAcross = ceilDivide(p.columns + mostBefore, tileColumns);
    const uint32_t lanesAcross = q.b.back() = lanesAcrossFor(tilesAcross);
    const bool alignedA = areTexels(p.a.type(), {p.strideA, p.batchA[0], p.batchA[1]});
    step.kernel = &kernels::gemmwide().forTypes({p.a.type()});
    finishWide(p, writesGroups, q, step);
    q.bands |= tile.rowStep << 8;
    step.specialization.insert(step.specialization.end(),
        {tile.rows, tileGroups, !alignedA || p.transposedB ? 1u : 0u, shiftedB ? 1u : 0u, width});
    const uint64_t tilesDown = ceilDivide(p.rows, uint64_t {tile.rows} * tile.rowStep) * tile.rowStep;
    step.groupCount[0] = narrowed(ceilDivide(tilesDown, uint64_t {mostLanesAcross / lanesAcross}));
    step.groupCount[1] = narrowed(ceilDivide(tilesAcross, lanesAcross));
}

} // namespace weightless::ops::product
