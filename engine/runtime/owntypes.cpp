// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/owntypes.h"

#include "engine/model/bodies.h"
#include "engine/model/nodeorder.h"
#include "engine/model/valuescopes.h"
#include "engine/runtime/integersums.h"

#include <algorithm>
#include <ranges>
#include <string_view>
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

// To be given the graph whose names are wanted, with all the bodies in it.
class OwnNames {
public:
    explicit OwnNames(const ModelGraph& graph)
        : m_scalings(scalingsOfIntegers(graph))
    {
        addReadBy(graph);
        if (!m_own.empty()) {
            findDecided(graph, nullptr);
            std::erase_if(m_own, [this](const Key& key) { return m_decided.contains(key); });
            followBack(graph, {});
        }
    }

    // Two values of one name are as the one that is to stay: that costs memory at most.
    [[nodiscard]] std::set<std::string, std::less<>> names() const
    {
        std::set<std::string, std::less<>> names;
        for (const Key& key : m_own) {
            names.emplace(key.second);
        }
        return names;
    }

private:
    using Key = ValueScopes::Key;

    void add(const std::string& name)
    {
        if (const Key key = m_scopes.keyOf(name); !name.empty() && !m_decided.contains(key)) {
            m_own.insert(key);
        }
    }

    [[nodiscard]] bool isOwn(const std::string& name) const { return m_own.contains(m_scopes.keyOf(name)); }

    [[nodiscard]] bool isDecided(const std::string& name) const
    {
        return !name.empty() && m_decided.contains(m_scopes.keyOf(name));
    }

    // The inputs that no other type becomes.
    void addReadBy(const ModelGraph& graph)
    {
        m_scopes.enter(graph);
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
        m_scopes.leave();
    }

    // Values that an input of the graph decides, and a run with it; what comes into a body as well. Nodes as
    // they can be run: each is visited once, however many inputs and outputs a file gives it. `owner`: of the
    // body; null: it is none.
    void findDecided(const ModelGraph& graph, const Node* owner)
    {
        m_scopes.enter(graph);
        for (const ValueInfo& input : graph.inputs) {
            m_decided.insert(m_scopes.keyOf(input.name));
        }
        for (const Node* node : sortedNodes(graph)) {
            const bool isAfter = std::ranges::any_of(
                node->inputs, [this](const std::string& name) { return isDecided(name); });
            for (const std::string& output : node->outputs) {
                if (isAfter) {
                    m_decided.insert(m_scopes.keyOf(output));
                }
            }
            for (const auto& body : bodiesOf(*node)) {
                findDecided(*body, node);
            }
        }
        std::vector<std::string_view> handedOut;
        if (owner != nullptr) {
            forEachHandedOut(*owner, graph, [&](const std::string& inner, const std::string& outer) {
                if (isDecided(inner)) {
                    handedOut.push_back(outer);
                }
            });
        }
        m_scopes.leave();
        for (const std::string_view outer : handedOut) {
            m_decided.insert(m_scopes.keyOf(outer));
        }
    }

    // `wanted`: names there that are own by what they become outside.
    void followBack(const ModelGraph& graph, const std::vector<std::string>& wanted)
    {
        m_scopes.enter(graph);
        const auto addNamed = [this](const std::string& name) { add(name); };
        std::ranges::for_each(wanted, addNamed);
        const std::vector<const Node*> nodes = sortedNodes(graph);
        for (const Node* node : std::views::reverse(nodes)) { // whoever reads a value before who makes it
            if (std::ranges::any_of(node->outputs, [this](const std::string& name) { return isOwn(name); })) {
                std::ranges::for_each(node->inputs, addNamed);
            }
            for (const auto& body : bodiesOf(*node)) {
                std::vector<std::string> inside;
                forEachHandedOut(*node, *body, [&](const std::string& inner, const std::string& outer) {
                    if (isOwn(outer)) {
                        inside.push_back(inner);
                    }
                });
                followBack(*body, inside);
            }
        }
        m_scopes.leave();
    }

    std::set<std::string, std::less<>> m_scalings;
    ValueScopes m_scopes;
    std::unordered_set<Key, ValueScopes::Hash> m_decided;
    std::unordered_set<Key, ValueScopes::Hash> m_own;
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
    return OwnNames(graph).names();
}

} // namespace weightless
