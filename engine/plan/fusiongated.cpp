// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusiongated.h"

#include <algorithm>

namespace weightless::plan {

namespace {

// The argument of a gate as a number times a value; the nodes in between are nobody else's.
struct Argument {
    ValueId value = 0;
    float alpha = 1;
    std::vector<size_t> nodes {};
};

std::optional<Argument> scaledArgument(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const std::vector<bool>& taken, ValueId value)
{
    const DataflowNode* scaling = uses.soleProducer(value, "Mul");
    const size_t index =
        scaling != nullptr ? static_cast<size_t>(scaling - dataflow.nodes.data()) : dataflow.nodes.size();
    if (scaling == nullptr || taken[index]) {
        return std::nullopt;
    }
    const size_t scaled = knownScalar(specialization, scaling->inputs[0]) ? 1 : 0;
    const auto alpha = knownScalar(specialization, scaling->inputs[1 - scaled]);
    return alpha ? std::optional(Argument {*scaling->inputs[scaled], *alpha, {index}}) : std::nullopt;
}

// What the Swish is multiplied with next, if that is a tensor of its shape.
std::optional<ValueId> takeGatedValue(ValueWalk& walk, const TensorDescriptor& result)
{
    const DataflowNode* product = walk.next("Mul");
    const auto value = product != nullptr ? walk.otherOperand(*product) : std::nullopt;
    if (!value || walk.descriptor(*value) != result) {
        return std::nullopt;
    }
    walk.take(*product);
    return value;
}

// Of the opset that has it, where the model's is older.
const ops::Operator* standardOperator(const Dataflow& dataflow, std::string_view name, int64_t sinceVersion)
{
    return ops::standardRegistry().find("", name, std::max(dataflow.opset, sinceVersion));
}

} // namespace

std::optional<FusedChain> matchSwish(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const std::vector<bool>& taken, size_t sigmoid)
{
    const DataflowNode& node = dataflow.nodes[sigmoid];
    const TensorDescriptor& result = specialization.descriptors[node.outputs[0]];
    if (taken[sigmoid] || !isOnnx(node, "Sigmoid") || !isFusedType(result.type)) {
        return std::nullopt;
    }
    ValueWalk walk(dataflow, specialization, uses, taken, sigmoid);
    const DataflowNode* product = walk.next("Mul");
    const auto gated = product != nullptr ? walk.otherOperand(*product) : std::nullopt;
    auto argument = std::optional(Argument {.value = *node.inputs[0]});
    if (gated && gated != argument->value) {
        argument = scaledArgument(dataflow, specialization, uses, taken, *node.inputs[0]);
    }
    if (!gated || !argument || gated != argument->value || specialization.descriptors[*gated] != result) {
        return std::nullopt;
    }
    walk.take(*product);
    DataflowNode fused;
    fused.inputs = {gated};
    if (const auto value = takeGatedValue(walk, result)) {
        fused.inputs.push_back(*value);
    }
    fused.op = fused.inputs.size() == 2 ? standardOperator(dataflow, "SwiGLU", 28)
                                        : standardOperator(dataflow, "Swish", 24);
    std::vector<size_t> nodes = std::move(argument->nodes);
    nodes.insert(nodes.end(), walk.nodes().begin(), walk.nodes().end());
    fused.attributes.set("alpha", argument->alpha);
    fused.outputs = {walk.value()};
    fused.name = joinedNames(dataflow, nodes);
    return FusedChain {std::move(fused), std::move(nodes)};
}

} // namespace weightless::plan
