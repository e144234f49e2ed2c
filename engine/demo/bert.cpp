// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecturebuilders.h"
#include "engine/demo/layers.h"
#include "engine/demo/shapearithmetic.h"
#include "engine/demo/transformerlayer.h"

#include <algorithm>

namespace weightless {

namespace {

// transformers' BertModel with the configuration of bert-base-uncased.
class Bert {
public:
    Bert(GraphWriter& writer, const ArchitectureOptions& options)
        : m_writer(writer)
        , m_sizes {768 / options.scale, std::max<int64_t>(12 / options.scale, 1), 3072 / options.scale}
        , m_layers(std::max<int64_t>(12 / options.scale, 2))
        , m_words(30522 / options.scale)
    {
    }

    void build()
    {
        const SymbolicShape tokens {{-1, "batch"}, {-1, "sequence"}};
        for (const char* name : {"input_ids", "attention_mask", "token_type_ids"}) {
            m_writer.addInput(name, DataType::Int64, tokens);
        }
        const std::string mask = extendedMask();
        std::string hidden = embeddings();
        {
            const GraphWriter::Scope encoder(m_writer, "encoder");
            for (int64_t i = 0; i < m_layers; ++i) {
                hidden = layer(i, hidden, mask);
            }
        }
        const std::string pooled = pooler(hidden);
        m_writer.addOutput(
            hidden, "last_hidden_state", {{-1, "batch"}, {-1, "sequence"}, {m_sizes.width, {}}});
        m_writer.addOutput(pooled, "pooler_output", {{-1, "batch"}, {m_sizes.width, {}}});
    }

private:
    // 0 where a token counts, the lowest number elsewhere: [batch, 1, 1, sequence].
    std::string extendedMask()
    {
        const std::string mask = m_writer.op("Unsqueeze", {"attention_mask", m_writer.int64s({1, 2})});
        const std::string counts =
            m_writer.op("Cast", {mask}, {{"to", static_cast<int64_t>(m_writer.type())}});
        const std::string hidden = m_writer.op("Sub", {m_writer.scalar(1), counts});
        return m_writer.op("Mul", {hidden, m_writer.scalar(-65504)});
    }

    std::string embeddings()
    {
        const GraphWriter::Scope scope(m_writer, "embeddings");
        const auto lookUp = [&](const std::string& module, int64_t rows, const std::string& indices) {
            const GraphWriter::Scope embedding(m_writer, module);
            return m_writer.op("Gather",
                {m_writer.parameter("embeddings." + module + ".weight", {rows, m_sizes.width}, {0, 0.5}),
                    indices});
        };
        const std::string length = sizeOf(m_writer, "input_ids", 1, 0).value;
        const std::string positions =
            m_writer.op("Range", {m_writer.int64Scalar(0), length, m_writer.int64Scalar(1)});
        const std::string words = lookUp("word_embeddings", m_words, "input_ids");
        const std::string types = lookUp("token_type_embeddings", 2, "token_type_ids");
        const std::string places = lookUp("position_embeddings", 512, positions);
        const std::string sum = m_writer.op("Add", {m_writer.op("Add", {words, types}), places});
        return layerNorm(m_writer, "LayerNorm", "embeddings.LayerNorm", sum, m_sizes.width);
    }

    std::string layer(int64_t index, const std::string& input, const std::string& mask)
    {
        const std::string name = "layer." + std::to_string(index);
        const std::string path = "encoder." + name;
        const GraphWriter::Scope scope(m_writer, name);
        const std::string self = path + ".attention.self";
        const std::string query = projectedHeads(m_writer, "query", self, input, m_sizes);
        const KeyValue memory {projectedHeads(m_writer, "key", self, input, m_sizes),
            projectedHeads(m_writer, "value", self, input, m_sizes)};
        const std::string mixed =
            attended(m_writer, "dense", path + ".attention.output", query, memory, mask, m_sizes);
        const std::string hidden = layerNorm(m_writer, "attention.output.LayerNorm",
            path + ".attention.output.LayerNorm", m_writer.op("Add", {mixed, input}), m_sizes.width);
        const std::string inner =
            feedForward(m_writer, "intermediate.dense", "output.dense", path, hidden, m_sizes);
        return layerNorm(m_writer, "output.LayerNorm", path + ".output.LayerNorm",
            m_writer.op("Add", {inner, hidden}), m_sizes.width);
    }

    std::string pooler(const std::string& hidden)
    {
        const GraphWriter::Scope scope(m_writer, "pooler");
        const std::string first =
            m_writer.op("Gather", {hidden, m_writer.int64Scalar(0)}, {{"axis", int64_t {1}}});
        return m_writer.op(
            "Tanh", {gemm(m_writer, "dense", "pooler.dense", first, {m_sizes.width, m_sizes.width})});
    }

    GraphWriter& m_writer;
    LayerSizes m_sizes;
    int64_t m_layers;
    int64_t m_words;
};

} // namespace

void buildBert(GraphWriter& writer, const ArchitectureOptions& options)
{
    Bert(writer, options).build();
}

} // namespace weightless
