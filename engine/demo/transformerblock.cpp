// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/transformerblock.h"

#include "engine/demo/attention.h"
#include "engine/demo/resnetblock.h"
#include "engine/demo/shapearithmetic.h"

#include <utility>

namespace weightless {

namespace {

// A sequence of tokens [batch, tokens, width].
struct Tokens {
    std::string value;
    int64_t count = 0;
    int64_t width = 0;
};

std::string attentionModule(GraphWriter& writer, const std::string& module, const std::string& path,
    const Tokens& tokens, const TextContext& context, int64_t heads)
{
    const GraphWriter::Scope scope(writer, module);
    const LinearShape keyShape {context.width, tokens.width, false};
    AttentionInputs inputs {
        .width = tokens.width, .heads = heads, .queryTokens = tokens.count, .keyTokens = context.tokens};
    inputs.query = linear(writer, "to_q", path + ".to_q", tokens.value, {tokens.width, tokens.width, false});
    inputs.key = linear(writer, "to_k", path + ".to_k", context.value, keyShape);
    inputs.value = linear(writer, "to_v", path + ".to_v", context.value, keyShape);
    const std::string mixed = attention(writer, inputs);
    const std::string output = linear(
        writer, "to_out.0", path + ".to_out.0", mixed, {tokens.width, tokens.width, true, residualGain});
    // rescale_output_factor, which is 1; diffusers has it since the days of opset 17.
    return writer.style().opset >= 17 ? writer.op("Div", {output, writer.scalar(1)}) : output;
}

// tensor.chunk(2, dim=-1): computed Slices with dynamic axes, a Split otherwise.
std::pair<std::string, std::string> halves(GraphWriter& writer, const std::string& tensor, int64_t halfWidth)
{
    if (!writer.style().hasDynamicAxes) {
        const auto parts =
            writer.op("Split", {tensor, writer.int64s({halfWidth, halfWidth})}, {{"axis", int64_t {-1}}}, 2);
        return {parts[0], parts[1]};
    }
    const std::string shape = writer.op("Shape", {tensor});
    const std::string axis = writer.int64s({-1});
    const std::string width = writer.op("Gather", {shape, axis}, {{"axis", int64_t {0}}});
    const std::string start = writer.int64s({0});
    const std::string count = writer.int64s({2});
    const std::string rounded = writer.op("Add", {width, writer.int64s({1})});
    const std::string part = writer.op("Div", {rounded, count});
    const std::string middle = writer.op("Mul", {part, writer.int64s({1})});
    const std::string first = writer.op("Slice", {tensor, start, middle, axis});
    const std::string end = writer.op("Mul", {part, writer.int64s({2})});
    return {first, writer.op("Slice", {tensor, middle, end, axis})};
}

std::string feedForward(GraphWriter& writer, const std::string& path, const std::string& input, int64_t width)
{
    const GraphWriter::Scope scope(writer, "ff");
    std::string hidden;
    {
        const GraphWriter::Scope geglu(writer, "net.0");
        const std::string projected = linear(writer, "proj", path + ".net.0.proj", input, {width, width * 8});
        const auto [value, gate] = halves(writer, projected, width * 4);
        hidden = writer.op("Mul", {value, gelu(writer, gate)});
    }
    return linear(writer, "net.2", path + ".net.2", hidden, {width * 4, width, true, residualGain});
}

std::string basicBlock(
    GraphWriter& writer, const std::string& path, Tokens tokens, const TextContext& context, int64_t heads)
{
    const GraphWriter::Scope scope(writer, "transformer_blocks.0");
    const auto addTo = [&](const std::string& residual) {
        tokens.value = writer.op("Add", {residual, tokens.value});
    };
    Tokens normal = tokens;
    normal.value = layerNorm(writer, "norm1", path + ".norm1", tokens.value, tokens.width);
    const TextContext self {normal.value, tokens.count, tokens.width};
    addTo(attentionModule(writer, "attn1", path + ".attn1", normal, self, heads));
    normal.value = layerNorm(writer, "norm2", path + ".norm2", tokens.value, tokens.width);
    addTo(attentionModule(writer, "attn2", path + ".attn2", normal, context, heads));
    normal.value = layerNorm(writer, "norm3", path + ".norm3", tokens.value, tokens.width);
    addTo(feedForward(writer, path + ".ff", normal.value, tokens.width));
    return tokens.value;
}

} // namespace

FeatureMap transformer2d(GraphWriter& writer, const std::string& module, const std::string& path,
    const FeatureMap& input, const TextContext& context, int64_t heads)
{
    const GraphWriter::Scope scope(writer, module);
    const int64_t channels = input.channels;
    const TracedDim batch = sizeOf(writer, input.value, 0, writer.style().batch);
    const TracedDim height = sizeOf(writer, input.value, 2, input.height);
    const TracedDim width = sizeOf(writer, input.value, 3, input.width);
    FeatureMap hidden = groupNorm2d(writer, "norm", input, 1e-6);
    hidden = conv2d(writer, "proj_in", path + ".proj_in", hidden, channels, {.kernel = 1});
    const std::string moved = transpose(writer, hidden.value, {0, 2, 3, 1});
    const std::string tokens = reshape(writer, moved, {batch, multiply(writer, height, width), channels});
    const std::string mixed = basicBlock(writer, path + ".transformer_blocks.0",
        {tokens, input.height * input.width, channels}, context, headCount(channels, heads));
    const std::string restored = reshape(writer, mixed, {batch, height, width, channels});
    hidden.value = transpose(writer, restored, {0, 3, 1, 2});
    hidden = conv2d(writer, "proj_out", path + ".proj_out", hidden, channels, {.kernel = 1}, residualGain);
    hidden.value = writer.op("Add", {hidden.value, input.value});
    return hidden;
}

} // namespace weightless
