// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/integersums.h"

#include "engine/model/bodies.h"
#include "engine/model/nodeorder.h"
#include "engine/model/valuescopes.h"
#include "engine/runtime/resolving.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

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
        m_scopes.enter(graph);
        addNodes(graph);
        m_scopes.leave();
    }

    [[nodiscard]] std::set<std::string, std::less<>> take() { return std::move(m_found); }

private:
    using Key = ValueScopes::Key;
    // A value as another name has it: its scales, or that it may be a sum.
    struct Meaning {
        std::optional<int> scales;
        bool isBias = false;
    };
    using Meanings = std::vector<std::pair<std::string_view, Meaning>>; // by the name that is to have it

    void addNodes(const ModelGraph& graph)
    {
        for (const auto& constant : graph.constants) {
            addConstant(*constant, constant->name);
        }
        for (const Node* node : sortedNodes(graph)) {
            add(*node);
        }
    }

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
            m_scales.emplace(m_scopes.keyOf(node.outputs[0]), 0);
        } else if (node.opType == "DynamicQuantizeLinear" && node.outputs.size() > 1) {
            m_scales.emplace(m_scopes.keyOf(node.outputs[1]), 1);
        } else if (!node.inputs.empty() && (node.opType == "Cast" || keepsScales(node))) {
            follow(node);
        } else if (const auto scales = scalesAfter(node); scales && !node.outputs[0].empty()) {
            m_scales.emplace(m_scopes.keyOf(node.outputs[0]), *scales);
            m_found.insert(node.outputs[0]);
        }
    }

    // What comes into a body is what the node is given, and what comes out of it what the node makes.
    void addBody(const Node& node, const ModelGraph& body)
    {
        Meanings in, out;
        // In the same places, but for a Scan's of opset 8.
        for (size_t i = 0; i < std::min(node.inputs.size(), body.inputs.size()); ++i) {
            in.emplace_back(body.inputs[i].name, meaningOf(node.inputs[i]));
        }
        m_scopes.enter(body);
        set(in);
        addNodes(body);
        forEachHandedOut(node, body, [&](const std::string& inner, const std::string& outer) {
            out.emplace_back(outer, meaningOf(inner));
        });
        m_scopes.leave();
        set(out);
    }

    [[nodiscard]] Meaning meaningOf(std::string_view name) const
    {
        return {scalesIn(name), m_biases.contains(m_scopes.keyOf(name))};
    }

    void set(const Meanings& meanings)
    {
        for (const auto& [name, meaning] : meanings) {
            if (meaning.scales && !name.empty()) {
                m_scales.emplace(m_scopes.keyOf(name), *meaning.scales);
            } else if (meaning.isBias && !name.empty()) {
                m_biases.insert(m_scopes.keyOf(name));
            }
        }
    }

    void addConstant(const ConstantInfo& constant, std::string_view name)
    {
        if (constant.descriptor.type == DataType::Int32) {
            m_biases.insert(m_scopes.keyOf(name));
        }
    }

    // How many scales are in a value: none in sums. nullopt: it has to do with neither.
    [[nodiscard]] std::optional<int> scalesIn(std::string_view name) const
    {
        const auto found = m_scales.find(m_scopes.keyOf(name));
        return !name.empty() && found != m_scales.end() ? std::optional(found->second) : std::nullopt;
    }

    void follow(const Node& node)
    {
        Meaning meaning = meaningOf(node.inputs[0]);
        meaning.isBias = meaning.isBias && node.opType != "Cast";
        for (const std::string& output : node.outputs) {
            set({{output, meaning}});
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
            return first == 0                      ? std::optional(1)
                : meaningOf(node.inputs[0]).isBias ? std::optional(scalesOfReal)
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

    ValueScopes m_scopes;
    std::unordered_map<Key, int, ValueScopes::Hash> m_scales; // by value
    std::unordered_set<Key, ValueScopes::Hash> m_biases; // constants that may be sums
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
