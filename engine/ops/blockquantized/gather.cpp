// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/blockquantized/blocks.h"
#include "engine/ops/composed.h"
#include "engine/ops/kernels/gather_blocks.h"
#include "engine/ops/nodeview.h"

#include <bit>

// com.microsoft.GatherBlockQuantized: slices of a table of packed weights, as numbers.
namespace weightless::ops::blockquantized {

namespace {

enum Input : size_t { Data, Indices, Scales, Zeros };

struct Table {
    Shape shape; // in numbers
    size_t gatherAxis = 0;
    size_t quantizeAxis = 0;
    int64_t blockSize = 0;
    uint32_t bits = 4;
    bool isSigned = false;
    uint32_t middleZero = 8;

    [[nodiscard]] int64_t perByte() const { return 8 / bits; }
    [[nodiscard]] int64_t blocks() const { return (shape[quantizeAxis] + blockSize - 1) / blockSize; }
    [[nodiscard]] int64_t zeroBytes() const { return (blocks() + perByte() - 1) / perByte(); }
    [[nodiscard]] Shape withQuantized(int64_t size) const
    {
        Shape result = shape;
        result[quantizeAxis] = size;
        return result;
    }
};

struct GatherParameters {
    uint32_t count, size, indexCount, slice, depth, inner, blocks, blockSize, zeroBytes;
};

uint64_t countOf(const Shape& shape, size_t first, size_t end)
{
    const auto begin = shape.begin();
    return static_cast<uint64_t>(
        elementCount(Shape(begin + static_cast<ptrdiff_t>(first), begin + static_cast<ptrdiff_t>(end)))
            .value_or(0));
}

void requireBlocks(int64_t bits, int64_t blockSize)
{
    if ((bits != 2 && bits != 4 && bits != 8) || blockSize < 16 || blockSize > (int64_t {1} << 31)
        || !std::has_single_bit(static_cast<uint64_t>(blockSize))) {
        failNode("bits is " + std::to_string(bits) + " and block_size " + std::to_string(blockSize)
            + ", expected 2, 4 or 8, and a power of two from 16 on");
    }
}

void requireType(const TensorDescriptor& data)
{
    if (data.type == DataType::UInt4 || data.type == DataType::Int4) {
        failNode("the table is " + toString(data) + ", which is possible as a constant of the graph alone");
    }
    if (data.type != DataType::UInt8 && data.type != DataType::Int8) {
        failNode("the table is " + toString(data) + ", expected uint8, or a constant of uint4 or int4");
    }
    if (!data.shape.empty() && data.shape.back() > (int64_t {1} << 32)) {
        failNode("the table is " + toString(data) + ", with rows of more than 4294967296 bytes");
    }
}

// The table as it lies. int4 and uint4 constants are on the device as int8 and uint8, an element in a byte;
// other uint8 tables are packed as `bits` says, along their last dimension.
Table tableOf(const NodeView& node)
{
    const TensorDescriptor& data = node.input(Data);
    requireType(data);
    const int64_t bits = node.attributes->intOr("bits", 4);
    const size_t rank = data.shape.size();
    Table table {.shape = data.shape,
        .gatherAxis = normalizeAxis(node.attributes->intOr("gather_axis", 0), rank),
        .quantizeAxis = normalizeAxis(node.attributes->intOr("quantize_axis", 1), rank),
        .blockSize = node.attributes->intOr("block_size", 128),
        .isSigned = data.type == DataType::Int8};
    requireBlocks(bits, table.blockSize);
    const bool isWidened = table.isSigned || node.isWidened(Data);
    table.bits = isWidened ? 8 : static_cast<uint32_t>(bits);
    table.middleZero = isWidened ? 0 : 1u << (bits - 1);
    if (!isWidened && (rank < 2 || table.gatherAxis != 0 || table.quantizeAxis != rank - 1)) {
        failNode("the table is " + toString(data) + ", gather_axis " + std::to_string(table.gatherAxis)
            + " and quantize_axis " + std::to_string(table.quantizeAxis)
            + "; of bytes, only the first dimension can be gathered and only the last divided into blocks");
    }
    table.shape.back() *= table.perByte();
    return table;
}

void infer(InferenceContext& context)
{
    const Table table = tableOf(NodeView(context));
    const Shape scales = table.withQuantized(table.blocks());
    if ((context.type(Scales) != DataType::Float32 && context.type(Scales) != DataType::Float16
            && context.type(Scales) != DataType::BFloat16)
        || context.shape(Scales) != scales) {
        context.fail("the scales are " + toString(context.input(Scales)) + ", expected floats of shape "
            + toString(scales));
    }
    if (context.hasInput(Zeros)) {
        context.requireSameType(Data, Zeros);
        const Shape zeros = table.withQuantized(table.zeroBytes());
        if (context.shape(Zeros) != zeros) {
            context.fail("the zero points are " + toString(context.input(Zeros)) + ", expected the shape "
                + toString(zeros));
        }
    }
    if (context.type(Indices) != DataType::Int32 && context.type(Indices) != DataType::Int64) {
        context.fail("the indices are " + toString(context.input(Indices)) + ", expected int32 or int64");
    }
    const auto axis = table.shape.begin() + static_cast<ptrdiff_t>(table.gatherAxis);
    Shape result(table.shape.begin(), axis);
    result.insert(result.end(), context.shape(Indices).begin(), context.shape(Indices).end());
    result.insert(result.end(), axis + 1, table.shape.end());
    context.setOutput(0, context.type(Scales), std::move(result));
}

void dispatchGather(LoweringContext& context, const Table& table)
{
    const TensorRef y = context.output(0);
    const TensorRef data = context.input(Data);
    const TensorRef indices = context.input(Indices);
    const size_t rank = table.shape.size();
    const uint64_t slice = countOf(table.shape, table.gatherAxis + 1, rank);
    const uint64_t lookups = static_cast<uint64_t>(y.elements()) / slice;
    const uint64_t read = bytesLookedUp(data.type(), lookups, slice / static_cast<uint64_t>(table.perByte()));
    const std::optional<TensorRef> zeros =
        context.hasInput(Zeros) ? std::optional(context.input(Zeros)) : std::nullopt;
    context.dispatch({.kernel = &kernels::gather_blocks().forTypes({y.type(), indices.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {table.bits, table.isSigned ? 1u : 0u, zeros ? 1u : 0u, table.middleZero,
            table.quantizeAxis > table.gatherAxis ? 1u : 0u},
        .bindings = {{data, Access::Read, read}, {context.input(Scales)}, {zeros.value_or(data)}, {indices},
            {y, Access::Write}},
        .parameters = parameterBytes(GatherParameters {.count = static_cast<uint32_t>(y.elements()),
            .size = static_cast<uint32_t>(table.shape[table.gatherAxis]),
            .indexCount = static_cast<uint32_t>(indices.elements()),
            .slice = static_cast<uint32_t>(slice),
            .depth = static_cast<uint32_t>(table.shape[table.quantizeAxis]),
            .inner = static_cast<uint32_t>(countOf(table.shape, table.quantizeAxis + 1, rank)),
            .blocks = static_cast<uint32_t>(table.blocks()),
            .blockSize = static_cast<uint32_t>(table.blockSize),
            .zeroBytes = static_cast<uint32_t>(table.zeroBytes())}),
        .groupCount = linearGroups(static_cast<uint64_t>(y.elements())),
        .operations = 2 * static_cast<uint64_t>(y.elements())});
}

void lower(LoweringContext& context)
{
    const TensorRef y = context.output(0);
    if (y.elements() == 0) {
        return;
    }
    if (context.input(Data).elements() == 0) { // no index is in range
        finishOutput(context, 0, filledTensor(context, y.descriptor, 0));
        return;
    }
    dispatchGather(context, tableOf(NodeView(context)));
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
