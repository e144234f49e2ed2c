// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/neutral.h"

#include "engine/plan/fusionpatterns.h"

#include <numeric>

namespace weightless::plan {

namespace {

bool isOne(const Specialization& specialization, std::optional<ValueId> value)
{
    if (!value || specialization.known[*value] == nullptr) {
        return false;
    }
    const HostTensor& known = *specialization.known[*value];
    return (isFloat(known.descriptor.type) || isInteger(known.descriptor.type))
        && elementCount(known.descriptor.shape) == 1 && elementAsDouble(known, 0) == 1;
}

// In training, and with a mask of what is dropped, it is not neutral.
bool isPlainDropout(const Specialization& specialization, const DataflowNode& dropout)
{
    if (!isOnnx(dropout, "Dropout") || dropout.outputs.size() > 1) {
        return false;
    }
    const std::optional<ValueId> mode = dropout.inputs.size() > 2 ? dropout.inputs[2] : std::nullopt;
    const auto known = mode ? specialization.known[*mode] : nullptr;
    return !mode || (known != nullptr && elementAsDouble(*known, 0) == 0);
}

// The operand that the node yields as it is, before shapes and types are looked at.
std::optional<ValueId> passedOn(const Specialization& specialization, const DataflowNode& node)
{
    if (isOnnx(node, "Identity") || isOnnx(node, "Cast")
        || (node.op->domain == "weightless" && node.op->name == "CastBeside")) {
        return node.inputs[0];
    }
    if (isPlainDropout(specialization, node)) {
        return node.inputs[0];
    }
    if ((isOnnx(node, "Mul") || isOnnx(node, "Div")) && isOne(specialization, node.inputs[1])) {
        return node.inputs[0];
    }
    if (isOnnx(node, "Mul") && isOne(specialization, node.inputs[0])) {
        return node.inputs[1];
    }
    return std::nullopt;
}

} // namespace

std::optional<Dataflow> withoutNeutralNodes(const Dataflow& dataflow, const Specialization& specialization)
{
    std::vector<std::pair<ValueId, ValueId>> replaced; // a value and what stands for it
    for (const DataflowNode& node : dataflow.nodes) {
        const auto operand = passedOn(specialization, node);
        if (operand && specialization.descriptors[*operand] == specialization.descriptors[node.outputs[0]]) {
            replaced.emplace_back(node.outputs[0], *operand);
        }
    }
    if (replaced.empty()) {
        return std::nullopt;
    }
    std::vector<ValueId> readAs(dataflow.values.size());
    std::iota(readAs.begin(), readAs.end(), ValueId {0});
    for (const auto& [value, operand] : replaced) { // in the order of the nodes: operands are settled
        readAs[value] = readAs[operand];
    }
    Dataflow result = dataflow;
    std::vector<bool> isKept(readAs.size());
    for (const auto& [name, value] : dataflow.outputs) {
        isKept[value] = true;
    }
    std::erase_if(result.nodes, [&](const DataflowNode& node) {
        const ValueId value = node.outputs[0];
        return readAs[value] != value && !isKept[value];
    });
    for (DataflowNode& node : result.nodes) {
        for (std::optional<ValueId>& input : node.inputs) {
            input = input ? std::optional(readAs[*input]) : std::nullopt;
        }
    }
    return result;
}

} // namespace weightless::plan
