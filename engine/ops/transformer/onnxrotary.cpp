// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformer.h"

// ai.onnx's RotaryEmbedding: x [batch, heads, steps, size] or [batch, steps, heads * size], tables of cosines
// and sines, positions. Without positions each step of each batch entry has a row of the tables.
namespace weightless::ops::transformer {

namespace {

struct Layout {
    HeadSizes sizes;
    bool isHeadsFirst = false;
    int64_t pairs = 0;
};

Layout layoutOf(const NodeView& node)
{
    requireCountable(node);
    const Shape& x = node.shape(0);
    if (x.size() != 3 && x.size() != 4) {
        failNode("input 0 is " + toString(node.input(0)) + ", expected rank 3 or 4");
    }
    Layout layout;
    layout.isHeadsFirst = x.size() == 4;
    const int64_t heads = layout.isHeadsFirst ? x[1] : node.attributes->intOr("num_heads", 0);
    if (heads < 1 || (!layout.isHeadsFirst && x[2] % heads != 0)) {
        failNode("input 0 is " + toString(node.input(0)) + ", which does not divide into "
            + std::to_string(heads) + " heads (attribute 'num_heads')");
    }
    layout.sizes = layout.isHeadsFirst ? HeadSizes {x[0], x[2], heads, x[3]}
                                       : HeadSizes {x[0], x[1], heads, x[2] / heads};
    const int64_t dimension = node.attributes->intOr("rotary_embedding_dim", 0);
    const int64_t rotated = dimension == 0 ? layout.sizes.size : dimension;
    if (rotated < 0 || rotated > layout.sizes.size || rotated % 2 != 0) {
        failNode("attribute 'rotary_embedding_dim' is " + std::to_string(rotated)
            + ", expected an even part of heads of " + std::to_string(layout.sizes.size));
    }
    layout.pairs = rotated / 2;
    return layout;
}

void infer(InferenceContext& context)
{
    const Layout layout = layoutOf(NodeView(context));
    const HeadSizes& sizes = layout.sizes;
    const Shape places {sizes.batch, sizes.steps};
    const Shape rows {sizes.batch, sizes.steps, layout.pairs};
    if (!isFloat(context.type(0)) || context.type(0) == DataType::Float64) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected float32, float16 or bfloat16");
    }
    const bool hasPositions = context.hasInput(3);
    for (const size_t table : {size_t {1}, size_t {2}}) {
        context.requireSameType(0, table);
        const Shape& shape = context.shape(table);
        const bool fits =
            hasPositions ? shape.size() == 2 && shape[1] == layout.pairs && shape[0] > 0 : shape == rows;
        if (!fits || shape != context.shape(1)) {
            context.fail("input " + std::to_string(table) + " is " + toString(context.input(table))
                + ", expected "
                + (hasPositions ? "[positions, " + std::to_string(layout.pairs) + "]" : toString(rows)));
        }
    }
    if (hasPositions && (context.type(3) != DataType::Int64 || context.shape(3) != places)) {
        context.fail(
            "position_ids are " + toString(context.input(3)) + ", expected int64" + toString(places));
    }
    context.setOutput(0, context.type(0), context.shape(0));
}

TensorRef countedPositions(LoweringContext& context, const HeadSizes& sizes)
{
    HostTensor positions = makeHostTensor({DataType::Int64, {sizes.batch, sizes.steps}});
    for (size_t i = 0; i < static_cast<size_t>(sizes.batch * sizes.steps); ++i) {
        setElement(positions, i, static_cast<int64_t>(i));
    }
    return context.constant(std::move(positions));
}

void lower(LoweringContext& context)
{
    const Layout layout = layoutOf(NodeView(context));
    const HeadSizes& sizes = layout.sizes;
    if (sizes.elements() == 0) {
        return;
    }
    if (layout.pairs == 0) {
        context.aliasOutput(0, context.input(0));
        return;
    }
    const bool hasPositions = context.hasInput(3);
    const auto rows = [&](size_t table) {
        const TensorRef tensor = context.input(table);
        return hasPositions
            ? tensor
            : context.view(tensor, {tensor.type(), {sizes.batch * sizes.steps, layout.pairs}});
    };
    const Rotation rotation {.positions = hasPositions ? context.input(3) : countedPositions(context, sizes),
        .cosines = rows(1),
        .sines = rows(2),
        .kind = Positions::Each,
        .isInterleaved = context.attributes().intOr("interleaved", 0) != 0};
    const HeadStrides strides = layout.isHeadsFirst ? sizes.headsFirst() : sizes.stepsFirst();
    dispatchRotary(context, sizes, rotation, context.input(0), strides, context.output(0), strides);
}

} // namespace

void registerOnnxRotary(Registry& registry)
{
    registry.add({.name = "RotaryEmbedding",
        .sinceVersion = 23,
        .minInputs = 3,
        .maxInputs = 4,
        .infer = infer,
        .lower = lower});
}

} // namespace weightless::ops::transformer
