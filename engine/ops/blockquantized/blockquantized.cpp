// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/blockquantized/blocks.h"
#include "engine/ops/nodeview.h"

#include <bit>
#include <utility>

// com.microsoft.MatMulNBits: a [batch …, rows, K] times the transpose of N x K packed weights.
namespace weightless::ops::blockquantized {

namespace {

enum Input : size_t { A, Packed, Scales, Zeros, Groups, Bias };

BlockLayout layoutOf(const Attributes& attributes)
{
    BlockLayout layout;
    layout.rows = static_cast<uint64_t>(requiredSize(attributes, "N"));
    layout.columns = static_cast<uint64_t>(requiredSize(attributes, "K"));
    const int64_t bits = attributes.intOr("bits", 4);
    layout.blockSize = static_cast<uint64_t>(requiredSize(attributes, "block_size"));
    if (bits != 2 && bits != 4 && bits != 8) {
        failNode("bits is " + std::to_string(bits) + ", expected 2, 4 or 8");
    }
    requireBlockSize(layout.blockSize);
    layout.bits = static_cast<uint32_t>(bits);
    layout.middleZero = 1u << (bits - 1);
    layout.rowBytes = layout.blocks() * layout.blockSize * layout.bits / 8;
    return layout;
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
    TensorDescriptor result = productOf(context, layout, A, Packed);
    requireElements(context, Packed, layout.rows * layout.rowBytes, "packed weights");
    context.requireSameType(A, Scales);
    requireElements(context, Scales, layout.rows * layout.blocks(), "scales");
    if (context.hasInput(Zeros)) {
        const bool isPacked = context.type(Zeros) == DataType::UInt8;
        if (!isPacked && context.type(Zeros) != result.type) {
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
    context.setOutput(0, result.type, std::move(result.shape));
}

std::optional<TensorRef> optionalInput(const LoweringContext& context, size_t index)
{
    return context.hasInput(index) ? std::optional(context.input(index)) : std::nullopt;
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
    lowerProduct(context,
        {.a = context.input(A),
            .blocks = blocks,
            .bias = optionalInput(context, Bias),
            .rows = static_cast<uint64_t>(c.elements()) / blocks.layout.rows});
}

} // namespace

int64_t requiredSize(const Attributes& attributes, std::string_view name)
{
    const int64_t value = attributes.intOr(name, 0);
    if (value < 1 || value > (int64_t {1} << 31)) {
        failNode(
            "attribute '" + std::string(name) + "' is " + std::to_string(value) + ", expected 1 to 2^31");
    }
    return value;
}

void requireBlockSize(uint64_t blockSize)
{
    if (blockSize < 16 || !std::has_single_bit(blockSize)) {
        failNode("block_size is " + std::to_string(blockSize) + ", expected a power of two from 16 on");
    }
}

TensorDescriptor productOf(
    const InferenceContext& context, const BlockLayout& layout, size_t a, size_t packed)
{
    const DataType type = context.type(a);
    if (type != DataType::Float32 && type != DataType::Float16 && type != DataType::BFloat16) {
        context.fail("a is " + toString(context.input(a)) + ", expected float32, float16 or bfloat16");
    }
    Shape shape = context.shape(a);
    if (shape.empty() || shape.back() != static_cast<int64_t>(layout.columns)) {
        context.fail("a is " + toString(context.input(a)) + ", expected K = " + std::to_string(layout.columns)
            + " in its last dimension");
    }
    if (context.type(packed) != DataType::UInt8) {
        context.fail("b is " + toString(context.input(packed)) + ", expected uint8");
    }
    shape.back() = static_cast<int64_t>(layout.rows);
    return {type, std::move(shape)};
}

void requireElements(const InferenceContext& context, size_t index, uint64_t count, const char* what)
{
    if (elementCount(context.shape(index)) != static_cast<int64_t>(count)) {
        context.fail(std::string("the ") + what + " are " + toString(context.input(index)) + ", expected "
            + std::to_string(count) + " elements");
    }
}

void registerOperators(Registry& registry)
{
    registry.add({.name = "MatMulNBits",
        .minInputs = 3,
        .maxInputs = 6,
        .infer = infer,
        .lower = lower,
        .domain = "com.microsoft"});
    registerBnb4(registry);
    registerGather(registry);
}

} // namespace weightless::ops::blockquantized
