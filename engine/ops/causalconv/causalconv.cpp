// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"

// CausalConvWithState: a convolution of each channel that sees the past alone, which is kept from call to
// call. com.microsoft had it before ai.onnx, and over more dimensions.
namespace weightless::ops::causalconv {

namespace {

bool hasActivation(const Attributes& attributes)
{
    const std::string activation = attributes.stringOr("activation", "none");
    if (activation != "none" && activation != "silu" && activation != "swish") {
        failNode("attribute 'activation' is '" + activation + "', expected none, silu or swish");
    }
    return activation != "none";
}

void requirePlain(const InferenceContext& context)
{
    const int64_t dimensions = context.attributes().intOr("ndim", 1);
    if (dimensions != 1) {
        context.unsupported("attribute 'ndim' is " + std::to_string(dimensions) + ", and there are 1 alone");
    }
    const int64_t states = context.attributes().intOr("state_window", 0);
    if (states != 0) {
        context.unsupported("attribute 'state_window' is " + std::to_string(states)
            + ", and the state after the last step is kept alone");
    }
}

void requireShape(const InferenceContext& context, size_t input, const char* name, const Shape& shape)
{
    if (!context.hasInput(input)) {
        return;
    }
    context.requireSameType(0, input);
    if (context.shape(input) != shape) {
        context.fail("input '" + std::string(name) + "' is " + toString(context.input(input)) + ", expected "
            + toString(shape));
    }
}

// x [batch, channels, length], weight [channels, 1, taps], bias, past_state [batch, channels, taps - 1].
void infer(InferenceContext& context)
{
    const Shape& x = context.shape(0);
    const Shape& w = context.shape(1);
    if (!isFloat(context.type(0)) || x.size() != 3 || w.size() != 3 || w[2] < 1) {
        context.fail("inputs are " + toString(context.input(0)) + " and " + toString(context.input(1))
            + ", expected floats [batch, channels, length] and [channels, 1, taps]");
    }
    requireShape(context, 1, "weight", {x[1], 1, w[2]});
    requireShape(context, 2, "bias", {x[1]});
    requireShape(context, 3, "past_state", {x[0], x[1], w[2] - 1});
    static_cast<void>(hasActivation(context.attributes()));
    requirePlain(context);
    context.setOutput(0, context.type(0), x);
    context.setOutput(1, context.type(0), {x[0], x[1], w[2] - 1});
}

void lower(LoweringContext& context)
{
    Composer compose(context);
    const TensorRef x = context.input(0);
    const Shape& shape = x.shape();
    const int64_t kept = context.input(1).shape()[2] - 1;
    const TensorRef past = context.hasInput(3)
        ? context.input(3)
        : filledTensor(context, {x.type(), {shape[0], shape[1], kept}}, 0);
    const TensorRef padded = compose.add("Concat", {past, x}, attributesWith("axis", int64_t {2}));
    if (wantsOutput(context, 1)) {
        finishOutput(context, 1, compose.slice(padded, 2, shape[2], kept));
    }
    if (!wantsOutput(context, 0) || x.elements() == 0) {
        return;
    }
    const std::optional<TensorRef> bias =
        context.hasInput(2) ? std::optional(context.input(2)) : std::nullopt;
    const TensorRef sums =
        compose.add("Conv", {padded, context.input(1), bias}, attributesWith("group", shape[1]));
    if (hasActivation(context.attributes())) {
        finishOutput(context, 0, compose.add("Mul", {sums, compose.add("Sigmoid", {sums})}));
    } else {
        finishOutput(context, 0, sums);
    }
}

} // namespace

void registerOperators(Registry& registry)
{
    const Operator standard {.name = "CausalConvWithState",
        .sinceVersion = 27,
        .minInputs = 2,
        .maxInputs = 4,
        .maxOutputs = 2,
        .infer = infer,
        .lower = lower};
    registry.add(standard);
    Operator contributed = standard;
    contributed.sinceVersion = 1;
    contributed.domain = "com.microsoft";
    registry.add(contributed);
}

} // namespace weightless::ops::causalconv
