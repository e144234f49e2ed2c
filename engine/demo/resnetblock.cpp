// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/resnetblock.h"

#include "engine/demo/shapearithmetic.h"

namespace weightless {

namespace {

// What a block adds to its input is kept small, so that dozens of blocks in a row stay within float16.
constexpr double resnetGain = 0.4;
constexpr double activationGain = 1.4; // makes up for what SiLU takes away

FeatureMap silu2d(GraphWriter& writer, const std::string& module, FeatureMap input)
{
    input.value = silu(writer, module, input.value);
    return input;
}

} // namespace

FeatureMap groupNorm2d(
    GraphWriter& writer, const std::string& module, const FeatureMap& input, double epsilon)
{
    FeatureMap output = input;
    output.value = groupNorm(writer, module, input.value, input.channels, epsilon,
        {writer.style().batch, input.channels, input.height, input.width});
    return output;
}

FeatureMap resnetBlock(GraphWriter& writer, const std::string& module, const std::string& path,
    const FeatureMap& input, const ResnetOptions& options)
{
    const GraphWriter::Scope scope(writer, module);
    FeatureMap hidden = groupNorm2d(writer, "norm1", input, options.epsilon);
    hidden = silu2d(writer, "nonlinearity", hidden);
    hidden = conv2d(writer, "conv1", path + ".conv1", hidden, options.outputChannels, {}, activationGain);
    if (!options.timeEmbedding.empty()) {
        const std::string time = gemm(writer, "time_emb_proj", path + ".time_emb_proj",
            silu(writer, "nonlinearity", options.timeEmbedding),
            {options.timeWidth, options.outputChannels, true, activationGain});
        const std::string spread = unsqueeze(writer, unsqueeze(writer, time, 2), 3);
        hidden.value = writer.op("Add", {hidden.value, spread});
    }
    hidden = groupNorm2d(writer, "norm2", hidden, options.epsilon);
    hidden = silu2d(writer, "nonlinearity", hidden);
    hidden = conv2d(writer, "conv2", path + ".conv2", hidden, options.outputChannels, {}, resnetGain);
    FeatureMap shortcut = input;
    if (input.channels != options.outputChannels) {
        shortcut = conv2d(
            writer, "conv_shortcut", path + ".conv_shortcut", input, options.outputChannels, {.kernel = 1});
    }
    // diffusers divides by output_scale_factor, which is 1 here, and the exporter keeps the division.
    const std::string sum = writer.op("Add", {shortcut.value, hidden.value});
    hidden.value = writer.op("Div", {sum, writer.scalar(1)});
    return hidden;
}

FeatureMap downsample(
    GraphWriter& writer, const std::string& module, const std::string& path, const FeatureMap& input)
{
    const GraphWriter::Scope scope(writer, module);
    return conv2d(writer, "conv", path + ".conv", input, input.channels, {.kernel = 3, .stride = 2});
}

FeatureMap upsample(GraphWriter& writer, const std::string& module, const std::string& path,
    const FeatureMap& input, const std::string& targetSize)
{
    const GraphWriter::Scope scope(writer, module);
    const std::vector<Attribute> attributes {{"coordinate_transformation_mode", std::string("asymmetric")},
        {"cubic_coeff_a", -0.75F}, {"mode", std::string("nearest")}, {"nearest_mode", std::string("floor")}};
    FeatureMap output = input;
    output.height *= 2;
    output.width *= 2;
    if (targetSize.empty()) {
        const std::vector<double> scales {1, 1, 2, 2};
        const std::string scale = writer.constant(makeTensor(DataType::Float32, {4}, scales));
        output.value = writer.op("Resize", {input.value, "", scale}, attributes);
    } else {
        const std::string shape = writer.op("Shape", {input.value});
        const std::string outer =
            writer.op("Slice", {shape, writer.int64s({0}), writer.int64s({2}), writer.int64s({0})});
        const std::string inner =
            writer.op("Cast", {targetSize}, {{"to", static_cast<int64_t>(DataType::Int64)}});
        const std::string sizes = writer.op("Concat", {outer, inner}, {{"axis", int64_t {0}}});
        output.value = writer.op("Resize", {input.value, "", "", sizes}, attributes);
    }
    return conv2d(writer, "conv", path + ".conv", output, output.channels);
}

} // namespace weightless
