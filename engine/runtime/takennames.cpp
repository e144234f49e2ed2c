// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/takennames.h"

#include "engine/runtime/functiontable.h"

#include <memory>
#include <variant>

namespace weightless {

namespace {

std::string nameOfCall(const Node& call)
{
    return !call.name.empty() ? call.name : !call.outputs.empty() ? call.outputs.front() : call.opType;
}

} // namespace

bool isGraph(const Attribute& attribute)
{
    const auto* graph = std::get_if<std::shared_ptr<const ModelGraph>>(&attribute.value);
    return graph != nullptr && *graph;
}

const ModelGraph& graphOf(const Attribute& attribute)
{
    return *std::get<std::shared_ptr<const ModelGraph>>(attribute.value);
}

void addNames(const ModelGraph& graph, std::unordered_set<std::string>& names, size_t depth)
{
    for (const std::vector<ValueInfo>* values : {&graph.inputs, &graph.outputs}) {
        for (const ValueInfo& value : *values) {
            names.insert(value.name);
        }
    }
    for (const auto& constant : graph.constants) {
        names.insert(constant->name);
    }
    for (const Node& node : graph.nodes) {
        names.insert(node.inputs.begin(), node.inputs.end());
        names.insert(node.outputs.begin(), node.outputs.end());
        for (const Attribute& attribute : node.attributes.all()) {
            if (isGraph(attribute) && depth < maxFunctionDepth) {
                addNames(graphOf(attribute), names, depth + 1);
            }
        }
    }
}

std::string TakenNames::scope(const Node& call)
{
    const std::string name = nameOfCall(call);
    const size_t number = ++m_calls[name];
    return number == 1 ? name + "/" : name + "#" + std::to_string(number) + "/";
}

std::string TakenNames::value(const std::string& wanted)
{
    std::string name = wanted;
    for (size_t number = 2; !m_values.insert(name).second; ++number) {
        name = wanted + "#" + std::to_string(number);
    }
    return name;
}

} // namespace weightless
