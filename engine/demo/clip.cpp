// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/layers.h"
#include "engine/demo/parts.h"
#include "engine/demo/shapearithmetic.h"

#include <cmath>
#include <limits>

namespace weightless {

namespace {

constexpr int64_t vocabularySize = 49408;
constexpr int64_t longestSequence = 77;
constexpr int64_t layerCount = 12;
constexpr int64_t attentionHeads = 12;

// transformers' CLIPTextModel with the configuration of openai/clip-vit-large-patch14.
class ClipTextEncoder {
public:
    ClipTextEncoder(GraphWriter& writer, const DemoOptions& options)
        : m_writer(writer)
        , m_options(options)
        , m_width(768 / options.scale)
        , m_heads(attentionHeads)
        , m_headWidth(m_width / m_heads)
    {
    }

    void build()
    {
        const Dimension batch = dimension(m_options, "batch", m_options.batch);
        const Dimension sequence = dimension(m_options, "sequence", m_options.sequence);
        m_writer.addInput("input_ids", DataType::Int32, {batch, sequence});
        const std::string hidden = textModel();
        m_writer.addOutput(hidden, "last_hidden_state", {batch, sequence, {m_width, {}}});
        m_writer.addOutput(m_pooled, "pooler_output", {batch, {m_width, {}}});
    }

private:
    std::string textModel()
    {
        const GraphWriter::Scope scope(m_writer, "text_model");
        m_batch = sizeOf(m_writer, "input_ids", 0, m_options.batch);
        m_sequence = sizeOf(m_writer, "input_ids", 1, m_options.sequence);
        const std::string ids = reshape(m_writer, "input_ids", {-1, m_sequence});
        std::string hidden = embeddings(ids);
        const std::string mask = causalMask();
        {
            const GraphWriter::Scope encoder(m_writer, "encoder");
            for (int64_t i = 0; i < layerCount; ++i) {
                hidden = layer(i, hidden, mask);
            }
        }
        hidden = layerNorm(m_writer, "final_layer_norm", "text_model.final_layer_norm", hidden, m_width);
        m_pooled = pool(hidden, ids);
        return hidden;
    }

    std::string embeddings(const std::string& ids)
    {
        const GraphWriter::Scope scope(m_writer, "embeddings");
        const std::string path = "text_model.embeddings.";
        const auto lookUp = [&](const std::string& module, int64_t rows, const std::string& indices) {
            const GraphWriter::Scope embedding(m_writer, module);
            const std::string weight =
                m_writer.parameter(path + module + ".weight", {rows, m_width}, {0, 0.5});
            return m_writer.op("Gather", {weight, indices});
        };
        std::vector<int64_t> positions;
        for (int64_t i = 0; i < (m_options.hasDynamicAxes ? longestSequence : m_options.sequence); ++i) {
            positions.push_back(i);
        }
        HostTensor row = makeInt64Tensor(positions);
        row.descriptor.shape.insert(row.descriptor.shape.begin(), 1);
        std::string positionIds = m_writer.constant(std::move(row));
        if (m_options.hasDynamicAxes) {
            const std::string start = m_writer.int64s({0});
            const std::string end = unsqueeze(m_writer, m_sequence.value, 0);
            positionIds = m_writer.op("Slice", {positionIds, start, end, m_writer.int64s({1})});
        }
        const std::string tokens = lookUp("token_embedding", vocabularySize, ids);
        return m_writer.op("Add", {tokens, lookUp("position_embedding", longestSequence, positionIds)});
    }

    [[nodiscard]] double mostNegative() const
    {
        return m_writer.type() == DataType::Float16
            ? -65504.0
            : static_cast<double>(std::numeric_limits<float>::lowest());
    }

    std::string filled(const std::string& shape, double value)
    {
        auto fill = std::make_shared<ConstantInfo>();
        fill->value = makeTensor(m_writer.type(), {1}, std::span(&value, 1));
        fill->descriptor = fill->value->descriptor;
        fill->sizeBytes = fill->value->bytes.size();
        return m_writer.op(
            "ConstantOfShape", {shape}, {{"value", std::shared_ptr<const ConstantInfo>(fill)}});
    }

    // 0 where a token may look, the lowest number above the diagonal. Static axes let the exporter fold it.
    std::string causalMask()
    {
        if (!m_options.hasDynamicAxes) {
            return foldedMask();
        }
        return m_writer.style().opset >= 17 ? comparedMask() : triangularMask();
    }

    std::string foldedMask()
    {
        const int64_t size = m_options.sequence;
        std::vector<double> values;
        for (int64_t row = 0; row < size; ++row) {
            for (int64_t column = 0; column < size; ++column) {
                values.push_back(column > row ? mostNegative() : 0);
            }
        }
        return m_writer.floats(values, {1, 1, size, size});
    }

    // transformers of 2022: a filled tensor and triu_(1).
    std::string triangularMask()
    {
        const std::string empty = filled(shapeVector(m_writer, {m_batch, m_sequence, m_sequence}), 0);
        const std::string full = filled(m_writer.op("Shape", {empty}), mostNegative());
        const std::string upper =
            m_writer.op("Trilu", {full, m_writer.int64Scalar(1)}, {{"upper", int64_t {1}}});
        return unsqueeze(m_writer, upper, 1);
    }

    // transformers since 2023: indices compared with themselves.
    std::string comparedMask()
    {
        const std::string full = filled(shapeVector(m_writer, {m_sequence, m_sequence}), mostNegative());
        const TracedDim size = sizeOf(m_writer, full, 1, m_options.sequence);
        const std::string start = m_writer.int64Scalar(0);
        const std::string indices = m_writer.op("Range", {start, size.value, m_writer.int64Scalar(1)});
        const std::string next = m_writer.op("Add", {indices, m_writer.int64Scalar(1)});
        const std::string column = reshape(m_writer, next, {size, 1});
        const std::string isVisible = m_writer.op("Less", {indices, column});
        const std::string mask = m_writer.op("Where", {isVisible, m_writer.scalar(0), full});
        const std::string spread = unsqueeze(m_writer, unsqueeze(m_writer, mask, 0), 1);
        return expand(m_writer, spread, {m_batch, 1, m_sequence, m_sequence});
    }

    std::string layer(int64_t index, std::string hidden, const std::string& mask)
    {
        const std::string name = "layers." + std::to_string(index);
        const std::string path = "text_model.encoder." + name;
        const GraphWriter::Scope scope(m_writer, name);
        const std::string normal1 =
            layerNorm(m_writer, "layer_norm1", path + ".layer_norm1", hidden, m_width);
        hidden = m_writer.op("Add", {hidden, selfAttention(path + ".self_attn", normal1, mask)});
        const std::string normal2 =
            layerNorm(m_writer, "layer_norm2", path + ".layer_norm2", hidden, m_width);
        return m_writer.op("Add", {hidden, feedForward(path + ".mlp", normal2)});
    }

    // [batch, tokens, width] → [batch * heads, tokens, width / heads]
    std::string foldHeads(const std::string& tensor, const TracedDim& batch, const TracedDim& tokens)
    {
        const std::string split = reshape(m_writer, tensor, {batch, tokens, m_heads, m_headWidth});
        const std::string moved = transpose(m_writer, split, {0, 2, 1, 3});
        return reshape(m_writer, moved, {multiply(m_writer, batch, m_heads), -1, m_headWidth});
    }

    std::string selfAttention(const std::string& path, const std::string& input, const std::string& mask)
    {
        const GraphWriter::Scope scope(m_writer, "self_attn");
        const LinearShape shape {m_width, m_width};
        const TracedDim batch = sizeOf(m_writer, input, 0, m_options.batch);
        const TracedDim tokens = sizeOf(m_writer, input, 1, m_options.sequence);
        const std::string projected = linear(m_writer, "q_proj", path + ".q_proj", input, shape);
        const double scale = 1 / std::sqrt(static_cast<double>(m_headWidth));
        const std::string scaled = m_writer.op("Mul", {projected, m_writer.scalar(scale)});
        const std::string key =
            foldHeads(linear(m_writer, "k_proj", path + ".k_proj", input, shape), batch, tokens);
        const std::string value =
            foldHeads(linear(m_writer, "v_proj", path + ".v_proj", input, shape), batch, tokens);
        const std::string query = foldHeads(scaled, batch, tokens);
        const std::string product = m_writer.op("MatMul", {query, transpose(m_writer, key, {0, 2, 1})});
        const std::string scores = reshape(m_writer, product, {batch, m_heads, tokens, tokens});
        const std::string masked = m_writer.op("Add", {scores, mask});
        const std::string folded =
            reshape(m_writer, masked, {multiply(m_writer, batch, m_heads), tokens, tokens});
        const std::string weights = m_writer.op("Softmax", {folded}, {{"axis", int64_t {-1}}});
        const std::string mixed = m_writer.op("MatMul", {weights, value});
        const std::string split = reshape(m_writer, mixed, {batch, m_heads, tokens, m_headWidth});
        const std::string merged =
            reshape(m_writer, transpose(m_writer, split, {0, 2, 1, 3}), {batch, tokens, m_width});
        return linear(
            m_writer, "out_proj", path + ".out_proj", merged, {m_width, m_width, true, residualGain});
    }

    std::string feedForward(const std::string& path, const std::string& input)
    {
        const GraphWriter::Scope scope(m_writer, "mlp");
        const std::string hidden = linear(m_writer, "fc1", path + ".fc1", input, {m_width, 4 * m_width});
        std::string active;
        {
            // quick_gelu
            const GraphWriter::Scope activation(m_writer, "activation_fn");
            const std::string scaled = m_writer.op("Mul", {hidden, m_writer.scalar(1.702)});
            active = m_writer.op("Mul", {hidden, m_writer.op("Sigmoid", {scaled})});
        }
        return linear(m_writer, "fc2", path + ".fc2", active, {4 * m_width, m_width, true, residualGain});
    }

    // hidden[arange(batch), ids.argmax(-1)]: the exporter flattens both indexed axes and gathers once.
    std::string pool(const std::string& hidden, const std::string& ids)
    {
        const TracedDim batch = sizeOf(m_writer, hidden, 0, m_options.batch);
        const std::string start = m_writer.int64Scalar(0);
        const std::string count = batch.isTraced() ? batch.value : m_writer.int64Scalar(batch.fixed);
        const std::string rows = m_writer.op("Range", {start, count, m_writer.int64Scalar(1)});
        const std::string numbers =
            m_writer.op("Cast", {ids}, {{"to", static_cast<int64_t>(DataType::Int32)}});
        const std::string last = m_writer.op("ArgMax", {numbers},
            {{"axis", int64_t {-1}}, {"keepdims", int64_t {0}}, {"select_last_index", int64_t {0}}});
        const std::string flat =
            m_writer.op("Flatten", {transpose(m_writer, hidden, {0, 1, 2})}, {{"axis", int64_t {2}}});
        const TracedDim tokens = sizeOf(m_writer, hidden, 1, m_options.sequence);
        const std::string stride = tokens.isTraced() ? tokens.value : m_writer.int64Scalar(tokens.fixed);
        const std::string offset = m_writer.op("Mul", {rows, stride});
        const std::string index = m_writer.op("Add", {last, offset});
        const std::string gathered = m_writer.op("Gather", {flat, index}, {{"axis", int64_t {0}}});
        const std::string columns = reshape(m_writer, gathered, {-1, m_width});
        const std::string shape = m_writer.op("Shape", {index});
        const std::string target =
            m_writer.op("Concat", {shape, m_writer.int64s({m_width})}, {{"axis", int64_t {0}}});
        return m_writer.op("Reshape", {transpose(m_writer, columns, {0, 1}), target});
    }

    GraphWriter& m_writer;
    const DemoOptions& m_options;
    int64_t m_width;
    int64_t m_heads;
    int64_t m_headWidth;
    TracedDim m_batch = 0;
    TracedDim m_sequence = 0;
    std::string m_pooled;
};

} // namespace

void buildClipTextEncoder(GraphWriter& writer, const DemoOptions& options)
{
    ClipTextEncoder(writer, options).build();
}

} // namespace weightless
