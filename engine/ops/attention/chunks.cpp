// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/chunks.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/softmaxmasked.h"
#include "engine/ops/product/product.h"
#include "engine/ops/rows.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>

namespace weightless::ops::attention {

namespace {

using product::Product;

struct MaskedSoftmaxParameters {
    uint32_t rows, extent, stride, rowsPerMatrix, firstRow, firstMatrix;
    MaskStrides mask;
    VisibleParameters visible;
};

// What is read, as products want it, and the scores of a chunk.
struct Buffers {
    TensorRef k, v, scores;
    int64_t strideK = 0; // columns of k, and those behind them
    int64_t strideV = 0;
    int64_t strideScores = 0;
};

// `matrices` matrices from `matrix` on, rows [row, row + rows) of each. Those of several batches are all
// heads of each.
struct Chunk {
    int64_t matrix;
    int64_t matrices;
    int64_t row;
    int64_t rows;

    [[nodiscard]] int64_t inner(const AttentionSizes& s) const
    {
        return s.headsInside == 0 ? matrices : std::min(matrices, s.heads);
    }
};

uint64_t unsignedOf(int64_t value)
{
    return static_cast<uint64_t>(value);
}

// From one batch to the next, and from one head to the next.
std::array<uint64_t, 2> batchStrides(
    const AttentionSizes& s, const Chunk& chunk, uint32_t tensor, int64_t rows, int64_t columns)
{
    return {unsignedOf(s.matrixBegin(tensor, chunk.inner(s), rows, columns)),
        unsignedOf(chunk.inner(s) > 1 ? s.matrixBegin(tensor, 1, rows, columns) : 0)};
}

std::array<uint64_t, 2> scoreStrides(const AttentionSizes& s, const Chunk& chunk, int64_t strideScores)
{
    const uint64_t matrix = unsignedOf(chunk.rows * strideScores);
    return {unsignedOf(chunk.inner(s)) * matrix, matrix};
}

void setBatch(const AttentionSizes& s, const Chunk& chunk, Product& p)
{
    p.batchInner = unsignedOf(chunk.inner(s));
    p.batchOuter = unsignedOf(chunk.matrices) / p.batchInner;
    p.wholeRows = unsignedOf(s.m);
    p.wholeSize = unsignedOf(s.matrices) * p.wholeRows * p.depth * p.columns;
}

void dispatchScores(LoweringContext& context, const AttentionSizes& s, const Operands& o, const Buffers& b,
    const Chunk& chunk)
{
    const int64_t rowsK = s.isTransposed ? s.depth : s.n;
    const int64_t pitchQ = s.rowPitch(headsOfQ, s.depth);
    Product p;
    p.a = context.viewFrom(
        o.q, unsignedOf(s.matrixBegin(headsOfQ, chunk.matrix, s.m, s.depth) + chunk.row * pitchQ));
    p.b = context.viewFrom(b.k, unsignedOf(s.matrixBegin(headsOfK, chunk.matrix, rowsK, b.strideK)));
    p.c = b.scores;
    p.transposedB = !s.isTransposed;
    p.rows = unsignedOf(chunk.rows);
    p.depth = unsignedOf(s.depth);
    p.strideA = unsignedOf(pitchQ);
    // Columns of the padding are scores nobody reads.
    p.columns = p.width = p.paddedWidth = unsignedOf(s.isTransposed ? b.strideScores : s.n);
    p.channelStride = unsignedOf(s.rowPitch(headsOfK, b.strideK));
    p.strideC = unsignedOf(b.strideScores);
    p.batchA = batchStrides(s, chunk, headsOfQ, s.m, s.depth);
    p.batchB = batchStrides(s, chunk, headsOfK, rowsK, b.strideK);
    p.batchC = scoreStrides(s, chunk, b.strideScores);
    p.alpha = o.scale;
    setBatch(s, chunk, p);
    product::dispatchProduct(context, p);
}

void dispatchSoftmax(LoweringContext& context, const AttentionSizes& s, const Operands& o, const Buffers& b,
    const Chunk& chunk)
{
    const uint64_t rows = unsignedOf(chunk.matrices * chunk.rows);
    const uint64_t groups = unsignedOf(b.strideScores) / groupElements;
    const RowTeams teams =
        rowTeams(context, {.rows = rows, .length = groups, .walks = 2, .neighbours = groups});
    DispatchStep step {.loopRounds = teams.loopRounds};
    step.kernel = &kernels::softmaxmasked().forTypes({b.scores.type()});
    step.specialization = teams.specialization({o.mask ? 1u : 0u, o.causal(), o.isCapped()});
    step.bindings = {{b.scores, Access::ReadWrite}, {o.mask.value_or(o.q)}, {o.lengths.value_or(o.q)}};
    step.groupCount = teams.groups;
    step.operations = rows * unsignedOf(s.n) * 8;
    step.parameters = parameterBytes(MaskedSoftmaxParameters {static_cast<uint32_t>(rows),
        static_cast<uint32_t>(s.n), static_cast<uint32_t>(b.strideScores), static_cast<uint32_t>(chunk.rows),
        static_cast<uint32_t>(chunk.row), static_cast<uint32_t>(chunk.matrix), o.maskStrides, o.visible});
    context.dispatch(std::move(step));
}

void dispatchValues(LoweringContext& context, const AttentionSizes& s, const Operands& o, const Buffers& b,
    const Chunk& chunk)
{
    const int64_t pitchY = s.rowPitch(headsOfY, s.width);
    Product p;
    p.a = b.scores;
    p.b = context.viewFrom(b.v, unsignedOf(s.matrixBegin(headsOfV, chunk.matrix, s.n, b.strideV)));
    p.c = context.viewFrom(
        o.y, unsignedOf(s.matrixBegin(headsOfY, chunk.matrix, s.m, s.width) + chunk.row * pitchY));
    p.rows = unsignedOf(chunk.rows);
    p.depth = unsignedOf(s.n);
    p.strideA = unsignedOf(b.strideScores);
    p.columns = p.paddedWidth = unsignedOf(b.strideV);
    p.channelStride = unsignedOf(s.rowPitch(headsOfV, b.strideV));
    p.width = unsignedOf(s.width);
    p.strideC = unsignedOf(pitchY);
    p.batchA = scoreStrides(s, chunk, b.strideScores);
    p.batchB = batchStrides(s, chunk, headsOfV, s.n, b.strideV);
    p.batchC = batchStrides(s, chunk, headsOfY, s.m, s.width);
    setBatch(s, chunk, p);
    product::dispatchProduct(context, p);
}

// Keys as products read them fastest: [matrices, depth, n], and rows of a multiple of eight.
TensorRef withTurnedKeys(
    LoweringContext& context, const AttentionSizes& s, const TensorRef& k, int64_t strideScores)
{
    TensorRef turned = context.temporary({k.type(), {s.matrices * s.depth * strideScores}});
    const int64_t matrix = s.n * s.depth;
    const bool isInside = (s.headsInside & headsOfK) != 0;
    const int64_t target = s.depth * strideScores;
    dispatchCopy(context, k, turned,
        {.dims = {s.matrices / s.heads, s.heads, s.depth, s.n},
            .sourceStrides = {s.heads * matrix, isInside ? s.depth : matrix, 1,
                s.rowPitch(headsOfK, s.depth)},
            .targetStrides = {s.heads * target, target, strideScores, 1}});
    return turned;
}

// May turn the keys, which `s` then says.
Buffers buffersOf(LoweringContext& context, AttentionSizes& s, const Operands& o)
{
    constexpr int64_t fewestRows = 16; // that make a copy worth while
    Buffers b {.k = o.k, .v = o.v, .scores = {}};
    b.strideScores = static_cast<int64_t>(alignUp(unsignedOf(s.n), 8));
    const bool packs = devicePolicy(context.device()).packsAttentionOperands;
    if (packs && !s.isTransposed && s.m >= fewestRows) {
        b.k = withTurnedKeys(context, s, b.k, b.strideScores);
        s.isTransposed = true;
        s.headsInside &= ~headsOfK;
        b.strideK = b.strideScores;
    } else if (s.isTransposed && s.n % 8 != 0) {
        b.k = product::withPaddedRows(context, b.k, unsignedOf(s.matrices * s.depth), unsignedOf(s.n));
        b.strideK = b.strideScores;
    } else {
        b.strideK = s.isTransposed ? s.n : s.depth;
    }
    b.strideV = s.width;
    if (packs && s.width % 8 != 0) {
        b.v = product::withPaddedRows(context, b.v, unsignedOf(s.matrices * s.n), unsignedOf(s.width));
        b.strideV = static_cast<int64_t>(alignUp(unsignedOf(s.width), 8));
    }
    return b;
}

} // namespace

void dispatchChunks(LoweringContext& context, const AttentionSizes& sizes, const Operands& o)
{
    AttentionSizes s = sizes;
    Buffers b = buffersOf(context, s, o);
    // A chunk of scores is never more than a descriptor can bind.
    const uint64_t budget =
        std::min(context.scratchBytes() / 2, context.device().maxStorageBufferRangeBytes / 2);
    const auto rowsAtOnce = static_cast<int64_t>(
        std::max<uint64_t>(1, budget / (unsignedOf(b.strideScores) * bitWidth(o.q.type()) / 8)));
    int64_t matrices = std::clamp<int64_t>(rowsAtOnce / s.m, 1, s.matrices);
    if (s.headsInside != 0 && matrices > s.heads) {
        matrices -= matrices % s.heads;
    }
    const int64_t rows = std::min(s.m, rowsAtOnce);
    b.scores = context.temporary({o.q.type(), {matrices * rows * b.strideScores}});
    for (int64_t matrix = 0; matrix < s.matrices;) {
        const int64_t left =
            s.headsInside != 0 && matrices < s.heads ? s.heads - matrix % s.heads : s.matrices - matrix;
        const int64_t count = std::min(matrices, left);
        for (int64_t row = 0; row < s.m; row += rows) {
            const Chunk chunk {matrix, count, row, std::min(rows, s.m - row)};
            dispatchScores(context, s, o, b, chunk);
            dispatchSoftmax(context, s, o, b, chunk);
            dispatchValues(context, s, o, b, chunk);
        }
        matrix += count;
    }
}

} // namespace weightless::ops::attention
