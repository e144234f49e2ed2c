// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformer.h"

#include <array>

// Attention: MultiHeadAttention behind the product that makes its queries, keys and values.
namespace weightless::ops::transformer {

namespace {

enum Input : size_t { X, Weights, Bias, Mask, Past, ScoreBias, PastLength };

// Columns of queries (and keys) and of values.
struct Widths {
    int64_t query = 0;
    int64_t value = 0;

    [[nodiscard]] int64_t all() const { return 2 * query + value; }
};

Widths widthsOf(const NodeView& node)
{
    requireCountable(node);
    const Shape& x = node.shape(X);
    const Shape& weights = node.shape(Weights);
    if (x.size() != 3 || weights.size() != 2 || x[2] != weights[0]) {
        failNode(toString(node.input(X)) + " and the weights " + toString(node.input(Weights))
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
        failNode("the weights are " + toString(node.input(Weights)) + ", expected "
            + std::to_string(widths.all()) + " columns for queries, keys and values");
    }
    return widths;
}

// A cache of keys or values in a tensor that has both.
Shape cacheOf(const NodeView& node)
{
    const Shape& past = node.shape(Past);
    if (past.size() != 5 || past[0] != 2) {
        failNode("the past is " + toString(node.input(Past)) + ", expected [2, batch, heads, places, size]");
    }
    return Shape(past.begin() + 1, past.end());
}

void infer(InferenceContext& context)
{
    const NodeView node(context);
    const Widths widths = widthsOf(node);
    const DataType type = context.type(X);
    context.requireSameType(X, Weights);
    if (context.hasInput(Bias)) {
        context.requireSameType(X, Bias);
        if (context.shape(Bias) != Shape {widths.all()}) {
            context.fail("the bias is " + toString(context.input(Bias)) + ", expected "
                + std::to_string(widths.all()));
        }
    }
    if (context.attributes().intOr("do_rotary", 0) != 0 || context.hasInput(PastLength)
        || context.attributes().intOr("past_present_share_buffer", 0) != 0) {
        context.unsupported("do_rotary and caches that are shared");
    }
    const Shape& x = context.shape(X);
    const auto known = [&](int64_t width) { return InferenceInput {{type, {x[0], x[1], width}}}; };
    std::vector<std::optional<InferenceInput>> inputs {known(widths.query), known(widths.query),
        known(widths.value), std::nullopt, std::nullopt, std::nullopt};
    for (const auto& [from, to] : {std::pair<size_t, size_t> {Mask, 4}, {ScoreBias, 5}}) {
        if (context.hasInput(from)) {
            inputs[to] = InferenceInput {context.input(from)};
        }
    }
    if (context.hasInput(Past)) {
        inputs.insert(inputs.end(), 2, InferenceInput {{context.type(Past), cacheOf(node)}});
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

// Keys, and values behind them.
std::array<TensorRef, 2> halves(LoweringContext& context, const TensorRef& both)
{
    const Shape half(both.shape().begin() + 1, both.shape().end());
    const auto size = static_cast<uint64_t>(elementCount(half).value_or(0));
    return {context.view(both, {both.type(), half}), context.view(both, {both.type(), half}, size)};
}

void lower(LoweringContext& context)
{
    const Widths widths = widthsOf(NodeView(context));
    Composer compose(context);
    TensorRef all = compose.add("MatMul", {context.input(X), context.input(Weights)});
    if (context.hasInput(Bias)) {
        all = compose.add("Add", {all, context.input(Bias)});
    }
    const auto given = [&](size_t index) {
        return context.hasInput(index) ? std::optional(context.input(index)) : std::nullopt;
    };
    std::vector<std::optional<TensorRef>> inputs {compose.slice(all, 2, 0, widths.query),
        compose.slice(all, 2, widths.query, widths.query),
        compose.slice(all, 2, 2 * widths.query, widths.value), std::nullopt, given(Mask), given(ScoreBias)};
    if (context.hasInput(Past)) {
        for (const TensorRef& half : halves(context, context.input(Past))) {
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

} // namespace

void registerSelfAttention(Registry& registry)
{
    registry.add({.name = "Attention",
        .minInputs = 2,
        .maxInputs = 7,
        .maxOutputs = 2,
        .infer = infer,
        .lower = lower,
        .domain = microsoft});
}

} // namespace weightless::ops::transformer
