// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/blockquantized/blocks.h"
#include "engine/ops/composer.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/matmul_blocks.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/packedshape.h"
#include "engine/ops/product/product.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>
#include <bit>

// com.microsoft.MatMulNBits: a [batch …, rows, K] times the transpose of N x K packed weights.
namespace weightless::ops::blockquantized {

namespace {

enum Input : size_t { A, Packed, Scales, Zeros, Groups, Bias };

// Up to that many rows the weights are read where they are multiplied; for more, unpacking a part of them for
// a tiled product costs less than reading them again and again.
constexpr uint64_t fewRows = 8;
constexpr std::string_view vectorKernel = "vector";

struct MatMulParameters {
    uint32_t rows, columns, depth, rowWords, tiles, blocks, blockSize, rowBytes, zeroBytes, packedBytes;
};

int64_t requiredPositive(const Attributes& attributes, std::string_view name, int64_t fallback = 0)
{
    const int64_t value = attributes.intOr(name, fallback);
    if (value < 1 || value > (int64_t {1} << 31)) {
        failNode(
            "attribute '" + std::string(name) + "' is " + std::to_string(value) + ", expected 1 to 2^31");
    }
    return value;
}

BlockLayout layoutOf(const Attributes& attributes)
{
    BlockLayout layout;
    layout.rows = static_cast<uint64_t>(requiredPositive(attributes, "N"));
    layout.columns = static_cast<uint64_t>(requiredPositive(attributes, "K"));
    const int64_t bits = attributes.intOr("bits", 4);
    layout.blockSize = static_cast<uint64_t>(requiredPositive(attributes, "block_size"));
    if (bits != 2 && bits != 4 && bits != 8) {
        failNode("bits is " + std::to_string(bits) + ", expected 2, 4 or 8");
    }
    if (layout.blockSize < 16 || !std::has_single_bit(layout.blockSize)) {
        failNode(
            "block_size is " + std::to_string(layout.blockSize) + ", expected a power of two from 16 on");
    }
    layout.bits = static_cast<uint32_t>(bits);
    layout.middleZero = 1u << (bits - 1);
    layout.rowBytes = layout.blocks() * layout.blockSize * layout.bits / 8;
    return layout;
}

void requireElements(const InferenceContext& context, size_t index, uint64_t count, const char* what)
{
    if (elementCount(context.shape(index)) != static_cast<int64_t>(count)) {
        context.fail(std::string("the ") + what + " are " + toString(context.input(index)) + ", expected "
            + std::to_string(count) + " elements");
    }
}

// Weights that were sorted before they were quantized (GPTQ's act-order) say which block each column was in.
void requireGroups(const InferenceContext& context, const BlockLayout& layout)
{
    if (context.type(Groups) != DataType::Int32) {
        context.fail("g_idx is " + toString(context.input(Groups)) + ", expected int32");
    }
    const auto padded = static_cast<int64_t>(layout.blocks() * layout.blockSize);
    if (elementCount(context.shape(Groups)) != padded) {
        requireElements(context, Groups, layout.columns, "block numbers (g_idx)");
    }
}

void infer(InferenceContext& context)
{
    const BlockLayout layout = layoutOf(context.attributes());
    if (context.attributes().intOr("weight_prepacked", 0) != 0) {
        context.unsupported("weight_prepacked: weights in the order of a card's own kernel");
    }
    const DataType type = context.type(A);
    if (type != DataType::Float32 && type != DataType::Float16 && type != DataType::BFloat16) {
        context.fail("a is " + toString(context.input(A)) + ", expected float32, float16 or bfloat16");
    }
    Shape result = context.shape(A);
    if (result.empty() || result.back() != static_cast<int64_t>(layout.columns)) {
        context.fail("a is " + toString(context.input(A)) + ", expected K = " + std::to_string(layout.columns)
            + " in its last dimension");
    }
    if (context.type(Packed) != DataType::UInt8) {
        context.fail("b is " + toString(context.input(Packed)) + ", expected uint8");
    }
    requireElements(context, Packed, layout.rows * layout.rowBytes, "packed weights");
    context.requireSameType(A, Scales);
    requireElements(context, Scales, layout.rows * layout.blocks(), "scales");
    if (context.hasInput(Zeros)) {
        const bool isPacked = context.type(Zeros) == DataType::UInt8;
        if (!isPacked && context.type(Zeros) != type) {
            context.unsupported("zero points of " + toString(context.type(Zeros)));
        }
        requireElements(
            context, Zeros, layout.rows * (isPacked ? layout.zeroBytes() : layout.blocks()), "zero points");
    }
    if (context.hasInput(Groups)) {
        requireGroups(context, layout);
    }
    if (context.hasInput(Bias)) {
        context.requireSameType(A, Bias);
        requireElements(context, Bias, layout.rows, "biases");
    }
    result.back() = static_cast<int64_t>(layout.rows);
    context.setOutput(0, type, std::move(result));
}

std::optional<TensorRef> optionalInput(const LoweringContext& context, size_t index)
{
    return context.hasInput(index) ? std::optional(context.input(index)) : std::nullopt;
}

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

void dispatchPacked(LoweringContext& context, const PackedBlocks& blocks, uint64_t rows,
    const std::optional<TensorRef>& bias, const TensorRef& y)
{
    const BlockLayout& layout = blocks.layout;
    const TensorRef a = context.input(A);
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
void dispatchPacked(LoweringContext& context, const PackedBlocks& blocks, uint64_t rows)
{
    const auto bias = optionalInput(context, Bias);
    const TensorRef y = context.output(0);
    if (!blocks.groups || !bias) {
        dispatchPacked(context, blocks, rows, bias, y);
        return;
    }
    const TensorRef product = context.temporary(y.descriptor);
    dispatchPacked(context, blocks, rows, std::nullopt, product);
    Composer(context).addTo(y, "Add", {product, *bias});
}

// A part of the weights at a time becomes numbers in scratch memory, for the kernels of large products.
void dispatchUnpacked(LoweringContext& context, const PackedBlocks& blocks, uint64_t rows)
{
    const BlockLayout& layout = blocks.layout;
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
    p.a = context.input(A);
    p.b = scratch;
    p.rows = rows;
    p.depth = p.strideA = p.channelStride = layout.columns;
    p.strideC = layout.rows;
    p.transposedB = true;
    p.wholeSize = rows * layout.columns * layout.rows;
    for (uint64_t first = 0; first < layout.rows; first += atOnce) {
        const uint64_t count = std::min(atOnce, layout.rows - first);
        const auto from = [&](const TensorRef& tensor) {
            return context.view(
                tensor, {tensor.type(), {tensor.elements() - static_cast<int64_t>(first)}}, first);
        };
        dispatchUnpack(context, blocks, first, count, scratch);
        p.c = from(c);
        p.columns = p.width = p.paddedWidth = count;
        if (context.hasInput(Bias)) {
            p.bias = from(context.input(Bias));
            p.biasKind = product::BiasKind::PerColumn;
        }
        product::dispatchProduct(context, p);
    }
}

void lower(LoweringContext& context)
{
    const TensorRef c = context.output(0);
    if (c.elements() == 0) {
        return;
    }
    const PackedBlocks blocks {.layout = layoutOf(context.attributes()),
        .packed = context.input(Packed),
        .scales = context.input(Scales),
        .zeros = optionalInput(context, Zeros),
        .groups = optionalInput(context, Groups)};
    requireReachable(context, blocks.layout);
    const uint64_t rows = static_cast<uint64_t>(c.elements()) / blocks.layout.rows;
    const std::string forced = context.attributes().stringOr(product::kernelAttribute, "");
    if (forced.empty() ? rows <= fewRows : forced == "packed" || forced == vectorKernel) {
        dispatchPacked(context, blocks, rows);
    } else {
        dispatchUnpacked(context, blocks, rows);
    }
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "MatMulNBits",
        .minInputs = 3,
        .maxInputs = 6,
        .infer = infer,
        .lower = lower,
        .domain = "com.microsoft"});
    registerGather(registry);
}

} // namespace weightless::ops::blockquantized
