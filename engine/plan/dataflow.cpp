// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/dataflow.h"

#include "engine/base/error.h"

#include <algorithm>

namespace weightless::plan {

namespace {

bool canFold(
    const DataflowNode& node, const Specialization& specialization, std::span<const TensorDescriptor> outputs)
{
    if (node.op->fold == nullptr) {
        return false;
    }
    if (!node.op->foldsFromShapes) {
        for (const auto& input : node.inputs) {
            if (input && specialization.known[*input] == nullptr) {
                return false;
            }
        }
    }
    return std::ranges::all_of(outputs, [](const TensorDescriptor& output) {
        return output.type != DataType::String
            && elementCount(output.shape).value_or(maxFoldedElements + 1) <= maxFoldedElements;
    });
}

std::vector<TensorDescriptor> inferOutputs(
    const Dataflow& dataflow, const DataflowNode& node, const Specialization& specialization)
{
    std::vector<std::optional<ops::InferenceInput>> inputs;
    for (const auto& input : node.inputs) {
        if (input) {
            inputs.push_back(
                ops::InferenceInput {specialization.descriptors[*input], specialization.known[*input].get()});
        } else {
            inputs.emplace_back();
        }
    }
    ops::InferenceContext context(
        *node.op, node.attributes, dataflow.opset, std::move(inputs), node.outputs.size());
    node.op->infer(context);
    return context.outputs();
}

std::vector<HostTensor> foldOutputs(const Dataflow& dataflow, const DataflowNode& node,
    const Specialization& specialization, std::span<const TensorDescriptor> outputs)
{
    std::vector<TensorDescriptor> inputDescriptors;
    std::vector<const HostTensor*> inputs;
    for (const auto& input : node.inputs) {
        inputDescriptors.push_back(input ? specialization.descriptors[*input] : TensorDescriptor {});
        inputs.push_back(input ? specialization.known[*input].get() : nullptr);
    }
    return node.op->fold({node.attributes, dataflow.opset, inputDescriptors, inputs, outputs});
}

} // namespace

void specializeValue(const Value& value, Specialization& specialization)
{
    specialization.descriptors.push_back(value.descriptor);
    specialization.known.push_back(value.known);
}

void specializeNode(const Dataflow& dataflow, const DataflowNode& node, Specialization& specialization)
{
    try {
        const std::vector<TensorDescriptor> outputs = inferOutputs(dataflow, node, specialization);
        std::vector<HostTensor> folded;
        if (canFold(node, specialization, outputs)) {
            folded = foldOutputs(dataflow, node, specialization, outputs);
        }
        for (size_t i = 0; i < outputs.size(); ++i) {
            specialization.descriptors.push_back(outputs[i]);
            specialization.known.push_back(
                i < folded.size() ? std::make_shared<const HostTensor>(std::move(folded[i])) : nullptr);
        }
    } catch (const Error& error) {
        throw Error(error.kind(), describe(node) + ": " + error.message());
    }
}

Specialization specialize(const Dataflow& dataflow, const std::vector<Shape>& inputShapes)
{
    Specialization specialization;
    specialization.descriptors.reserve(dataflow.values.size());
    specialization.known.reserve(dataflow.values.size());
    auto node = dataflow.nodes.begin();
    while (specialization.descriptors.size() < dataflow.values.size()) {
        const Value& value = dataflow.values[specialization.descriptors.size()];
        if (value.kind != ValueKind::Computed) {
            specializeValue(value, specialization);
            if (value.kind == ValueKind::Input) {
                specialization.descriptors.back().shape = inputShapes[value.index];
            }
        } else {
            specializeNode(dataflow, *node, specialization);
            ++node;
        }
    }
    return specialization;
}

std::string describe(const DataflowNode& node)
{
    const std::string op(node.op->name);
    return node.name.empty() ? "A node (" + op + ")" : "Node '" + node.name + "' (" + op + ")";
}

} // namespace weightless::plan
