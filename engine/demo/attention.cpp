// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/attention.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace weightless {

namespace {

// [batch, tokens, width] → [batch, heads, tokens, width / heads]
std::string splitHeads(GraphWriter& writer, const std::string& tensor, const AttentionInputs& inputs,
    const TracedDim& batch, const TracedDim& headWidth)
{
    const std::string split = reshape(writer, tensor, {batch, -1, inputs.heads, headWidth});
    return transpose(writer, split, {0, 2, 1, 3});
}

// 1 / sqrt(last dimension), computed in the graph when axes are dynamic.
std::string attentionScale(GraphWriter& writer, const std::string& query, int64_t headWidth)
{
    const double one = 1;
    if (!writer.style().hasDynamicAxes) {
        const double scale = 1 / std::sqrt(static_cast<double>(headWidth));
        return writer.floats(std::span(&scale, 1), {1});
    }
    const std::string shape = writer.op("Shape", {query});
    const std::string last = writer.op(
        "Slice", {shape, writer.int64s({-1}), writer.int64s({std::numeric_limits<int64_t>::max()})});
    const std::vector<Attribute> toType {{"to", static_cast<int64_t>(writer.type())}};
    const std::string width = writer.op("Cast", {last}, toType);
    const std::string root = writer.op("Sqrt", {width});
    const std::string scale = writer.op("Div", {writer.floats(std::span(&one, 1), {1}), root});
    return writer.op("Cast", {scale}, toType);
}

std::string scaledDotProduct(GraphWriter& writer, const AttentionInputs& inputs)
{
    const TracedDim batch = sizeOf(writer, inputs.query, 0, writer.style().batch);
    const TracedDim width = sizeOf(writer, inputs.key, 2, inputs.width);
    const TracedDim headWidth = floorDivide(writer, width, inputs.heads);
    const std::string query = splitHeads(writer, inputs.query, inputs, batch, headWidth);
    const std::string key = splitHeads(writer, inputs.key, inputs, batch, headWidth);
    const std::string value = splitHeads(writer, inputs.value, inputs, batch, headWidth);

    const std::string scale = attentionScale(writer, query, inputs.width / inputs.heads);
    const std::string keyTransposed = transpose(writer, key, {0, 1, 3, 2});
    const std::string queryScaled = writer.op("Mul", {query, writer.op("Sqrt", {scale})});
    const std::string keyScaled = writer.op("Mul", {keyTransposed, writer.op("Sqrt", {scale})});
    const std::string scores = writer.op("MatMul", {queryScaled, keyScaled});
    const std::string weights = writer.op("Softmax", {scores}, {{"axis", int64_t {-1}}});
    const std::string mixed = writer.op("MatMul", {weights, value});

    const std::string merged = transpose(writer, mixed, {0, 2, 1, 3});
    return reshape(writer, merged, {batch, -1, multiply(writer, inputs.heads, headWidth)});
}

// [batch, tokens, width] → [batch * heads, tokens, width / heads]
std::string headsToBatch(
    GraphWriter& writer, const std::string& tensor, const AttentionInputs& inputs, int64_t fixedTokens)
{
    const TracedDim batch = sizeOf(writer, tensor, 0, writer.style().batch);
    const TracedDim tokens = sizeOf(writer, tensor, 1, fixedTokens);
    const TracedDim width = sizeOf(writer, tensor, 2, inputs.width);
    const TracedDim headWidth = floorDivide(writer, width, inputs.heads);
    const std::string split = reshape(writer, tensor, {batch, tokens, inputs.heads, headWidth});
    const std::string moved = transpose(writer, split, {0, 2, 1, 3});
    return reshape(writer, moved, {multiply(writer, batch, inputs.heads), tokens, headWidth});
}

std::string batchToHeads(GraphWriter& writer, const std::string& tensor, const AttentionInputs& inputs)
{
    const TracedDim folded = sizeOf(writer, tensor, 0, writer.style().batch * inputs.heads);
    const TracedDim tokens = sizeOf(writer, tensor, 1, inputs.queryTokens);
    const TracedDim headWidth = sizeOf(writer, tensor, 2, inputs.width / inputs.heads);
    const TracedDim batch = floorDivide(writer, folded, inputs.heads);
    const std::string split = reshape(writer, tensor, {batch, inputs.heads, tokens, headWidth});
    const std::string moved = transpose(writer, split, {0, 2, 1, 3});
    return reshape(writer, moved, {batch, tokens, multiply(writer, headWidth, inputs.heads)});
}

std::string batchedAttention(GraphWriter& writer, const AttentionInputs& inputs)
{
    const std::string query = headsToBatch(writer, inputs.query, inputs, inputs.queryTokens);
    const std::string key = headsToBatch(writer, inputs.key, inputs, inputs.keyTokens);
    const std::string value = headsToBatch(writer, inputs.value, inputs, inputs.keyTokens);
    const std::string product = writer.op("MatMul", {query, transpose(writer, key, {0, 2, 1})});
    const double scale = 1 / std::sqrt(static_cast<double>(inputs.width / inputs.heads));
    const std::string scores = writer.op("Mul", {product, writer.scalar(scale)});
    const std::string weights = writer.op("Softmax", {scores}, {{"axis", int64_t {-1}}});
    return batchToHeads(writer, writer.op("MatMul", {weights, value}), inputs);
}

} // namespace

std::string attention(GraphWriter& writer, const AttentionInputs& inputs)
{
    return writer.style().opset >= 17 ? scaledDotProduct(writer, inputs) : batchedAttention(writer, inputs);
}

int64_t headCount(int64_t width, int64_t heads)
{
    return std::gcd(width, heads);
}

} // namespace weightless
