// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/projected.h"

// QAttention: Attention whose product is one of quantised numbers.
namespace weightless::ops::transformer {

namespace {

enum Input : size_t { X, Weights, Bias, XScale, WeightScale, Mask, XZero, WeightZero, Past };
constexpr ProjectedInputs places {.mask = Mask, .past = Past};

void requireBytes(const InferenceContext& context, size_t index)
{
    if (context.type(index) != DataType::Int8 && context.type(index) != DataType::UInt8) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected int8 or uint8");
    }
}

// One value, or where `columns` says so one for each of them.
void requireValues(const InferenceContext& context, size_t index, DataType type, int64_t columns = 1)
{
    if (!context.hasInput(index)) {
        return;
    }
    const bool isRight = elementCount(context.shape(index)) == 1 || context.shape(index) == Shape {columns};
    if (context.type(index) != type || !isRight) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected " + toString(type) + ", one or " + std::to_string(columns));
    }
}

void infer(InferenceContext& context)
{
    const Widths widths = widthsOf(NodeView(context));
    requireBytes(context, X);
    requireBytes(context, Weights);
    if (context.type(XScale) != DataType::Float32) {
        context.unsupported("scales that are " + toString(context.input(XScale)) + " and not float32");
    }
    if (context.type(Bias) != DataType::Float32 || context.shape(Bias) != Shape {widths.all()}) {
        context.fail("the bias is " + toString(context.input(Bias)) + ", expected float32["
            + std::to_string(widths.all()) + "]");
    }
    requireValues(context, XScale, DataType::Float32);
    requireValues(context, WeightScale, DataType::Float32, widths.all());
    requireValues(context, XZero, context.type(X));
    requireValues(context, WeightZero, context.type(Weights), widths.all());
    inferProjected(context, places, DataType::Float32);
}

void lower(LoweringContext& context)
{
    Composer compose(context);
    const auto given = [&](size_t index) {
        return context.hasInput(index) ? std::optional(context.input(index)) : std::nullopt;
    };
    // Scalars without dimensions, so that they broadcast to whatever they meet.
    const auto scale = [&](size_t index) {
        const TensorRef tensor = context.input(index);
        return tensor.elements() == 1 ? compose.reshaped(tensor, {}) : tensor;
    };
    const TensorRef sums = compose.add(
        "MatMulInteger", {context.input(X), context.input(Weights), given(XZero), given(WeightZero)});
    const TensorRef product = compose.add("Mul",
        {compose.cast(sums, DataType::Float32), compose.add("Mul", {scale(XScale), scale(WeightScale)})});
    lowerProjected(context, places, compose.add("Add", {product, context.input(Bias)}));
}

} // namespace

void registerQuantizedAttention(Registry& registry)
{
    registry.add({.name = "QAttention",
        .minInputs = 5,
        .maxInputs = 9,
        .maxOutputs = 2,
        .infer = infer,
        .lower = lower,
        .domain = microsoft});
}

} // namespace weightless::ops::transformer
