// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"

#include <cmath>

// What FlexAttention (ai.onnx.preview) does before and after the graphs in its attributes, which stand
// between these two as nodes of their own (engine/runtime/flexattention): the scores of queries [batch,
// heads, steps, size] and keys [batch, key heads, places, size], and what the probabilities make of the
// values.
namespace weightless::ops::flexattention {

namespace {

// Heads that share keys are rows of one product.
struct Grouped {
    Shape heads; // [batch, key heads, group * steps, …] of queries, scores or results
    int64_t steps = 0;
    int64_t places = 0;
};

void requireFloats(const NodeView& node, size_t index)
{
    if (node.shape(index).size() != 4 || !isFloat(node.input(index).type)) {
        failNode("input " + std::to_string(index) + " is " + toString(node.input(index))
            + ", expected floats [batch, heads, steps, size]");
    }
}

// `left` has queries' heads and `right` those of the keys.
Grouped groupedOf(const NodeView& node)
{
    requireFloats(node, 0);
    requireFloats(node, 1);
    const Shape& left = node.shape(0);
    const Shape& right = node.shape(1);
    if (left[0] != right[0] || right[1] < 1 || left[1] % right[1] != 0) {
        failNode(toString(node.input(0)) + " and " + toString(node.input(1))
            + " do not go together, expected the same batch and a multiple of the keys' heads");
    }
    return {{left[0], right[1], left[1] / right[1] * left[2], left[3]}, left[2], right[2]};
}

DataType precisionOf(const Attributes& attributes, DataType type)
{
    const int64_t given = attributes.intOr("softmax_precision", 0);
    const DataType precision = given != 0 ? static_cast<DataType>(given)
        : type == DataType::Float64       ? DataType::Float64
                                          : DataType::Float32;
    if (!isFloat(precision)) {
        failNode("attribute 'softmax_precision' is " + std::to_string(given)
            + ", expected float32, float16, bfloat16 or float64");
    }
    return precision;
}

void inferScores(InferenceContext& context)
{
    const Grouped grouped = groupedOf(NodeView(context));
    const Shape& q = context.shape(0);
    context.requireSameType(0, 1);
    if (q[3] != context.shape(1)[3]) {
        context.fail("queries are " + toString(context.input(0)) + " and keys " + toString(context.input(1))
            + ", expected heads of the same size");
    }
    context.setOutput(
        0, precisionOf(context.attributes(), context.type(0)), {q[0], q[1], q[2], grouped.places});
}

void lowerScores(LoweringContext& context)
{
    if (context.output(0).elements() == 0) {
        return;
    }
    const Grouped grouped = groupedOf(NodeView(context));
    const auto size = static_cast<float>(std::max<int64_t>(context.input(0).shape()[3], 1));
    const float scale = context.attributes().floatOr("scale", 1.0f / std::sqrt(size));
    Composer compose(context);
    // In fp32 whatever the softmax is computed in, as the operator's text has it.
    const TensorRef q = compose.cast(compose.reshaped(context.input(0), grouped.heads), DataType::Float32);
    const TensorRef k = compose.cast(context.input(1), DataType::Float32);
    const TensorRef scores = compose.add("TransposedMatMul", {q, k}, attributesWith("alpha", scale));
    const TensorRef output = context.output(0);
    context.aliasOutput(0, compose.reshaped(compose.cast(scores, output.type()), output.shape()));
}

void inferResult(InferenceContext& context)
{
    const Grouped grouped = groupedOf(NodeView(context));
    const Shape& probabilities = context.shape(0);
    if (probabilities[3] != grouped.places) {
        context.fail("the probabilities are " + toString(context.input(0)) + " and the values "
            + toString(context.input(1)) + ", expected as many places");
    }
    context.setOutput(
        0, context.type(1), {probabilities[0], probabilities[1], probabilities[2], context.shape(1)[3]});
}

void lowerResult(LoweringContext& context)
{
    if (context.output(0).elements() == 0) {
        return;
    }
    const Grouped grouped = groupedOf(NodeView(context));
    Composer compose(context);
    const TensorRef probabilities = context.input(0);
    const TensorRef values = compose.cast(context.input(1), probabilities.type());
    const TensorRef result = compose.add("MatMul", {compose.reshaped(probabilities, grouped.heads), values});
    const TensorRef output = context.output(0);
    context.aliasOutput(0, compose.cast(compose.reshaped(result, output.shape()), output.type()));
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "FlexScores",
        .minInputs = 2,
        .maxInputs = 2,
        .infer = inferScores,
        .lower = lowerScores,
        .domain = "weightless"});
    registry.add({.name = "FlexResult",
        .minInputs = 2,
        .maxInputs = 2,
        .infer = inferResult,
        .lower = lowerResult,
        .domain = "weightless"});
}

} // namespace weightless::ops::flexattention
