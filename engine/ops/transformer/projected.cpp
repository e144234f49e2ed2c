// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/projected.h"

#include <array>

namespace weightless::ops::transformer {

namespace {

// A cache of keys or values in a tensor that has both.
Shape cacheOf(const TensorDescriptor& past)
{
    const Shape& shape = past.shape;
    if (shape.size() != 5 || shape[0] != 2) {
        failNode("the past is " + toString(past) + ", expected [2, batch, heads, places, size]");
    }
    return Shape(shape.begin() + 1, shape.end());
}

// Keys, and values behind them.
std::array<TensorRef, 2> halves(LoweringContext& context, const TensorRef& both)
{
    const Shape half(both.shape().begin() + 1, both.shape().end());
    const auto size = static_cast<uint64_t>(elementCount(half).value_or(0));
    return {context.view(both, {both.type(), half}), context.view(both, {both.type(), half}, size)};
}

} // namespace

Widths widthsOf(const NodeView& node)
{
    requireCountable(node);
    const Shape& x = node.shape(0);
    const Shape& weights = node.shape(1);
    if (x.size() != 3 || weights.size() != 2 || x[2] != weights[0]) {
        failNode(toString(node.input(0)) + " and the weights " + toString(node.input(1))
            + " have no product, expected rank 3 and 2");
    }
    Widths widths {weights[1] / 3, weights[1] / 3};
    if (const auto given = node.attributes->ints("qkv_hidden_sizes")) {
        if (given->size() != 3 || (*given)[0] != (*given)[1] || (*given)[0] < 1 || (*given)[2] < 1
            || (*given)[0] > weights[1] || (*given)[2] > weights[1]) {
            failNode("qkv_hidden_sizes is " + toString(*given)
                + ", expected three of which the first two are equal");
        }
        widths = {(*given)[0], (*given)[2]};
    }
    if (widths.all() != weights[1]) {
        failNode("the weights are " + toString(node.input(1)) + ", expected " + std::to_string(widths.all())
            + " columns for queries, keys and values");
    }
    return widths;
}

void inferProjected(InferenceContext& context, const ProjectedInputs& places, DataType type)
{
    const Widths widths = widthsOf(NodeView(context));
    if (context.attributes().intOr("do_rotary", 0) != 0
        || context.attributes().intOr("past_present_share_buffer", 0) != 0) {
        context.unsupported("do_rotary and caches that are shared");
    }
    const Shape& x = context.shape(0);
    const auto known = [&](int64_t width) { return InferenceInput {{type, {x[0], x[1], width}}}; };
    std::vector<std::optional<InferenceInput>> inputs {known(widths.query), known(widths.query),
        known(widths.value), std::nullopt, std::nullopt, std::nullopt};
    if (context.hasInput(places.mask)) {
        inputs[4] = InferenceInput {context.input(places.mask)};
    }
    if (places.scoreBias && context.hasInput(*places.scoreBias)) {
        inputs[5] = InferenceInput {context.input(*places.scoreBias)};
    }
    if (context.hasInput(places.past)) {
        const TensorDescriptor& past = context.input(places.past);
        inputs.insert(inputs.end(), 2, InferenceInput {{past.type, cacheOf(past)}});
    }
    const Operator* heads = loweringTarget("MultiHeadAttention", context.opset());
    InferenceContext inner(*heads, context.attributes(), context.opset(), std::move(inputs), 3);
    heads->infer(inner);
    Shape present = inner.outputs()[1].shape;
    if (context.outputCount() > 1 && widths.query != widths.value) {
        context.unsupported("a present state of keys and values of different sizes");
    }
    present.insert(present.begin(), 2);
    context.setOutput(0, type, inner.outputs()[0].shape);
    context.setOutput(1, type, std::move(present));
}

void lowerProjected(LoweringContext& context, const ProjectedInputs& places, const TensorRef& all)
{
    const Widths widths = widthsOf(NodeView(context));
    Composer compose(context);
    const auto given = [&](std::optional<size_t> index) {
        return index && context.hasInput(*index) ? std::optional(context.input(*index)) : std::nullopt;
    };
    std::vector<std::optional<TensorRef>> inputs {compose.slice(all, 2, 0, widths.query),
        compose.slice(all, 2, widths.query, widths.query),
        compose.slice(all, 2, 2 * widths.query, widths.value), std::nullopt, given(places.mask),
        given(places.scoreBias)};
    if (context.hasInput(places.past)) {
        for (const TensorRef& half : halves(context, context.input(places.past))) {
            inputs.emplace_back(half);
        }
    }
    std::vector<TensorRef> outputs {context.output(0)};
    if (context.outputCount() > 1 && context.wantsOutput(1)) {
        for (const TensorRef& half : halves(context, context.output(1))) {
            outputs.push_back(half);
        }
    }
    context.lowerAs("MultiHeadAttention", inputs, context.attributes(), outputs);
}

} // namespace weightless::ops::transformer
