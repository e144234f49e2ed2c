// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformer.h"

// RotaryEmbedding: x [batch, steps, heads * size] or [batch, heads, steps, size], positions, cosines, sines.
namespace weightless::ops::transformer {

namespace {

struct Layout {
    HeadSizes sizes;
    bool isHeadsFirst = false;
    int64_t rotated = 0;
};

Layout layoutOf(const NodeView& node)
{
    requireCountable(node);
    const Shape& x = node.shape(0);
    const Shape& table = node.shape(2);
    if (table.size() != 2 || (x.size() != 3 && x.size() != 4)) {
        failNode("x is " + toString(node.input(0)) + " and the cosines are " + toString(node.input(2))
            + ", expected rank 3 or 4 and rank 2");
    }
    Layout layout;
    layout.isHeadsFirst = x.size() == 4;
    const int64_t dimension = node.attributes->intOr("rotary_embedding_dim", 0);
    int64_t heads = node.attributes->intOr("num_heads", 0);
    if (layout.isHeadsFirst) {
        layout.sizes = {x[0], x[2], x[1], x[3]};
    } else {
        if (dimension > 0 && heads < 1) {
            failNode("rotary_embedding_dim needs num_heads");
        }
        // Without a number of heads the tables tell a head's size.
        heads = heads > 0 ? heads : table[1] > 0 ? x[2] / (2 * table[1]) : 0;
        if (heads < 1 || x[2] % heads != 0) {
            failNode(
                "x is " + toString(node.input(0)) + ", which has no " + std::to_string(heads) + " heads");
        }
        layout.sizes = {x[0], x[1], heads, x[2] / heads};
    }
    layout.rotated = dimension > 0 ? dimension : layout.sizes.size;
    if (layout.rotated != 2 * table[1] || layout.rotated > layout.sizes.size || table[0] < 1) {
        failNode("the cosines are " + toString(node.input(2)) + ", expected half of the "
            + std::to_string(layout.rotated) + " elements that are rotated of heads of "
            + std::to_string(layout.sizes.size));
    }
    return layout;
}

void infer(InferenceContext& context)
{
    const Layout layout = layoutOf(NodeView(context));
    if (!isFloat(context.type(0))) {
        context.fail("x is " + toString(context.input(0)) + ", expected floats");
    }
    const Shape& positions = context.shape(1);
    const bool isOne = elementCount(positions) == 1 && positions.size() <= 1;
    if (context.type(1) != DataType::Int64
        || (!isOne && positions != Shape {layout.sizes.batch, layout.sizes.steps})) {
        context.fail("the positions are " + toString(context.input(1)) + ", expected int64, one or "
            + toString(Shape {layout.sizes.batch, layout.sizes.steps}));
    }
    for (const size_t table : {size_t {2}, size_t {3}}) {
        context.requireSameType(0, table);
    }
    if (context.shape(2) != context.shape(3)) {
        context.fail(
            "cosines are " + toString(context.input(2)) + " and sines " + toString(context.input(3)));
    }
    if (context.attributes().floatOr("scale", 1.0f) != 1.0f
        || context.attributes().intOr("is_packed_batching", 0) != 0) {
        context.unsupported("scale other than 1, or is_packed_batching");
    }
    context.setOutput(0, context.type(0), context.shape(0));
}

void lower(LoweringContext& context)
{
    const Layout layout = layoutOf(NodeView(context));
    if (context.output(0).elements() == 0) {
        return;
    }
    const TensorRef positions = context.input(1);
    const Rotation rotation {.positions = positions,
        .cosines = context.input(2),
        .sines = context.input(3),
        .kind = positions.shape().size() == 2 ? Positions::Each : Positions::First,
        .isInterleaved = context.attributes().intOr("interleaved", 0) != 0};
    const HeadStrides strides = layout.isHeadsFirst ? layout.sizes.headsFirst() : layout.sizes.stepsFirst();
    dispatchRotary(context, layout.sizes, rotation, context.input(0), strides, context.output(0), strides);
}

} // namespace

void registerRotary(Registry& registry)
{
    registry.add({.name = "RotaryEmbedding",
        .minInputs = 4,
        .maxInputs = 4,
        .infer = infer,
        .lower = lower,
        .domain = microsoft});
}

} // namespace weightless::ops::transformer
