// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/experts/products.h"

#include "engine/base/bytes.h"
#include "engine/ops/kernels/experts_blocks.h"
#include "engine/ops/kernels/experts_rows.h"
#include "engine/ops/packedblocks.h"
#include "engine/ops/packedshape.h"
#include "engine/ops/product/product.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace weightless::ops::experts {

namespace {

struct RowParameters {
    uint32_t rows, columns, depth, tiles, experts, pairsPerRow;
};

struct BlockParameters {
    RowParameters rows;
    uint32_t blocks, blockSize, rowBytes, zeroBytes, packedBytes;
};

// Words that an invocation reads in one access. "vector" asks for what cards do.
uint32_t wordsAtOnce(const LoweringContext& context)
{
    const bool isForced = context.attributes().stringOr(product::kernelAttribute, "") == "vector";
    return isForced ? 4 : devicePolicy(context.device()).packedWordsAtOnce;
}

PackedShape shapeFor(LoweringContext& context, const Route& route, const Layer& layer, uint64_t stepElements,
    uint32_t wordsAtOnce)
{
    return packedShapeFor(context.device(), loopPolicy(context),
        {.rows = route.tiles * route.tileRows,
            .columns = static_cast<uint64_t>(layer.rows),
            .steps = ceilDivide(static_cast<uint64_t>(layer.depth), stepElements),
            .wordsAtOnce = wordsAtOnce,
            .mostTileRows = route.tileRows});
}

RowParameters rowParameters(
    const Mixture& mixture, const Layer& layer, const Operand& a, const PackedShape& shape)
{
    return {.rows = narrowed(a.count),
        .columns = narrowed(layer.rows),
        .depth = narrowed(layer.depth),
        .tiles = static_cast<uint32_t>(shape.tiles),
        .experts = narrowed(mixture.experts),
        .pairsPerRow = narrowed(a.pairsPerRow)};
}

DispatchStep stepOf(const Route& route, const Layer& layer, const PackedShape& shape)
{
    DispatchStep step {.loopRounds = shape.teams.loopRounds};
    step.groupCount = shape.teams.groups;
    step.operations = 3 * static_cast<uint64_t>(route.pairs) * static_cast<uint64_t>(layer.rows)
        * static_cast<uint64_t>(layer.depth);
    return step;
}

// What an expert's weights are that are chosen once: of all that are there, the rest is not read.
TensorBinding weightsOf(const TensorRef& tensor, const Mixture& mixture, const Route& route)
{
    const auto bytes = static_cast<uint64_t>(tensor.elements()) * bitWidth(tensor.type()) / 8;
    const auto read = static_cast<uint64_t>(std::min(route.pairs, mixture.experts));
    return {.tensor = tensor, .mostBytes = bytes / static_cast<uint64_t>(mixture.experts) * read};
}

void multiplyPacked(LoweringContext& context, const Mixture& mixture, const Route& route, const Layer& layer,
    const Operand& a, const TensorRef& y)
{
    const PackedBlocks blocks = packedBlocksOf(context, mixture, layer);
    const BlockLayout& layout = blocks.layout;
    requireReachable(context, layout);
    const bool areZerosAlongRows =
        mixture.areZerosAlongRows(layer, blocks.zeros ? blocks.zeros->elements() : 0);
    const uint32_t words = layout.rowBytes % 16 == 0 ? wordsAtOnce(context) : 1;
    const PackedShape shape = shapeFor(context, route, layer, words * 32 / layout.bits, words);
    DispatchStep step = stepOf(route, layer, shape);
    step.kernel = &kernels::experts_blocks().forTypes({a.rows.type()});
    step.specialization = shape.teams.specialization(
        {shape.tileRows, shape.tileColumns, route.isGrouped ? 1u : 0u, words, areZerosAlongRows ? 1u : 0u});
    const std::vector<uint32_t> constants = blockConstants(blocks);
    step.specialization.insert(step.specialization.end(), constants.begin(), constants.end());
    step.bindings = {weightsOf(blocks.packed, mixture, route), weightsOf(blocks.scales, mixture, route),
        blocks.zeros ? weightsOf(*blocks.zeros, mixture, route) : weightsOf(blocks.packed, mixture, route),
        {a.rows}, {route.tensor}, {y, Access::Write}};
    step.parameters = parameterBytes(BlockParameters {.rows = rowParameters(mixture, layer, a, shape),
        .blocks = static_cast<uint32_t>(layout.blocks()),
        .blockSize = static_cast<uint32_t>(layout.blockSize),
        .rowBytes = static_cast<uint32_t>(layout.rowBytes),
        .zeroBytes = narrowed(mixture.zeroBytes(layer, areZerosAlongRows)),
        .packedBytes = static_cast<uint32_t>(layout.rows * layout.rowBytes)});
    context.dispatch(std::move(step));
}

void multiplyRows(LoweringContext& context, const Mixture& mixture, const Route& route, const Layer& layer,
    const Operand& a, const TensorRef& y)
{
    const uint32_t words = wordsAtOnce(context);
    const uint64_t packElements = 128 / bitWidth(a.rows.type());
    const PackedShape shape = shapeFor(context, route, layer, packElements, words);
    DispatchStep step = stepOf(route, layer, shape);
    step.kernel = &kernels::experts_rows().forTypes({a.rows.type()});
    step.specialization = shape.teams.specialization(
        {shape.tileRows, shape.tileColumns, route.isGrouped ? 1u : 0u, words > 1 ? 1u : 0u});
    step.bindings = {weightsOf(context.input(layer.weights), mixture, route), {a.rows}, {route.tensor},
        {y, Access::Write}};
    step.parameters = parameterBytes(rowParameters(mixture, layer, a, shape));
    context.dispatch(std::move(step));
}

} // namespace

PackedBlocks packedBlocksOf(const LoweringContext& context, const Mixture& mixture, const Layer& layer)
{
    BlockLayout layout;
    layout.rows = static_cast<uint64_t>(mixture.experts * layer.rows);
    layout.columns = static_cast<uint64_t>(layer.depth);
    layout.bits = static_cast<uint32_t>(mixture.bits);
    layout.blockSize = static_cast<uint64_t>(mixture.blockSize == 0 ? layer.depth : mixture.blockSize);
    layout.rowBytes = static_cast<uint64_t>(mixture.rowBytes(layer));
    layout.middleZero = 1u << (mixture.bits - 1);
    return {.layout = layout,
        .packed = context.input(layer.weights),
        .scales = context.input(layer.scales),
        .zeros = context.hasInput(layer.zeros) ? std::optional(context.input(layer.zeros)) : std::nullopt};
}

TensorRef multiply(LoweringContext& context, const Mixture& mixture, const Route& route, const Layer& layer,
    const Operand& a)
{
    if (route.order) {
        return multiplySorted(context, mixture, route, layer, a.rows);
    }
    TensorRef y = context.temporary({DataType::Float32, {route.pairs, layer.rows}});
    if (mixture.isPacked) {
        multiplyPacked(context, mixture, route, layer, a, y);
    } else {
        multiplyRows(context, mixture, route, layer, a, y);
    }
    return y;
}

} // namespace weightless::ops::experts
