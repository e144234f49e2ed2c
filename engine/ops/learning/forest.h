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
    // InvalidArgument for children, roots or targets that do not exist.
    Forest(const std::vector<TreeNode>& nodes, const std::vector<size_t>& roots,
        std::vector<TreeWeight> weights, size_t targets, Aggregate aggregate);

    // [rows, targets]. InvalidArgument where the trees ask for features that the table does not have.
    // Cancelled.
    [[nodiscard]] std::vector<double> scores(const Table& table, const HostContext& context) const;

private:
    // As little as a walk needs: a forest is as fast as its nodes come from memory.
    struct Step {
        double value = 0; // of TreeMode::Member: which set
        uint32_t feature = 0;
        uint32_t whenTrue = 0; // steps; of leaves: the first weight, and one past the last
        uint32_t whenFalse = 0;
        TreeMode mode = TreeMode::Leaf;
        bool missingGoesTrue = false;
    };

    void addSteps(const std::vector<TreeNode>& nodes);
    void addWeights(std::vector<TreeWeight> weights);
    [[nodiscard]] bool goesTrue(const Step& step, double x) const;
    [[nodiscard]] const Step& leafOf(uint32_t root, std::span<const double> row) const;
    void add(const Step& leaf, std::span<double> scores, std::span<bool> has) const;

    std::vector<Step> m_steps;
    std::vector<std::vector<double>> m_members;
    std::vector<uint32_t> m_roots;
    std::vector<TreeWeight> m_weights; // in the order of their nodes
    size_t m_targets;
    size_t m_features = 0; // how many the trees ask for
    Aggregate m_aggregate;
};

} // namespace weightless::ops::learning
