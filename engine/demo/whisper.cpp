// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecturebuilders.h"
#include "engine/demo/layers.h"
#include "engine/demo/shapearithmetic.h"
#include "engine/demo/transformerlayer.h"

#include <algorithm>
#include <cmath>

namespace weightless {

namespace {

constexpr int64_t bands = 80; // of the spectrogram
constexpr int64_t frames = 3000; // 30 s
constexpr int64_t steps = frames / 2;
constexpr int64_t longestText = 448;

// transformers' WhisperModel with the configuration of whisper-base.
class Whisper {
public:
    Whisper(GraphWriter& writer, const ArchitectureOptions& options)
        : m_writer(writer)
        , m_sizes {512 / options.scale, std::max<int64_t>(8 / options.scale, 1), 2048 / options.scale}
        , m_layers(std::max<int64_t>(6 / options.scale, 2))
        , m_words(51865 / options.scale)
    {
    }

    void buildEncoder()
    {
        m_writer.addInput("input_features", m_writer.type(), {{-1, "batch"}, {bands, {}}, {frames, {}}});
        std::string hidden = gelu(m_writer, conv("conv1", "input_features", bands, 1));
        hidden = gelu(m_writer, conv("conv2", hidden, m_sizes.width, 2));
        hidden = m_writer.op("Add", {transpose(m_writer, hidden, {0, 2, 1}), soundPositions()});
        for (int64_t i = 0; i < m_layers; ++i) {
            hidden = encoderLayer(i, hidden);
        }
        m_writer.addOutput(layerNorm(m_writer, "layer_norm", "encoder.layer_norm", hidden, m_sizes.width),
            "last_hidden_state", {{-1, "batch"}, {steps, {}}, {m_sizes.width, {}}});
    }

    void buildDecoder()
    {
        m_writer.addInput("input_ids", DataType::Int64, {{-1, "batch"}, {-1, "sequence"}});
        m_writer.addInput("encoder_hidden_states", m_writer.type(),
            {{-1, "batch"}, {-1, "encoder_sequence"}, {m_sizes.width, {}}});
        for (int64_t i = 0; i < m_layers; ++i) {
            for (const char* part : {"key", "value"}) {
                m_writer.addInput(cacheName("past_key_values", i, part), m_writer.type(), cacheShape("past"));
            }
        }
        const std::string table =
            m_writer.parameter("decoder.embed_tokens.weight", {m_words, m_sizes.width}, {0, 0.5});
        const std::string past = sizeOf(m_writer, cacheName("past_key_values", 0, "key"), 2, 0).value;
        const std::string count = sizeOf(m_writer, "input_ids", 1, 0).value;
        const std::string total = m_writer.op("Add", {past, count});
        const std::string rows = m_writer.op("Range", {past, total, m_writer.int64Scalar(1)});
        const std::string places =
            m_writer.parameter("decoder.embed_positions.weight", {longestText, m_sizes.width}, {0, 0.2});
        std::string hidden = m_writer.op(
            "Add", {m_writer.op("Gather", {table, "input_ids"}), m_writer.op("Gather", {places, rows})});
        const std::string mask = causalMask(rows, total);
        for (int64_t i = 0; i < m_layers; ++i) {
            hidden = decoderLayer(i, hidden, mask);
        }
        hidden = layerNorm(m_writer, "layer_norm", "decoder.layer_norm", hidden, m_sizes.width);
        const std::string logits = m_writer.op("MatMul", {hidden, transpose(m_writer, table, {1, 0})});
        m_writer.addOutput(logits, "logits", {{-1, "batch"}, {-1, "sequence"}, {m_words, {}}});
        for (int64_t i = 0; i < m_layers; ++i) {
            const KeyValue& present = m_presents[static_cast<size_t>(i)];
            m_writer.addOutput(present.key, cacheName("present", i, "key"), cacheShape("total"));
            m_writer.addOutput(present.value, cacheName("present", i, "value"), cacheShape("total"));
        }
    }

private:
    static std::string cacheName(const std::string& prefix, int64_t layer, const std::string& part)
    {
        return prefix + "." + std::to_string(layer) + ".decoder." + part;
    }

    [[nodiscard]] SymbolicShape cacheShape(const std::string& length) const
    {
        return {{-1, "batch"}, {m_sizes.heads, {}}, {-1, length + "_sequence"}, {m_sizes.headSize(), {}}};
    }

    std::string conv(const std::string& name, const std::string& input, int64_t channels, int64_t stride)
    {
        const GraphWriter::Scope scope(m_writer, name);
        const double deviation = 1 / std::sqrt(static_cast<double>(channels) * 3);
        const std::string weight =
            m_writer.parameter("encoder." + name + ".weight", {m_sizes.width, channels, 3}, {0, deviation});
        const std::string bias = m_writer.parameter("encoder." + name + ".bias", {m_sizes.width}, {0, 0.02});
        return m_writer.op("Conv", {input, weight, bias},
            {{"kernel_shape", std::vector<int64_t> {3}}, {"pads", std::vector<int64_t> {1, 1}},
                {"strides", std::vector<int64_t> {stride}}});
    }

    // Sines and cosines of ever longer periods.
    std::string soundPositions()
    {
        const int64_t half = m_sizes.width / 2;
        std::vector<double> values(static_cast<size_t>(steps * m_sizes.width));
        for (int64_t step = 0; step < steps; ++step) {
            for (int64_t i = 0; i < half; ++i) {
                const double rate = std::exp(-std::log(10000.0) * static_cast<double>(i)
                    / static_cast<double>(std::max<int64_t>(half - 1, 1)));
                const auto at = static_cast<size_t>(step * m_sizes.width + i);
                values[at] = std::sin(static_cast<double>(step) * rate);
                values[at + static_cast<size_t>(half)] = std::cos(static_cast<double>(step) * rate);
            }
        }
        return m_writer.table(
            "encoder.embed_positions.weight", makeTensor(m_writer.type(), {steps, m_sizes.width}, values));
    }

    std::string norm(const std::string& name, const std::string& path, const std::string& input)
    {
        return layerNorm(m_writer, name, path + "." + name, input, m_sizes.width);
    }

    std::string attention(
        const std::string& path, const std::string& input, const std::string& memory, const std::string& mask)
    {
        const std::string query = projectedHeads(m_writer, "q_proj", path, input, m_sizes);
        return attended(m_writer, "out_proj", path, query, memoryOf(path, memory), mask, m_sizes);
    }

    KeyValue memoryOf(const std::string& path, const std::string& input)
    {
        return {projectedHeads(m_writer, "k_proj", path, input, m_sizes, false),
            projectedHeads(m_writer, "v_proj", path, input, m_sizes)};
    }

    std::string inner(const std::string& path, const std::string& hidden)
    {
        return feedForward(m_writer, "fc1", "fc2", path, norm("final_layer_norm", path, hidden), m_sizes);
    }

    // 0 up to a row's own place, the lowest number behind it: [rows, total].
    std::string causalMask(const std::string& rows, const std::string& total)
    {
        const std::string columns =
            m_writer.op("Range", {m_writer.int64Scalar(0), total, m_writer.int64Scalar(1)});
        const std::string isHidden = m_writer.op("Greater", {columns, unsqueeze(m_writer, rows, 1)});
        return m_writer.op("Where", {isHidden, m_writer.scalar(-65504), m_writer.scalar(0)});
    }

    std::string encoderLayer(int64_t index, const std::string& input)
    {
        const std::string path = "encoder.layers." + std::to_string(index);
        const GraphWriter::Scope scope(m_writer, path);
        const std::string normal = norm("self_attn_layer_norm", path, input);
        const std::string heard =
            m_writer.op("Add", {input, attention(path + ".self_attn", normal, normal, {})});
        return m_writer.op("Add", {heard, inner(path, heard)});
    }

    std::string decoderLayer(int64_t index, std::string hidden, const std::string& mask)
    {
        const std::string path = "decoder.layers." + std::to_string(index);
        const GraphWriter::Scope scope(m_writer, path);
        const std::string self = path + ".self_attn";
        const std::string normal = norm("self_attn_layer_norm", path, hidden);
        const std::string query = projectedHeads(m_writer, "q_proj", self, normal, m_sizes);
        KeyValue present = memoryOf(self, normal);
        const auto joined = [&](const std::string& part, const std::string& fresh) {
            return m_writer.op(
                "Concat", {cacheName("past_key_values", index, part), fresh}, {{"axis", int64_t {2}}});
        };
        present = {joined("key", present.key), joined("value", present.value)};
        hidden =
            m_writer.op("Add", {hidden, attended(m_writer, "out_proj", self, query, present, mask, m_sizes)});
        m_presents.push_back(present);
        const std::string between = norm("encoder_attn_layer_norm", path, hidden);
        hidden = m_writer.op(
            "Add", {hidden, attention(path + ".encoder_attn", between, "encoder_hidden_states", {})});
        return m_writer.op("Add", {hidden, inner(path, hidden)});
    }

    GraphWriter& m_writer;
    LayerSizes m_sizes;
    int64_t m_layers;
    int64_t m_words;
    std::vector<KeyValue> m_presents;
};

} // namespace

void buildWhisperEncoder(GraphWriter& writer, const ArchitectureOptions& options)
{
    Whisper(writer, options).buildEncoder();
}

void buildWhisperDecoder(GraphWriter& writer, const ArchitectureOptions& options)
{
    Whisper(writer, options).buildDecoder();
}

} // namespace weightless
