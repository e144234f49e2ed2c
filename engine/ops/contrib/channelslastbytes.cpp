// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/channelorder.h"
#include "engine/ops/contrib/contrib.h"

#include <array>

// QLinearConv and NhwcMaxPool: ai.onnx's QLinearConv and MaxPool of bytes, of images that may have their
// channels last. Filters are as ai.onnx has them.
namespace weightless::ops::contrib {

namespace {

// The standard operator's rule on an image with its channels second.
void inferAs(InferenceContext& context, std::string_view opType, bool isLast)
{
    const size_t rank = context.shape(0).size();
    if (rank < 3) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected "
            + (isLast ? "[images, spatial …, channels]" : "[images, channels, spatial …]"));
    }
    std::vector<std::optional<InferenceInput>> inputs;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.push_back(
            context.hasInput(i) ? std::optional(InferenceInput {context.input(i)}) : std::nullopt);
    }
    if (isLast) {
        inputs[0]->descriptor.shape = permuted(context.shape(0), toFirst(rank));
    }
    const Operator* op = loweringTarget(opType, context.opset());
    InferenceContext inner(*op, context.attributes(), context.opset(), std::move(inputs), 1);
    op->infer(inner);
    const TensorDescriptor& y = inner.outputs()[0];
    context.setOutput(0, y.type, isLast ? permuted(y.shape, toLast(rank)) : y.shape);
}

void lowerAs(LoweringContext& context, std::string_view opType, bool isLast)
{
    const TensorRef y = context.output(0);
    if (y.elements() == 0) {
        return;
    }
    std::vector<std::optional<TensorRef>> inputs;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.push_back(context.hasInput(i) ? std::optional(context.input(i)) : std::nullopt);
    }
    if (!isLast) {
        context.lowerAs(opType, inputs, context.attributes(), std::array {y});
        return;
    }
    Composer compose(context);
    const size_t rank = y.shape().size();
    inputs[0] = compose.transposed(*inputs[0], toFirst(rank));
    const TensorRef channelsSecond = context.temporary({y.type(), permuted(y.shape(), toFirst(rank))});
    context.lowerAs(opType, inputs, context.attributes(), std::array {channelsSecond});
    compose.addTo(y, "Transpose", {channelsSecond}, attributesWith("perm", toLast(rank)));
}

bool hasChannelsLast(const Attributes& attributes)
{
    return attributes.intOr("channels_last", 0) != 0;
}

void inferConv(InferenceContext& context)
{
    inferAs(context, "QLinearConv", hasChannelsLast(context.attributes()));
}

void lowerConv(LoweringContext& context)
{
    lowerAs(context, "QLinearConv", hasChannelsLast(context.attributes()));
}

void inferMaxPool(InferenceContext& context)
{
    if (context.type(0) != DataType::Int8 && context.type(0) != DataType::UInt8) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected int8 or uint8");
    }
    inferAs(context, "MaxPool", true);
}

void lowerMaxPool(LoweringContext& context)
{
    lowerAs(context, "MaxPool", true);
}

} // namespace

void registerChannelsLastBytes(Registry& registry)
{
    registry.add({.name = "QLinearConv",
        .minInputs = 8,
        .maxInputs = 9,
        .infer = inferConv,
        .lower = lowerConv,
        .domain = microsoft});
    registry.add({.name = "NhwcMaxPool", .infer = inferMaxPool, .lower = lowerMaxPool, .domain = microsoft});
}

} // namespace weightless::ops::contrib
