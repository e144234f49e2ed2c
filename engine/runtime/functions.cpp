// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/functions.h"

#include "engine/base/error.h"
#include "engine/runtime/flexattention.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace weightless {

namespace {

std::string scopeOf(const Node& call)
{
    return (!call.name.empty()             ? call.name
                   : !call.outputs.empty() ? call.outputs.front()
                                           : call.opType)
        + "/";
}

// What stands for the names and attributes of one call.
struct Call {
    const Node& node;
    const ModelFunction& function;
    std::string scope;
    std::unordered_map<std::string, std::string> names; // of values, inside to outside

    std::string nameOf(const std::string& inside)
    {
        if (inside.empty()) {
            return {};
        }
        return names.try_emplace(inside, scope + inside).first->second;
    }
};

class Inliner {
public:
    explicit Inliner(const Model& model)
        : m_model(model)
    {
    }

    std::vector<Node> inlined(const std::vector<Node>& nodes, size_t depth)
    {
        std::vector<Node> result;
        for (const Node& node : nodes) {
            if (++m_count > maxInlinedNodes) {
                throw Error(ErrorKind::Unsupported,
                    "The model's functions become more than " + std::to_string(maxInlinedNodes) + " nodes");
            }
            if (const ModelFunction* function = find(node)) {
                std::vector<Node> body = expanded(node, *function, depth);
                std::ranges::move(body, std::back_inserter(result));
            } else if (isFlexAttention(node)) {
                std::vector<Node> body = inlined(expandedFlexAttention(node), checked(depth + 1, node));
                std::ranges::move(body, std::back_inserter(result));
            } else {
                result.push_back(node);
                result.back().attributes = withGraphs(node.attributes, [&](const ModelGraph& graph) {
                    ModelGraph copy = graph;
                    copy.nodes = inlined(graph.nodes, checked(depth + 1, node));
                    return copy;
                });
            }
        }
        return result;
    }

private:
    [[nodiscard]] const ModelFunction* find(const Node& node) const
    {
        const auto found = std::ranges::find_if(m_model.functions, [&](const ModelFunction& function) {
            return function.name == node.opType && function.domain == node.domain;
        });
        return found == m_model.functions.end() ? nullptr : &*found;
    }

    static size_t checked(size_t depth, const Node& node)
    {
        if (depth > maxFunctionDepth) {
            throw Error(ErrorKind::InvalidArgument,
                "Node '" + node.name + "' (" + node.opType
                    + "): functions and graphs stand inside each other more than "
                    + std::to_string(maxFunctionDepth) + " deep; a function may not call itself");
        }
        return depth;
    }

    template <typename Change>
    static Attributes withGraphs(const Attributes& attributes, const Change& change)
    {
        std::vector<Attribute> result(attributes.all().begin(), attributes.all().end());
        for (Attribute& attribute : result) {
            if (auto* graph = std::get_if<std::shared_ptr<const ModelGraph>>(&attribute.value);
                graph != nullptr && *graph) {
                *graph = std::make_shared<const ModelGraph>(change(**graph));
            }
        }
        return Attributes(std::move(result));
    }

    std::vector<Node> expanded(const Node& node, const ModelFunction& function, size_t depth)
    {
        checkCall(node, function);
        Call call {node, function, scopeOf(node), {}};
        for (size_t i = 0; i < function.inputs.size(); ++i) {
            call.names[function.inputs[i]] = i < node.inputs.size() ? node.inputs[i] : std::string();
        }
        for (size_t i = 0; i < function.outputs.size() && i < node.outputs.size(); ++i) {
            // An output that hands an input on keeps that name inside; a copy gives it the outer one.
            if (!node.outputs[i].empty() && !call.names.contains(function.outputs[i])) {
                call.names[function.outputs[i]] = node.outputs[i];
            }
        }
        std::vector<Node> body;
        for (const Node& inner : function.nodes) {
            body.push_back(renamed(inner, call));
        }
        for (size_t i = 0; i < function.outputs.size() && i < node.outputs.size(); ++i) {
            const std::string name = call.nameOf(function.outputs[i]);
            if (!node.outputs[i].empty() && name != node.outputs[i]) {
                body.push_back({.name = call.scope + "output",
                    .opType = "Identity",
                    .inputs = {name},
                    .outputs = {node.outputs[i]}});
            }
        }
        return inlined(body, checked(depth + 1, node));
    }

    void checkCall(const Node& node, const ModelFunction& function) const
    {
        if (node.inputs.size() > function.inputs.size() || node.outputs.size() > function.outputs.size()) {
            throw Error(ErrorKind::InvalidArgument,
                "Node '" + node.name + "' (" + node.opType
                    + ") has more inputs or outputs than its function");
        }
        const auto opset = function.opsets.find("");
        if (opset != function.opsets.end() && opset->second != m_model.opset()) {
            throw Error(ErrorKind::Unsupported,
                "Function " + function.name + " is written for opset " + std::to_string(opset->second)
                    + ", the model for " + std::to_string(m_model.opset()));
        }
    }

    static Node renamed(const Node& inner, Call& call)
    {
        Node node = inner;
        node.name = call.scope + (inner.name.empty() ? inner.opType : inner.name);
        for (std::string& input : node.inputs) {
            input = call.nameOf(input);
        }
        for (std::string& output : node.outputs) {
            output = call.nameOf(output);
        }
        node.attributes = withGraphs(withArguments(inner.attributes, call),
            [&](const ModelGraph& graph) { return renamed(graph, call, 0); });
        return node;
    }

    // A graph inside a function reads values of the function; its own keep their names.
    static ModelGraph renamed(const ModelGraph& graph, Call& call, size_t depth)
    {
        std::set<std::string> own;
        for (const ValueInfo& input : graph.inputs) {
            own.insert(input.name);
        }
        for (const auto& constant : graph.constants) {
            own.insert(constant->name);
        }
        for (const Node& node : graph.nodes) {
            own.insert(node.outputs.begin(), node.outputs.end());
        }
        ModelGraph copy = graph;
        Call inside {call.node, call.function, call.scope, call.names};
        for (const std::string& name : own) {
            inside.names[name] = name;
        }
        for (Node& node : copy.nodes) {
            for (std::string& input : node.inputs) {
                input = inside.nameOf(input);
            }
            node.attributes = withGraphs(withArguments(node.attributes, call),
                [&](const ModelGraph& nested) { return renamed(nested, inside, checked(depth + 1, node)); });
        }
        for (ValueInfo& output : copy.outputs) {
            output.name = inside.nameOf(output.name);
        }
        return copy;
    }

    // Attributes that stand for one of the call's take its value; those it does not have are left out.
    static Attributes withArguments(const Attributes& attributes, const Call& call)
    {
        std::vector<Attribute> result;
        for (const Attribute& attribute : attributes.all()) {
            const auto* reference = std::get_if<OpaqueAttribute>(&attribute.value);
            if (reference == nullptr || reference->referencedAttribute.empty()) {
                result.push_back(attribute);
                continue;
            }
            const AttributeValue* value = call.node.attributes.find(reference->referencedAttribute);
            if (value == nullptr) {
                value = call.function.attributeDefaults.find(reference->referencedAttribute);
            }
            if (value != nullptr) {
                result.push_back({attribute.name, *value});
            }
        }
        return Attributes(std::move(result));
    }

    const Model& m_model;
    size_t m_count = 0;
};

} // namespace

namespace {

bool hasFlexAttention(const ModelGraph& graph, size_t depth)
{
    return std::ranges::any_of(graph.nodes, [&](const Node& node) {
        return isFlexAttention(node)
            || std::ranges::any_of(node.attributes.all(), [&](const Attribute& attribute) {
                   const auto* body = std::get_if<std::shared_ptr<const ModelGraph>>(&attribute.value);
                   return body != nullptr && *body && depth < maxFunctionDepth
                       && hasFlexAttention(**body, depth + 1);
               });
    });
}

} // namespace

bool needsInlining(const Model& model)
{
    return !model.functions.empty() || hasFlexAttention(model.graph, 0);
}

Model withFunctionsInlined(const Model& model)
{
    Model result = model;
    if (needsInlining(model)) {
        result.graph.nodes = Inliner(model).inlined(model.graph.nodes, 0);
        result.functions.clear();
    }
    return result;
}

} // namespace weightless
