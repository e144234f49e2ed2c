// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/blockquantized/blocks.h"
#include "engine/ops/composer.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/matmul_blocks.h"
#include "engine/ops/packedshape.h"
#include "engine/ops/product/product.h"
#include "engine/ops/stridedloop.h"
#include "engine/ops/unpackblocks.h"

#include <algorithm>

namespace weightless::ops::blockquantized {

namespace {

// Up to that many rows the weights are read where they are multiplied; for more, unpacking a part of them for
// a tiled product costs less than reading them again and again.
constexpr uint64_t fewRows = 8;
constexpr std::string_view vectorKernel = "vector";

struct MatMulParameters {
    uint32_t rows, columns, depth, rowWords, tiles, blocks, blockSize, rowBytes, zeroBytes, packedBytes;
};

// Four words are one access where rows of the weights begin at multiples of 16 bytes. "vector" asks for it.
uint32_t wordsAtOnce(const LoweringContext& context, const BlockLayout& layout)
{
    const std::string forced = context.attributes().stringOr(product::kernelAttribute, "");
    const bool isPossible = layout.rowBytes % 16 == 0;
    if (forced == vectorKernel && !isPossible) {
        context.unsupported(
            "the kernel 'vector' and rows of " + std::to_string(layout.rowBytes) + " bytes of weights");
    }
    const uint32_t wanted = forced == vectorKernel ? 4
        : forced.empty()                           ? devicePolicy(context.device()).packedWordsAtOnce
                                                   : 1;
    return isPossible ? wanted : 1;
}

void dispatchPacked(LoweringContext& context, const BlockProduct& operands, const TensorRef& y)
{
    const auto& [a, blocks, bias, rows] = operands;
    const BlockLayout& layout = blocks.layout;
    const uint32_t words = wordsAtOnce(context, layout);
    const PackedShape shape = packedShapeFor(context.device(), loopPolicy(context),
        {.rows = rows,
            .columns = layout.rows,
            .steps = ceilDivide(layout.rowWords(), uint64_t {words}),
            .wordsAtOnce = words});
    const RowTeams& teams = shape.teams;
    DispatchStep step {.loopRounds = teams.loopRounds};
    step.kernel = &kernels::matmul_blocks().forTypes({a.type()});
    step.specialization = teams.specialization({shape.tileRows, shape.tileColumns, bias ? 1u : 0u, words});
    const std::vector<uint32_t> constants = blockConstants(blocks);
    step.specialization.insert(step.specialization.end(), constants.begin(), constants.end());
    step.bindings = {{blocks.packed}, {blocks.scales}, {blocks.zeros.value_or(blocks.packed)}, {a},
        {blocks.groups.value_or(bias.value_or(a))}, {y, Access::Write}};
    step.parameters = parameterBytes(MatMulParameters {.rows = static_cast<uint32_t>(rows),
        .columns = static_cast<uint32_t>(layout.rows),
        .depth = static_cast<uint32_t>(layout.columns),
        .rowWords = static_cast<uint32_t>(layout.rowWords()),
        .tiles = static_cast<uint32_t>(shape.tiles),
        .blocks = static_cast<uint32_t>(layout.blocks()),
        .blockSize = static_cast<uint32_t>(layout.blockSize),
        .rowBytes = static_cast<uint32_t>(layout.rowBytes),
        .zeroBytes = static_cast<uint32_t>(layout.zeroBytes()),
        .packedBytes = static_cast<uint32_t>(layout.rows * layout.rowBytes)});
    step.groupCount = teams.groups;
    step.operations = 3 * rows * layout.rows * layout.columns;
    context.dispatch(std::move(step));
}

// The kernel has a place for either groups or a bias.
void multiplyPacked(LoweringContext& context, const BlockProduct& operands)
{
    const TensorRef y = context.output(0);
    if (!operands.blocks.groups || !operands.bias) {
        dispatchPacked(context, operands, y);
        return;
    }
    BlockProduct withoutBias = operands;
    withoutBias.bias.reset();
    const TensorRef sums = context.temporary(y.descriptor);
    dispatchPacked(context, withoutBias, sums);
    Composer(context).addTo(y, "Add", {sums, *operands.bias});
}

// A part of the weights at a time becomes numbers in scratch memory, for the kernels of large products.
void multiplyUnpacked(LoweringContext& context, const BlockProduct& operands)
{
    const BlockLayout& layout = operands.blocks.layout;
    const TensorRef c = context.output(0);
    const uint64_t elementBytes = bitWidth(c.type()) / 8;
    // Whole tiles, one at least: parts of single rows would be thousands of steps.
    constexpr uint64_t tileRows = 64;
    const uint64_t tiles = context.scratchBytes() / 2 / (layout.columns * elementBytes) / tileRows;
    const uint64_t atOnce = std::min(layout.rows, std::max<uint64_t>(tiles, 1) * tileRows);
    // Filled by one part after another, and never beside the weights for longer than a run.
    const TensorRef scratch = context.unkeptTemporary(
        {c.type(), {static_cast<int64_t>(atOnce), static_cast<int64_t>(layout.columns)}});
    product::Product p;
    p.a = operands.a;
    p.b = scratch;
    p.rows = operands.rows;
    p.depth = p.strideA = p.channelStride = layout.columns;
    p.strideC = layout.rows;
    p.transposedB = true;
    p.wholeSize = operands.rows * layout.columns * layout.rows;
    for (uint64_t first = 0; first < layout.rows; first += atOnce) {
        const uint64_t count = std::min(atOnce, layout.rows - first);
        const auto from = [&](const TensorRef& tensor) {
            return context.view(
                tensor, {tensor.type(), {tensor.elements() - static_cast<int64_t>(first)}}, first);
        };
        unpackBlocks(context, operands.blocks, {.first = first, .count = count}, scratch);
        p.c = from(c);
        p.columns = p.width = p.paddedWidth = count;
        if (operands.bias) {
            p.bias = from(*operands.bias);
            p.biasKind = product::BiasKind::PerColumn;
        }
        product::dispatchProduct(context, p);
    }
}

} // namespace

void lowerProduct(LoweringContext& context, const BlockProduct& operands)
{
    requireReachable(context, operands.blocks.layout);
    const std::string forced = context.attributes().stringOr(product::kernelAttribute, "");
    const bool isWanted =
        forced.empty() ? operands.rows <= fewRows : forced == "packed" || forced == vectorKernel;
    if (isWanted && operands.blocks.layout.hasWholeRows) {
        multiplyPacked(context, operands);
    } else {
        multiplyUnpacked(context, operands);
    }
}

} // namespace weightless::ops::blockquantized
