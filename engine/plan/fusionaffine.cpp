// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionaffine.h"

namespace weightless::plan {

std::optional<FusedChain> matchAffine(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const std::vector<bool>& taken, size_t product)
{
    const DataflowNode& node = dataflow.nodes[product];
    const TensorDescriptor& result = specialization.descriptors[node.outputs[0]];
    if (taken[product] || !isOnnx(node, "Mul") || !isFusedType(result.type)
        || specialization.known[node.outputs[0]] != nullptr) {
        return std::nullopt;
    }
    const size_t scaled = knownScalar(specialization, node.inputs[0]) ? 1 : 0;
    const auto times = knownScalar(specialization, node.inputs[1 - scaled]);
    if (!times || specialization.descriptors[*node.inputs[scaled]] != result) {
        return std::nullopt;
    }
    ValueWalk walk(dataflow, specialization, uses, taken, product);
    const DataflowNode* sum = walk.next("Add");
    const auto plus = sum != nullptr ? knownScalar(specialization, walk.otherOperand(*sum)) : std::nullopt;
    if (!plus) {
        return std::nullopt;
    }
    walk.take(*sum);
    DataflowNode fused;
    fused.op = ops::standardRegistry().find("weightless", "Affine", dataflow.opset);
    fused.attributes.set("alpha", *times);
    fused.attributes.set("beta", *plus);
    fused.inputs = {node.inputs[scaled]};
    fused.outputs = {walk.value()};
    fused.name = walk.joinedNames();
    return fused.op != nullptr ? std::optional(FusedChain {std::move(fused), walk.nodes()}) : std::nullopt;
}

} // namespace weightless::plan
