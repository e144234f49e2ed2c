// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionrotary.h"

#include "engine/plan/fusionhalves.h"

#include <algorithm>

namespace weightless::plan {

namespace {

constexpr size_t mostDimensions = 5; // of RotateHalf

class RotaryMatch {
public:
    RotaryMatch(const Specialization& specialization, const UseMap& uses, const TensorDescriptor& result)
        : m_specialization(specialization)
        , m_uses(uses)
        , m_result(result)
    {
    }

    // x, cosines and sines.
    [[nodiscard]] std::optional<std::array<ValueId, 3>> match(const DataflowNode& sum) const
    {
        for (const size_t i : {0u, 1u}) {
            const DataflowNode* turned = m_uses.soleProducer(sum.inputs[i], "Mul");
            const DataflowNode* straight = m_uses.soleProducer(sum.inputs[1 - i], "Mul");
            const bool areBoth = turned != nullptr && straight != nullptr && !broadcastsElsewhere(*turned)
                && !broadcastsElsewhere(*straight);
            for (size_t k = 0; areBoth && k < 2; ++k) {
                const auto x = turnedHalves(turned->inputs[k]);
                const auto cosines = x ? otherThan(*straight, *x) : std::nullopt;
                const auto sines = turned->inputs[1 - k];
                if (cosines && isFactor(*cosines) && isFactor(*sines)) {
                    return std::array {*x, *cosines, *sines};
                }
            }
        }
        return std::nullopt;
    }

private:
    // What `value` is rotate_half of.
    [[nodiscard]] std::optional<ValueId> turnedHalves(std::optional<ValueId> value) const
    {
        const DataflowNode* concat = m_uses.soleProducer(value, "Concat");
        if (concat == nullptr || concat->inputs.size() != 2 || !isAlongRows(*concat)) {
            return std::nullopt;
        }
        const DataflowNode* negated = m_uses.soleProducer(concat->inputs[0], "Neg");
        const auto x = negated != nullptr
            ? wholeOf(m_specialization, m_uses, *concat->inputs[1], *negated->inputs[0])
            : std::nullopt;
        return x && m_specialization.descriptors[*x] == m_result ? x : std::nullopt;
    }

    [[nodiscard]] bool isAlongRows(const DataflowNode& concat) const
    {
        const int64_t axis = concat.attributes.intOr("axis", 0);
        return axis == -1 || axis == static_cast<int64_t>(m_result.shape.size()) - 1;
    }

    [[nodiscard]] static std::optional<ValueId> otherThan(const DataflowNode& product, ValueId x)
    {
        return product.inputs[0] == x ? product.inputs[1]
            : product.inputs[1] == x  ? product.inputs[0]
                                      : std::nullopt;
    }

    // Rows of its own that broadcast to the result.
    [[nodiscard]] bool isFactor(ValueId value) const
    {
        const TensorDescriptor& given = m_specialization.descriptors[value];
        return given.type == m_result.type && !given.shape.empty()
            && given.shape.back() == m_result.shape.back()
            && ops::broadcast(given.shape, m_result.shape) == m_result.shape;
    }

    const Specialization& m_specialization;
    const UseMap& m_uses;
    const TensorDescriptor& m_result;
};

} // namespace

std::optional<DataflowNode> matchRotary(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const DataflowNode& node)
{
    const ValueId result = node.outputs[0];
    const TensorDescriptor& descriptor = specialization.descriptors[result];
    if (!isOnnx(node, "Add") || broadcastsElsewhere(node) || !isFusedType(descriptor.type)
        || descriptor.shape.empty() || descriptor.shape.size() > mostDimensions
        || specialization.known[result] != nullptr) {
        return std::nullopt;
    }
    const auto operands = RotaryMatch(specialization, uses, descriptor).match(node);
    if (!operands) {
        return std::nullopt;
    }
    DataflowNode fused;
    fused.op = ops::standardRegistry().find("weightless", "RotateHalf", dataflow.opset);
    fused.name = node.name;
    fused.inputs.assign(operands->begin(), operands->end());
    fused.outputs = node.outputs;
    return fused.op != nullptr ? std::optional(std::move(fused)) : std::nullopt;
}

} // namespace weightless::plan
