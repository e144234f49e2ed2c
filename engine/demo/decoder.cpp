// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecturebuilders.h"

#include <algorithm>
#include <cmath>

namespace weightless {

namespace {

constexpr int64_t blockSize = 32; // numbers that share a scale
constexpr float epsilon = 1e-5F;

// Llama 3.2 1B as ONNX Runtime GenAI's builder writes it: grouped-query attention with rotary positions
// inside the node, norms over the sum with what they skip, and lengths of sequences from the attention mask.
class Decoder {
public:
    Decoder(GraphWriter& writer, const ArchitectureOptions& options, bool isInt4)
        : m_writer(writer)
        , m_isInt4(isInt4)
        , m_width(2048 / options.scale)
        , m_headSize(options.scale <= 16 ? 64 : 32)
        , m_heads(m_width / m_headSize)
        , m_keyHeads(std::max<int64_t>(m_heads / 4, 1))
        , m_inner(8192 / options.scale)
        , m_layers(std::max<int64_t>(16 / options.scale, 2))
        , m_words(128256 / options.scale)
        , m_places(8192 / options.scale)
    {
    }

    void build()
    {
        const Dimension batch {-1, "batch_size"};
        m_writer.addInput("input_ids", DataType::Int64, {batch, {-1, "sequence_length"}});
        m_writer.addInput("attention_mask", DataType::Int64, {batch, {-1, "total_sequence_length"}});
        for (int64_t i = 0; i < m_layers; ++i) {
            for (const char* part : {"key", "value"}) {
                m_writer.addInput(cacheName("past_key_values", i, part), m_writer.type(),
                    cacheShape("past_sequence_length"));
            }
        }
        readLengths();
        makeAngles();
        const std::string table = m_writer.parameter("model.embed_tokens.weight", {m_words, m_width}, {0, 1});
        std::string sum = m_writer.op("Gather", {table, "input_ids"});
        std::string normal = firstNorm(sum);
        for (int64_t i = 0; i < m_layers; ++i) {
            const std::string name = "layers." + std::to_string(i);
            const GraphWriter::Scope scope(m_writer, "model/" + name);
            const std::string path = "model." + name;
            const std::string attention = selfAttention(i, path, normal);
            norm(path + ".post_attention_layernorm", attention, normal, sum);
            const std::string inner = feedForward(path + ".mlp", normal);
            norm(i + 1 < m_layers ? "model.layers." + std::to_string(i + 1) + ".input_layernorm"
                                  : std::string("model.norm"),
                inner, normal, sum);
        }
        const std::string logits = product("lm_head", normal, m_width, m_words, 1);
        m_writer.addOutput(logits, "logits", {batch, {-1, "sequence_length"}, {m_words, {}}});
        for (int64_t i = 0; i < m_layers; ++i) {
            for (size_t part = 0; part < 2; ++part) {
                m_writer.addOutput(m_presents[static_cast<size_t>(i)][part + 1],
                    cacheName("present", i, part == 0 ? "key" : "value"),
                    cacheShape("total_sequence_length"));
            }
        }
    }

private:
    static std::string cacheName(const std::string& prefix, int64_t layer, const std::string& part)
    {
        return prefix + "." + std::to_string(layer) + "." + part;
    }

    [[nodiscard]] SymbolicShape cacheShape(const std::string& length) const
    {
        return {{-1, "batch_size"}, {m_keyHeads, {}}, {-1, length}, {m_headSize, {}}};
    }

    // Of each sequence less one, and of the longest: what GroupQueryAttention asks for.
    void readLengths()
    {
        const GraphWriter::Scope scope(m_writer, "model/attn_mask_reformat");
        const std::vector<Attribute> toInt32 {{"to", static_cast<int64_t>(DataType::Int32)}};
        const std::string sums =
            m_writer.op("ReduceSum", {"attention_mask", m_writer.int64s({1})}, {{"keepdims", int64_t {0}}});
        m_lengths = m_writer.op("Cast", {m_writer.op("Sub", {sums, m_writer.int64Scalar(1)})}, toInt32);
        const std::string shape = m_writer.op("Shape", {"attention_mask"});
        m_total = m_writer.op("Cast",
            {m_writer.op("Gather", {shape, m_writer.int64Scalar(1)}, {{"axis", int64_t {0}}})}, toInt32);
    }

    void makeAngles()
    {
        const int64_t half = m_headSize / 2;
        std::vector<double> cosines;
        std::vector<double> sines;
        for (int64_t position = 0; position < m_places; ++position) {
            for (int64_t i = 0; i < half; ++i) {
                const double angle = static_cast<double>(position)
                    * std::pow(10000.0, -static_cast<double>(i) / static_cast<double>(half));
                cosines.push_back(std::cos(angle));
                sines.push_back(std::sin(angle));
            }
        }
        m_writer.table("cos_cache", makeTensor(m_writer.type(), {m_places, half}, cosines));
        m_writer.table("sin_cache", makeTensor(m_writer.type(), {m_places, half}, sines));
    }

    std::string scaleOf(const std::string& path)
    {
        return m_writer.parameter(path + ".weight", {m_width}, {1, 0.05});
    }

    std::string firstNorm(const std::string& input)
    {
        return m_writer.op("SimplifiedLayerNormalization", {input, scaleOf("model.layers.0.input_layernorm")},
            {{"axis", int64_t {-1}}, {"epsilon", epsilon}});
    }

    // `sum` becomes what it was with x added, `normal` its norm.
    void norm(const std::string& path, const std::string& x, std::string& normal, std::string& sum)
    {
        const auto outputs = m_writer.opOf("com.microsoft", "SkipSimplifiedLayerNormalization",
            {x, sum, scaleOf(path)}, {{"epsilon", epsilon}}, 4, {1, 2});
        normal = outputs[0];
        sum = outputs[3];
    }

    // Without a bias, of numbers in 4 bits where the model has them.
    std::string product(
        const std::string& path, const std::string& input, int64_t inputs, int64_t outputs, double gain)
    {
        const double deviation = gain / std::sqrt(static_cast<double>(inputs));
        if (!m_isInt4) {
            return m_writer.op(
                "MatMul", {input, m_writer.parameter(path + ".weight", {inputs, outputs}, {0, deviation})});
        }
        const int64_t blocks = (inputs + blockSize - 1) / blockSize;
        const double step = deviation / 4.6; // the deviation of numbers from -8 to 7
        const std::string packed =
            m_writer.parameter(path + ".weight_Q4", DataType::UInt8, {outputs, blocks, blockSize / 2}, {});
        const std::string scales =
            m_writer.parameter(path + ".weight_scales", {outputs * blocks}, {step, step / 8});
        return m_writer.opOf("com.microsoft", "MatMulNBits", {input, packed, scales},
            {{"K", inputs}, {"N", outputs}, {"bits", int64_t {4}}, {"block_size", blockSize}})[0];
    }

    std::string selfAttention(int64_t layer, const std::string& path, const std::string& input)
    {
        const GraphWriter::Scope scope(m_writer, "attn");
        const int64_t keyWidth = m_keyHeads * m_headSize;
        const std::string self = path + ".self_attn";
        const std::string query = product(self + ".q_proj", input, m_width, m_width, 1);
        const std::string key = product(self + ".k_proj", input, m_width, keyWidth, 1);
        const std::string value = product(self + ".v_proj", input, m_width, keyWidth, 1);
        const auto outputs = m_writer.opOf("com.microsoft", "GroupQueryAttention",
            {query, key, value, cacheName("past_key_values", layer, "key"),
                cacheName("past_key_values", layer, "value"), m_lengths, m_total, "cos_cache", "sin_cache"},
            {{"num_heads", m_heads}, {"kv_num_heads", m_keyHeads}, {"do_rotary", int64_t {1}}}, 3);
        m_presents.push_back(outputs);
        return product(self + ".o_proj", outputs[0], m_width, m_width, 0.5);
    }

    std::string feedForward(const std::string& path, const std::string& input)
    {
        const GraphWriter::Scope scope(m_writer, "mlp");
        const std::string gate = product(path + ".gate_proj", input, m_width, m_inner, 1);
        const std::string up = product(path + ".up_proj", input, m_width, m_inner, 1);
        const std::string active = m_writer.op("Mul", {gate, m_writer.op("Sigmoid", {gate})});
        return product(path + ".down_proj", m_writer.op("Mul", {active, up}), m_inner, m_width, 0.5);
    }

    GraphWriter& m_writer;
    bool m_isInt4;
    int64_t m_width;
    int64_t m_headSize;
    int64_t m_heads;
    int64_t m_keyHeads;
    int64_t m_inner;
    int64_t m_layers;
    int64_t m_words;
    int64_t m_places;
    std::string m_lengths;
    std::string m_total;
    std::vector<std::vector<std::string>> m_presents;
};

} // namespace

void buildDecoder(GraphWriter& writer, const ArchitectureOptions& options, bool isInt4)
{
    Decoder(writer, options, isInt4).build();
}

} // namespace weightless
