// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/experts/products.h"
#include "engine/ops/kernels/experts_matrices.h"
#include "engine/ops/product/product.h"
#include "engine/ops/unpackblocks.h"

#include <algorithm>
#include <utility>

namespace weightless::ops::experts {

namespace {

struct MatricesParameters {
    uint32_t count, tileCount, tileStride, expertsPerPart;
};

// Of each part of the experts, what Product::matrixOfB is: [parts, tiles].
TensorRef matricesOf(
    LoweringContext& context, const Mixture& mixture, const Route& route, uint64_t expertsPerPart)
{
    const uint64_t parts = ceilDivide(static_cast<uint64_t>(mixture.experts), expertsPerPart);
    TensorRef matrices = context.temporary(
        {DataType::UInt32, {static_cast<int64_t>(parts), static_cast<int64_t>(route.tiles)}});
    const uint64_t count = parts * route.tiles;
    context.dispatch({.kernel = &kernels::experts_matrices().forTypes({DataType::UInt32}),
        .loopRounds = fewLoopRounds,
        .bindings = {{route.tensor}, {matrices, Access::Write}},
        .parameters = parameterBytes(MatricesParameters {.count = static_cast<uint32_t>(count),
            .tileCount = static_cast<uint32_t>(route.tiles),
            .tileStride = route.tileStride(),
            .expertsPerPart = static_cast<uint32_t>(expertsPerPart)}),
        .groupCount = linearGroups(count),
        .operations = 4 * count});
    return matrices;
}

// All tiles; matrixOfB says which of them are multiplied, and with what.
product::Product productOf(
    const Mixture& mixture, const Route& route, const Layer& layer, const TensorRef& a, const TensorRef& y)
{
    const auto rows = static_cast<uint64_t>(layer.rows);
    const auto depth = static_cast<uint64_t>(layer.depth);
    product::Product p;
    p.a = a;
    p.c = y;
    p.rows = route.tileRows;
    p.depth = p.strideA = p.channelStride = depth;
    p.columns = p.width = p.paddedWidth = p.strideC = rows;
    p.transposedB = true;
    p.batchOuter = route.tiles;
    p.batchA[0] = route.tileRows * depth;
    p.batchB[0] = rows * depth;
    p.batchC[0] = route.tileRows * rows;
    p.wholeSize = static_cast<uint64_t>(mixture.tokens * mixture.chosen) * rows * depth;
    p.alpha = productScale(a.type());
    return p;
}

// Some rows of all experts at a time become numbers, or of as many experts as find room: so each launch has
// work for all tiles.
void multiplyUnpacked(LoweringContext& context, const Mixture& mixture, const Route& route,
    const PackedBlocks& blocks, product::Product p)
{
    constexpr uint64_t fewestRows = 128; // as many as kernels share what they read of the pairs for
    const uint64_t rowsOfExpert = p.columns;
    const uint64_t rowBytes = p.depth * bitWidth(p.a.type()) / 8;
    const uint64_t fittingRows = context.scratchBytes() / 2 / rowBytes;
    const auto experts = static_cast<uint64_t>(mixture.experts);
    const uint64_t rowsAtOnce =
        std::min(std::max(fittingRows / experts / fewestRows, uint64_t {1}) * fewestRows, rowsOfExpert);
    const uint64_t expertsAtOnce = std::clamp<uint64_t>(fittingRows / rowsAtOnce, 1, experts);
    p.b = context.unkeptTemporary(
        {p.a.type(), {static_cast<int64_t>(expertsAtOnce * rowsAtOnce), static_cast<int64_t>(p.depth)}});
    const TensorRef matrices = matricesOf(context, mixture, route, expertsAtOnce);
    const TensorRef y = p.c;
    // Which experts most pairs are of, the device alone knows.
    constexpr uint64_t mostOfAverage = 4;
    const uint64_t parts = ceilDivide(experts, expertsAtOnce);
    for (uint64_t expert = 0; expert < experts; expert += expertsAtOnce) {
        p.matrixOfB = context.viewFrom(matrices, expert / expertsAtOnce * route.tiles);
        for (uint64_t row = 0; row < rowsOfExpert; row += rowsAtOnce) {
            p.columns = p.width = p.paddedWidth = std::min(rowsAtOnce, rowsOfExpert - row);
            p.batchB[0] = p.columns * p.depth;
            const uint64_t all = 2 * p.rows * p.batchOuter * p.columns * p.depth;
            p.operations = std::min(all, all / parts * mostOfAverage);
            p.c = context.viewFrom(y, row);
            unpackBlocks(context, blocks,
                {.first = expert * rowsOfExpert + row,
                    .count = p.columns,
                    .groups = std::min(expertsAtOnce, experts - expert),
                    .distance = rowsOfExpert},
                p.b);
            product::dispatchProduct(context, p);
        }
    }
}

} // namespace

TensorRef multiplySorted(LoweringContext& context, const Mixture& mixture, const Route& route,
    const Layer& layer, const TensorRef& a)
{
    TensorRef y = context.temporary({a.type(), {route.rows(), layer.rows}});
    product::Product p = productOf(mixture, route, layer, a, y);
    if (mixture.isPacked) {
        multiplyUnpacked(context, mixture, route, packedBlocksOf(context, mixture, layer), std::move(p));
    } else {
        p.b = context.input(layer.weights);
        p.matrixOfB = matricesOf(context, mixture, route, static_cast<uint64_t>(mixture.experts));
        product::dispatchProduct(context, p);
    }
    return y;
}

} // namespace weightless::ops::experts
