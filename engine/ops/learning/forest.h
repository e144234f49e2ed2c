// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/learning/learning.h"

namespace weightless::ops::learning {

// In the numbers of ai.onnx.ml.TreeEnsemble.
enum class TreeMode : uint8_t { LessOrEqual, Less, GreaterOrEqual, Greater, Equal, NotEqual, Member, Leaf };
enum class Aggregate : uint8_t { Average, Sum, Min, Max };

struct TreeNode {
    TreeMode mode = TreeMode::Leaf;
    bool missingGoesTrue = false; // NaN
    size_t feature = 0;
    double value = 0;
    std::vector<double> members = {}; // of TreeMode::Member
    size_t whenTrue = 0; // nodes
    size_t whenFalse = 0;
};

// What a leaf adds to a target or class.
struct TreeWeight {
    size_t node = 0;
    size_t target = 0;
    double weight = 0;
};

// Trees as they are written: checked when made, and walked with a bound, since children may form a circle.
class Forest {
public:
    // InvalidArgument for children, roots, features (of so many) or targets that do not exist.
    Forest(std::vector<TreeNode> nodes, std::vector<size_t> roots, std::vector<TreeWeight> weights,
        size_t targets, size_t features, Aggregate aggregate);

    // One score for each target.
    [[nodiscard]] std::vector<double> scores(std::span<const double> row) const;

private:
    [[nodiscard]] size_t leafOf(size_t node, std::span<const double> row) const;

    std::vector<TreeNode> m_nodes;
    std::vector<size_t> m_roots;
    std::vector<TreeWeight> m_weights; // in the order of their nodes
    std::vector<size_t> m_firstWeight; // by node, and one past the last
    size_t m_targets;
    Aggregate m_aggregate;
};

} // namespace weightless::ops::learning
