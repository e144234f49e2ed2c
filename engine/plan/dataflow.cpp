// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/dataflow.h"

#include "engine/base/error.h"
#include "engine/ops/valueneeded.h"

#include <algorithm>
#include <iterator>

namespace weightless::plan {

namespace {

// Elements that folding the node reads and writes; nullopt when it cannot be folded.
std::optional<uint64_t> foldingCost(
    const DataflowNode& node, const Specialization& specialization, std::span<const TensorDescriptor> outputs)
{
    if (node.op->fold == nullptr) {
        return std::nullopt;
    }
    uint64_t elements = 0;
    for (const auto& input : node.inputs) {
        const bool isIgnored = node.op->foldsFromFirst && &input != &node.inputs.front();
        if (!input || node.op->foldsFromShapes || isIgnored) {
            continue;
        }
        if (specialization.known[*input] == nullptr) {
            return std::nullopt;
        }
        elements += static_cast<uint64_t>(elementCount(specialization.descriptors[*input].shape).value_or(0));
    }
    for (const TensorDescriptor& output : outputs) {
        const int64_t written = elementCount(output.shape).value_or(maxFoldedElements + 1);
        if (output.type == DataType::String || written > maxFoldedElements) {
            return std::nullopt;
        }
        elements += static_cast<uint64_t>(written);
    }
    return elements;
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

std::vector<HostTensor> foldWithin(const PlanLimits& limits, const Dataflow& dataflow,
    const DataflowNode& node, Specialization& specialization, std::span<const TensorDescriptor> outputs)
{
    const auto cost = foldingCost(node, specialization, outputs);
    if (!cost
        || *cost > limits.foldedElements - std::min(limits.foldedElements, specialization.foldedElements)) {
        return {};
    }
    specialization.foldedElements += *cost;
    // Where there is nothing to compute, the other dimensions of the inputs say nothing about how long it
    // takes.
    const bool isEmpty = std::ranges::all_of(
        outputs, [](const TensorDescriptor& output) { return byteCount(output).value_or(1) == 0; });
    if (isEmpty) {
        std::vector<HostTensor> empty;
        std::ranges::transform(outputs, std::back_inserter(empty), makeHostTensor);
        return empty;
    }
    return foldOutputs(dataflow, node, specialization, outputs);
}

void requireRank(const TensorDescriptor& descriptor, const std::string& what)
{
    if (descriptor.shape.size() > maxRank) {
        throw Error(ErrorKind::Unsupported,
            what + " has " + std::to_string(descriptor.shape.size()) + " dimensions, at most "
                + std::to_string(maxRank) + " are supported");
    }
}

} // namespace

void specializeValue(const Value& value, Specialization& specialization)
{
    requireRank(value.descriptor, "'" + value.name + "'");
    specialization.descriptors.push_back(value.descriptor);
    specialization.known.push_back(value.known);
}

Inference inferNode(const Dataflow& dataflow, const DataflowNode& node, Specialization& specialization,
    const PlanOptions& options)
{
    checkStop(options.stopToken);
    try {
        if (node.op->infer == nullptr) {
            throw Error(ErrorKind::Unsupported, "what it yields is known only once it has run");
        }
        Inference result;
        result.outputs = inferOutputs(dataflow, node, specialization);
        for (const TensorDescriptor& output : result.outputs) {
            requireRank(output, "an output");
        }
        std::vector<HostTensor> folded =
            foldWithin(options.limits, dataflow, node, specialization, result.outputs);
        result.known.resize(result.outputs.size());
        for (size_t i = 0; i < std::min(folded.size(), result.known.size()); ++i) {
            result.known[i] = std::make_shared<const HostTensor>(std::move(folded[i]));
        }
        return result;
    } catch (const ops::ValueNeeded&) {
        throw;
    } catch (...) {
        const Error error = currentError();
        throw Error(error.kind(), describe(node) + ": " + error.message());
    }
}

void specializeNode(const Dataflow& dataflow, const DataflowNode& node, Specialization& specialization,
    const PlanOptions& options)
{
    try {
        Inference inference = inferNode(dataflow, node, specialization, options);
        for (size_t i = 0; i < inference.outputs.size(); ++i) {
            specialization.descriptors.push_back(std::move(inference.outputs[i]));
            specialization.known.push_back(std::move(inference.known[i]));
        }
    } catch (const ops::ValueNeeded& needed) {
        throw Error(needed.kind(), describe(node) + ": " + needed.message());
    }
}

Specialization specialize(
    const Dataflow& dataflow, const std::vector<Shape>& inputShapes, const PlanOptions& options)
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
            specializeNode(dataflow, *node, specialization, options);
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
