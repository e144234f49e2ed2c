// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contrib.h"

#include <array>

// QuantizeLinear and DequantizeLinear, which com.microsoft had with more types before ai.onnx did.
namespace weightless::ops::contrib {

namespace {

void inferLike(InferenceContext& context, std::string_view opType)
{
    loweringTarget(opType, context.opset())->infer(context);
}

void lowerLike(LoweringContext& context, std::string_view opType)
{
    std::vector<std::optional<TensorRef>> inputs;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.push_back(context.hasInput(i) ? std::optional(context.input(i)) : std::nullopt);
    }
    context.lowerAs(opType, inputs, context.attributes(), std::array {context.output(0)});
}

} // namespace

void registerLinear(Registry& registry)
{
    registry.add({.name = "QuantizeLinear",
        .minInputs = 2,
        .maxInputs = 3,
        .infer = [](InferenceContext& context) { inferLike(context, "QuantizeLinear"); },
        .lower = [](LoweringContext& context) { lowerLike(context, "QuantizeLinear"); },
        .domain = microsoft});
    registry.add({.name = "DequantizeLinear",
        .minInputs = 2,
        .maxInputs = 3,
        .infer = [](InferenceContext& context) { inferLike(context, "DequantizeLinear"); },
        .lower = [](LoweringContext& context) { lowerLike(context, "DequantizeLinear"); },
        .domain = microsoft});
}

} // namespace weightless::ops::contrib
