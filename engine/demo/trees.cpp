// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecturebuilders.h"

#include <algorithm>

namespace weightless {

namespace {

constexpr int64_t numbers = 4; // columns beside the word
const std::vector<std::string> cities {"Amsterdam", "Bern", "Cádiz", "Dakar", "Ełk", "Faro"};
const std::vector<std::string> labels {"no", "perhaps", "yes"};

// Deterministic numbers from 0 to 1.
class Random {
public:
    explicit Random(uint64_t seed)
        : m_state(seed * 2 + 1)
    {
    }

    double next()
    {
        m_state = m_state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(m_state >> 40) / static_cast<double>(1u << 24);
    }

    int64_t below(int64_t count) { return static_cast<int64_t>(next() * static_cast<double>(count)); }

private:
    uint64_t m_state;
};

// Complete trees in the parallel lists of TreeEnsembleClassifier.
class Forest {
public:
    Forest(Random& random, int64_t columns)
        : m_random(random)
        , m_columns(columns)
    {
    }

    void addTree(int64_t depth, double share)
    {
        const int64_t inner = (int64_t {1} << depth) - 1;
        for (int64_t node = 0; node < 2 * inner + 1; ++node) {
            addNode(node, node < inner);
            if (node >= inner) {
                addLeaf(node, share);
            }
        }
        ++m_trees;
    }

    [[nodiscard]] std::vector<Attribute> attributes() const
    {
        return {{"class_ids", m_classes}, {"class_nodeids", m_leaves}, {"class_treeids", m_leafTrees},
            {"class_weights", m_weights}, {"classlabels_strings", labels},
            {"nodes_falsenodeids", m_falseNodes}, {"nodes_featureids", m_features}, {"nodes_modes", m_modes},
            {"nodes_nodeids", m_nodes}, {"nodes_treeids", m_nodeTrees}, {"nodes_truenodeids", m_trueNodes},
            {"nodes_values", m_values}, {"post_transform", std::string("NONE")}};
    }

private:
    void addNode(int64_t node, bool isInner)
    {
        m_nodes.push_back(node);
        m_nodeTrees.push_back(m_trees);
        m_modes.emplace_back(isInner ? "BRANCH_LEQ" : "LEAF");
        m_features.push_back(isInner ? m_random.below(m_columns) : 0);
        m_values.push_back(isInner ? static_cast<float>(m_random.next() * 2 - 0.5) : 0.0F);
        m_trueNodes.push_back(isInner ? 2 * node + 1 : 0);
        m_falseNodes.push_back(isInner ? 2 * node + 2 : 0);
    }

    // Shares of the classes, as a forest of scikit-learn has them.
    void addLeaf(int64_t node, double share)
    {
        std::vector<double> weights;
        double sum = 0;
        for (size_t i = 0; i < labels.size(); ++i) {
            weights.push_back(0.05 + m_random.next());
            sum += weights.back();
        }
        for (size_t i = 0; i < labels.size(); ++i) {
            m_leaves.push_back(node);
            m_leafTrees.push_back(m_trees);
            m_classes.push_back(static_cast<int64_t>(i));
            m_weights.push_back(static_cast<float>(weights[i] / sum * share));
        }
    }

    Random& m_random;
    int64_t m_columns;
    int64_t m_trees = 0;
    std::vector<int64_t> m_nodes, m_nodeTrees, m_features, m_trueNodes, m_falseNodes;
    std::vector<int64_t> m_leaves, m_leafTrees, m_classes;
    std::vector<std::string> m_modes;
    std::vector<float> m_values, m_weights;
};

} // namespace

// A pipeline as sklearn-onnx writes it: the word becomes columns, the numbers are scaled, a forest votes, and
// the votes leave as a map of labels for each row.
void buildTrees(GraphWriter& writer, const ArchitectureOptions& options)
{
    constexpr const char* learning = "ai.onnx.ml";
    const Dimension rows {-1, "rows"};
    writer.addInput("city", DataType::String, {rows, {1, {}}});
    writer.addInput("numbers", DataType::Float32, {rows, {numbers, {}}});
    Random random(options.seed);
    std::vector<float> offsets;
    std::vector<float> scales;
    for (int64_t i = 0; i < numbers; ++i) {
        offsets.push_back(static_cast<float>(random.next()));
        scales.push_back(static_cast<float>(0.5 + random.next()));
    }
    const auto words = static_cast<int64_t>(cities.size());
    const std::string encoded = writer.opOf(
        learning, "OneHotEncoder", {"city"}, {{"cats_strings", cities}, {"zeros", int64_t {1}}})[0];
    const std::string flat = writer.op("Reshape", {encoded, writer.int64s({-1, words})});
    const std::string scaled =
        writer.opOf(learning, "Scaler", {"numbers"}, {{"offset", offsets}, {"scale", scales}})[0];
    const std::string features = writer.op("Concat", {flat, scaled}, {{"axis", int64_t {1}}});
    const int64_t trees = std::max<int64_t>(100 / options.scale, 4);
    Forest forest(random, words + numbers);
    for (int64_t i = 0; i < trees; ++i) {
        forest.addTree(6, 1 / static_cast<double>(trees));
    }
    const auto votes = writer.opOf(learning, "TreeEnsembleClassifier", {features}, forest.attributes(), 2);
    const std::string maps =
        writer.opOf(learning, "ZipMap", {votes[1]}, {{"classlabels_strings", labels}})[0];
    writer.addOutput(votes[0], {"output_label", DataType::String, SymbolicShape {rows}});
    writer.addOutput(maps, {"output_probability", DataType::Undefined, std::nullopt});
}

} // namespace weightless
