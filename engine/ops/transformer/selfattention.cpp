// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/projected.h"

// Attention: MultiHeadAttention behind the product that makes its queries, keys and values.
namespace weightless::ops::transformer {

namespace {

enum Input : size_t { X, Weights, Bias, Mask, Past, ScoreBias, PastLength };
constexpr ProjectedInputs places {.mask = Mask, .past = Past, .scoreBias = ScoreBias};

void infer(InferenceContext& context)
{
    const Widths widths = widthsOf(NodeView(context));
    context.requireSameType(X, Weights);
    if (context.hasInput(Bias)) {
        context.requireSameType(X, Bias);
        if (context.shape(Bias) != Shape {widths.all()}) {
            context.fail("the bias is " + toString(context.input(Bias)) + ", expected "
                + std::to_string(widths.all()));
        }
    }
    if (context.hasInput(PastLength)) {
        context.unsupported("do_rotary and caches that are shared");
    }
    inferProjected(context, places, context.type(X));
}

void lower(LoweringContext& context)
{
    Composer compose(context);
    TensorRef all = compose.add("MatMul", {context.input(X), context.input(Weights)});
    if (context.hasInput(Bias)) {
        all = compose.add("Add", {all, context.input(Bias)});
    }
    lowerProjected(context, places, all);
}

} // namespace

void registerSelfAttention(Registry& registry)
{
    registry.add({.name = "Attention",
        .minInputs = 2,
        .maxInputs = 7,
        .maxOutputs = 2,
        .infer = infer,
        .lower = lower,
        .domain = microsoft});
}

} // namespace weightless::ops::transformer
