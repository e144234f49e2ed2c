// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecturebuilders.h"
#include "engine/demo/layers.h"
#include "engine/demo/shapearithmetic.h"
#include "engine/demo/transformerlayer.h"

#include <algorithm>

namespace weightless {

namespace {

constexpr int64_t pixels = 224;
constexpr int64_t patch = 16;
constexpr int64_t patches = (pixels / patch) * (pixels / patch);
constexpr int64_t imageClasses = 1000;

// transformers' ViTForImageClassification with the configuration of vit-base-patch16-224.
class Vit {
public:
    Vit(GraphWriter& writer, const ArchitectureOptions& options)
        : m_writer(writer)
        , m_sizes {768 / options.scale, std::max<int64_t>(12 / options.scale, 1), 3072 / options.scale}
        , m_layers(std::max<int64_t>(12 / options.scale, 2))
    {
    }

    void build()
    {
        m_writer.addInput(
            "pixel_values", m_writer.type(), {{-1, "batch"}, {3, {}}, {pixels, {}}, {pixels, {}}});
        std::string hidden = embeddings();
        for (int64_t i = 0; i < m_layers; ++i) {
            hidden = layer(i, hidden);
        }
        hidden = layerNorm(m_writer, "layernorm", "vit.layernorm", hidden, m_sizes.width);
        const std::string first =
            m_writer.op("Gather", {hidden, m_writer.int64Scalar(0)}, {{"axis", int64_t {1}}});
        const std::string logits =
            gemm(m_writer, "classifier", "classifier", first, {m_sizes.width, imageClasses});
        m_writer.addOutput(logits, "logits", {{-1, "batch"}, {imageClasses, {}}});
    }

private:
    std::string embeddings()
    {
        const GraphWriter::Scope scope(m_writer, "vit/embeddings");
        const std::string weight = m_writer.parameter(
            "vit.embeddings.patch_embeddings.projection.weight", {m_sizes.width, 3, patch, patch}, {0, 0.03});
        const std::string bias =
            m_writer.parameter("vit.embeddings.patch_embeddings.projection.bias", {m_sizes.width}, {0, 0.02});
        const std::string conv = m_writer.op("Conv", {"pixel_values", weight, bias},
            {{"kernel_shape", std::vector<int64_t> {patch, patch}},
                {"strides", std::vector<int64_t> {patch, patch}}});
        const std::string flat = m_writer.op("Reshape", {conv, m_writer.int64s({0, m_sizes.width, -1})});
        const std::string tokens = transpose(m_writer, flat, {0, 2, 1});
        const std::string head =
            m_writer.parameter("vit.embeddings.cls_token", {1, 1, m_sizes.width}, {0, 0.5});
        const TracedDim batch = sizeOf(m_writer, "pixel_values", 0, 1);
        const std::string heads = expand(m_writer, head, {batch, -1, -1});
        const std::string all = m_writer.op("Concat", {heads, tokens}, {{"axis", int64_t {1}}});
        return m_writer.op("Add",
            {all,
                m_writer.parameter(
                    "vit.embeddings.position_embeddings", {1, patches + 1, m_sizes.width}, {0, 0.2})});
    }

    std::string layer(int64_t index, const std::string& input)
    {
        const std::string name = "layer." + std::to_string(index);
        const std::string path = "vit.encoder." + name;
        const GraphWriter::Scope scope(m_writer, "vit/encoder/" + name);
        const std::string normal =
            layerNorm(m_writer, "layernorm_before", path + ".layernorm_before", input, m_sizes.width);
        const std::string self = path + ".attention.attention";
        const std::string query = projectedHeads(m_writer, "query", self, normal, m_sizes);
        const KeyValue memory {projectedHeads(m_writer, "key", self, normal, m_sizes),
            projectedHeads(m_writer, "value", self, normal, m_sizes)};
        const std::string mixed =
            attended(m_writer, "dense", path + ".attention.output", query, memory, {}, m_sizes);
        const std::string hidden = m_writer.op("Add", {mixed, input});
        const std::string normalAfter =
            layerNorm(m_writer, "layernorm_after", path + ".layernorm_after", hidden, m_sizes.width);
        return m_writer.op("Add",
            {feedForward(m_writer, "intermediate.dense", "output.dense", path, normalAfter, m_sizes),
                hidden});
    }

    GraphWriter& m_writer;
    LayerSizes m_sizes;
    int64_t m_layers;
};

} // namespace

void buildVit(GraphWriter& writer, const ArchitectureOptions& options)
{
    Vit(writer, options).build();
}

} // namespace weightless
