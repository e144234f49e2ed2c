// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/blockquantized/blocks.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"

#include <bit>

// com.microsoft.GatherBlockQuantized: rows of a table of packed weights, as numbers. What is gathered are the
// packed rows, their scales and their zero points.
namespace weightless::ops::blockquantized {

namespace {

enum Input : size_t { Data, Indices, Scales, Zeros };

// The table as it lies. int4 and uint4 constants are on the device as int8 and uint8, an element in a byte;
// other uint8 tables are packed as `bits` says.
BlockLayout layoutOf(const NodeView& node)
{
    const TensorDescriptor& data = node.input(Data);
    const int64_t bits = node.attributes->intOr("bits", 4);
    const int64_t blockSize = node.attributes->intOr("block_size", 128);
    if (data.shape.size() != 2 || normalizeAxis(node.attributes->intOr("gather_axis", 0), 2) != 0
        || normalizeAxis(node.attributes->intOr("quantize_axis", 1), 2) != 1) {
        failNode("the table is " + toString(data)
            + ", and only rows of a matrix that is quantized along them are "
            + "possible (gather_axis 0, quantize_axis 1)");
    }
    if (data.type == DataType::UInt4 || data.type == DataType::Int4) {
        failNode("the table is " + toString(data) + ", which is possible as a constant of the graph alone");
    }
    if (data.type != DataType::UInt8 && data.type != DataType::Int8) {
        failNode("the table is " + toString(data) + ", expected uint8, or a constant of uint4 or int4");
    }
    if ((bits != 2 && bits != 4 && bits != 8) || blockSize < 16 || blockSize > (int64_t {1} << 31)
        || !std::has_single_bit(static_cast<uint64_t>(blockSize))) {
        failNode("bits is " + std::to_string(bits) + " and block_size " + std::to_string(blockSize)
            + ", expected 2, 4 or 8, and a power of two from 16 on");
    }
    if (data.shape[1] > (int64_t {1} << 32)) {
        failNode("the table is " + toString(data) + ", with rows of more than 4294967296 bytes");
    }
    BlockLayout layout;
    layout.rows = static_cast<uint64_t>(data.shape[0]);
    layout.rowBytes = static_cast<uint64_t>(data.shape[1]);
    layout.blockSize = static_cast<uint64_t>(blockSize);
    layout.isSigned = data.type == DataType::Int8;
    const bool isWidened = layout.isSigned || node.isWidened(Data);
    layout.bits = isWidened ? 8 : static_cast<uint32_t>(bits);
    layout.columns = layout.rowBytes * 8 / layout.bits;
    layout.middleZero = isWidened ? 0 : 1u << (bits - 1);
    return layout;
}

void infer(InferenceContext& context)
{
    const BlockLayout layout = layoutOf(NodeView(context));
    const Shape scales {static_cast<int64_t>(layout.rows), static_cast<int64_t>(layout.blocks())};
    if ((context.type(Scales) != DataType::Float32 && context.type(Scales) != DataType::Float16
            && context.type(Scales) != DataType::BFloat16)
        || context.shape(Scales) != scales) {
        context.fail("the scales are " + toString(context.input(Scales)) + ", expected floats of shape "
            + toString(scales));
    }
    if (context.hasInput(Zeros)) {
        context.requireSameType(Data, Zeros);
        const Shape zeros {scales[0], static_cast<int64_t>(layout.zeroBytes())};
        if (context.shape(Zeros) != zeros) {
            context.fail("the zero points are " + toString(context.input(Zeros)) + ", expected the shape "
                + toString(zeros));
        }
    }
    if (context.type(Indices) != DataType::Int32 && context.type(Indices) != DataType::Int64) {
        context.fail("the indices are " + toString(context.input(Indices)) + ", expected int32 or int64");
    }
    Shape result = context.shape(Indices);
    result.push_back(static_cast<int64_t>(layout.columns));
    context.setOutput(0, context.type(Scales), std::move(result));
}

void lower(LoweringContext& context)
{
    if (context.output(0).elements() == 0) {
        return;
    }
    BlockLayout layout = layoutOf(NodeView(context));
    Composer compose(context);
    const TensorRef indices = context.input(Indices);
    const auto gathered = [&](size_t index) {
        return compose.add("Gather", {context.input(index), indices});
    };
    PackedBlocks blocks;
    blocks.packed = gathered(Data);
    blocks.scales = gathered(Scales);
    if (context.hasInput(Zeros)) {
        blocks.zeros = gathered(Zeros);
    }
    layout.rows = static_cast<uint64_t>(indices.elements());
    blocks.layout = layout;
    dispatchUnpack(context, blocks, 0, layout.rows, context.output(0));
}

} // namespace

void registerGather(Registry& registry)
{
    registry.add({.name = "GatherBlockQuantized",
        .minInputs = 3,
        .maxInputs = 4,
        .infer = infer,
        .lower = lower,
        .domain = "com.microsoft"});
}

} // namespace weightless::ops::blockquantized
