// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionglu.h"

#include "engine/plan/fusionhalves.h"

namespace weightless::plan {

std::optional<DataflowNode> matchGlu(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const DataflowNode& node)
{
    const ValueId result = node.outputs[0];
    if (!isOnnx(node, "Mul") || !isFusedType(specialization.descriptors[result].type)
        || specialization.known[result] != nullptr) {
        return std::nullopt;
    }
    for (const size_t gate : {0u, 1u}) {
        const DataflowNode* sigmoid = uses.soleProducer(node.inputs[gate], "Sigmoid");
        const auto halves = sigmoid != nullptr
            ? halvesOf(specialization, uses, *node.inputs[1 - gate], *sigmoid->inputs[0])
            : std::nullopt;
        DataflowNode fused;
        fused.op = ops::standardRegistry().find("weightless", "GatedSigmoid", dataflow.opset);
        if (halves && fused.op != nullptr) {
            fused.name = node.name;
            fused.inputs = {halves->whole};
            fused.outputs = node.outputs;
            fused.attributes.set("axis", static_cast<int64_t>(halves->axis));
            return fused;
        }
    }
    return std::nullopt;
}

} // namespace weightless::plan
