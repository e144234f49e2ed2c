// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/owntypes.h"

#include "engine/model/nodeorder.h"
#include "engine/runtime/integersums.h"

#include <algorithm>
#include <ranges>
#include <string_view>
#include <unordered_set>
#include <variant>
#include <vector>

namespace weightless {

namespace {

bool takesScalesOfIntegers(const Node& node)
{
    return node.opType.starts_with("QLinear") || node.opType == "QGemm" || node.opType == "QAttention"
        || node.opType == "DynamicQuantizeMatMul" || node.opType == "MatMulIntegerToFloat"
        || node.opType == "DynamicQuantizeLSTM" || node.opType == "QEmbedLayerNormalization";
}

// Values that an input of the graph decides, and a run with it. `nodes` as they can be run: each is visited
// once, however many inputs and outputs a file gives it.
std::unordered_set<std::string_view> namesAfterInputs(
    const ModelGraph& graph, const std::vector<const Node*>& nodes)
{
    std::unordered_set<std::string_view> names;
    for (const ValueInfo& input : graph.inputs) {
        names.insert(input.name);
    }
    const auto isAfter = [&](const std::string& name) { return !name.empty() && names.contains(name); };
    for (const Node* node : nodes) {
        if (std::ranges::any_of(node->inputs, isAfter)) {
            names.insert(node->outputs.begin(), node->outputs.end());
        }
    }
    return names;
}

// The inputs that no other type becomes.
std::vector<std::string_view> inputsOfOwnType(const ModelGraph& graph)
{
    const std::set<std::string, std::less<>> scalings = scalingsOfIntegers(graph);
    std::vector<std::string_view> names;
    for (const Node& node : graph.nodes) {
        const bool isFloat32 = takesFloat32Only(node);
        const bool isScaling = !node.outputs.empty() && scalings.contains(node.outputs[0]);
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            const bool isScale = isScaling && (node.opType != "DequantizeLinear" || i == 1);
            if (isFloat32 || isScale || hasOwnType(node, i)) {
                names.push_back(node.inputs[i]);
            }
        }
    }
    return names;
}

} // namespace

bool isBatchNormalization(const Node& node)
{
    return node.opType == "BatchNormalization";
}

bool hasOwnType(const Node& node, size_t input)
{
    return input > 0 && (node.opType == "Resize" || node.opType == "Upsample" || isBatchNormalization(node));
}

bool takesFloat32Only(const Node& node)
{
    const bool isStandard = node.domain.empty() || node.domain == "ai.onnx";
    return takesScalesOfIntegers(node)
        || (isStandard && (node.opType == "DynamicQuantizeLinear" || node.opType == "NonMaxSuppression"));
}

std::set<std::string, std::less<>> namesOfOwnType(const ModelGraph& graph)
{
    const std::vector<std::string_view> inputs = inputsOfOwnType(graph);
    if (inputs.empty()) {
        return {};
    }
    const std::vector<const Node*> nodes = sortedNodes(graph);
    const std::unordered_set<std::string_view> afterInputs = namesAfterInputs(graph, nodes);
    std::set<std::string, std::less<>> names;
    const auto add = [&](std::string_view name) {
        if (!name.empty() && !afterInputs.contains(name)) {
            names.emplace(name);
        }
    };
    std::ranges::for_each(inputs, add);
    const auto isOwn = [&](const std::string& name) { return names.contains(name); };
    for (const Node* node : std::views::reverse(nodes)) { // whoever reads a value before who makes it
        if (std::ranges::any_of(node->outputs, isOwn)) {
            std::ranges::for_each(node->inputs, add);
        }
    }
    return names;
}

void forEachBody(const ModelGraph& graph, const std::function<void(const ModelGraph&)>& visit)
{
    for (const Node& node : graph.nodes) {
        for (const Attribute& attribute : node.attributes.all()) {
            if (const auto* body = std::get_if<std::shared_ptr<const ModelGraph>>(&attribute.value)) {
                visit(**body);
                forEachBody(**body, visit);
            }
        }
    }
}

} // namespace weightless
