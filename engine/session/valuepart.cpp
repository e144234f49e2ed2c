// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/valuepart.h"

#include "engine/base/error.h"
#include "engine/model/bodies.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace weightless {

namespace {

// Calls `visit` with every name that the node reads, bodies included. Names that a body makes itself are
// among them, which does no harm: nothing outside makes them.
template <typename Visit>
void forEachName(const Node& node, const Visit& visit)
{
    std::vector<const Node*> pending {&node};
    const auto addBody = [&](const ModelGraph& body) {
        for (const Node& inner : body.nodes) {
            pending.push_back(&inner);
        }
        for (const ValueInfo& output : body.outputs) {
            visit(output.name);
        }
    };
    while (!pending.empty()) {
        const Node& next = *pending.back();
        pending.pop_back();
        for (const std::string& input : next.inputs) {
            visit(input);
        }
        for (const auto& body : bodiesOf(next)) { // which the node keeps
            addBody(*body);
        }
    }
}

ValueInfo infoOf(const ModelGraph& graph, const std::string& name)
{
    for (const std::vector<ValueInfo>* values : {&graph.outputs, &graph.values}) {
        const auto found = std::ranges::find(*values, name, &ValueInfo::name);
        if (found != values->end()) {
            return *found;
        }
    }
    ValueInfo info;
    info.name = name;
    return info;
}

} // namespace

Model modelUpTo(const Model& model, const std::string& value)
{
    const ModelGraph& graph = model.graph;
    std::unordered_map<std::string, size_t> producers;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        for (const std::string& output : graph.nodes[i].outputs) {
            producers.emplace(output, i);
        }
    }
    if (value.empty() || !producers.contains(value)) {
        throw Error(ErrorKind::InvalidArgument,
            "No node of the main graph computes a value '" + value
                + "': values inside of branches, loops and functions cannot be looked at alone");
    }
    std::vector<bool> isNeeded(graph.nodes.size(), false);
    std::unordered_set<std::string> names;
    std::vector<std::string> pending {value};
    while (!pending.empty()) {
        const std::string name = std::move(pending.back());
        pending.pop_back();
        const auto producer = producers.find(name);
        if (producer == producers.end() || isNeeded[producer->second]) {
            continue;
        }
        isNeeded[producer->second] = true;
        forEachName(graph.nodes[producer->second], [&](const std::string& input) {
            if (names.insert(input).second) {
                pending.push_back(input);
            }
        });
    }
    Model part = model;
    part.graph.nodes.clear();
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (isNeeded[i]) {
            part.graph.nodes.push_back(graph.nodes[i]);
        }
    }
    std::erase_if(
        part.graph.constants, [&](const auto& constant) { return !names.contains(constant->name); });
    std::erase_if(part.graph.inputs, [&](const ValueInfo& input) { return !names.contains(input.name); });
    part.graph.outputs = {infoOf(graph, value)};
    return part;
}

} // namespace weightless
