// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/modeldiff.h"

#include "engine/base/text.h"
#include "engine/compare/attributediff.h"
#include "engine/compare/diffparts.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace weightless {

namespace {

std::string describe(const ValueInfo* value)
{
    if (value == nullptr) {
        return "none";
    }
    const std::string shape = value->shape ? toString(*value->shape) : "[?]";
    return (value->kind == "tensor" ? "" : value->kind + " of ") + toString(value->type) + shape;
}

// By name, in file order: a model may have a hundred thousand of them, and an invalid one twins.
template <typename Value, typename NameOf>
std::unordered_map<std::string, std::vector<const Value*>> byName(
    const std::vector<Value>& values, const NameOf& nameOf)
{
    std::unordered_map<std::string, std::vector<const Value*>> result;
    result.reserve(values.size());
    for (const Value& value : values) {
        result[std::invoke(nameOf, value)].push_back(&value);
    }
    return result;
}

// Calls visit(before, after) for those of one name, the first with the first; one is null where there is no
// other.
template <typename Value, typename NameOf, typename Visit>
void forEachPair(const std::vector<Value>& before, const std::vector<Value>& after, const NameOf& nameOf,
    const Visit& visit)
{
    const auto earlier = byName(before, nameOf), later = byName(after, nameOf);
    const auto at = [&](const auto& values, const Value& value, size_t place) {
        const auto found = values.find(std::invoke(nameOf, value));
        return found == values.end() || place >= found->second.size() ? nullptr : found->second[place];
    };
    std::unordered_map<std::string, size_t> places;
    for (const Value& value : before) {
        visit(&value, at(later, value, places[std::invoke(nameOf, value)]++));
    }
    places.clear();
    for (const Value& value : after) {
        if (at(earlier, value, places[std::invoke(nameOf, value)]++) == nullptr) {
            visit(nullptr, &value);
        }
    }
}

// In file order, those of `values` that `others` has too.
std::vector<std::string> namesInBoth(
    const std::vector<ValueInfo>& values, const std::vector<ValueInfo>& others)
{
    const auto there = byName(others, &ValueInfo::name);
    std::vector<std::string> names;
    for (const ValueInfo& value : values) {
        if (there.contains(value.name)) {
            names.push_back(value.name);
        }
    }
    return names;
}

void diffValues(const std::string& what, const std::vector<ValueInfo>& before,
    const std::vector<ValueInfo>& after, std::vector<FactDifference>& facts)
{
    forEachPair(before, after, &ValueInfo::name, [&](const ValueInfo* a, const ValueInfo* b) {
        const std::string from = describe(a), to = describe(b);
        if (from != to) {
            facts.push_back(what + " " + (a != nullptr ? a : b)->name + ": " + from + " → " + to);
        }
    });
    // Callers go by their order.
    const std::vector<std::string> names = namesInBoth(before, after), others = namesInBoth(after, before);
    if (names != others && names.size() == others.size()) {
        facts.push_back(what + "s: " + joined(names) + " → " + joined(others));
    }
}

using Names = std::unordered_set<std::string_view>;

// "initializers w, v and 398 more: …": a file of before IR 4 has every initializer among its inputs.
void addInitializersFact(
    const std::vector<std::string>& names, const std::string& change, std::vector<FactDifference>& facts)
{
    constexpr size_t mostNames = 8;
    if (names.empty()) {
        return;
    }
    const size_t told = std::min(names.size(), mostNames);
    std::string fact = names.size() == 1 ? "initializer " : "initializers ";
    fact += joined({names.begin(), names.begin() + static_cast<std::ptrdiff_t>(told)});
    if (told < names.size()) {
        fact += " and " + std::to_string(names.size() - told) + " more";
    }
    facts.push_back(fact + ": " + change);
}

// Whether a caller may replace an initializer is part of how a model is called, as its inputs are.
void diffDefaults(const ModelGraph& before, const ModelGraph& after, const ConstantMeanings& constants,
    std::vector<FactDifference>& facts)
{
    const Names replaceable(before.defaultedInputs.begin(), before.defaultedInputs.end());
    const Names replaceableLater(after.defaultedInputs.begin(), after.defaultedInputs.end());
    Names earlier;
    for (const auto& constant : before.constants) {
        earlier.insert(constant->name);
    }
    std::vector<std::string> fixed, freed;
    for (const auto& constant : after.constants) {
        const auto meaning = constants.find(constant.get());
        const std::string& name = meaning == constants.end() ? constant->name : *meaning->second;
        const bool could = replaceable.contains(name), can = replaceableLater.contains(constant->name);
        if (could != can && earlier.contains(name)) {
            (can ? freed : fixed).push_back(constant->name);
        }
    }
    addInitializersFact(fixed, "inputs too, which a caller may set → fixed", facts);
    addInitializersFact(freed, "fixed → inputs too, which a caller may set", facts);
}

// As ONNX writes it.
std::string functionName(const ModelFunction& function)
{
    const std::string name = function.domain.empty() ? function.name : function.domain + "." + function.name;
    return function.overload.empty() ? name : name + ":" + function.overload;
}

using Opsets = std::map<std::string, int64_t>;

void diffOpsets(
    const std::string& owner, const Opsets& before, const Opsets& after, std::vector<FactDifference>& facts)
{
    const auto versionIn = [](const Opsets& opsets, const std::string& domain) {
        const auto found = opsets.find(domain);
        return found == opsets.end() ? std::string("none") : std::to_string(found->second);
    };
    Opsets domains = before;
    domains.insert(after.begin(), after.end());
    for (const auto& [domain, version] : domains) {
        const std::string from = versionIn(before, domain), to = versionIn(after, domain);
        if (from != to) {
            std::string fact = owner;
            fact += "opset ";
            fact += domain.empty() ? "ai.onnx" : domain;
            fact += ": ";
            fact += from;
            fact += " → ";
            fact += to;
            facts.push_back(std::move(fact));
        }
    }
}

using Metadata = std::map<std::string, std::string>;

// A value may be thousands of class names: its beginning and end are told.
std::string describe(const Metadata& metadata, const std::string& key)
{
    constexpr size_t longestValue = 80;
    const auto found = metadata.find(key);
    return found == metadata.end()
        ? "none"
        : std::string("'").append(printable(shortened(found->second, longestValue))) + '\'';
}

// Programs go by it: class names and sizes of pictures are kept there.
void diffMetadata(const Metadata& before, const Metadata& after, std::vector<FactDifference>& facts)
{
    std::set<std::string> keys;
    for (const Metadata* metadata : {&before, &after}) {
        for (const auto& [key, value] : *metadata) {
            keys.insert(key);
        }
    }
    for (const std::string& key : keys) {
        const auto a = before.find(key), b = after.find(key);
        if (a != before.end() && b != after.end() && a->second == b->second) {
            continue;
        }
        const std::string from = describe(before, key), to = describe(after, key);
        std::string fact = "metadata " + printable(shortened(key)) + ": " + from + " → ";
        if (from != to) {
            fact += to;
        } else { // they differ in what is not told
            const auto first = std::ranges::mismatch(a->second, b->second).in1;
            fact += "another value, from byte " + std::to_string(first - a->second.begin() + 1) + " on";
        }
        facts.push_back(std::move(fact));
    }
}

std::vector<std::string> sorted(std::vector<std::string> names)
{
    std::ranges::sort(names);
    return names;
}

void diffFunction(const ModelFunction& before, const ModelFunction& after, const ConstantMeanings& constants,
    ModelDiff& diff)
{
    const std::string title = "function " + functionName(before) + " ";
    diffOpsets(title, before.opsets, after.opsets, diff.facts);
    if (before.inputs.size() != after.inputs.size()) {
        diff.facts.push_back(title + "inputs: " + joined(before.inputs) + " → " + joined(after.inputs));
    }
    const std::vector<std::string> names = sorted(before.attributeNames),
                                   others = sorted(after.attributeNames);
    if (names != others) {
        diff.facts.push_back(title + "attributes: " + joined(names) + " → " + joined(others));
    }
    for (const std::string& detail : diffAttributes(before.attributeDefaults, after.attributeDefaults)) {
        diff.facts.push_back(title + detail);
    }
    SameNames same; // a caller goes by the places of inputs and outputs
    for (size_t i = 0; i < std::min(before.inputs.size(), after.inputs.size()); ++i) {
        same.add(before.inputs[i], after.inputs[i]);
    }
    diffNodes(before.nodes, after.nodes, functionName(before) + "/", constants, same, diff);
    if (!same.isSame(before.outputs, after.outputs)) {
        diff.facts.push_back(title + "outputs: " + same.describeChange(before.outputs, after.outputs));
    }
}

void diffFunctions(
    const Model& before, const Model& after, const ConstantMeanings& constants, ModelDiff& diff)
{
    forEachPair(
        before.functions, after.functions, functionName, [&](const ModelFunction* a, const ModelFunction* b) {
            if (a != nullptr && b != nullptr) {
                diffFunction(*a, *b, constants, diff);
            } else {
                diff.facts.push_back("function " + (a == nullptr ? "none" : functionName(*a)) + " → "
                    + (b == nullptr ? "none" : functionName(*b)));
            }
        });
}

// "node sub (Sub), output 2": what makes a value.
std::string makerOf(const ModelGraph& graph, const std::string& value)
{
    for (const Node& node : graph.nodes) {
        const auto output = std::ranges::find(node.outputs, value);
        if (output == node.outputs.end()) {
            continue;
        }
        const std::string place = std::to_string(output - node.outputs.begin() + 1);
        return "node " + titleOf(node) + " (" + typeOf(node) + ")"
            + (node.outputs.size() > 1 ? ", output " + place : std::string());
    }
    const bool isConstant =
        std::ranges::any_of(graph.constants, [&](const auto& constant) { return constant->name == value; });
    return isConstant ? "a constant" : "no node";
}

// An output of the same name may be another value by now.
void diffMakers(const ModelGraph& before, const ModelGraph& after, const SameNames& names,
    std::vector<FactDifference>& facts)
{
    const auto later = byName(after.outputs, &ValueInfo::name);
    for (const ValueInfo& output : before.outputs) {
        if (later.contains(output.name) && !names.isSame(output.name, output.name)) {
            facts.push_back("output " + output.name + ": made by " + makerOf(before, output.name) + " → "
                + makerOf(after, output.name));
        }
    }
}

ConstantList constantsOf(const Model& model, const Model& other)
{
    ConstantList list {{}, pathsOfSharedNames(model, other)};
    forEachConstant(model, [&](const auto& constant) {
        if (!constant->name.empty()) {
            list.constants.push_back(constant); // those without are attributes, compared with their nodes
        }
    });
    return list;
}

} // namespace

ModelDiff diffModels(const Model& before, const Model& after, const DiffOptions& options)
{
    ModelDiff diff;
    if (before.irVersion != after.irVersion) {
        diff.facts.push_back(
            "IR version: " + std::to_string(before.irVersion) + " → " + std::to_string(after.irVersion));
    }
    diffOpsets({}, before.opsets, after.opsets, diff.facts);
    diffValues("input", before.graph.inputs, after.graph.inputs, diff.facts);
    diffValues("output", before.graph.outputs, after.graph.outputs, diff.facts);
    diffMetadata(before.metadata, after.metadata, diff.facts);
    ConstantMeanings constants;
    diffConstants(constantsOf(before, after), constantsOf(after, before), options, diff, constants);
    diffDefaults(before.graph, after.graph, constants, diff.facts);
    SameNames names;
    addConstants(before.graph, after.graph, constants, names);
    diffNodes(before.graph.nodes, after.graph.nodes, {}, constants, names, diff);
    diffMakers(before.graph, after.graph, names, diff.facts);
    diffFunctions(before, after, constants, diff);
    return diff;
}

} // namespace weightless
