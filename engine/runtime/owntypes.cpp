// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/owntypes.h"

#include "engine/model/bodies.h"
#include "engine/model/nodeorder.h"
#include "engine/runtime/integersums.h"

#include <algorithm>
#include <ranges>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace weightless {

namespace {

bool takesScalesOfIntegers(const Node& node)
{
    return node.opType.starts_with("QLinear") || node.opType == "QGemm" || node.opType == "QAttention"
        || node.opType == "DynamicQuantizeMatMul" || node.opType == "MatMulIntegerToFloat"
        || node.opType == "DynamicQuantizeLSTM" || node.opType == "QEmbedLayerNormalization";
}

// To be given the graph whose names are wanted, with all the bodies in it.
class OwnNames {
public:
    explicit OwnNames(const ModelGraph& graph)
        : m_scalings(scalingsOfIntegers(graph))
    {
        addReadBy(graph);
        if (!m_names.empty()) {
            findDecided(graph);
            std::erase_if(m_names, [this](const std::string& name) { return m_decided.contains(name); });
            followBack(graph);
        }
    }

    [[nodiscard]] std::set<std::string, std::less<>> take() { return std::move(m_names); }

private:
    void add(const std::string& name)
    {
        if (!name.empty() && !m_decided.contains(name)) {
            m_names.insert(name);
        }
    }

    // The inputs that no other type becomes.
    void addReadBy(const ModelGraph& graph)
    {
        for (const Node& node : graph.nodes) {
            const bool isFloat32 = takesFloat32Only(node);
            const bool isScaling = !node.outputs.empty() && m_scalings.contains(node.outputs[0]);
            for (size_t i = 0; i < node.inputs.size(); ++i) {
                const bool isScale = isScaling && (node.opType != "DequantizeLinear" || i == 1);
                if (isFloat32 || isScale || hasOwnType(node, i)) {
                    add(node.inputs[i]);
                }
            }
            for (const auto& body : bodiesOf(node)) {
                addReadBy(*body);
            }
        }
    }

    // Values that an input of the graph decides, and a run with it; what comes into a body as well. Nodes as
    // they can be run: each is visited once, however many inputs and outputs a file gives it.
    void findDecided(const ModelGraph& graph)
    {
        for (const ValueInfo& input : graph.inputs) {
            m_decided.insert(input.name);
        }
        const auto isDecided = [this](const auto& name) { return !name.empty() && m_decided.contains(name); };
        for (const Node* node : sortedNodes(graph)) {
            if (std::ranges::any_of(node->inputs, isDecided)) {
                m_decided.insert(node->outputs.begin(), node->outputs.end());
            }
            for (const auto& body : bodiesOf(*node)) {
                findDecided(*body);
                forEachHandedOut(*node, *body, [&](const std::string& inner, const std::string& outer) {
                    if (isDecided(inner)) {
                        m_decided.insert(outer);
                    }
                });
            }
        }
    }

    void followBack(const ModelGraph& graph)
    {
        const auto isOwn = [this](const std::string& name) { return m_names.contains(name); };
        const std::vector<const Node*> nodes = sortedNodes(graph);
        for (const Node* node : std::views::reverse(nodes)) { // whoever reads a value before who makes it
            if (std::ranges::any_of(node->outputs, isOwn)) {
                std::ranges::for_each(node->inputs, [this](const std::string& name) { add(name); });
            }
            for (const auto& body : bodiesOf(*node)) {
                forEachHandedOut(*node, *body, [&](const std::string& inner, const std::string& outer) {
                    if (isOwn(outer)) {
                        add(inner);
                    }
                });
                followBack(*body);
            }
        }
    }

    std::set<std::string, std::less<>> m_scalings;
    std::unordered_set<std::string_view> m_decided;
    std::set<std::string, std::less<>> m_names;
};

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
    return OwnNames(graph).take();
}

} // namespace weightless
