// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/modeldiff.h"

#include <functional>
#include <unordered_map>

namespace weightless {

namespace {

std::string describe(const ValueInfo& value)
{
    const std::string shape = value.shape ? toString(*value.shape) : "[?]";
    return (value.kind == "tensor" ? "" : value.kind + " of ") + toString(value.type) + shape;
}

// The first of each name: a model may have a hundred thousand of them.
template <typename Value, typename NameOf>
std::unordered_map<std::string, const Value*> byName(const std::vector<Value>& values, const NameOf& nameOf)
{
    std::unordered_map<std::string, const Value*> result;
    result.reserve(values.size());
    for (const Value& value : values) {
        result.emplace(std::invoke(nameOf, value), &value);
    }
    return result;
}

void diffValues(const char* what, const std::vector<ValueInfo>& before, const std::vector<ValueInfo>& after,
    std::vector<FactDifference>& facts)
{
    const auto earlier = byName(before, &ValueInfo::name), later = byName(after, &ValueInfo::name);
    for (const ValueInfo& value : before) {
        const auto other = later.find(value.name);
        const std::string title = std::string(what) + " " + value.name + ": " + describe(value) + " → ";
        if (other == later.end()) {
            facts.push_back(title + "none");
        } else if (describe(value) != describe(*other->second)) {
            facts.push_back(title + describe(*other->second));
        }
    }
    for (const ValueInfo& value : after) {
        if (!earlier.contains(value.name)) {
            facts.push_back(std::string(what) + " " + value.name + ": none → " + describe(value));
        }
    }
}

// As ONNX writes it.
std::string functionName(const ModelFunction& function)
{
    const std::string name = function.domain.empty() ? function.name : function.domain + "." + function.name;
    return function.overload.empty() ? name : name + ":" + function.overload;
}

void diffOpsets(const Model& before, const Model& after, std::vector<FactDifference>& facts)
{
    const auto versionIn = [](const Model& model, const std::string& domain) {
        const auto found = model.opsets.find(domain);
        return found == model.opsets.end() ? std::string("none") : std::to_string(found->second);
    };
    std::map<std::string, int64_t> domains = before.opsets;
    domains.insert(after.opsets.begin(), after.opsets.end());
    for (const auto& [domain, version] : domains) {
        const std::string from = versionIn(before, domain), to = versionIn(after, domain);
        if (from != to) {
            facts.push_back(
                "opset " + (domain.empty() ? std::string("ai.onnx") : domain) + ": " + from + " → " + to);
        }
    }
}

void diffFunctions(const Model& before, const Model& after, ModelDiff& diff)
{
    const auto earlier = byName(before.functions, functionName),
               later = byName(after.functions, functionName);
    for (const ModelFunction& function : before.functions) {
        const std::string name = functionName(function);
        const auto other = later.find(name);
        if (other == later.end()) {
            diff.facts.push_back("function " + name + " → none");
            continue;
        }
        Renames renames;
        diffNodes(function.nodes, other->second->nodes, name + "/", diff, renames);
    }
    for (const ModelFunction& function : after.functions) {
        if (!earlier.contains(functionName(function))) {
            diff.facts.push_back("function none → " + functionName(function));
        }
    }
}

std::vector<std::shared_ptr<const ConstantInfo>> constantsOf(const Model& model)
{
    std::vector<std::shared_ptr<const ConstantInfo>> constants;
    forEachConstant(model, [&](const auto& constant) {
        if (!constant->name.empty()) {
            constants.push_back(constant); // those without are attributes, compared with their nodes
        }
    });
    return constants;
}

} // namespace

ModelDiff diffModels(const Model& before, const Model& after, const DiffOptions& options)
{
    ModelDiff diff;
    diffOpsets(before, after, diff.facts);
    diffValues("input", before.graph.inputs, after.graph.inputs, diff.facts);
    diffValues("output", before.graph.outputs, after.graph.outputs, diff.facts);
    Renames renames;
    diffConstants(constantsOf(before), constantsOf(after), options, diff, renames);
    diffNodes(before.graph.nodes, after.graph.nodes, {}, diff, renames);
    diffFunctions(before, after, diff);
    return diff;
}

} // namespace weightless
