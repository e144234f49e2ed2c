// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionhard.h"

#include "engine/plan/fusionfactors.h"

#include <algorithm>
#include <array>

namespace weightless::plan {

namespace {

constexpr float perUnit = 1.0f / 6;

// x of Clip(x + 3, 0, 6), which nobody else reads.
std::optional<ValueId> bentArgument(const Specialization& specialization, const UseMap& uses, ValueId value)
{
    const DataflowNode* clip = uses.soleProducer(value, "Clip");
    if (clip == nullptr || clipBounds(specialization, *clip) != std::array {0.0f, 6.0f}) {
        return std::nullopt;
    }
    const DataflowNode* sum = uses.soleProducer(clip->inputs[0], "Add");
    for (const size_t i : {0u, 1u}) {
        if (sum != nullptr && knownScalar(specialization, sum->inputs[i]) == 3.0f) {
            return sum->inputs[1 - i];
        }
    }
    return std::nullopt;
}

struct Match {
    ValueId argument = 0;
    bool isSwish = false;
};

std::optional<Match> match(const Specialization& specialization, const UseMap& uses, const Factors& factors)
{
    if (factors.values.size() == 1) {
        const auto argument = bentArgument(specialization, uses, factors.values[0]);
        return argument ? std::optional(Match {*argument, false}) : std::nullopt;
    }
    for (const size_t i : {0u, 1u}) {
        if (factors.values.size() == 2
            && bentArgument(specialization, uses, factors.values[i]) == factors.values[1 - i]) {
            return Match {factors.values[1 - i], true};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<DataflowNode> matchHard(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const DataflowNode& node)
{
    const bool isProduct = isOnnx(node, "Mul") || isOnnx(node, "Div");
    const TensorDescriptor& result = specialization.descriptors[node.outputs[0]];
    if (!isProduct || !isFusedType(result.type) || specialization.known[node.outputs[0]] != nullptr) {
        return std::nullopt;
    }
    const Factors factors = FactorWalk(specialization, uses).of(node);
    if (!isAbout(factors.scale, perUnit, toleranceOf(result.type))) {
        return std::nullopt;
    }
    const auto found = match(specialization, uses, factors);
    if (!found || specialization.descriptors[found->argument] != result) {
        return std::nullopt;
    }
    constexpr int64_t firstWithHardSwish = 14;
    DataflowNode fused;
    fused.name = node.name;
    fused.outputs = node.outputs;
    fused.inputs = {found->argument};
    fused.op = ops::standardRegistry().find(
        "", found->isSwish ? "HardSwish" : "HardSigmoid", std::max(dataflow.opset, firstWithHardSwish));
    if (!found->isSwish) {
        fused.attributes.set("alpha", perUnit);
        fused.attributes.set("beta", 0.5f);
    }
    return fused.op != nullptr ? std::optional(std::move(fused)) : std::nullopt;
}

} // namespace weightless::plan
