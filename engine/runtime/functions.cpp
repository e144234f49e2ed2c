// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/functions.h"

#include "engine/base/error.h"
#include "engine/model/bodies.h"
#include "engine/runtime/flexattention.h"
#include "engine/runtime/functiontable.h"
#include "engine/runtime/takennames.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace weightless {

namespace {

// What stands for the names and attributes of one call.
struct Call {
    const Node& node;
    const ModelFunction& function;
    std::string scope;
    TakenNames& taken;
    std::unordered_map<std::string, std::string> names; // of values, inside to outside
    const std::unordered_set<std::string>& namesOfGraphs; // that the caller hands over

    std::string nameOf(const std::string& inside)
    {
        if (inside.empty()) {
            return {};
        }
        const auto found = names.find(inside);
        return found != names.end() ? found->second : names[inside] = taken.value(scope + inside);
    }
};

uint64_t bytesOf(const AttributeValue& value)
{
    if (const auto* text = std::get_if<std::string>(&value)) {
        return text->size();
    }
    if (const auto* list = std::get_if<std::vector<int64_t>>(&value)) {
        return list->size() * sizeof(int64_t);
    }
    if (const auto* list = std::get_if<std::vector<float>>(&value)) {
        return list->size() * sizeof(float);
    }
    uint64_t bytes = 0;
    if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
        for (const std::string& text : *list) {
            bytes += sizeof(std::string) + text.size();
        }
    }
    return bytes; // constants and graphs are shared; a graph that is not is counted node by node
}

class Inliner {
public:
    Inliner(const Model& model, const std::stop_token& stop)
        : m_model(model)
        , m_functions(model)
        , m_names(model.graph)
        , m_stop(stop)
    {
    }

    std::vector<Node> inlined()
    {
        static_cast<void>(m_functions.inlinedNodeCount(m_model.graph.nodes));
        return inlined(m_model.graph.nodes, 0);
    }

private:
    std::vector<Node> inlined(std::vector<Node> nodes, size_t depth)
    {
        std::vector<Node> result;
        for (Node& node : nodes) {
            checkStop();
            if (const ModelFunction* function = m_functions.find(node)) {
                std::ranges::move(expanded(node, *function, depth), std::back_inserter(result));
            } else if (isFlexAttention(node)) {
                node.name = m_names.scope(node);
                node.name.pop_back();
                const size_t inside = FunctionTable::checkedDepth(depth + 1, node);
                std::ranges::move(inlined(expandedFlexAttention(node), inside), std::back_inserter(result));
            } else {
                node.attributes = withGraphs(node.attributes, [&](const ModelGraph& graph) {
                    ModelGraph copy = graph;
                    copy.nodes = inlined(std::move(copy.nodes), FunctionTable::checkedDepth(depth + 1, node));
                    return copy;
                });
                result.push_back(std::move(node));
            }
        }
        return result;
    }

    void checkStop() const
    {
        if (m_stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Replacing the calls of the model's functions was cancelled");
        }
    }

    // For every node that is made of a function's.
    void charge(const Node& node)
    {
        checkStop();
        m_bytes += sizeof node + node.name.size() + node.opType.size() + node.documentation.size();
        for (const auto* names : {&node.inputs, &node.outputs}) {
            for (const std::string& name : *names) {
                m_bytes += sizeof(std::string) + name.size();
            }
        }
        for (const Attribute& attribute : node.attributes.all()) {
            m_bytes += sizeof attribute + attribute.name.size() + bytesOf(attribute.value);
        }
        if (m_bytes > maxInlinedBytes) {
            failInlining(std::to_string(maxInlinedBytes >> 20) + " MiB of names and attributes");
        }
    }

    template <typename Change>
    static Attributes withGraphs(const Attributes& attributes, const Change& change)
    {
        if (std::ranges::none_of(attributes.all(), isGraph)) {
            return attributes;
        }
        std::vector<Attribute> result(attributes.all().begin(), attributes.all().end());
        for (Attribute& attribute : result) {
            if (isGraph(attribute)) {
                attribute.value = std::make_shared<const ModelGraph>(change(graphOf(attribute)));
            }
        }
        return Attributes(std::move(result));
    }

    std::vector<Node> expanded(const Node& node, const ModelFunction& function, size_t depth)
    {
        m_functions.checkCall(node, function);
        std::unordered_set<std::string> namesOfGraphs;
        for (const Attribute& attribute : node.attributes.all()) {
            if (isGraph(attribute)) {
                addNames(graphOf(attribute), namesOfGraphs, 0);
            }
        }
        Call call {node, function, m_names.scope(node), m_names, {}, namesOfGraphs};
        for (size_t i = 0; i < function.inputs.size(); ++i) {
            call.names[function.inputs[i]] = i < node.inputs.size() ? node.inputs[i] : std::string();
        }
        for (size_t i = 0; i < function.outputs.size() && i < node.outputs.size(); ++i) {
            // An output that hands an input on keeps that name inside; a copy gives it the outer one.
            if (!node.outputs[i].empty() && !call.names.contains(function.outputs[i])) {
                call.names[function.outputs[i]] = node.outputs[i];
            }
        }
        for (const Node& inner : function.nodes) { // before graphs inside make up their own
            std::ranges::for_each(inner.outputs, [&](const std::string& name) { call.nameOf(name); });
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
        return inlined(std::move(body), FunctionTable::checkedDepth(depth + 1, node));
    }

    Node renamed(const Node& inner, Call& call)
    {
        Node node = inner;
        node.name = call.scope + (inner.name.empty() ? inner.opType : inner.name);
        for (std::string& input : node.inputs) {
            input = call.nameOf(input);
        }
        for (std::string& output : node.outputs) {
            output = call.nameOf(output);
        }
        node.attributes = withArguments(
            inner.attributes, call, [&](const ModelGraph& graph) { return renamed(graph, call, 0); });
        charge(node);
        return node;
    }

    // A graph inside a function reads values of the function. Its own keep their names, unless a value of the
    // caller that is read there has the same.
    ModelGraph renamed(const ModelGraph& graph, Call& call, size_t depth)
    {
        Call inside {
            call.node, call.function, call.scope, call.taken, namesInside(graph, call), call.namesOfGraphs};
        ModelGraph copy = graph;
        for (Node& node : copy.nodes) {
            for (std::string& input : node.inputs) {
                input = inside.nameOf(input);
            }
            for (std::string& output : node.outputs) {
                output = inside.nameOf(output);
            }
            node.attributes = withArguments(node.attributes, call, [&](const ModelGraph& nested) {
                return renamed(nested, inside, FunctionTable::checkedDepth(depth + 1, node));
            });
            charge(node);
        }
        for (std::vector<ValueInfo>* values : {&copy.inputs, &copy.outputs, &copy.values}) {
            for (ValueInfo& value : *values) {
                value.name = inside.nameOf(value.name);
            }
        }
        for (auto& constant : copy.constants) {
            if (const std::string name = inside.nameOf(constant->name); name != constant->name) {
                auto other = std::make_shared<ConstantInfo>(*constant);
                other->name = name;
                constant = std::move(other);
            }
        }
        return copy;
    }

    static std::unordered_map<std::string, std::string> namesInside(const ModelGraph& graph, const Call& call)
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
        own.erase(""); // outputs that nobody wants
        std::unordered_map<std::string, std::string> names = call.names;
        std::unordered_set<std::string> outside;
        for (const auto& [name, outer] : call.names) {
            if (!own.contains(name)) {
                outside.insert(outer);
            }
        }
        for (const std::string& name : own) {
            const bool isOther = outside.contains(name) || call.namesOfGraphs.contains(name);
            names[name] = isOther ? call.taken.value(call.scope + name) : name;
            call.taken.keep(names[name]);
        }
        return names;
    }

    // Attributes that stand for one of the call's take its value; those it does not have are left out. What
    // the caller hands over is the caller's, and reads its values; `change` is for the function's own graphs.
    template <typename Change>
    Attributes withArguments(const Attributes& attributes, const Call& call, const Change& change)
    {
        std::vector<Attribute> own;
        std::vector<Attribute> callers;
        for (const Attribute& attribute : attributes.all()) {
            const auto* reference = std::get_if<OpaqueAttribute>(&attribute.value);
            if (reference == nullptr || reference->referencedAttribute.empty()) {
                own.push_back(attribute);
                continue;
            }
            const std::string& name = reference->referencedAttribute;
            if (const AttributeValue* value = call.node.attributes.find(name)) {
                callers.push_back({attribute.name, *value});
            } else if (const AttributeValue* standard = call.function.attributeDefaults.find(name)) {
                own.push_back({attribute.name, *standard});
            }
        }
        Attributes result = withGraphs(Attributes(std::move(own)), change);
        for (Attribute& attribute : callers) {
            if (isGraph(attribute)) {
                chargeAll(graphOf(attribute));
            }
            result.set(std::move(attribute.name), std::move(attribute.value));
        }
        return result;
    }

    // A graph that is handed over is copied for each place that it is put into.
    void chargeAll(const ModelGraph& graph)
    {
        for (const Node& node : graph.nodes) {
            charge(node);
            for (const Attribute& attribute : node.attributes.all()) {
                if (isGraph(attribute)) {
                    chargeAll(graphOf(attribute));
                }
            }
        }
    }

    const Model& m_model;
    FunctionTable m_functions;
    TakenNames m_names;
    const std::stop_token& m_stop;
    uint64_t m_bytes = 0;
};

} // namespace

namespace {

bool hasFlexAttention(const ModelGraph& graph, size_t depth)
{
    return std::ranges::any_of(graph.nodes, [&](const Node& node) {
        return isFlexAttention(node)
            || (depth < maxFunctionDepth && std::ranges::any_of(bodiesOf(node), [&](const auto& body) {
                   return hasFlexAttention(*body, depth + 1);
               }));
    });
}

} // namespace

bool needsInlining(const Model& model)
{
    return !model.functions.empty() || hasFlexAttention(model.graph, 0);
}

Model withFunctionsInlined(const Model& model, const std::stop_token& stop)
{
    Model result = model;
    if (needsInlining(model)) {
        result.graph.nodes = Inliner(model, stop).inlined();
        result.functions.clear();
    }
    return result;
}

} // namespace weightless
