// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/parts.h"
#include "engine/demo/resnetblock.h"
#include "engine/demo/shapearithmetic.h"
#include "engine/demo/transformerblock.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace weightless {

namespace {

constexpr int64_t attentionHeads = 8;
constexpr size_t levelCount = 4;
constexpr size_t downResnets = 2;
constexpr size_t upResnets = 3;

// diffusers' UNet2DConditionModel with Stable Diffusion 1.5's configuration: four levels of 1, 2, 4 and 4
// times the base width, attention on the first three.
class Unet {
public:
    Unet(GraphWriter& writer, const DemoOptions& options)
        : m_writer(writer)
        , m_options(options)
        , m_base(320 / options.scale)
        , m_channels {m_base, 2 * m_base, 4 * m_base, 4 * m_base}
        , m_context {"encoder_hidden_states", options.sequence, 768 / options.scale}
    {
    }

    void build()
    {
        declareInputs();
        m_timeEmbedding = timeEmbedding();
        m_hidden = {"sample", latentChannels, m_options.latentHeight, m_options.latentWidth};
        m_hidden = conv2d(m_writer, "conv_in", "conv_in", m_hidden, m_base);
        m_skips.push_back(m_hidden);
        for (size_t level = 0; level < levelCount; ++level) {
            downBlock(level);
        }
        middleBlock();
        for (size_t level = levelCount; level-- > 0;) {
            upBlock(level);
        }
        m_hidden = groupNorm2d(m_writer, "conv_norm_out", m_hidden, 1e-5);
        m_hidden.value = silu(m_writer, "conv_act", m_hidden.value);
        m_hidden = conv2d(m_writer, "conv_out", "conv_out", m_hidden, latentChannels);
        m_writer.addOutput(m_hidden.value, "out_sample",
            {dimension(m_options, "batch", m_options.batch), {latentChannels, {}},
                dimension(m_options, "height", m_options.latentHeight),
                dimension(m_options, "width", m_options.latentWidth)});
    }

private:
    void declareInputs()
    {
        const Dimension batch = dimension(m_options, "batch", m_options.batch);
        m_writer.addInput("sample", m_writer.type(),
            {batch, dimension(m_options, "channels", latentChannels),
                dimension(m_options, "height", m_options.latentHeight),
                dimension(m_options, "width", m_options.latentWidth)});
        m_writer.addInput("timestep", m_writer.type(), {batch});
        m_writer.addInput("encoder_hidden_states", m_writer.type(),
            {batch, dimension(m_options, "sequence", m_options.sequence), {m_context.width, {}}});
    }

    // exp(-ln(10000) i / half), folded by newer exporters and computed by older ones.
    std::string frequencies(int64_t half)
    {
        const auto floats = [&](const std::vector<double>& values, Shape shape) {
            return m_writer.constant(makeTensor(DataType::Float32, std::move(shape), values));
        };
        const double logarithm = -std::log(10000.0);
        if (m_writer.style().opset >= 17) {
            std::vector<double> values;
            for (int64_t i = 0; i < half; ++i) {
                values.push_back(std::exp(logarithm * static_cast<double>(i) / static_cast<double>(half)));
            }
            return floats(values, {1, half});
        }
        const std::string from = floats({0}, {});
        const std::string to = floats({static_cast<double>(half)}, {});
        const std::string indices = m_writer.op("Range", {from, to, floats({1}, {})});
        const std::string scaled = m_writer.op("Mul", {indices, floats({logarithm}, {})});
        const std::string exponents = m_writer.op("Div", {scaled, floats({static_cast<double>(half)}, {})});
        return unsqueeze(m_writer, m_writer.op("Exp", {exponents}), 0);
    }

    // diffusers' Timesteps(flip_sin_to_cos=True) on timestep.expand(batch): [batch, base].
    std::string timeProjection(const std::string& timesteps)
    {
        const GraphWriter::Scope scope(m_writer, "time_proj");
        const int64_t half = m_base / 2;
        const std::string rows = unsqueeze(m_writer, timesteps, 1);
        const std::string wide =
            m_writer.op("Cast", {rows}, {{"to", static_cast<int64_t>(DataType::Float32)}});
        const std::string angles = m_writer.op("Mul", {wide, frequencies(half)});
        const std::vector<Attribute> lastAxis {{"axis", int64_t {-1}}};
        const std::string sine = m_writer.op("Sin", {angles});
        const std::string cosine = m_writer.op("Cos", {angles});
        const std::string both = m_writer.op("Concat", {sine, cosine}, lastAxis);
        const auto slice = [&](int64_t start, int64_t end) {
            const std::string from = m_writer.int64s({start});
            const std::string to = m_writer.int64s({end});
            return m_writer.op("Slice", {both, from, to, m_writer.int64s({1})});
        };
        const std::string second = slice(half, std::numeric_limits<int64_t>::max());
        const std::string first = slice(0, half);
        return m_writer.op("Concat", {second, first}, lastAxis);
    }

    std::string timeEmbedding()
    {
        const TracedDim batch = sizeOf(m_writer, "sample", 0, m_options.batch);
        const std::string timesteps = expand(m_writer, "timestep", {batch});
        const std::string projected =
            m_writer.op("Cast", {timeProjection(timesteps)}, {{"to", static_cast<int64_t>(m_writer.type())}});
        const GraphWriter::Scope scope(m_writer, "time_embedding");
        const std::string hidden = gemm(
            m_writer, "linear_1", "time_embedding.linear_1", projected, {m_base, timeWidth(), true, 1.4});
        return gemm(m_writer, "linear_2", "time_embedding.linear_2", silu(m_writer, "act", hidden),
            {timeWidth(), timeWidth(), true, 1.7});
    }

    [[nodiscard]] int64_t timeWidth() const { return 4 * m_base; }
    [[nodiscard]] static bool hasAttention(size_t level) { return level + 1 < levelCount; }

    void resnet(size_t index, const std::string& block, int64_t channels)
    {
        const std::string module = "resnets." + std::to_string(index);
        m_hidden = resnetBlock(
            m_writer, module, block + "." + module, m_hidden, {channels, 1e-5, m_timeEmbedding, timeWidth()});
    }

    void transformer(size_t index, const std::string& block)
    {
        const std::string module = "attentions." + std::to_string(index);
        m_hidden = transformer2d(m_writer, module, block + "." + module, m_hidden, m_context, attentionHeads);
    }

    void downBlock(size_t level)
    {
        const std::string block = "down_blocks." + std::to_string(level);
        const GraphWriter::Scope scope(m_writer, block);
        for (size_t i = 0; i < downResnets; ++i) {
            resnet(i, block, m_channels[level]);
            if (hasAttention(level)) {
                transformer(i, block);
            }
            m_skips.push_back(m_hidden);
        }
        if (level + 1 < levelCount) {
            m_hidden = downsample(m_writer, "downsamplers.0", block + ".downsamplers.0", m_hidden);
            m_skips.push_back(m_hidden);
        }
    }

    void middleBlock()
    {
        const GraphWriter::Scope scope(m_writer, "mid_block");
        resnet(0, "mid_block", m_channels.back());
        transformer(0, "mid_block");
        resnet(1, "mid_block", m_channels.back());
    }

    // Levels come back from the deepest, which the checkpoint counts as up_blocks.0.
    void upBlock(size_t level)
    {
        const std::string block = "up_blocks." + std::to_string(levelCount - 1 - level);
        // What is left of the skips after this block's has the size to grow to, odd sizes included.
        const std::string targetSize = level > 0 ? sizeOfSkip(m_skips[m_skips.size() - upResnets - 1]) : "";
        const GraphWriter::Scope scope(m_writer, block);
        for (size_t i = 0; i < upResnets; ++i) {
            const FeatureMap skip = std::exchange(m_skips.back(), {});
            m_skips.pop_back();
            m_hidden.value = m_writer.op("Concat", {m_hidden.value, skip.value}, {{"axis", int64_t {1}}});
            m_hidden.channels += skip.channels;
            resnet(i, block, m_channels[level]);
            if (hasAttention(level)) {
                transformer(i, block);
            }
        }
        if (level > 0) {
            m_hidden = upsample(m_writer, "upsamplers.0", block + ".upsamplers.0", m_hidden, targetSize);
        }
    }

    // skip.shape[2:]; empty with static axes, where twice the size is right.
    std::string sizeOfSkip(const FeatureMap& skip)
    {
        if (!m_options.hasDynamicAxes) {
            return {};
        }
        const std::string shape = m_writer.op("Shape", {skip.value});
        const std::string start = m_writer.int64s({2});
        const std::string end = m_writer.int64s({std::numeric_limits<int64_t>::max()});
        return m_writer.op("Slice", {shape, start, end, m_writer.int64s({0})});
    }

    GraphWriter& m_writer;
    const DemoOptions& m_options;
    int64_t m_base;
    std::array<int64_t, levelCount> m_channels;
    TextContext m_context;
    std::string m_timeEmbedding;
    FeatureMap m_hidden;
    std::vector<FeatureMap> m_skips;
};

} // namespace

void buildUnet(GraphWriter& writer, const DemoOptions& options)
{
    Unet(writer, options).build();
}

} // namespace weightless
