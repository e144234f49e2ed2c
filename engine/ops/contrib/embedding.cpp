// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contrib.h"
#include "engine/ops/stridedcopy.h"

// EmbedLayerNormalization: what a BERT begins with.
namespace weightless::ops::contrib {

namespace {

enum Input : size_t { Ids, Segments, Words, Positions, SegmentTable, Gamma, Beta, Mask, PositionIds };

void requireIds(const InferenceContext& context, size_t index, const Shape& shape)
{
    if (context.type(index) != DataType::Int32 && context.type(index) != DataType::Int64) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected int32 or int64");
    }
    requireShape(context, index, shape);
}

void infer(InferenceContext& context)
{
    const Shape& ids = context.shape(Ids);
    context.requireRank(Ids, 2);
    requireIds(context, Ids, ids);
    requireFloats(context, Words);
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
    if (context.hasInput(PositionIds)) {
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
    for (const size_t index : {Gamma, Beta}) {
        context.requireSameType(Words, index);
        requireShape(context, index, {width});
    }
    if (context.hasInput(Mask)) {
        requireIds(context, Mask, ids);
    }
    context.setOutput(0, context.type(Words), {ids[0], ids[1], width});
    context.setOutput(1, DataType::Int32, {ids[0]});
    context.setOutput(2, context.type(Words), {ids[0], ids[1], width});
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

void lower(LoweringContext& context)
{
    Composer compose(context);
    const Shape ids = context.input(Ids).shape();
    const TensorRef positions = context.input(Positions);
    const TensorRef words = compose.add("Gather", {context.input(Words), context.input(Ids)});
    // A table's first rows, one for each place.
    const TensorRef places = context.hasInput(PositionIds)
        ? compose.add("Gather", {positions, context.input(PositionIds)})
        : context.view(positions, {positions.type(), {ids[1], positions.shape()[1]}});
    TensorRef sum = compose.add("Add", {words, places});
    if (context.hasInput(Segments)) {
        const TensorRef segments =
            compose.add("Gather", {context.input(SegmentTable), context.input(Segments)});
        sum = compose.add("Add", {sum, segments});
    }
    if (isWanted(context, 2)) {
        context.aliasOutput(2, sum);
    }
    if (isWanted(context, 1)) {
        lowerMaskIndex(context, compose);
    }
    if (isWanted(context, 0)) {
        compose.addTo(context.output(0), "LayerNormalization",
            {sum, context.input(Gamma), context.input(Beta)},
            attributesWith("epsilon", context.attributes().floatOr("epsilon", 1e-12f)));
    }
}

} // namespace

void registerEmbedding(Registry& registry)
{
    registry.add({.name = "EmbedLayerNormalization",
        .minInputs = 7,
        .maxInputs = 9,
        .maxOutputs = 3,
        .infer = infer,
        .lower = lower,
        .domain = microsoft});
}

} // namespace weightless::ops::contrib
