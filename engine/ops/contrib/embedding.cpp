// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contrib.h"
#include "engine/ops/stridedcopy.h"

// EmbedLayerNormalization and QEmbedLayerNormalization: what a BERT begins with.
namespace weightless::ops::contrib {

namespace {

enum Input : size_t { Ids, Segments, Words, Positions, SegmentTable, Gamma, Beta, Mask, PositionIds };

// Of a quantized input: QEmbedLayerNormalization has no position ids, and then a scale and a zero point for
// each of its tables, gamma and beta.
constexpr size_t scaleOf(size_t index)
{
    return index + 6;
}
constexpr size_t zeroPointOf(size_t index)
{
    return index + 11;
}

enum class Tables { Floats, Quantized };

bool hasPositionIds(const auto& context, Tables tables)
{
    return tables == Tables::Floats && context.hasInput(PositionIds);
}

void requireIds(const InferenceContext& context, size_t index, const Shape& shape)
{
    if (context.type(index) != DataType::Int32 && context.type(index) != DataType::Int64) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected int32 or int64");
    }
    requireShape(context, index, shape);
}

void requireOne(const InferenceContext& context, size_t index, DataType type, const char* name)
{
    if (context.type(index) != type || elementCount(context.shape(index)) != 1) {
        context.fail("the " + std::string(name) + " (input " + std::to_string(index) + ") is "
            + toString(context.input(index)) + ", expected one " + toString(type));
    }
}

void requireQuantized(const InferenceContext& context)
{
    if (context.type(Words) != DataType::Int8 && context.type(Words) != DataType::UInt8) {
        context.fail("the word embedding is " + toString(context.input(Words)) + ", expected int8 or uint8");
    }
    for (const size_t index : {Words, Positions, SegmentTable, Gamma, Beta}) {
        if (!context.hasInput(index)) {
            continue;
        }
        if (!context.hasInput(scaleOf(index))) {
            context.fail("input " + std::to_string(index) + " has no scale (input "
                + std::to_string(scaleOf(index)) + ")");
        }
        requireOne(context, scaleOf(index), DataType::Float32, "scale");
        if (context.hasInput(zeroPointOf(index))) {
            requireOne(context, zeroPointOf(index), context.type(Words), "zero point");
        }
    }
}

void requirePlaces(const InferenceContext& context, Tables tables)
{
    const Shape& ids = context.shape(Ids);
    if (hasPositionIds(context, tables)) {
        requireIds(context, PositionIds,
            {context.shape(PositionIds).empty() ? 0 : context.shape(PositionIds)[0], ids[1]});
        if (context.shape(PositionIds)[0] != 1 && context.shape(PositionIds)[0] != ids[0]) {
            context.fail("the position ids are " + toString(context.input(PositionIds))
                + ", expected one row or " + std::to_string(ids[0]));
        }
    } else if (context.shape(Positions)[0] < ids[1]) {
        context.fail("the position embedding is " + toString(context.input(Positions)) + ", too short for "
            + std::to_string(ids[1]) + " words");
    }
}

void inferOf(InferenceContext& context, Tables tables)
{
    const Shape& ids = context.shape(Ids);
    context.requireRank(Ids, 2);
    requireIds(context, Ids, ids);
    if (tables == Tables::Quantized) {
        requireQuantized(context);
    } else {
        requireFloats(context, Words);
    }
    const DataType type = tables == Tables::Quantized ? DataType::Float32 : context.type(Words);
    context.requireRank(Words, 2);
    const int64_t width = context.shape(Words)[1];
    for (const size_t table : {Positions, SegmentTable}) {
        if (!context.hasInput(table)) {
            continue;
        }
        context.requireSameType(Words, table);
        context.requireRank(table, 2);
        requireShape(context, table, {context.shape(table)[0], width});
    }
    if (context.hasInput(Segments) != context.hasInput(SegmentTable)) {
        context.fail("segment ids and their embedding come together or not at all");
    }
    if (context.hasInput(Segments)) {
        requireIds(context, Segments, ids);
    }
    requirePlaces(context, tables);
    for (const size_t index : {Gamma, Beta}) {
        context.requireSameType(Words, index);
        requireShape(context, index, {width});
    }
    if (context.hasInput(Mask)) {
        requireIds(context, Mask, ids);
    }
    context.setOutput(0, type, {ids[0], ids[1], width});
    context.setOutput(1, DataType::Int32, {ids[0]});
    context.setOutput(2, type, {ids[0], ids[1], width});
}

bool isWanted(const LoweringContext& context, size_t index)
{
    return index < context.outputCount() && context.wantsOutput(index);
}

// How many words each row has: how the other operators of this family take a mask.
void lowerMaskIndex(LoweringContext& context, Composer& compose)
{
    const TensorRef counts = context.output(1);
    if (!context.hasInput(Mask)) {
        dispatchFill(context, compose.number(0, DataType::Int32), counts);
        return;
    }
    const TensorRef mask = compose.cast(context.input(Mask), DataType::Int32);
    Attributes attributes = attributesWith("axes", std::vector<int64_t> {1});
    attributes.set("keepdims", int64_t {0});
    compose.addTo(counts, "ReduceSum", {mask}, attributes);
}

// What was taken of the input at `index`, in floats.
TensorRef asFloats(LoweringContext& context, Tables tables, size_t index, const TensorRef& taken)
{
    if (tables == Tables::Floats) {
        return taken;
    }
    Composer compose(context);
    const auto zero = context.hasInput(zeroPointOf(index))
        ? std::optional(compose.reshaped(context.input(zeroPointOf(index)), {}))
        : std::nullopt;
    return compose.add(
        "DequantizeLinear", {taken, compose.reshaped(context.input(scaleOf(index)), {}), zero});
}

TensorRef rowsOf(LoweringContext& context, Tables tables, size_t index, size_t ids)
{
    const TensorRef rows = Composer(context).add("Gather", {context.input(index), context.input(ids)});
    return asFloats(context, tables, index, rows);
}

// A table's first rows, one for each place.
TensorRef firstPositions(LoweringContext& context, Tables tables)
{
    const TensorRef table = context.input(Positions);
    const Shape shape {context.input(Ids).shape()[1], table.shape()[1]};
    return asFloats(context, tables, Positions, context.view(table, {table.type(), shape}));
}

void lowerOf(LoweringContext& context, Tables tables)
{
    Composer compose(context);
    const TensorRef places = hasPositionIds(context, tables) ? rowsOf(context, tables, Positions, PositionIds)
                                                             : firstPositions(context, tables);
    TensorRef sum = compose.add("Add", {rowsOf(context, tables, Words, Ids), places});
    if (context.hasInput(Segments)) {
        sum = compose.add("Add", {sum, rowsOf(context, tables, SegmentTable, Segments)});
    }
    if (isWanted(context, 2)) {
        context.aliasOutput(2, sum);
    }
    if (isWanted(context, 1)) {
        lowerMaskIndex(context, compose);
    }
    if (isWanted(context, 0)) {
        compose.addTo(context.output(0), "LayerNormalization",
            {sum, asFloats(context, tables, Gamma, context.input(Gamma)),
                asFloats(context, tables, Beta, context.input(Beta))},
            attributesWith("epsilon", context.attributes().floatOr("epsilon", 1e-12f)));
    }
}

template <Tables tables>
void infer(InferenceContext& context)
{
    inferOf(context, tables);
}

template <Tables tables>
void lower(LoweringContext& context)
{
    lowerOf(context, tables);
}

} // namespace

void registerEmbedding(Registry& registry)
{
    registry.add({.name = "EmbedLayerNormalization",
        .minInputs = 7,
        .maxInputs = 9,
        .maxOutputs = 3,
        .infer = infer<Tables::Floats>,
        .lower = lower<Tables::Floats>,
        .domain = microsoft});
    registry.add({.name = "QEmbedLayerNormalization",
        .minInputs = 13,
        .maxInputs = 18,
        .maxOutputs = 2,
        .infer = infer<Tables::Quantized>,
        .lower = lower<Tables::Quantized>,
        .domain = microsoft});
}

} // namespace weightless::ops::contrib
