// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weightless::plan {

// Several nodes as one. `nodes` are the indices of what it replaces, in their order; it stands where the last
// of them stood and yields that one's value.
struct FusedChain {
    DataflowNode node;
    std::vector<size_t> nodes;
};

// Of these nodes, but for views: for profiles and messages.
[[nodiscard]] std::string joinedNames(const Dataflow& dataflow, const std::vector<size_t>& nodes);

// A value on its way from node to node, each of them the only one that reads what the one before made. Nodes
// marked in `taken` belong to other fused nodes.
class ValueWalk {
public:
    ValueWalk(const Dataflow& dataflow, const Specialization& specialization, const UseMap& uses,
        const std::vector<bool>& taken, size_t first);

    [[nodiscard]] ValueId value() const { return m_value; } // what the last node taken yields
    [[nodiscard]] const std::vector<size_t>& nodes() const { return m_nodes; }
    [[nodiscard]] const TensorDescriptor& descriptor(ValueId value) const
    {
        return m_specialization.descriptors[value];
    }

    // The only reader of the value, if it is this ai.onnx operator, not taken, and yields what is not known
    // already and has the value's type and shape; nextAs(): that descriptor.
    [[nodiscard]] const DataflowNode* next(std::string_view opType) const;
    [[nodiscard]] const DataflowNode* nextAs(
        std::string_view opType, const TensorDescriptor& descriptor) const;
    void take(const DataflowNode& node);

    // The operand of a sum or product of two that is not the value.
    [[nodiscard]] std::optional<ValueId> otherOperand(const DataflowNode& node) const;

    // Relu, Clip with known bounds, Sigmoid, Tanh, HardSwish, LeakyRelu or a PRelu of one known slope, Gelu,
    // x * Sigmoid(x) or a Swish that is the same, x * HardSigmoid(x) where that is a HardSwish: taken, and
    // written into the attributes that ops::product::epilogueOf() reads.
    void takeActivation(Attributes& attributes);

    [[nodiscard]] std::string joinedNames() const { return plan::joinedNames(m_dataflow, m_nodes); }

private:
    [[nodiscard]] const DataflowNode* candidate(
        size_t index, std::string_view opType, const TensorDescriptor& descriptor) const;
    void takeGated(Attributes& attributes);

    const Dataflow& m_dataflow;
    const Specialization& m_specialization;
    const UseMap& m_uses;
    const std::vector<bool>& m_taken;
    std::vector<size_t> m_nodes;
    ValueId m_value;
};

} // namespace weightless::plan
