// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/forest.h"
#include "engine/ops/learning/scores.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <map>
#include <optional>

// TreeEnsembleRegressor and TreeEnsembleClassifier: parallel lists, a node being named by tree and number.
namespace weightless::ops::learning {

namespace {

using NodeName = std::pair<int64_t, int64_t>; // tree, node

TreeMode modeOf(const std::string& name)
{
    static const std::map<std::string, TreeMode, std::less<>> modes {{"BRANCH_LEQ", TreeMode::LessOrEqual},
        {"BRANCH_LT", TreeMode::Less}, {"BRANCH_GTE", TreeMode::GreaterOrEqual},
        {"BRANCH_GT", TreeMode::Greater}, {"BRANCH_EQ", TreeMode::Equal}, {"BRANCH_NEQ", TreeMode::NotEqual},
        {"LEAF", TreeMode::Leaf}};
    const auto found = modes.find(name);
    if (found == modes.end()) {
        failNode("nodes_modes has '" + name + "', expected LEAF or BRANCH_LEQ, LT, GTE, GT, EQ or NEQ");
    }
    return found->second;
}

template <typename T>
void requireLength(const std::vector<T>& list, size_t expected, const char* name)
{
    if (list.size() != expected) {
        failNode(std::string(name) + " has " + std::to_string(list.size()) + " entries, expected "
            + std::to_string(expected));
    }
}

// The lists with the prefix "nodes_" as nodes.
class NodeLists {
public:
    explicit NodeLists(const Attributes& attributes)
        : m_trees(intsOf(attributes, "nodes_treeids"))
        , m_numbers(intsOf(attributes, "nodes_nodeids"))
        , m_whenTrue(intsOf(attributes, "nodes_truenodeids"))
        , m_whenFalse(intsOf(attributes, "nodes_falsenodeids"))
        , m_modes(stringsOf(attributes, "nodes_modes"))
        , m_features(intsOf(attributes, "nodes_featureids"))
        , m_missing(intsOf(attributes, "nodes_missing_value_tracks_true"))
        , m_values(numbersOf(attributes, "nodes_values"))
    {
        const size_t count = m_trees.size();
        requireLength(m_numbers, count, "nodes_nodeids");
        requireLength(m_whenTrue, count, "nodes_truenodeids");
        requireLength(m_whenFalse, count, "nodes_falsenodeids");
        requireLength(m_modes, count, "nodes_modes");
        requireLength(m_features, count, "nodes_featureids");
        requireLength(m_values, count, "nodes_values");
        m_places.reserve(count);
        for (size_t i = 0; i < count; ++i) {
            m_places.push_back({{m_trees[i], m_numbers[i]}, i});
        }
        std::ranges::sort(m_places); // the first of equal names comes first
    }

    [[nodiscard]] size_t placeOf(NodeName name) const
    {
        const auto found = std::ranges::lower_bound(m_places, name, {}, &Place::first);
        if (found == m_places.end() || found->first != name) {
            failNode("tree " + std::to_string(name.first) + " has no node " + std::to_string(name.second));
        }
        return found->second;
    }

    [[nodiscard]] std::vector<TreeNode> nodes() const
    {
        std::vector<TreeNode> nodes(m_trees.size());
        for (size_t i = 0; i < nodes.size(); ++i) {
            nodes[i].mode = modeOf(m_modes[i]);
            if (nodes[i].mode == TreeMode::Leaf) {
                continue;
            }
            nodes[i].missingGoesTrue = i < m_missing.size() && m_missing[i] != 0;
            nodes[i].feature = static_cast<size_t>(m_features[i]); // a negative one is beyond all
            nodes[i].value = m_values[i];
            nodes[i].whenTrue = placeOf({m_trees[i], m_whenTrue[i]});
            nodes[i].whenFalse = placeOf({m_trees[i], m_whenFalse[i]});
        }
        return nodes;
    }

    // Nodes that are nobody's children.
    [[nodiscard]] static std::vector<size_t> rootsOf(const std::vector<TreeNode>& nodes)
    {
        std::vector<bool> isChild(nodes.size(), false);
        for (const TreeNode& node : nodes) {
            if (node.mode != TreeMode::Leaf) {
                isChild[node.whenTrue] = true;
                isChild[node.whenFalse] = true;
            }
        }
        std::vector<size_t> roots;
        for (size_t i = 0; i < nodes.size(); ++i) {
            if (!isChild[i]) {
                roots.push_back(i);
            }
        }
        return roots;
    }

private:
    using Place = std::pair<NodeName, size_t>;

    std::vector<int64_t> m_trees, m_numbers, m_whenTrue, m_whenFalse;
    std::vector<std::string> m_modes;
    std::vector<int64_t> m_features, m_missing;
    std::vector<double> m_values;
    std::vector<Place> m_places; // by name
};

// The lists with the prefix "target" or "class".
std::vector<TreeWeight> weightsOf(
    const Attributes& attributes, const NodeLists& lists, const std::string& prefix)
{
    const std::vector<int64_t> trees = intsOf(attributes, prefix + "_treeids");
    const std::vector<int64_t> numbers = intsOf(attributes, prefix + "_nodeids");
    const std::vector<int64_t> targets = intsOf(attributes, prefix + "_ids");
    const std::vector<double> values = numbersOf(attributes, prefix + "_weights");
    requireLength(numbers, trees.size(), "the list of weighted nodes");
    requireLength(targets, trees.size(), "the list of targets");
    requireLength(values, trees.size(), "the list of weights");
    std::vector<TreeWeight> weights;
    for (size_t i = 0; i < trees.size(); ++i) {
        weights.push_back(
            {lists.placeOf({trees[i], numbers[i]}), static_cast<size_t>(targets[i]), values[i]});
    }
    return weights;
}

Aggregate aggregateOf(const Attributes& attributes)
{
    const std::string name = attributes.stringOr("aggregate_function", "SUM");
    constexpr std::array<std::string_view, 4> names {"AVERAGE", "SUM", "MIN", "MAX"};
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        failNode("aggregate_function is '" + name + "', expected AVERAGE, SUM, MIN or MAX");
    }
    return static_cast<Aggregate>(found - names.begin());
}

struct Regressor {
    Forest forest;
    size_t targets;
    std::vector<double> base;
    PostTransform after;
};

Regressor regressorOf(const Attributes& attributes)
{
    const NodeLists lists(attributes);
    const std::vector<TreeNode> nodes = lists.nodes();
    const int64_t given = attributes.intOr("n_targets", 1);
    constexpr int64_t mostTargets = 1 << 24;
    if (given < 1 || given > mostTargets) {
        failNode("n_targets is " + std::to_string(given));
    }
    const auto targets = static_cast<size_t>(given);
    std::vector<double> base = numbersOf(attributes, "base_values");
    if (!base.empty()) {
        requireLength(base, targets, "base_values");
    }
    return {Forest(nodes, NodeLists::rootsOf(nodes), weightsOf(attributes, lists, "target"), targets,
                aggregateOf(attributes)),
        targets, std::move(base), postTransformOf(attributes)};
}

void addBase(std::span<double> scores, const std::vector<double>& base)
{
    for (size_t i = 0; i < base.size(); ++i) {
        scores[i] += base[i];
    }
}

std::vector<HostValue> regress(const HostContext& context)
{
    const Table table = tableOf(context.tensor(0));
    const auto regressor = context.prepared([&] { return regressorOf(context.attributes); });
    std::vector<double> results = regressor->forest.scores(table, context);
    for (size_t row = 0; row < table.rows; ++row) {
        const auto scores = std::span(results).subspan(row * regressor->targets, regressor->targets);
        addBase(scores, regressor->base);
        transform(scores, regressor->after);
    }
    return {makeHostValue(floatMatrix(table.rows, regressor->targets, results))};
}

struct Classifier {
    Forest forest;
    ClassLabels labels;
    std::vector<double> base;
    PostTransform after;
    // Two classes of which only one has weights: its score decides.
    std::optional<size_t> only;
    BinaryScores binary;
};

Classifier classifierOf(const Attributes& attributes)
{
    const NodeLists lists(attributes);
    const std::vector<TreeNode> nodes = lists.nodes();
    std::vector<TreeWeight> weights = weightsOf(attributes, lists, "class");
    ClassLabels labels(attributes, "classlabels_int64s", "classlabels_strings");
    std::vector<double> base = numbersOf(attributes, "base_values");
    if (base.size() > labels.count()) {
        failNode("there are " + std::to_string(base.size()) + " base values for "
            + std::to_string(labels.count()) + " classes");
    }
    const bool hasOne = labels.count() == 2 && !weights.empty()
        && std::ranges::all_of(
            weights, [&](const TreeWeight& weight) { return weight.target == weights.front().target; });
    const std::optional<size_t> only = hasOne ? std::optional(weights.front().target) : std::nullopt;
    const bool arePositive = std::ranges::all_of(weights, [](const TreeWeight& w) { return w.weight >= 0; });
    const size_t classes = labels.count();
    return {Forest(nodes, NodeLists::rootsOf(nodes), std::move(weights), classes, Aggregate::Sum),
        std::move(labels), std::move(base), postTransformOf(attributes), only,
        arePositive ? BinaryScores::Complement : BinaryScores::Opposite};
}

std::vector<HostValue> classify(const HostContext& context)
{
    const Table table = tableOf(context.tensor(0));
    const auto classifier = context.prepared([&] { return classifierOf(context.attributes); });
    const std::vector<double>& base = classifier->base;
    const size_t classes = classifier->labels.count();
    std::vector<double> scores = classifier->forest.scores(table, context);
    Classification result(classifier->labels, classifier->after);
    for (size_t row = 0; row < table.rows; ++row) {
        const auto own = std::span(scores).subspan(row * classes, classes);
        if (classifier->only) {
            result.addBinary(own[*classifier->only] + (base.empty() ? 0 : base.back()), classifier->binary);
            continue;
        }
        addBase(own, base);
        result.add(own);
    }
    return result.values();
}

} // namespace

void registerTrees(HostRegistry& registry)
{
    addOperator(registry, "TreeEnsembleRegressor", regress);
    addOperator(registry, "TreeEnsembleClassifier", classify, 1, 1, 2);
}

} // namespace weightless::ops::learning
