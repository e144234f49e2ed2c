// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/forest.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <cmath>

// TreeEnsemble, which leaves take part in as a list of their own.
namespace weightless::ops::learning {

namespace {

std::vector<double> tensorNumbers(const Attributes& attributes, const char* name)
{
    const HostTensor* tensor = tensorOf(attributes, name);
    return tensor != nullptr ? tableOf(*tensor).values : std::vector<double> {};
}

void requireLength(size_t length, size_t expected, const char* name)
{
    if (length != expected) {
        failNode(std::string(name) + " has " + std::to_string(length) + " entries, expected "
            + std::to_string(expected));
    }
}

// One set after the other, each ended by NaN.
std::vector<std::vector<double>> setsOf(const std::vector<double>& values)
{
    std::vector<std::vector<double>> sets(1);
    for (const double value : values) {
        if (std::isnan(value)) {
            sets.emplace_back();
        } else {
            sets.back().push_back(value);
        }
    }
    return sets;
}

// Leaves follow the nodes that decide.
std::vector<TreeNode> nodesOf(const Attributes& attributes, size_t leaves)
{
    const std::vector<double> modes = tensorNumbers(attributes, "nodes_modes");
    const std::vector<double> splits = tensorNumbers(attributes, "nodes_splits");
    const std::vector<int64_t> features = intsOf(attributes, "nodes_featureids");
    const std::vector<int64_t> whenTrue = intsOf(attributes, "nodes_truenodeids");
    const std::vector<int64_t> whenFalse = intsOf(attributes, "nodes_falsenodeids");
    const std::vector<int64_t> trueLeaves = intsOf(attributes, "nodes_trueleafs");
    const std::vector<int64_t> falseLeaves = intsOf(attributes, "nodes_falseleafs");
    const std::vector<int64_t> missing = intsOf(attributes, "nodes_missing_value_tracks_true");
    const std::vector<std::vector<double>> sets = setsOf(tensorNumbers(attributes, "membership_values"));
    const size_t count = features.size();
    requireLength(modes.size(), count, "nodes_modes");
    requireLength(splits.size(), count, "nodes_splits");
    requireLength(whenTrue.size(), count, "nodes_truenodeids");
    requireLength(whenFalse.size(), count, "nodes_falsenodeids");
    requireLength(trueLeaves.size(), count, "nodes_trueleafs");
    requireLength(falseLeaves.size(), count, "nodes_falseleafs");
    std::vector<TreeNode> nodes(count + leaves);
    size_t nextSet = 0;
    const auto childOf = [&](int64_t index, int64_t isLeaf) {
        const size_t limit = isLeaf != 0 ? leaves : count;
        if (index < 0 || static_cast<uint64_t>(index) >= limit) {
            failNode("a node has the child " + std::to_string(index) + " of " + std::to_string(limit));
        }
        return static_cast<size_t>(index) + (isLeaf != 0 ? count : 0);
    };
    for (size_t i = 0; i < count; ++i) {
        if (!(modes[i] >= 0 && modes[i] <= static_cast<double>(TreeMode::Member))) { // nor NaN
            failNode("nodes_modes has " + std::to_string(modes[i]) + ", expected 0 to 6");
        }
        nodes[i].mode = static_cast<TreeMode>(modes[i]);
        nodes[i].missingGoesTrue = i < missing.size() && missing[i] != 0;
        nodes[i].feature = static_cast<size_t>(features[i]); // a negative one is beyond all
        nodes[i].value = splits[i];
        nodes[i].whenTrue = childOf(whenTrue[i], trueLeaves[i]);
        nodes[i].whenFalse = childOf(whenFalse[i], falseLeaves[i]);
        if (nodes[i].mode == TreeMode::Member) {
            if (nextSet >= sets.size()) {
                failNode("membership_values has " + std::to_string(sets.size()) + " sets, too few");
            }
            nodes[i].members = sets[nextSet++];
        }
    }
    return nodes;
}

struct Ensemble {
    Forest forest;
    size_t targets;
    PostTransform after;
};

Ensemble ensembleOf(const Attributes& attributes)
{
    const std::vector<double> weights = tensorNumbers(attributes, "leaf_weights");
    const std::vector<int64_t> targets = intsOf(attributes, "leaf_targetids");
    requireLength(targets.size(), weights.size(), "leaf_targetids");
    const std::vector<TreeNode> nodes = nodesOf(attributes, weights.size());
    std::vector<TreeWeight> leaves;
    for (size_t i = 0; i < weights.size(); ++i) {
        leaves.push_back({nodes.size() - weights.size() + i, static_cast<size_t>(targets[i]), weights[i]});
    }
    std::vector<size_t> roots;
    for (const int64_t root : intsOf(attributes, "tree_roots")) {
        roots.push_back(static_cast<size_t>(root));
    }
    const int64_t outputs = attributes.intOr("n_targets", 1);
    const int64_t aggregate = attributes.intOr("aggregate_function", 1);
    const int64_t after = attributes.intOr("post_transform", 0);
    constexpr int64_t mostTargets = 1 << 24;
    if (outputs < 1 || outputs > mostTargets || aggregate < 0 || aggregate > 3 || after < 0 || after > 4) {
        failNode("n_targets is " + std::to_string(outputs) + ", aggregate_function "
            + std::to_string(aggregate) + " and post_transform " + std::to_string(after));
    }
    const auto columns = static_cast<size_t>(outputs);
    return {Forest(nodes, roots, std::move(leaves), columns, static_cast<Aggregate>(aggregate)), columns,
        static_cast<PostTransform>(after)};
}

std::vector<HostValue> run(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    const Table table = tableOf(x);
    const auto ensemble = context.prepared([&] { return ensembleOf(context.attributes); });
    std::vector<double> scores = ensemble->forest.scores(table, context);
    for (size_t row = 0; row < table.rows; ++row) {
        transform(std::span(scores).subspan(row * ensemble->targets, ensemble->targets), ensemble->after);
    }
    const Shape shape {static_cast<int64_t>(table.rows), static_cast<int64_t>(ensemble->targets)};
    HostTensor y = makeHostTensor({x.descriptor.type, shape});
    for (size_t i = 0; i < scores.size(); ++i) {
        setElement(y, i, scores[i]);
    }
    return {makeHostValue(std::move(y))};
}

} // namespace

void registerTreeEnsembles(HostRegistry& registry)
{
    // Of version 5, but a model of this domain alone names no version of ai.onnx, by which entries are found.
    addOperator(registry, "TreeEnsemble", run);
}

} // namespace weightless::ops::learning
