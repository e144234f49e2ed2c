// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/owntypes.h"

#include "engine/model/backwardflow.h"
#include "engine/model/bodies.h"
#include "engine/model/nodeorder.h"
#include "engine/runtime/integerarithmetic.h"
#include "engine/runtime/integersums.h"

#include <algorithm>
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
class OwnNames : private BackwardFlow {
public:
    explicit OwnNames(const ModelGraph& graph)
        : m_scalings(scalingsOfIntegers(graph))
        , m_positions(arithmeticOfIntegers(graph).positions)
    {
        addReadBy(graph);
        if (!m_marked.empty()) {
            findDecided(graph, nullptr);
            std::erase_if(m_marked, [this](const Key& key) { return m_decided.contains(key); });
            followBack(graph);
        }
    }

    // Two values of one name are as the one that is to stay: that costs memory at most.
    [[nodiscard]] std::set<std::string, std::less<>> names() const
    {
        std::set<std::string, std::less<>> names;
        for (const Key& key : m_marked) {
            names.emplace(key.second);
        }
        return names;
    }

private:
    [[nodiscard]] bool canBeMarked(const Key& key) const override { return !m_decided.contains(key); }

    void visit(const Node& node) override
    {
        if (makesMarked(node)) {
            markInputs(node);
        }
    }

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
            const bool isMoved = (node.opType == "Add" || node.opType == "Sub") && !node.outputs.empty()
                && m_positions.contains(node.outputs[0]);
            for (size_t i = 0; i < node.inputs.size(); ++i) {
                const bool isScale = isScaling && (node.opType != "DequantizeLinear" || i == 1);
                if (isFloat32 || isScale || isMoved || hasOwnType(node, i)) {
                    mark(node.inputs[i]);
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

    std::set<std::string, std::less<>> m_scalings;
    std::set<std::string, std::less<>> m_positions;
    std::unordered_set<Key, ValueScopes::Hash> m_decided;
};

} // namespace

bool isBatchNormalization(const Node& node)
{
    return node.opType == "BatchNormalization";
}

bool hasOwnType(const Node& node, size_t input)
{
    return input > 0
        && (node.opType == "Resize" || node.opType == "Upsample" || node.opType == "GridSample"
            || isBatchNormalization(node));
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
