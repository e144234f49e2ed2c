// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/onnxattention/problem.h"

#include <cmath>

namespace weightless::ops::onnxattention {

namespace {

void setHeads(const NodeView& node, AttentionProblem& p)
{
    const Shape& q = node.shape(queryInput);
    const Shape& k = node.shape(keyInput);
    const Shape& v = node.shape(valueInput);
    if ((q.size() != 3 && q.size() != 4) || k.size() != q.size() || v.size() != q.size()) {
        failNode("Q, K and V are " + toString(node.input(queryInput)) + ", " + toString(node.input(keyInput))
            + " and " + toString(node.input(valueInput)) + ", expected all of rank 3 or all of rank 4");
    }
    p.isPacked = q.size() == 3;
    p.batch = q[0];
    p.queryHeads = p.isPacked ? node.attributes->intOr("q_num_heads", 0) : q[1];
    p.keyHeads = p.isPacked ? node.attributes->intOr("kv_num_heads", 0) : k[1];
    if (p.queryHeads < 1 || p.keyHeads < 1 || p.queryHeads % p.keyHeads != 0) {
        failNode(std::to_string(p.queryHeads) + " heads of the query and " + std::to_string(p.keyHeads)
            + " of the keys (attributes 'q_num_heads' and 'kv_num_heads') do not go together");
    }
    p.rows = q[p.isPacked ? 1 : 2];
    p.keys = k[p.isPacked ? 1 : 2];
    p.depth = q.back() / (p.isPacked ? p.queryHeads : 1);
    p.width = v.back() / (p.isPacked ? p.keyHeads : 1);
    const auto shapeOf = [&](int64_t heads, int64_t steps, int64_t size) {
        return p.isPacked ? Shape {p.batch, steps, heads * size} : Shape {p.batch, heads, steps, size};
    };
    if (q != shapeOf(p.queryHeads, p.rows, p.depth) || k != shapeOf(p.keyHeads, p.keys, p.depth)
        || v != shapeOf(p.keyHeads, p.keys, p.width)) {
        failNode("Q " + toString(node.input(queryInput)) + ", K " + toString(node.input(keyInput)) + " and V "
            + toString(node.input(valueInput)) + " do not go together in " + std::to_string(p.queryHeads)
            + " and " + std::to_string(p.keyHeads) + " heads");
    }
}

void setPast(const NodeView& node, AttentionProblem& p)
{
    if (node.hasInput(pastKeyInput) != node.hasInput(pastValueInput)) {
        failNode("past_key and past_value are given together or not at all");
    }
    if (!node.hasInput(pastKeyInput)) {
        return;
    }
    const Shape& key = node.shape(pastKeyInput);
    p.past = key.size() == 4 ? key[2] : 0;
    if (key != Shape {p.batch, p.keyHeads, p.past, p.depth}
        || node.shape(pastValueInput) != Shape {p.batch, p.keyHeads, p.past, p.width}) {
        failNode("the cache is " + toString(node.input(pastKeyInput)) + " and "
            + toString(node.input(pastValueInput)) + ", expected [" + std::to_string(p.batch) + ", "
            + std::to_string(p.keyHeads) + ", past, " + std::to_string(p.depth) + "] and the same with "
            + std::to_string(p.width));
    }
    p.keys += p.past;
}

// The mask may be shorter than the keys.
void checkMask(const NodeView& node, const AttentionProblem& p)
{
    if (!node.hasInput(maskInput)) {
        return;
    }
    const TensorDescriptor& mask = node.input(maskInput);
    Shape whole = mask.shape;
    if (!whole.empty() && whole.back() > 1 && whole.back() < p.keys) {
        whole.back() = p.keys;
    }
    if ((!isFloat(mask.type) && mask.type != DataType::Bool) || whole.size() > 4
        || broadcast(whole, p.scoresShape()) != p.scoresShape()) {
        failNode(
            "attn_mask is " + toString(mask) + ", which does not broadcast to " + toString(p.scoresShape()));
    }
}

void checkLengths(const NodeView& node, const AttentionProblem& p)
{
    if (node.hasInput(lengthsInput)
        && (node.input(lengthsInput).type != DataType::Int64
            || node.shape(lengthsInput) != Shape {p.batch})) {
        failNode("nonpad_kv_seqlen is " + toString(node.input(lengthsInput)) + ", expected int64["
            + std::to_string(p.batch) + "]");
    }
}

int64_t windowOf(const Attributes& attributes, const char* name)
{
    const int64_t size = attributes.intOr(name, -1);
    if (size < -1 || size > INT32_MAX) {
        failNode("attribute '" + std::string(name) + "' is " + std::to_string(size)
            + ", expected -1 or a number of keys");
    }
    return size;
}

void infer(InferenceContext& context)
{
    for (const size_t input : {queryInput, keyInput, valueInput, pastKeyInput, pastValueInput}) {
        if (context.hasInput(input) && !isFloat(context.type(input))) {
            context.fail("input " + std::to_string(input) + " is " + toString(context.input(input))
                + ", expected a float tensor");
        }
    }
    const AttentionProblem p = problemOf(NodeView(context));
    context.setOutput(resultOutput, context.type(queryInput), p.resultShape());
    context.setOutput(presentKeyOutput, context.type(keyInput), {p.batch, p.keyHeads, p.keys, p.depth});
    context.setOutput(presentValueOutput, context.type(valueInput), {p.batch, p.keyHeads, p.keys, p.width});
    context.setOutput(scoresOutput, context.type(queryInput), p.scoresShape());
}

void lower(LoweringContext& context)
{
    lowerAttention(context, problemOf(NodeView(context)));
}

} // namespace

AttentionProblem problemOf(const NodeView& node)
{
    AttentionProblem p;
    setHeads(node, p);
    setPast(node, p);
    checkMask(node, p);
    checkLengths(node, p);
    p.scale = node.attributes->has("scale") ? static_cast<double>(node.attributes->floatOr("scale", 1))
        : p.depth > 0                       ? 1 / std::sqrt(static_cast<double>(p.depth))
                                            : 1;
    p.softcap = node.attributes->floatOr("softcap", 0);
    p.isCausal = node.attributes->intOr("is_causal", 0) != 0;
    const int64_t mode = node.attributes->intOr("qk_matmul_output_mode", 0);
    if (mode < 0 || mode > 3 || !(p.softcap >= 0)) {
        failNode("attribute 'qk_matmul_output_mode' is " + std::to_string(mode) + " and 'softcap' "
            + std::to_string(p.softcap) + ", expected 0 to 3 and no negative number");
    }
    p.scoresMode = static_cast<ScoresMode>(mode);
    p.leftWindow = windowOf(*node.attributes, "left_window_size");
    p.rightWindow = windowOf(*node.attributes, "right_window_size");
    return p;
}

void registerOperators(Registry& registry)
{
    for (const int64_t version : {23, 24, 25}) {
        registry.add({.name = "Attention",
            .sinceVersion = version,
            .minInputs = 3,
            .maxInputs = version < 24 ? 6u : 7u,
            .maxOutputs = 4,
            .infer = infer,
            .lower = lower});
    }
}

} // namespace weightless::ops::onnxattention
