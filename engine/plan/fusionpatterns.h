// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/dataflow.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace weightless::plan {

// Who makes and who reads each value.
class UseMap {
public:
    explicit UseMap(const Dataflow& dataflow);

    // Indices of the nodes that read the value, one for each input that does.
    [[nodiscard]] const std::vector<size_t>& readers(ValueId value) const { return m_readers[value]; }
    [[nodiscard]] bool isOutput(ValueId value) const { return m_isOutput[value]; }
    // Read by one node, once, and no graph output.
    [[nodiscard]] bool isReadOnce(ValueId value) const
    {
        return m_readers[value].size() == 1 && !m_isOutput[value];
    }
    // Null for what no node makes.
    [[nodiscard]] const DataflowNode* producer(ValueId value) const { return m_producers[value]; }
    // The producer of `value` if it is this ai.onnx operator and nobody else reads the value.
    [[nodiscard]] const DataflowNode* soleProducer(
        std::optional<ValueId> value, std::string_view opType) const;

private:
    std::vector<const DataflowNode*> m_producers;
    std::vector<std::vector<size_t>> m_readers;
    std::vector<bool> m_isOutput;
};

[[nodiscard]] bool isOnnx(const DataflowNode& node, std::string_view opType);
// Before opset 7: an operator of two operands that lines up the second one from an axis of the first, and
// not from the last.
[[nodiscard]] bool broadcastsElsewhere(const DataflowNode& node);

// Types whose kernels compute in fp32, where fusing changes no more than a rounding.
[[nodiscard]] bool isFusedType(DataType type);

// The value as one number where it is known and has one element.
[[nodiscard]] std::optional<float> knownScalar(
    const Specialization& specialization, std::optional<ValueId> value);

// Least and greatest of a Clip, where both are known; one that is not given is the lowest or greatest of the
// type.
[[nodiscard]] std::optional<std::array<float, 2>> clipBounds(
    const Specialization& specialization, const DataflowNode& clip);

} // namespace weightless::plan
