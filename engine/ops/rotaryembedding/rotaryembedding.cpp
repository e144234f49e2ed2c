// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/stridedcopy.h"

// ai.onnx's RotaryEmbedding: x [batch, heads, steps, size] or [batch, steps, heads * size], tables of cosines
// and sines, positions. Composed: pairs are taken apart, turned, and put together again.
namespace weightless::ops::rotaryembedding {

namespace {

struct Rotary {
    int64_t batch = 0;
    int64_t steps = 0;
    int64_t heads = 0;
    int64_t size = 0; // of a head
    int64_t rotated = 0; // of it
    bool isPacked = false; // rank 3
    bool isInterleaved = false;

    [[nodiscard]] int64_t pairs() const { return rotated / 2; }
    [[nodiscard]] Shape pairShape() const { return {batch, heads, steps, pairs()}; }
    // Of x as [batch, heads, steps, pair].
    [[nodiscard]] std::vector<int64_t> strides(int64_t pairStride) const
    {
        return isPacked ? std::vector<int64_t> {steps * heads * size, size, heads * size, pairStride}
                        : std::vector<int64_t> {heads * steps * size, steps * size, size, pairStride};
    }
};

Rotary rotaryOf(const NodeView& node)
{
    const Shape& x = node.shape(0);
    if (x.size() != 3 && x.size() != 4) {
        failNode("input 0 is " + toString(node.input(0)) + ", expected rank 3 or 4");
    }
    Rotary r;
    r.isPacked = x.size() == 3;
    r.batch = x[0];
    r.steps = x[r.isPacked ? 1 : 2];
    r.heads = r.isPacked ? node.attributes->intOr("num_heads", 0) : x[1];
    if (r.heads < 1 || (r.isPacked && x[2] % r.heads != 0)) {
        failNode("input 0 is " + toString(node.input(0)) + ", which does not divide into "
            + std::to_string(r.heads) + " heads (attribute 'num_heads')");
    }
    r.size = r.isPacked ? x[2] / r.heads : x[3];
    r.rotated = node.attributes->intOr("rotary_embedding_dim", 0);
    r.rotated = r.rotated == 0 ? r.size : r.rotated;
    r.isInterleaved = node.attributes->intOr("interleaved", 0) != 0;
    if (r.rotated < 0 || r.rotated > r.size || r.rotated % 2 != 0) {
        failNode("attribute 'rotary_embedding_dim' is " + std::to_string(r.rotated)
            + ", expected an even part of heads of " + std::to_string(r.size));
    }
    return r;
}

void infer(InferenceContext& context)
{
    const Rotary r = rotaryOf(NodeView(context));
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
    const bool hasPositions = context.hasInput(3);
    for (const size_t table : {size_t {1}, size_t {2}}) {
        context.requireSameType(0, table);
        const Shape& shape = context.shape(table);
        const bool fits = hasPositions ? shape.size() == 2 && shape[1] == r.pairs()
                                       : shape == Shape {r.batch, r.steps, r.pairs()};
        if (!fits || shape != context.shape(1)) {
            context.fail("input " + std::to_string(table) + " is " + toString(context.input(table))
                + ", expected "
                + (hasPositions ? "[positions, " + std::to_string(r.pairs()) + "]"
                                : toString(Shape {r.batch, r.steps, r.pairs()})));
        }
    }
    if (hasPositions
        && (context.type(3) != DataType::Int64 || context.shape(3) != Shape {r.batch, r.steps})) {
        context.fail("position_ids are " + toString(context.input(3)) + ", expected int64"
            + toString(Shape {r.batch, r.steps}));
    }
    context.setOutput(0, context.type(0), context.shape(0));
}

// Rows of the table, for all heads.
TensorRef turnsOf(LoweringContext& context, const Rotary& r, size_t table)
{
    Composer compose(context);
    const TensorRef rows = context.hasInput(3)
        ? compose.add("Gather", {context.input(table), context.input(3)}, attributesWith("axis", int64_t {0}))
        : context.input(table);
    return compose.reshaped(rows, {r.batch, 1, r.steps, r.pairs()});
}

void lower(LoweringContext& context)
{
    const Rotary r = rotaryOf(NodeView(context));
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    if (y.elements() == 0) {
        return;
    }
    Composer compose(context);
    const int64_t pairStride = r.isInterleaved ? 2 : 1;
    const int64_t second = r.isInterleaved ? 1 : r.pairs();
    const auto halfFrom = [&](int64_t offset) {
        const TensorRef half = context.temporary({x.type(), r.pairShape()});
        dispatchCopy(context, x, half, packedCopy(r.pairShape(), r.strides(pairStride), offset));
        return half;
    };
    const auto halfTo = [&](const TensorRef& half, int64_t offset) {
        dispatchCopy(context, half, y,
            {.dims = r.pairShape(),
                .sourceStrides = contiguousStrides(r.pairShape()),
                .targetStrides = r.strides(pairStride),
                .targetOffset = offset});
    };
    const TensorRef a = halfFrom(0);
    const TensorRef b = halfFrom(second);
    const TensorRef cosines = turnsOf(context, r, 1);
    const TensorRef sines = turnsOf(context, r, 2);
    const auto times = [&](const TensorRef& p, const TensorRef& q) { return compose.add("Mul", {p, q}); };
    halfTo(compose.add("Sub", {times(a, cosines), times(b, sines)}), 0);
    halfTo(compose.add("Add", {times(a, sines), times(b, cosines)}), second);
    if (r.rotated < r.size) {
        const Shape rest {r.batch, r.heads, r.steps, r.size - r.rotated};
        dispatchCopy(context, x, y,
            {.dims = rest,
                .sourceStrides = r.strides(1),
                .targetStrides = r.strides(1),
                .sourceOffset = r.rotated,
                .targetOffset = r.rotated});
    }
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "RotaryEmbedding",
        .sinceVersion = 23,
        .minInputs = 3,
        .maxInputs = 4,
        .infer = infer,
        .lower = lower});
}

} // namespace weightless::ops::rotaryembedding
