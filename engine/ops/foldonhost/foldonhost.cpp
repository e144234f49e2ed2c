// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/hostoperator.h"

#include <algorithm>
#include <array>

// Operators whose fold is the way for types that no kernel computes in: GLSL has no transcendental functions
// of doubles, and no device holds strings.
namespace weightless::ops::foldonhost {

namespace {

std::vector<HostValue> run(const HostContext& context)
{
    std::vector<std::optional<InferenceInput>> inputs;
    std::vector<TensorDescriptor> descriptors;
    std::vector<const HostTensor*> values;
    for (size_t i = 0; i < context.inputs.size(); ++i) {
        const HostTensor* value = context.hasInput(i) ? &context.tensor(i) : nullptr;
        inputs.push_back(
            value != nullptr ? std::optional(InferenceInput {value->descriptor, value}) : std::nullopt);
        descriptors.push_back(value != nullptr ? value->descriptor : TensorDescriptor {});
        values.push_back(value);
    }
    InferenceContext inference(
        *context.op, context.attributes, context.opset, std::move(inputs), context.outputCount);
    context.op->infer(inference);
    std::vector<HostValue> outputs;
    for (HostTensor& output :
        context.op->fold({context.attributes, context.opset, descriptors, values, inference.outputs()})) {
        outputs.push_back(makeHostValue(std::move(output)));
    }
    return outputs;
}

// What is known is folded while planning.
bool isComputedInDoubles(const HostChoice& choice)
{
    const bool hasDoubles = std::ranges::any_of(
        choice.inputs, [](const TensorDescriptor& input) { return input.type == DataType::Float64; });
    bool isKnown = true;
    for (size_t i = 0; i < choice.inputs.size(); ++i) {
        isKnown = isKnown && (choice.inputs[i].type == DataType::Undefined || choice.values[i] != nullptr);
    }
    return hasDoubles && !isKnown;
}

constexpr std::array<std::string_view, 34> computing {"Exp", "Log", "Sqrt", "Reciprocal", "Sin", "Cos", "Tan",
    "Asin", "Acos", "Atan", "Sinh", "Cosh", "Tanh", "Asinh", "Acosh", "Atanh", "Sigmoid", "LeakyRelu", "Elu",
    "Selu", "Celu", "Softplus", "Softsign", "HardSigmoid", "HardSwish", "Mish", "Gelu", "Erf", "Floor",
    "Ceil", "Round", "ThresholdedRelu", "Swish", "Pow"};

// What only moves elements or asks how many there are, of strings, too.
constexpr std::array<std::string_view, 25> moving {"Concat", "Split", "Slice", "Transpose", "Reshape",
    "Squeeze", "Unsqueeze", "Flatten", "Expand", "Tile", "Gather", "GatherElements", "GatherND", "Where",
    "Pad", "DepthToSpace", "SpaceToDepth", "CenterCropPad", "Shape", "Size", "Scatter", "ScatterElements",
    "ScatterND", "OneHot", "ReverseSequence"};

} // namespace

void registerHostOperators(HostRegistry& registry)
{
    for (const Operator* op : standardRegistry().all()) {
        const bool computes = std::ranges::find(computing, op->name) != computing.end();
        const bool moves = std::ranges::find(moving, op->name) != moving.end();
        if (op->domain.empty() && (computes || moves)) {
            registry.add({.op = {.name = op->name,
                              .sinceVersion = op->sinceVersion,
                              .minInputs = op->minInputs,
                              .maxInputs = op->maxInputs,
                              .maxOutputs = op->maxOutputs},
                .run = run,
                .takes = computes ? isComputedInDoubles : nullptr});
        }
    }
}

} // namespace weightless::ops::foldonhost
