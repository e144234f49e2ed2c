// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/attention.h"
#include "engine/demo/parts.h"
#include "engine/demo/resnetblock.h"
#include "engine/demo/shapearithmetic.h"

#include <array>

namespace weightless {

namespace {

constexpr double epsilon = 1e-6;
constexpr int64_t imageChannels = 3;
constexpr size_t resnetsPerBlock = 3;

// Self-attention over the pixels with one head: normalised, projected, mixed, added to the input.
FeatureMap pixelAttention(
    GraphWriter& writer, const std::string& module, const std::string& path, const FeatureMap& input)
{
    const GraphWriter::Scope scope(writer, module);
    const int64_t channels = input.channels;
    const int64_t pixels = input.height * input.width;
    const TracedDim batch = sizeOf(writer, input.value, 0, writer.style().batch);
    const TracedDim height = sizeOf(writer, input.value, 2, input.height);
    const TracedDim width = sizeOf(writer, input.value, 3, input.width);
    const std::string flat = reshape(writer, input.value, {batch, channels, multiply(writer, height, width)});
    const std::string normal =
        groupNorm(writer, "group_norm", flat, channels, epsilon, {writer.style().batch, channels, pixels});
    const std::string tokens = transpose(writer, normal, {0, 2, 1});

    AttentionInputs inputs {.width = channels, .heads = 1, .queryTokens = pixels, .keyTokens = pixels};
    const LinearShape shape {channels, channels};
    inputs.query = linear(writer, "to_q", path + ".to_q", tokens, shape);
    inputs.key = linear(writer, "to_k", path + ".to_k", tokens, shape);
    inputs.value = linear(writer, "to_v", path + ".to_v", tokens, shape);
    const std::string mixed = attention(writer, inputs);
    const std::string output =
        linear(writer, "to_out.0", path + ".to_out.0", mixed, {channels, channels, true, 0.5});

    FeatureMap result = input;
    const std::string restored =
        reshape(writer, transpose(writer, output, {0, 2, 1}), {batch, channels, height, width});
    const std::string sum = writer.op("Add", {restored, input.value});
    result.value = writer.op("Div", {sum, writer.scalar(1)});
    return result;
}

FeatureMap middleBlock(GraphWriter& writer, const std::string& path, FeatureMap hidden)
{
    const GraphWriter::Scope scope(writer, "mid_block");
    const ResnetOptions options {.outputChannels = hidden.channels, .epsilon = epsilon};
    hidden = resnetBlock(writer, "resnets.0", path + ".resnets.0", hidden, options);
    hidden = pixelAttention(writer, "attentions.0", path + ".attentions.0", hidden);
    return resnetBlock(writer, "resnets.1", path + ".resnets.1", hidden, options);
}

FeatureMap upBlock(
    GraphWriter& writer, const std::string& module, FeatureMap hidden, int64_t channels, bool hasUpsampler)
{
    const GraphWriter::Scope scope(writer, module);
    const std::string path = "decoder." + module;
    for (size_t i = 0; i < resnetsPerBlock; ++i) {
        const std::string resnet = "resnets." + std::to_string(i);
        hidden = resnetBlock(
            writer, resnet, path + "." + resnet, hidden, {.outputChannels = channels, .epsilon = epsilon});
    }
    return hasUpsampler ? upsample(writer, "upsamplers.0", path + ".upsamplers.0", hidden, {}) : hidden;
}

} // namespace

// diffusers' AutoencoderKL.decode with Stable Diffusion 1.5's configuration.
void buildVaeDecoder(GraphWriter& writer, const DemoOptions& options)
{
    const int64_t base = 128 / options.scale;
    const std::array<int64_t, 4> channels {4 * base, 4 * base, 2 * base, base};
    const Dimension batch = dimension(options, "batch", options.batch);
    writer.addInput("latent_sample", writer.type(),
        {batch, dimension(options, "channels", latentChannels),
            dimension(options, "height", options.latentHeight),
            dimension(options, "width", options.latentWidth)});

    FeatureMap hidden {"latent_sample", latentChannels, options.latentHeight, options.latentWidth};
    hidden = conv2d(writer, "post_quant_conv", "post_quant_conv", hidden, latentChannels, {.kernel = 1});
    {
        const GraphWriter::Scope decoder(writer, "decoder");
        hidden = conv2d(writer, "conv_in", "decoder.conv_in", hidden, channels.front());
        hidden = middleBlock(writer, "decoder.mid_block", hidden);
        for (size_t i = 0; i < channels.size(); ++i) {
            hidden = upBlock(
                writer, "up_blocks." + std::to_string(i), hidden, channels[i], i + 1 < channels.size());
        }
        hidden = groupNorm2d(writer, "conv_norm_out", hidden, epsilon);
        hidden.value = silu(writer, "conv_act", hidden.value);
        // Small, so that the picture stays mostly within -1 … 1.
        hidden = conv2d(writer, "conv_out", "decoder.conv_out", hidden, imageChannels, {}, 0.7);
    }
    writer.addOutput(hidden.value, "sample",
        {batch, {imageChannels, {}}, dimension(options, "image_height", hidden.height),
            dimension(options, "image_width", hidden.width)});
}

} // namespace weightless
