// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/attributediff.h"
#include "engine/compare/diffparts.h"

#include <algorithm>

namespace weightless {

namespace {

std::vector<std::string> namesOf(const std::vector<ValueInfo>& values)
{
    std::vector<std::string> names(values.size());
    std::ranges::transform(values, names.begin(), &ValueInfo::name);
    return names;
}

std::vector<std::string> diffBody(const std::string& title, const ModelGraph& before, const ModelGraph& after,
    const std::string& path, const ConstantMeanings& constants, const SameNames& around, ModelDiff& diff)
{
    std::vector<std::string> details;
    const std::vector<std::string> inputs = namesOf(before.inputs), otherInputs = namesOf(after.inputs);
    if (inputs.size() != otherInputs.size()) {
        details.push_back(title + " inputs: " + joined(inputs) + " → " + joined(otherInputs));
    }
    SameNames names(around);
    // A body's inputs are told apart by their places, whatever they are called.
    for (size_t i = 0; i < std::min(inputs.size(), otherInputs.size()); ++i) {
        names.add(before.inputs[i].name, after.inputs[i].name);
    }
    addConstants(before, after, constants, names);
    diffNodes(before.nodes, after.nodes, path, constants, names, diff);
    const std::vector<std::string> outputs = namesOf(before.outputs), otherOutputs = namesOf(after.outputs);
    if (!names.isSame(outputs, otherOutputs)) {
        details.push_back(title + " outputs: " + names.describeChange(outputs, otherOutputs));
    }
    return details;
}

} // namespace

void addConstants(
    const ModelGraph& before, const ModelGraph& after, const ConstantMeanings& constants, SameNames& names)
{
    for (const auto& constant : before.constants) {
        if (const auto found = constants.find(constant.get()); found != constants.end()) {
            names.addBefore(constant->name, *found->second);
        }
    }
    for (const auto& constant : after.constants) {
        if (const auto found = constants.find(constant.get()); found != constants.end()) {
            names.addAfter(constant->name, *found->second);
        }
    }
}

std::vector<std::string> diffBodies(const Attribute& before, const AttributeValue& after,
    const std::string& path, const ConstantMeanings& constants, const SameNames& names, ModelDiff& diff)
{
    const auto bodies = bodiesOf(before.value), others = bodiesOf(after);
    std::vector<std::string> details;
    for (size_t i = 0; i < std::min(bodies.size(), others.size()); ++i) {
        std::string title = "body " + before.name;
        if (bodies.size() > 1) {
            title.append(" ").append(std::to_string(i + 1));
        }
        for (std::string& detail : diffBody(title, *bodies[i], *others[i], path, constants, names, diff)) {
            details.push_back(std::move(detail));
        }
    }
    return details;
}

} // namespace weightless
