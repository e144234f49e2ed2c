// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contrib.h"

// Gelu in its variants, and the sums that come before it.
namespace weightless::ops::contrib {

namespace {

void inferSame(InferenceContext& context)
{
    requireFloats(context, 0);
    context.setOutput(0, context.type(0), context.shape(0));
}

// x, and a bias for each of the last dimension where there is one.
void inferBiased(InferenceContext& context)
{
    requireFloats(context, 0);
    if (context.hasInput(1)) {
        requirePerColumn(context, 1);
    }
    context.setOutput(0, context.type(0), context.shape(0));
}

TensorRef biased(LoweringContext& context, Composer& compose)
{
    const TensorRef x = context.input(0);
    return context.hasInput(1) ? compose.add("Add", {x, context.input(1)}) : x;
}

void lowerGelu(LoweringContext& context)
{
    Composer compose(context);
    compose.addTo(context.output(0), "Gelu", {biased(context, compose)});
}

void lowerFastGelu(LoweringContext& context)
{
    Composer compose(context);
    compose.addTo(context.output(0), "Gelu", {biased(context, compose)},
        attributesWith("approximate", std::string("tanh")));
}

// x sigmoid(alpha x)
void lowerQuickGelu(LoweringContext& context)
{
    Composer compose(context);
    const TensorRef x = context.input(0);
    const float alpha = context.attributes().floatOr("alpha", 1.702f);
    const TensorRef scaled = compose.add("Mul", {x, compose.number(static_cast<double>(alpha), x.type())});
    compose.addTo(context.output(0), "Mul", {x, compose.add("Sigmoid", {scaled})});
}

void inferBiasAdd(InferenceContext& context)
{
    requireFloats(context, 0);
    requirePerColumn(context, 1);
    context.requireSameType(0, 2);
    requireShape(context, 2, context.shape(0));
    context.setOutput(0, context.type(0), context.shape(0));
}

void lowerBiasAdd(LoweringContext& context)
{
    Composer compose(context);
    compose.addTo(context.output(0), "Add", {biased(context, compose), context.input(2)});
}

void inferBiasSplitGelu(InferenceContext& context)
{
    requireFloats(context, 0);
    requirePerColumn(context, 1);
    Shape half = context.shape(0);
    if (half.back() % 2 != 0) {
        context.fail("input 0 is " + toString(context.input(0)) + ", whose last dimension has no two halves");
    }
    half.back() /= 2;
    context.setOutput(0, context.type(0), half);
}

// The left half times the Gelu of the right one.
void lowerBiasSplitGelu(LoweringContext& context)
{
    if (context.output(0).elements() == 0) {
        return;
    }
    Composer compose(context);
    const TensorRef whole = biased(context, compose);
    const size_t axis = whole.shape().size() - 1;
    const int64_t half = whole.shape().back() / 2;
    const TensorRef gate = compose.add("Gelu", {compose.slice(whole, axis, half, half)});
    compose.addTo(context.output(0), "Mul", {compose.slice(whole, axis, 0, half), gate});
}

} // namespace

void registerActivations(Registry& registry)
{
    registry.add({.name = "Gelu", .infer = inferSame, .lower = lowerGelu, .domain = microsoft});
    registry.add({.name = "QuickGelu", .infer = inferSame, .lower = lowerQuickGelu, .domain = microsoft});
    registry.add({.name = "BiasGelu",
        .minInputs = 2,
        .maxInputs = 2,
        .infer = inferBiased,
        .lower = lowerGelu,
        .domain = microsoft});
    registry.add({.name = "FastGelu",
        .maxInputs = 2,
        .infer = inferBiased,
        .lower = lowerFastGelu,
        .domain = microsoft});
    registry.add({.name = "BiasAdd",
        .minInputs = 3,
        .maxInputs = 3,
        .infer = inferBiasAdd,
        .lower = lowerBiasAdd,
        .domain = microsoft});
    registry.add({.name = "BiasSplitGelu",
        .minInputs = 2,
        .maxInputs = 2,
        .infer = inferBiasSplitGelu,
        .lower = lowerBiasSplitGelu,
        .domain = microsoft});
}

void registerOperators(Registry& registry)
{
    registerActivations(registry);
    registerChannelsLast(registry);
    registerChannelsLastBytes(registry);
    registerDistances(registry);
    registerLinear(registry);
    registerNorms(registry);
    registerEmbedding(registry);
    registerProducts(registry);
    registerQuantizedProducts(registry);
    registerQuantized(registry);
    registerQuantizedRecurrent(registry);
}

} // namespace weightless::ops::contrib
