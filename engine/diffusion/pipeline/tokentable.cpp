// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/tokentable.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>

namespace weightless::diffusion {

namespace {

using Producers = std::map<std::string_view, const Node*>; // by the values they make

Producers producersOf(const ModelGraph& graph)
{
    Producers producers;
    for (const Node& node : graph.nodes) {
        for (const std::string& output : node.outputs) {
            producers.emplace(output, &node);
        }
    }
    return producers;
}

// Where a value comes from through the first inputs of nodes that only change how it is written. A file's
// nodes may form a circle, which ends as any other way that is too long.
std::string_view originOf(
    std::string_view value, const Producers& producers, std::span<const std::string_view> followed)
{
    constexpr int longestWay = 16;
    for (int i = 0; i < longestWay; ++i) {
        const auto producer = producers.find(value);
        if (producer == producers.end() || producer->second->inputs.empty()
            || std::ranges::find(followed, producer->second->opType) == followed.end()) {
            break;
        }
        value = producer->second->inputs.front();
    }
    return value;
}

} // namespace

std::optional<int64_t> tokenTableRows(const ModelGraph& graph, std::string_view idsInput)
{
    constexpr std::array<std::string_view, 6> ofIndices {
        "Cast", "Identity", "Reshape", "Unsqueeze", "Squeeze", "Flatten"};
    constexpr std::array<std::string_view, 3> ofTables {"Cast", "Identity", "DequantizeLinear"};
    const Producers producers = producersOf(graph);
    for (const Node& node : graph.nodes) {
        const bool isLookUp = node.opType == "Gather" || node.opType == "GatherBlockQuantized";
        const std::string axis = node.opType == "Gather" ? "axis" : "gather_axis";
        if (!isLookUp || node.inputs.size() < 2 || node.attributes.intOr(axis, 0) != 0
            || originOf(node.inputs[1], producers, ofIndices) != idsInput) {
            continue;
        }
        const std::string_view table = originOf(node.inputs[0], producers, ofTables);
        for (const auto& constant : graph.constants) {
            if (constant->name == table && constant->descriptor.shape.size() == 2) {
                return constant->descriptor.shape.front();
            }
        }
    }
    return std::nullopt;
}

} // namespace weightless::diffusion
