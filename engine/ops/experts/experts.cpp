// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/experts/mixture.h"

#include <string>

// The shape rules of com.microsoft.MoE and QMoE. Texts: ONNX Runtime, docs/ContribOperators.md.
namespace weightless::ops::experts {

namespace {

constexpr size_t firstGlobalScale =
    15; // of QMoE; that and what follows belongs to weights in floats of 4 and 8 bits

void requireShape(const InferenceContext& context, size_t index, const char* name, const Shape& shape)
{
    if (context.shape(index) != shape) {
        context.fail(std::string(name) + " is " + toString(context.input(index)) + ", expected the shape "
            + toString(shape));
    }
}

void requireElements(const InferenceContext& context, size_t index, const std::string& name, int64_t count)
{
    if (elementCount(context.shape(index)) != count) {
        context.fail(name + " is " + toString(context.input(index)) + ", expected " + std::to_string(count)
            + " elements");
    }
}

// Ranks that reading sizes relies on, and sizes whose products 64 bits hold.
void requireRanks(const InferenceContext& context, bool isPacked)
{
    const size_t rank = context.shape(Tokens).size();
    if (rank != 2 && rank != 3) {
        context.fail("input is " + toString(context.input(Tokens)) + ", expected rank 2 or 3");
    }
    context.requireRank(Scores, 2);
    context.requireRank(2, 3);
    context.requireRank(isPacked ? 5 : 4, 3);
    for (size_t i = 0; i < context.inputCount(); ++i) {
        for (const int64_t size : context.hasInput(i) ? context.shape(i) : Shape {}) {
            constexpr int64_t largest = int64_t {1} << 31;
            if (size > largest) {
                context.fail("input " + std::to_string(i) + " is " + toString(context.input(i))
                    + ", expected dimensions of at most 2^31");
            }
        }
    }
}

// What newer texts and single implementations have beside weights in whole numbers.
void refuseOtherPackings(const InferenceContext& context)
{
    const Attributes& attributes = context.attributes();
    if (const std::string kind = attributes.stringOr("quant_type", "int"); kind != "int") {
        context.unsupported("quant_type '" + kind + "': experts are possible with whole numbers (int) alone");
    }
    if (attributes.intOr("weights_prepacked", 0) > 0) {
        context.unsupported("weights_prepacked: weights in the order of a card's own kernel");
    }
    for (size_t i = firstGlobalScale; i < context.inputCount(); ++i) {
        if (context.hasInput(i)) {
            context.unsupported(
                "input " + std::to_string(i) + ", a scale of weights or tokens in floats of 4 or 8 bits");
        }
    }
}

void checkPackedLayer(
    const InferenceContext& context, const Mixture& mixture, const Layer& layer, const std::string& name)
{
    if (context.type(layer.weights) != DataType::UInt8 || NodeView(context).isWidened(layer.weights)) {
        context.fail(name + "_experts_weights are " + toString(context.input(layer.weights))
            + ", expected uint8 with packed numbers");
    }
    if (layer.depth * mixture.bits % 8 != 0) {
        context.fail(name + "_experts_weights have rows of " + std::to_string(layer.depth) + " numbers of "
            + std::to_string(mixture.bits) + " bits, expected whole bytes");
    }
    requireShape(context, layer.weights, (name + "_experts_weights").c_str(),
        {mixture.experts, layer.rows, mixture.rowBytes(layer)});
    if (!context.hasInput(layer.scales)) {
        context.fail(name + "_scales are missing");
    }
    if (context.type(layer.scales) != context.type(Tokens)) {
        context.unsupported(name + "_scales of type " + toString(context.type(layer.scales))
            + " for tokens of type " + toString(context.type(Tokens)) + ": both must be the same");
    }
    requireElements(
        context, layer.scales, name + "_scales", mixture.experts * layer.rows * mixture.blocks(layer));
    if (context.hasInput(layer.zeros)) {
        if (context.type(layer.zeros) != DataType::UInt8 || NodeView(context).isWidened(layer.zeros)) {
            context.fail(name + "_zero_points are " + toString(context.input(layer.zeros))
                + ", expected uint8 with packed numbers");
        }
        const int64_t zeros = elementCount(context.shape(layer.zeros)).value_or(0);
        const bool areAlongRows = mixture.areZerosAlongRows(layer, zeros);
        requireElements(context, layer.zeros, name + "_zero_points",
            mixture.experts * (areAlongRows ? 1 : layer.rows) * mixture.zeroBytes(layer, areAlongRows));
    }
}

void checkLayer(
    const InferenceContext& context, const Mixture& mixture, const Layer& layer, const std::string& name)
{
    if (mixture.isPacked) {
        checkPackedLayer(context, mixture, layer, name);
    } else {
        context.requireSameType(Tokens, layer.weights);
        requireShape(context, layer.weights, (name + "_experts_weights").c_str(),
            {mixture.experts, layer.rows, layer.depth});
    }
    if (context.hasInput(layer.bias)) {
        context.requireSameType(Tokens, layer.bias);
        requireShape(context, layer.bias, (name + "_experts_bias").c_str(), {mixture.experts, layer.rows});
    }
}

void checkLinear(const InferenceContext& context, const Mixture& mixture)
{
    const Layer& layer = mixture.linear;
    if (context.hasInput(layer.weights)) {
        checkLayer(context, mixture, layer, "fc3");
    } else if (context.hasInput(layer.bias) || context.hasInput(layer.scales)
        || context.hasInput(layer.zeros)) {
        context.fail("fc3_experts_weights are missing, and there is what belongs to them");
    }
}

void infer(InferenceContext& context, bool isPacked)
{
    const DataType type = context.type(Tokens);
    if (type != DataType::Float32 && type != DataType::Float16 && type != DataType::BFloat16) {
        context.fail(
            "input is " + toString(context.input(Tokens)) + ", expected float32, float16 or bfloat16");
    }
    requireRanks(context, isPacked);
    if (isPacked) {
        refuseOtherPackings(context);
    }
    if (context.attributes().intOr("num_shared_experts", 0) != 0) {
        context.unsupported("num_shared_experts: experts that are not chosen");
    }
    const Mixture mixture = mixtureOf(NodeView(context), isPacked);
    if (mixture.hidden < 1 || mixture.width < 1) {
        context.fail("tokens of " + std::to_string(mixture.hidden) + " and experts of "
            + std::to_string(mixture.width) + " numbers, expected some of each");
    }
    context.requireSameType(Tokens, Scores);
    requireElements(context, Tokens, "input", mixture.tokens * mixture.hidden);
    checkLayer(context, mixture, mixture.first, "fc1");
    checkLayer(context, mixture, mixture.second, "fc2");
    checkLinear(context, mixture);
    if (mixture.weighing == Weighing::Given) {
        context.requireSameType(Tokens, GivenWeights);
        requireShape(context, GivenWeights, "router_weights", context.shape(Scores));
    }
    context.setOutput(0, type, context.shape(Tokens));
}

void lower(LoweringContext& context, bool isPacked)
{
    if (context.output(0).elements() > 0) {
        lowerMixture(context, mixtureOf(NodeView(context), isPacked));
    }
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "MoE",
        .minInputs = 5,
        .maxInputs = 8,
        .infer = [](InferenceContext& context) { infer(context, false); },
        .lower = [](LoweringContext& context) { lower(context, false); },
        .domain = "com.microsoft"});
    registry.add({.name = "QMoE",
        .minInputs = 6,
        .maxInputs = 21,
        .infer = [](InferenceContext& context) { infer(context, true); },
        .lower = [](LoweringContext& context) { lower(context, true); },
        .domain = "com.microsoft"});
}

} // namespace weightless::ops::experts
