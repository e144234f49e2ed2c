// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/owntypes.h"

#include "engine/runtime/integersums.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace weightless {

namespace {

bool takesScalesOfIntegers(const Node& node)
{
    return node.opType.starts_with("QLinear") || node.opType == "QGemm" || node.opType == "QAttention"
        || node.opType == "DynamicQuantizeMatMul" || node.opType == "MatMulIntegerToFloat"
        || node.opType == "DynamicQuantizeLSTM" || node.opType == "QEmbedLayerNormalization";
}

// Values that an input of the graph decides, and a run with it.
std::unordered_set<std::string_view> namesAfterInputs(const ModelGraph& graph)
{
    std::unordered_map<std::string_view, std::vector<const Node*>> readers; // by input
    for (const Node& node : graph.nodes) {
        for (const std::string& input : node.inputs) {
            if (!input.empty()) {
                readers[input].push_back(&node);
            }
        }
    }
    std::unordered_set<std::string_view> names;
    std::vector<std::string_view> left;
    for (const ValueInfo& input : graph.inputs) {
        left.push_back(input.name);
    }
    while (!left.empty()) {
        const std::string_view name = left.back();
        left.pop_back();
        if (name.empty() || !names.insert(name).second) { // an output that nobody wants has no name
            continue;
        }
        if (const auto found = readers.find(name); found != readers.end()) {
            for (const Node* node : found->second) {
                left.insert(left.end(), node->outputs.begin(), node->outputs.end());
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
    const std::set<std::string, std::less<>> scalings = scalingsOfIntegers(graph);
    std::unordered_map<std::string_view, const Node*> makers; // by output
    std::vector<std::string_view> left;
    for (const Node& node : graph.nodes) {
        for (const std::string& output : node.outputs) {
            makers.emplace(output, &node);
        }
        const bool isScaling = !node.outputs.empty() && scalings.contains(node.outputs[0]);
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            const bool isScale = isScaling && (node.opType != "DequantizeLinear" || i == 1);
            if (hasOwnType(node, i) || takesFloat32Only(node) || isScale) {
                left.push_back(node.inputs[i]);
            }
        }
    }
    const std::unordered_set<std::string_view> afterInputs =
        left.empty() ? std::unordered_set<std::string_view>() : namesAfterInputs(graph);
    std::set<std::string, std::less<>> names;
    while (!left.empty()) {
        const std::string_view name = left.back();
        left.pop_back();
        if (name.empty() || afterInputs.contains(name) || !names.emplace(name).second) {
            continue;
        }
        if (const auto maker = makers.find(name); maker != makers.end()) {
            left.insert(left.end(), maker->second->inputs.begin(), maker->second->inputs.end());
        }
    }
    return names;
}

} // namespace weightless
