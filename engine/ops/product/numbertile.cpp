// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/numbertile.h"

#include "engine/base/bytes.h"
#include "engine/ops/kernels/gemmnumbers.h"
#include "engine/ops/product/widetile.h"

#include <algorithm>
#include <bit>

namespace weightless::ops::product {

namespace {

constexpr uint64_t mostTileRows = 8;
constexpr uint64_t tileRowBytes = 64; // eight doubles, which are two registers for each of them

uint32_t fewestOf(uint64_t most, uint64_t count)
{
    return static_cast<uint32_t>(std::min(most, std::bit_ceil(std::max<uint64_t>(count, 1))));
}

// Whether a texel begins wherever the kernel reads eight steps, or a tile's columns, of a matrix in memory.
bool beginsTexels(
    const LoweringContext& context, const TensorRef& matrix, std::initializer_list<uint64_t> distances)
{
    const uint64_t elements = elementsOfTexel(matrix.type());
    return !context.mayBeginAnywhere(matrix)
        && std::ranges::all_of(distances, [&](uint64_t distance) { return distance % elements == 0; });
}

} // namespace

NumberTile numberTileFor(const Product& p)
{
    const uint64_t mostColumns = 8;
    return {fewestOf(mostTileRows, p.rows), fewestOf(mostColumns, p.columns)};
}

void shapeNumbers(const LoweringContext& context, const Product& p, ProductParameters& q, DispatchStep& step)
{
    const NumberTile tile = numberTileFor(p);
    // The steps that are left over are read one at a time, each in the midst of a texel.
    constexpr uint64_t stepsAtOnce = 8;
    const bool hasTail = p.depth % stepsAtOnce != 0;
    const bool alignedA = !hasTail && beginsTexels(context, p.a, {p.strideA, p.batchA[0], p.batchA[1]});
    const uint64_t apart = p.transposedB ? 0 : tile.columns | p.tapRowStride | p.tapStride;
    const bool alignedB = !(hasTail && p.transposedB)
        && beginsTexels(context, p.b, {p.channelStride, p.batchB[0], p.batchB[1], apart});
    const uint64_t tilesAcross = ceilDivide(p.columns, uint64_t {tile.columns});
    const uint32_t lanesAcross = q.b.back() = lanesAcrossFor(tilesAcross);
    step.kernel = &kernels::gemmnumbers().forTypes({p.a.type()});
    step.specialization.insert(
        step.specialization.end(), {tile.rows, tile.columns, alignedA ? 0u : 1u, alignedB ? 0u : 1u});
    const uint64_t groupsDown = ceilDivide(p.rows, uint64_t {tile.rows} * (mostLanesAcross / lanesAcross));
    step.groupCount = linearGroups(groupsDown * ceilDivide(tilesAcross, uint64_t {lanesAcross}), 1);
}

} // namespace weightless::ops::product
