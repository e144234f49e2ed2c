// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/integersums.h"

#include "engine/model/bodies.h"
#include "engine/model/nodeorder.h"
#include "engine/runtime/resolving.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace weightless {

namespace {

constexpr int scalesOfReal = 2; // that of the activations and that of the weights

bool makesSums(const Node& node)
{
    return node.opType == "MatMulInteger" || node.opType == "MatMulInteger16" || node.opType == "ConvInteger";
}

// Whether the outputs are elements of the first input, or a choice of them, and perhaps of the other sign.
bool keepsScales(const Node& node)
{
    constexpr std::array<std::string_view, 18> names {"Abs", "DepthToSpace", "Expand", "Flatten", "Gather",
        "Identity", "MaxPool", "Neg", "Pad", "Relu", "Reshape", "Slice", "SpaceToDepth", "Split", "Squeeze",
        "Tile", "Transpose", "Unsqueeze"};
    return std::ranges::find(names, node.opType) != names.end();
}

// Elements of several inputs stand beside each other in what it makes.
bool mixesElements(const Node& node)
{
    return node.opType == "Concat" || node.opType == "Where";
}

class Scalings {
public:
    void add(const ModelGraph& graph)
    {
        for (const auto& constant : graph.constants) {
            addConstant(*constant, constant->name);
        }
        for (const Node* node : sortedNodes(graph)) {
            add(*node);
        }
    }

    [[nodiscard]] std::set<std::string, std::less<>> take() { return std::move(m_found); }

private:
    void add(const Node& node)
    {
        for (const auto& body : bodiesOf(node)) {
            addBody(node, *body);
        }
        if (node.outputs.empty()) {
            return;
        }
        if (isStandardConstant(node)) {
            if (const auto constant = node.attributes.tensor("value")) {
                addConstant(*constant, node.outputs[0]);
            }
        } else if (makesSums(node)) {
            m_scales.emplace(node.outputs[0], 0);
        } else if (node.opType == "DynamicQuantizeLinear" && node.outputs.size() > 1) {
            m_scales.emplace(node.outputs[1], 1);
        } else if (!node.inputs.empty() && (node.opType == "Cast" || keepsScales(node))) {
            follow(node);
        } else if (const auto scales = scalesAfter(node); scales && !node.outputs[0].empty()) {
            m_scales.emplace(node.outputs[0], *scales);
            m_found.insert(node.outputs[0]);
        }
    }

    // What comes into a body is what the node is given, and what comes out of it what the node makes.
    void addBody(const Node& node, const ModelGraph& body)
    {
        // In the same places, but for a Scan's of opset 8.
        for (size_t i = 0; i < std::min(node.inputs.size(), body.inputs.size()); ++i) {
            handOn(node.inputs[i], body.inputs[i].name);
        }
        add(body);
        forEachHandedOut(
            node, body, [this](const std::string& inner, const std::string& outer) { handOn(inner, outer); });
    }

    void handOn(const std::string& from, const std::string& to)
    {
        if (to.empty()) {
            return;
        }
        if (const std::optional<int> scales = scalesIn(from)) {
            m_scales.emplace(to, *scales);
        } else if (m_biases.contains(from)) {
            m_biases.insert(to);
        }
    }

    void addConstant(const ConstantInfo& constant, std::string_view name)
    {
        if (constant.descriptor.type == DataType::Int32) {
            m_biases.insert(name);
        }
    }

    // How many scales are in a value: none in sums. nullopt: it has to do with neither.
    [[nodiscard]] std::optional<int> scalesIn(std::string_view name) const
    {
        const auto found = m_scales.find(name);
        return !name.empty() && found != m_scales.end() ? std::optional(found->second) : std::nullopt;
    }

    void follow(const Node& node)
    {
        const bool isBias = node.opType != "Cast" && m_biases.contains(node.inputs[0]);
        for (size_t i = 0; i < node.outputs.size() && (isBias || scalesIn(node.inputs[0])); ++i) {
            handOn(node.inputs[0], node.outputs[i]);
        }
    }

    // nullopt: all inputs have all of them, or have to do with none.
    [[nodiscard]] std::optional<int> fewestScales(const Node& node) const
    {
        int fewest = scalesOfReal;
        for (const std::string& input : node.inputs) {
            fewest = std::min(fewest, scalesIn(input).value_or(scalesOfReal));
        }
        return fewest < scalesOfReal ? std::optional(fewest) : std::nullopt;
    }

    // How many scales are in what the node makes; nullopt where that is no matter of sums.
    [[nodiscard]] std::optional<int> scalesAfter(const Node& node) const
    {
        if (mixesElements(node)) {
            return fewestScales(node);
        }
        if (node.inputs.size() < 2) {
            return std::nullopt;
        }
        const std::optional<int> first = scalesIn(node.inputs[0]);
        if (node.opType == "DequantizeLinear") {
            return first == 0                       ? std::optional(1)
                : m_biases.contains(node.inputs[0]) ? std::optional(scalesOfReal)
                                                    : std::nullopt;
        }
        if (node.inputs.size() != 2) { // a file may name any number of them, which is refused later on
            return std::nullopt;
        }
        const std::optional<int> fewest = fewestScales(node);
        if (!fewest || node.opType == "Add" || node.opType == "Sub") { // a bias or a zero point
            return fewest;
        }
        if (node.opType != "Mul" && node.opType != "Div") {
            return std::nullopt;
        }
        return std::min(first.value_or(1) + scalesIn(node.inputs[1]).value_or(1), scalesOfReal);
    }

    std::unordered_map<std::string_view, int> m_scales; // by value
    std::unordered_set<std::string_view> m_biases; // constants that may be sums
    std::set<std::string, std::less<>> m_found;
};

} // namespace

std::set<std::string, std::less<>> scalingsOfIntegers(const ModelGraph& graph)
{
    Scalings scalings;
    scalings.add(graph);
    return scalings.take();
}

} // namespace weightless
