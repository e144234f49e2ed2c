// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/forest.h"

#include "engine/ops/nodeview.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace weightless::ops::learning {

namespace {

[[noreturn]] void failMissing(const char* what, size_t index, size_t count)
{
    failNode("the trees ask for " + std::string(what) + " " + std::to_string(index) + " of "
        + std::to_string(count));
}

bool goesTrue(const TreeNode& node, double x)
{
    if (std::isnan(x) && node.missingGoesTrue) {
        return true;
    }
    switch (node.mode) {
    case TreeMode::LessOrEqual:
        return x <= node.value;
    case TreeMode::Less:
        return x < node.value;
    case TreeMode::GreaterOrEqual:
        return x >= node.value;
    case TreeMode::Greater:
        return x > node.value;
    case TreeMode::Equal:
        return x == node.value;
    case TreeMode::NotEqual:
        return x != node.value;
    case TreeMode::Member:
        return std::ranges::find(node.members, x) != node.members.end();
    case TreeMode::Leaf:
        break;
    }
    return false;
}

} // namespace

Forest::Forest(std::vector<TreeNode> nodes, std::vector<size_t> roots, std::vector<TreeWeight> weights,
    size_t targets, size_t features, Aggregate aggregate)
    : m_nodes(std::move(nodes))
    , m_roots(std::move(roots))
    , m_weights(std::move(weights))
    , m_firstWeight(m_nodes.size() + 1, 0)
    , m_targets(targets)
    , m_aggregate(aggregate)
{
    for (const TreeNode& node : m_nodes) {
        if (node.mode == TreeMode::Leaf) {
            continue;
        }
        for (const size_t child : {node.whenTrue, node.whenFalse}) {
            if (child >= m_nodes.size()) {
                failMissing("node", child, m_nodes.size());
            }
        }
        if (node.feature >= features) {
            failMissing("feature", node.feature, features);
        }
    }
    for (const size_t root : m_roots) {
        if (root >= m_nodes.size()) {
            failMissing("node", root, m_nodes.size());
        }
    }
    for (const TreeWeight& weight : m_weights) {
        if (weight.target >= targets) {
            failMissing("target", weight.target, targets);
        }
        if (weight.node >= m_nodes.size()) {
            failMissing("node", weight.node, m_nodes.size());
        }
        ++m_firstWeight[weight.node + 1];
    }
    std::ranges::stable_sort(m_weights, {}, &TreeWeight::node);
    for (size_t i = 1; i < m_firstWeight.size(); ++i) {
        m_firstWeight[i] += m_firstWeight[i - 1];
    }
}

size_t Forest::leafOf(size_t node, std::span<const double> row) const
{
    for (size_t steps = 0; steps <= m_nodes.size(); ++steps) {
        const TreeNode& current = m_nodes[node];
        if (current.mode == TreeMode::Leaf) {
            return node;
        }
        node = goesTrue(current, row[current.feature]) ? current.whenTrue : current.whenFalse;
    }
    failNode("the nodes of a tree form a circle");
}

std::vector<double> Forest::scores(std::span<const double> row) const
{
    std::vector<double> result(m_targets, 0.0);
    std::vector<bool> has(m_targets, false);
    for (const size_t root : m_roots) {
        const size_t leaf = leafOf(root, row);
        for (size_t i = m_firstWeight[leaf]; i < m_firstWeight[leaf + 1]; ++i) {
            const TreeWeight& weight = m_weights[i];
            double& score = result[weight.target];
            const bool isFirst = !has[weight.target];
            has[weight.target] = true;
            if (m_aggregate == Aggregate::Min || m_aggregate == Aggregate::Max) {
                const bool replaces =
                    m_aggregate == Aggregate::Min ? weight.weight < score : weight.weight > score;
                score = isFirst || replaces ? weight.weight : score;
            } else {
                score += weight.weight;
            }
        }
    }
    if (m_aggregate == Aggregate::Average && !m_roots.empty()) {
        for (double& score : result) {
            score /= static_cast<double>(m_roots.size());
        }
    }
    return result;
}

} // namespace weightless::ops::learning
