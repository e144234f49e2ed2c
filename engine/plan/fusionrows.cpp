// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionrows.h"

#include <algorithm>
#include <utility>

namespace weightless::plan {

namespace {

struct RowNorm {
    ValueId x = 0;
    ValueId scale = 0;
    std::optional<ValueId> bias {};
    bool subtractsMean = false;
    float epsilon = 0;
    int64_t axis = 0; // the first of a row
};

class RowNormMatch {
public:
    RowNormMatch(const Specialization& specialization, const UseMap& uses)
        : m_specialization(specialization)
        , m_uses(uses)
    {
    }

    [[nodiscard]] std::optional<RowNorm> match(const DataflowNode& node) const
    {
        if (isOnnx(node, "Mul")) {
            return matchScaled(node);
        }
        for (size_t i = 0; isOnnx(node, "Add") && i < 2; ++i) {
            const DataflowNode* scaled = producerOf(node.inputs[i], "Mul");
            auto norm = scaled != nullptr ? matchScaled(*scaled) : std::nullopt;
            if (norm && norm->subtractsMean && isRow(*node.inputs[1 - i], *norm)) {
                norm->bias = node.inputs[1 - i];
                return norm;
            }
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] const DataflowNode* producerOf(std::optional<ValueId> value, std::string_view opType) const
    {
        const DataflowNode* node = value ? m_uses.producer(*value) : nullptr;
        return node != nullptr && isOnnx(*node, opType) ? node : nullptr;
    }

    [[nodiscard]] const TensorDescriptor& descriptor(ValueId value) const
    {
        return m_specialization.descriptors[value];
    }

    [[nodiscard]] bool isNumber(std::optional<ValueId> value, float expected) const
    {
        return knownScalar(m_specialization, value) == expected;
    }

    // One value for each place of a row.
    [[nodiscard]] bool isRow(ValueId value, const RowNorm& norm) const
    {
        const TensorDescriptor& x = descriptor(norm.x);
        return descriptor(value).type == x.type
            && descriptor(value).shape == Shape(x.shape.begin() + norm.axis, x.shape.end());
    }

    [[nodiscard]] std::optional<RowNorm> matchScaled(const DataflowNode& product) const
    {
        if (broadcastsElsewhere(product)) {
            return std::nullopt;
        }
        for (const size_t i : {0u, 1u}) {
            auto norm = matchBetweenCasts(*product.inputs[1 - i]);
            if (norm && isRow(*product.inputs[i], *norm)) {
                norm->scale = *product.inputs[i];
                return norm;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<RowNorm> matchBetweenCasts(ValueId value) const
    {
        const DataflowNode* narrowing = producerOf(value, "Cast");
        if (narrowing == nullptr) {
            return matchNormalized(value);
        }
        auto norm = matchNormalized(*narrowing->inputs[0]);
        const DataflowNode* widening = norm ? producerOf(norm->x, "Cast") : nullptr;
        if (widening == nullptr || descriptor(norm->x).type != DataType::Float32
            || descriptor(*widening->inputs[0]) != descriptor(value)) {
            return std::nullopt;
        }
        norm->x = *widening->inputs[0];
        return norm;
    }

    // d / Sqrt(sum), however it is written: d and the sum.
    [[nodiscard]] std::optional<std::pair<ValueId, ValueId>> quotient(ValueId value) const
    {
        if (const DataflowNode* division = producerOf(value, "Div")) {
            const DataflowNode* root = producerOf(division->inputs[1], "Sqrt");
            return root != nullptr ? std::optional(std::pair(*division->inputs[0], *root->inputs[0]))
                                   : std::nullopt;
        }
        const DataflowNode* product = producerOf(value, "Mul");
        for (size_t i = 0; product != nullptr && i < 2; ++i) {
            if (const auto sum = inverseRootOf(*product->inputs[i])) {
                return std::pair(*product->inputs[1 - i], *sum);
            }
        }
        return std::nullopt;
    }

    // What 1 / Sqrt is taken of.
    [[nodiscard]] std::optional<ValueId> inverseRootOf(ValueId value) const
    {
        if (const DataflowNode* power = producerOf(value, "Pow")) {
            return isNumber(power->inputs[1], -0.5f) ? power->inputs[0] : std::nullopt;
        }
        const DataflowNode* division = producerOf(value, "Div");
        const DataflowNode* reciprocal = producerOf(value, "Reciprocal");
        const DataflowNode* root = reciprocal != nullptr ? producerOf(reciprocal->inputs[0], "Sqrt")
            : division != nullptr && isNumber(division->inputs[0], 1)
            ? producerOf(division->inputs[1], "Sqrt")
            : nullptr;
        return root != nullptr ? root->inputs[0] : std::nullopt;
    }

    // What is squared, by a power or by itself.
    [[nodiscard]] std::optional<ValueId> squared(std::optional<ValueId> value) const
    {
        if (const DataflowNode* power = producerOf(value, "Pow")) {
            return isNumber(power->inputs[1], 2) ? power->inputs[0] : std::nullopt;
        }
        const DataflowNode* product = producerOf(value, "Mul");
        return product != nullptr && product->inputs[0] == product->inputs[1] ? product->inputs[0]
                                                                              : std::nullopt;
    }

    // The mean over all axes from one on; that axis.
    [[nodiscard]] std::optional<int64_t> axisOfMean(const DataflowNode& mean) const
    {
        const auto rank = static_cast<int64_t>(descriptor(*mean.inputs[0]).shape.size());
        std::vector<int64_t> axes = mean.attributes.ints("axes").value_or(std::vector<int64_t> {});
        if (mean.inputs.size() > 1 && mean.inputs[1]) {
            const HostTensor* known = m_specialization.known[*mean.inputs[1]].get();
            axes = known != nullptr ? toInt64Vector(*known) : std::vector<int64_t> {};
        }
        for (int64_t& axis : axes) {
            axis += axis < 0 ? rank : 0;
        }
        std::ranges::sort(axes);
        for (size_t i = 0; i < axes.size(); ++i) {
            if (axes[axes.size() - 1 - i] != rank - 1 - static_cast<int64_t>(i)) {
                return std::nullopt;
            }
        }
        return axes.empty() || mean.attributes.intOr("keepdims", 1) == 0 ? std::nullopt
                                                                         : std::optional(axes.front());
    }

    // x less its mean: x.
    [[nodiscard]] std::optional<ValueId> centred(ValueId value, int64_t axis) const
    {
        const DataflowNode* difference = producerOf(value, "Sub");
        const DataflowNode* mean =
            difference != nullptr ? producerOf(difference->inputs[1], "ReduceMean") : nullptr;
        return mean != nullptr && mean->inputs[0] == difference->inputs[0] && axisOfMean(*mean) == axis
            ? difference->inputs[0]
            : std::nullopt;
    }

    [[nodiscard]] std::optional<RowNorm> matchNormalized(ValueId value) const
    {
        const auto parts = quotient(value);
        const DataflowNode* sum = parts ? producerOf(parts->second, "Add") : nullptr;
        for (size_t i = 0; sum != nullptr && i < 2; ++i) {
            const auto epsilon = knownScalar(m_specialization, sum->inputs[i]);
            const DataflowNode* mean = producerOf(sum->inputs[1 - i], "ReduceMean");
            const auto axis = mean != nullptr ? axisOfMean(*mean) : std::nullopt;
            const auto root = axis ? squared(mean->inputs[0]) : std::nullopt;
            if (!epsilon || !root || descriptor(*root) != descriptor(value)) {
                continue;
            }
            const auto x = centred(*root, *axis);
            const bool isSame = parts->first == *root || (x && centred(parts->first, *axis) == x);
            if (isSame) {
                return RowNorm {.x = x.value_or(*root),
                    .subtractsMean = x.has_value(),
                    .epsilon = *epsilon,
                    .axis = *axis};
            }
        }
        return std::nullopt;
    }

    const Specialization& m_specialization;
    const UseMap& m_uses;
};

} // namespace

std::optional<DataflowNode> matchRowNorm(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const DataflowNode& node)
{
    if (!isOnnx(node, "Mul") && !isOnnx(node, "Add")) {
        return std::nullopt;
    }
    const TensorDescriptor& result = specialization.descriptors[node.outputs[0]];
    if (broadcastsElsewhere(node) || !isFusedType(result.type)
        || specialization.known[node.outputs[0]] != nullptr) {
        return std::nullopt;
    }
    const auto norm = RowNormMatch(specialization, uses).match(node);
    if (!norm || specialization.descriptors[norm->x] != result) {
        return std::nullopt;
    }
    DataflowNode fused;
    fused.op = ops::loweringTarget(
        norm->subtractsMean ? "LayerNormalization" : "SimplifiedLayerNormalization", dataflow.opset);
    fused.name = node.name;
    fused.outputs = node.outputs;
    fused.inputs = {norm->x, norm->scale};
    if (norm->bias) {
        fused.inputs.emplace_back(norm->bias);
    }
    fused.attributes.set("axis", norm->axis);
    fused.attributes.set("epsilon", norm->epsilon);
    return fused.op != nullptr ? std::optional(std::move(fused)) : std::nullopt;
}

} // namespace weightless::plan
