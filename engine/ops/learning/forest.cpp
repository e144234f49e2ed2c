// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/forest.h"

#include "engine/ops/nodeview.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::ops::learning {

namespace {

// Rows that go through one tree after the other: the tree stays in the processor's first cache meanwhile.
constexpr size_t rowsTogether = 64;

[[noreturn]] void failMissing(const char* what, size_t index, size_t count)
{
    failNode("the trees ask for " + std::string(what) + " " + std::to_string(index) + " of "
        + std::to_string(count));
}

uint32_t narrow(size_t index)
{
    if (index > std::numeric_limits<uint32_t>::max()) {
        failNode("the trees ask for number " + std::to_string(index) + ", more than 32 bits hold");
    }
    return static_cast<uint32_t>(index);
}

} // namespace

Forest::Forest(const std::vector<TreeNode>& nodes, const std::vector<size_t>& roots,
    std::vector<TreeWeight> weights, size_t targets, Aggregate aggregate)
    : m_targets(targets)
    , m_aggregate(aggregate)
{
    addSteps(nodes);
    for (const size_t root : roots) {
        if (root >= nodes.size()) {
            failMissing("node", root, nodes.size());
        }
        m_roots.push_back(narrow(root));
    }
    addWeights(std::move(weights));
}

void Forest::addSteps(const std::vector<TreeNode>& nodes)
{
    m_steps.reserve(nodes.size());
    for (const TreeNode& node : nodes) {
        Step step {.value = node.value, .mode = node.mode, .missingGoesTrue = node.missingGoesTrue};
        if (node.mode != TreeMode::Leaf) {
            for (const size_t child : {node.whenTrue, node.whenFalse}) {
                if (child >= nodes.size()) {
                    failMissing("node", child, nodes.size());
                }
            }
            step.whenTrue = narrow(node.whenTrue);
            step.whenFalse = narrow(node.whenFalse);
            step.feature = narrow(node.feature);
            m_features = std::max(m_features, node.feature + 1);
        }
        if (node.mode == TreeMode::Member) {
            step.value = static_cast<double>(m_members.size());
            m_members.push_back(node.members);
        }
        m_steps.push_back(step);
    }
}

void Forest::addWeights(std::vector<TreeWeight> weights)
{
    for (const TreeWeight& weight : weights) {
        if (weight.target >= m_targets) {
            failMissing("target", weight.target, m_targets);
        }
        if (weight.node >= m_steps.size()) {
            failMissing("node", weight.node, m_steps.size());
        }
    }
    std::ranges::stable_sort(weights, {}, &TreeWeight::node);
    for (size_t i = 0; i < weights.size(); ++i) {
        Step& step = m_steps[weights[i].node];
        if (step.mode == TreeMode::Leaf) {
            step.whenTrue = i > 0 && weights[i - 1].node == weights[i].node ? step.whenTrue : narrow(i);
            step.whenFalse = narrow(i + 1);
        }
    }
    m_weights = std::move(weights);
}

bool Forest::goesTrue(const Step& step, double x) const
{
    if (std::isnan(x) && step.missingGoesTrue) {
        return true;
    }
    switch (step.mode) {
    case TreeMode::LessOrEqual:
        return x <= step.value;
    case TreeMode::Less:
        return x < step.value;
    case TreeMode::GreaterOrEqual:
        return x >= step.value;
    case TreeMode::Greater:
        return x > step.value;
    case TreeMode::Equal:
        return x == step.value;
    case TreeMode::NotEqual:
        return x != step.value;
    case TreeMode::Member: {
        const std::vector<double>& members = m_members[static_cast<size_t>(step.value)];
        return std::ranges::find(members, x) != members.end();
    }
    case TreeMode::Leaf:
        break;
    }
    return false;
}

const Forest::Step& Forest::leafOf(uint32_t root, std::span<const double> row) const
{
    const Step* step = &m_steps[root];
    for (size_t steps = 0; steps <= m_steps.size(); ++steps) {
        if (step->mode == TreeMode::Leaf) {
            return *step;
        }
        step = &m_steps[goesTrue(*step, row[step->feature]) ? step->whenTrue : step->whenFalse];
    }
    failNode("the nodes of a tree form a circle");
}

void Forest::add(const Step& leaf, std::span<double> scores, std::span<bool> has) const
{
    for (size_t i = leaf.whenTrue; i < leaf.whenFalse; ++i) {
        const TreeWeight& weight = m_weights[i];
        double& score = scores[weight.target];
        if (m_aggregate == Aggregate::Average || m_aggregate == Aggregate::Sum) {
            score += weight.weight;
            continue;
        }
        const bool replaces = m_aggregate == Aggregate::Min ? weight.weight < score : weight.weight > score;
        score = !has[weight.target] || replaces ? weight.weight : score;
        has[weight.target] = true;
    }
}

std::vector<double> Forest::scores(const Table& table, const HostContext& context) const
{
    if (m_features > table.columns) {
        failMissing("feature", m_features - 1, table.columns);
    }
    std::vector<double> result(table.rows * m_targets, 0.0);
    const auto has = std::make_unique<bool[]>(std::min(rowsTogether, table.rows) * m_targets);
    for (size_t first = 0; first < table.rows; first += rowsTogether) {
        checkStop(context);
        const size_t rows = std::min(rowsTogether, table.rows - first);
        std::fill_n(has.get(), rows * m_targets, false);
        for (const uint32_t root : m_roots) {
            for (size_t row = 0; row < rows; ++row) {
                add(leafOf(root, table.row(first + row)),
                    std::span(result).subspan((first + row) * m_targets, m_targets),
                    {has.get() + row * m_targets, m_targets});
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
