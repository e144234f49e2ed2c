// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/flexattention.h"

#include "engine/base/error.h"
#include "engine/runtime/bodyimporter.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace weightless {

namespace {

using Names = std::unordered_map<std::string, std::string>;

std::string nameIn(const Names& names, const std::string& name)
{
    const auto found = names.find(name);
    return found == names.end() ? name : found->second;
}

// Graphs inside read values of the graph around them. No name stands for two values.
Attributes renamed(const Attributes& attributes, const Names& names)
{
    std::vector<Attribute> result(attributes.all().begin(), attributes.all().end());
    for (Attribute& attribute : result) {
        auto* graph = std::get_if<std::shared_ptr<const ModelGraph>>(&attribute.value);
        if (graph == nullptr || *graph == nullptr) {
            continue;
        }
        ModelGraph copy = **graph;
        for (Node& node : copy.nodes) {
            for (std::string& input : node.inputs) {
                input = nameIn(names, input);
            }
            node.attributes = renamed(node.attributes, names);
        }
        for (ValueInfo& output : copy.outputs) {
            output.name = nameIn(names, output.name);
        }
        *graph = std::make_shared<const ModelGraph>(std::move(copy));
    }
    return Attributes(std::move(result));
}

class Expansion {
public:
    explicit Expansion(const Node& node)
        : m_node(node)
        , m_scope(displayName(node) + "/")
    {
    }

    std::vector<Node> nodes()
    {
        if (m_node.inputs.size() != 3 || m_node.outputs.size() != 1) {
            fail("has " + std::to_string(m_node.inputs.size()) + " inputs and "
                + std::to_string(m_node.outputs.size()) + " outputs, expected 3 and 1");
        }
        Attributes scores;
        for (const char* name : {"scale", "softmax_precision"}) {
            if (const AttributeValue* value = m_node.attributes.find(name)) {
                scores.set(name, *value);
            }
        }
        add("FlexScores", {m_node.inputs[0], m_node.inputs[1]}, m_scope + "scores", scores, "weightless");
        Attributes lastAxis;
        lastAxis.set("axis", int64_t {3});
        add("Softmax", {modified("score_mod", m_scope + "scores")}, m_scope + "probabilities", lastAxis);
        add("FlexResult", {modified("prob_mod", m_scope + "probabilities"), m_node.inputs[2]},
            m_node.outputs[0], {}, "weightless");
        return std::move(m_nodes);
    }

private:
    [[noreturn]] void fail(const std::string& what) const
    {
        throw Error(ErrorKind::InvalidArgument, "Node '" + displayName(m_node) + "' (FlexAttention) " + what);
    }

    void add(const std::string& opType, std::vector<std::string> inputs, const std::string& output,
        Attributes attributes = {}, const std::string& domain = {})
    {
        m_nodes.push_back({.name = m_scope + opType,
            .opType = opType,
            .domain = domain,
            .inputs = std::move(inputs),
            .outputs = {output},
            .attributes = std::move(attributes)});
    }

    // What the graph of an attribute makes of a value; the value itself where there is none.
    std::string modified(std::string_view attribute, const std::string& value)
    {
        const AttributeValue* held = m_node.attributes.find(attribute);
        if (held == nullptr) {
            return value;
        }
        const auto* graph = std::get_if<std::shared_ptr<const ModelGraph>>(held);
        if (graph == nullptr || *graph == nullptr || (*graph)->inputs.size() != 1
            || (*graph)->outputs.size() != 1) {
            fail("needs a graph of one input and one output as '" + std::string(attribute) + "'");
        }
        const std::string scope = m_scope + std::string(attribute) + "/";
        Names names {{(*graph)->inputs[0].name, value}};
        for (const auto& constant : (*graph)->constants) {
            names[constant->name] = scope + constant->name;
            Attributes attributes;
            attributes.set("value", constant);
            add("Constant", {}, scope + constant->name, std::move(attributes));
        }
        for (const Node& inner : (*graph)->nodes) {
            m_nodes.push_back(inside(inner, scope, names));
        }
        return nameIn(names, (*graph)->outputs[0].name);
    }

    static Node inside(const Node& inner, const std::string& scope, Names& names)
    {
        Node node = inner;
        node.name = scope + displayName(inner);
        for (std::string& input : node.inputs) {
            input = nameIn(names, input);
        }
        for (std::string& output : node.outputs) {
            if (!output.empty()) {
                std::string named = scope;
                named += output;
                output = names[output] = std::move(named);
            }
        }
        node.attributes = renamed(inner.attributes, names);
        return node;
    }

    const Node& m_node;
    std::string m_scope;
    std::vector<Node> m_nodes;
};

} // namespace

bool isFlexAttention(const Node& node)
{
    return node.opType == "FlexAttention" && node.domain == "ai.onnx.preview";
}

std::vector<Node> expandedFlexAttention(const Node& node)
{
    return Expansion(node).nodes();
}

} // namespace weightless
