// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformer.h"

#include "engine/ops/composed.h"

#include <algorithm>
#include <array>

// PackedAttention and PackedMultiHeadAttention: the tokens of a batch without its padding. token_offset
// [batch, steps] says where each token stands among all steps, those of padding last. The tokens are put
// there, MultiHeadAttention looks at as many of each sequence as it has, and what it says of them is taken
// out again.
namespace weightless::ops::transformer {

namespace {

// Places of what both operators have.
struct Inputs {
    size_t offsets;
    size_t lengths;
    size_t scoreBias;
};
constexpr Inputs withWeights {3, 4, 5};
constexpr Inputs withHeads {4, 5, 6};

struct Batch {
    int64_t size = 0;
    int64_t steps = 0;
    int64_t tokens = 0;
};

Batch batchOf(const NodeView& node, const Inputs& inputs)
{
    requireCountable(node);
    const Shape& offsets = node.shape(inputs.offsets);
    const Shape& x = node.shape(0);
    if (node.input(inputs.offsets).type != DataType::Int32 || offsets.size() != 2 || x.empty()
        || x[0] > offsets[0] * offsets[1]) {
        failNode("token_offset is " + toString(node.input(inputs.offsets)) + " for " + toString(node.input(0))
            + ", expected int32[batch, steps] with room for every token");
    }
    const Batch batch {offsets[0], offsets[1], x[0]};
    if (node.input(inputs.lengths) != TensorDescriptor {DataType::Int32, {batch.size + 1}}) {
        failNode("cumulative_sequence_length is " + toString(node.input(inputs.lengths)) + ", expected int32["
            + std::to_string(batch.size + 1) + "]");
    }
    return batch;
}

// The rest of the rule: MultiHeadAttention's, for padded queries, keys and values of these shapes.
void inferHeads(InferenceContext& context, const Inputs& places, const std::array<Shape, 3>& shapes,
    std::optional<size_t> bias)
{
    const DataType type = context.type(0);
    const Batch batch = batchOf(NodeView(context), places);
    std::vector<std::optional<InferenceInput>> inputs;
    inputs.reserve(shapes.size());
    for (const Shape& shape : shapes) {
        inputs.push_back(shape.empty() ? std::nullopt : std::optional(InferenceInput {{type, shape}}));
    }
    const auto given = [&](std::optional<size_t> index) {
        return index && context.hasInput(*index) ? std::optional(InferenceInput {context.input(*index)})
                                                 : std::nullopt;
    };
    inputs.push_back(given(bias));
    inputs.emplace_back(InferenceInput {{DataType::Int32, {batch.size}}});
    inputs.push_back(given(places.scoreBias));
    const Operator* heads = loweringTarget("MultiHeadAttention", context.opset());
    InferenceContext inner(*heads, context.attributes(), context.opset(), std::move(inputs), 1);
    heads->infer(inner);
    context.setOutput(0, type, {batch.tokens, inner.outputs()[0].shape.back()});
}

void inferPacked(InferenceContext& context)
{
    const Batch batch = batchOf(NodeView(context), withWeights);
    const Shape& x = context.shape(0);
    const Shape& weights = context.shape(1);
    context.requireSameType(0, 1);
    context.requireSameType(0, 2);
    if (x.size() != 2 || weights.size() != 2 || x[1] != weights[0]
        || context.shape(2) != Shape {weights[1]}) {
        context.fail(toString(context.input(0)) + ", the weights " + toString(context.input(1))
            + " and the bias " + toString(context.input(2)) + " do not go together");
    }
    std::vector<int64_t> widths(3, weights[1] / 3);
    if (const auto given = context.attributes().ints("qkv_hidden_sizes")) {
        widths = *given;
    }
    if (widths.size() != 3 || std::ranges::any_of(widths, [&](int64_t w) { return w < 1 || w > weights[1]; })
        || widths[0] != widths[1] || widths[0] + widths[1] + widths[2] != weights[1]) {
        context.fail("qkv_hidden_sizes is " + toString(widths) + ", expected three with "
            + std::to_string(weights[1]) + " columns together, the first two equal");
    }
    std::array<Shape, 3> shapes;
    for (size_t i = 0; i < 3; ++i) {
        shapes[i] = {batch.size, batch.steps, widths[i]};
    }
    inferHeads(context, withWeights, shapes, std::nullopt);
}

void inferPackedHeads(InferenceContext& context)
{
    const Batch batch = batchOf(NodeView(context), withHeads);
    std::array<Shape, 3> shapes;
    for (size_t i = 0; i < 3; ++i) {
        if (!context.hasInput(i)) {
            continue;
        }
        context.requireSameType(0, i);
        shapes[i] = context.shape(i);
        if (shapes[i].empty() || shapes[i][0] != batch.tokens) {
            context.fail("input " + std::to_string(i) + " is " + toString(context.input(i)) + ", expected "
                + std::to_string(batch.tokens) + " tokens");
        }
        shapes[i].erase(shapes[i].begin());
        shapes[i].insert(shapes[i].begin(), {batch.size, batch.steps});
    }
    inferHeads(context, withHeads, shapes, 3);
}

// Where the tokens stand among all steps: int64 [tokens].
TensorRef standing(LoweringContext& context, const Inputs& places, const Batch& batch)
{
    const TensorRef first = context.view(context.input(places.offsets), {DataType::Int32, {batch.tokens}});
    return Composer(context).cast(first, DataType::Int64);
}

TensorRef padded(LoweringContext& context, const TensorRef& x, const TensorRef& where, const Batch& batch)
{
    Composer compose(context);
    Shape shape = x.shape();
    shape[0] = batch.size * batch.steps;
    const TensorRef empty = filledTensor(context, {x.type(), shape}, 0);
    const TensorRef all = compose.add("ScatterND", {empty, compose.reshaped(where, {batch.tokens, 1}), x});
    shape.erase(shape.begin());
    shape.insert(shape.begin(), {batch.size, batch.steps});
    return compose.reshaped(all, shape);
}

TensorRef lengthsOf(LoweringContext& context, const Inputs& places, const Batch& batch)
{
    Composer compose(context);
    const TensorRef ends = context.input(places.lengths);
    return compose.add("Sub", {compose.slice(ends, 0, 1, batch.size), compose.slice(ends, 0, 0, batch.size)});
}

// Queries, keys, values and their bias, padded.
void lowerHeads(LoweringContext& context, const Inputs& places, const Batch& batch, const TensorRef& where,
    std::vector<std::optional<TensorRef>> inputs)
{
    Composer compose(context);
    inputs.emplace_back(lengthsOf(context, places, batch));
    inputs.push_back(
        context.hasInput(places.scoreBias) ? std::optional(context.input(places.scoreBias)) : std::nullopt);
    const TensorRef output = context.output(0);
    const int64_t width = output.shape()[1];
    const TensorRef all = context.temporary({output.type(), {batch.size, batch.steps, width}});
    context.lowerAs("MultiHeadAttention", inputs, context.attributes(), std::array {all});
    compose.addTo(output, "Gather", {compose.reshaped(all, {batch.size * batch.steps, width}), where},
        attributesWith("axis", int64_t {0}));
}

void lowerPacked(LoweringContext& context)
{
    const Batch batch = batchOf(NodeView(context), withWeights);
    if (context.output(0).elements() == 0) {
        return;
    }
    Composer compose(context);
    const TensorRef product = compose.add("MatMul", {context.input(0), context.input(1)});
    const TensorRef where = standing(context, withWeights, batch);
    const TensorRef all = padded(context, compose.add("Add", {product, context.input(2)}), where, batch);
    const int64_t value = context.output(0).shape()[1];
    const int64_t query = (all.shape()[2] - value) / 2;
    lowerHeads(context, withWeights, batch, where,
        {compose.slice(all, 2, 0, query), compose.slice(all, 2, query, query),
            compose.slice(all, 2, 2 * query, value), std::nullopt});
}

void lowerPackedHeads(LoweringContext& context)
{
    const Batch batch = batchOf(NodeView(context), withHeads);
    if (context.output(0).elements() == 0) {
        return;
    }
    const TensorRef where = standing(context, withHeads, batch);
    std::vector<std::optional<TensorRef>> inputs;
    for (size_t i = 0; i < 3; ++i) {
        inputs.push_back(context.hasInput(i) ? std::optional(padded(context, context.input(i), where, batch))
                                             : std::nullopt);
    }
    inputs.push_back(context.hasInput(3) ? std::optional(context.input(3)) : std::nullopt);
    lowerHeads(context, withHeads, batch, where, std::move(inputs));
}

} // namespace

void registerPackedAttention(Registry& registry)
{
    registry.add({.name = "PackedAttention",
        .minInputs = 5,
        .maxInputs = 6,
        .infer = inferPacked,
        .lower = lowerPacked,
        .domain = microsoft});
    registry.add({.name = "PackedMultiHeadAttention",
        .minInputs = 6,
        .maxInputs = 7,
        .infer = inferPackedHeads,
        .lower = lowerPackedHeads,
        .domain = microsoft});
}

} // namespace weightless::ops::transformer
