// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contrib.h"

#include <array>

// DynamicQuantizeLSTM: an LSTM whose weights are bytes. They become float32 once. Inputs and states stay
// float32, which is closer to the model before it was quantized than ONNX Runtime comes, which rounds them to
// bytes in each step.
namespace weightless::ops::contrib {

namespace {

constexpr size_t commonInputs = 8; // those of LSTM
constexpr size_t weights = 1;
constexpr size_t recurrence = 2;

constexpr size_t scaleOf(size_t matrix)
{
    return matrix == weights ? 8 : 10; // and its zero point behind it
}

// [directions, 4 * hidden, rows], as LSTM has it: this operator's is the other way round.
Shape turned(const Shape& shape)
{
    return {shape[0], shape[2], shape[1]};
}

void checkMatrix(const InferenceContext& context, size_t matrix)
{
    context.requireRank(matrix, 3);
    const Shape& shape = context.shape(matrix);
    if (context.type(matrix) != DataType::Int8 && context.type(matrix) != DataType::UInt8) {
        context.fail("input " + std::to_string(matrix) + " is " + toString(context.input(matrix))
            + ", expected int8 or uint8");
    }
    const size_t scale = scaleOf(matrix);
    for (const size_t index : {scale, scale + 1}) {
        const DataType type = index == scale ? DataType::Float32 : context.type(matrix);
        const bool isRight = context.hasInput(index) && context.type(index) == type
            && (context.shape(index) == Shape {shape[0]}
                || context.shape(index) == Shape {shape[0], shape[2]});
        if (!isRight && (index == scale || context.hasInput(index))) {
            context.fail("input " + std::to_string(index) + " does not fit " + toString(context.input(matrix))
                + ", expected " + toString(type)
                + " with one value for each direction, or for each of its columns");
        }
    }
}

void infer(InferenceContext& context)
{
    checkMatrix(context, weights);
    checkMatrix(context, recurrence);
    std::vector<std::optional<InferenceInput>> inputs;
    for (size_t i = 0; i < commonInputs; ++i) {
        inputs.push_back(
            context.hasInput(i) ? std::optional(InferenceInput {context.input(i)}) : std::nullopt);
        if (i == weights || i == recurrence) {
            inputs.back()->descriptor = {DataType::Float32, turned(context.shape(i))};
        }
    }
    const Operator* op = loweringTarget("LSTM", context.opset());
    InferenceContext inner(*op, context.attributes(), context.opset(), std::move(inputs), 3);
    op->infer(inner);
    for (size_t i = 0; i < inner.outputs().size(); ++i) {
        context.setOutput(i, inner.outputs()[i].type, inner.outputs()[i].shape);
    }
}

TensorRef matrixOf(LoweringContext& context, size_t matrix)
{
    Composer compose(context);
    const int64_t directions = context.input(matrix).shape()[0];
    const auto perColumn = [&](size_t input) {
        const TensorRef given = compose.cast(context.input(input), DataType::Float32);
        return compose.reshaped(given, {directions, 1, given.elements() / std::max<int64_t>(directions, 1)});
    };
    const size_t scale = scaleOf(matrix);
    TensorRef x = compose.cast(context.input(matrix), DataType::Float32);
    if (context.hasInput(scale + 1)) {
        x = compose.add("Sub", {x, perColumn(scale + 1)});
    }
    return compose.transposed(compose.add("Mul", {x, perColumn(scale)}), {0, 2, 1});
}

void lower(LoweringContext& context)
{
    std::vector<std::optional<TensorRef>> inputs;
    for (size_t i = 0; i < commonInputs; ++i) {
        const bool isMatrix = i == weights || i == recurrence;
        inputs.push_back(isMatrix     ? std::optional(matrixOf(context, i))
                : context.hasInput(i) ? std::optional(context.input(i))
                                      : std::nullopt);
    }
    std::vector<TensorRef> outputs;
    for (size_t i = 0; i < context.outputCount(); ++i) {
        outputs.push_back(context.output(i));
    }
    context.lowerAs("LSTM", inputs, context.attributes(), outputs);
}

} // namespace

void registerQuantizedRecurrent(Registry& registry)
{
    registry.add({.name = "DynamicQuantizeLSTM",
        .minInputs = 11,
        .maxInputs = 12,
        .maxOutputs = 3,
        .infer = infer,
        .lower = lower,
        .domain = microsoft});
}

} // namespace weightless::ops::contrib
