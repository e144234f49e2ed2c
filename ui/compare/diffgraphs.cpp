// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/diffgraphs.h"

#include "ui/text/text.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace weightless::ui {

namespace {

// A function's nodes are in the graph once for each call: the first call goes with the first.
using Places = std::unordered_map<const Node*, std::vector<int>>;

Places placesOf(const ModelDocument& document)
{
    Places places;
    for (size_t i = 0; i < document.nodes.size(); ++i) {
        if (document.nodes[i])
            places[document.nodes[i]].push_back(static_cast<int>(i));
    }
    return places;
}

// Inputs and outputs of the graph, which are no nodes of the model, by their names.
void matchPorts(const ModelDocument& before, const ModelDocument& after, GraphSides& sides)
{
    const auto keyOf = [](const widgets::GraphDescription::Node& node) {
        return std::pair(static_cast<int>(node.kind), node.name);
    };
    std::map<std::pair<int, QString>, int> ports;
    for (size_t i = 0; i < after.nodes.size(); ++i) {
        if (!after.nodes[i])
            ports.emplace(keyOf(after.graph.nodes[i]), static_cast<int>(i));
    }
    for (size_t i = 0; i < before.nodes.size(); ++i) {
        const auto port = before.nodes[i] ? ports.end() : ports.find(keyOf(before.graph.nodes[i]));
        if (port == ports.end())
            continue;
        sides.first.partners[i] = port->second;
        sides.second.partners[static_cast<size_t>(port->second)] = static_cast<int>(i);
    }
}

// Nodes that use a constant which differs; one that was only renamed does not.
void markOtherWeights(const ModelDiff& diff, const ModelDocument& document,
    const ConstantInfo* ConstantDifference::*constant, widgets::GraphPair::Side& side)
{
    std::unordered_set<const ConstantInfo*> others;
    for (const ConstantDifference& difference : diff.constants) {
        if (difference.kind != DifferenceKind::Renamed && difference.kind != DifferenceKind::Unread)
            others.insert(difference.*constant);
    }
    const auto differs = [&](int index) {
        return others.contains(document.constants[static_cast<size_t>(index)].get());
    };
    for (size_t i = 0; i < document.graph.nodes.size(); ++i) {
        if (std::ranges::any_of(document.graph.nodes[i].constants, differs))
            side.otherWeights.push_back(static_cast<int>(i));
    }
}

// A weight that is in one model alone makes a difference to the node of the other one, too.
void shareMarks(const widgets::GraphPair::Side& from, widgets::GraphPair::Side& to)
{
    for (const int node : from.otherWeights) {
        if (const int partner = from.partners[static_cast<size_t>(node)]; partner >= 0)
            to.otherWeights.push_back(partner);
    }
    std::ranges::sort(to.otherWeights);
    const auto repeated = std::ranges::unique(to.otherWeights);
    to.otherWeights.erase(repeated.begin(), repeated.end());
}

} // namespace

GraphSides graphSides(const ModelDiff& diff, const ModelDocument& before, const ModelDocument& after)
{
    GraphSides sides;
    sides.first = {fromPath(before.model.path), before.graph, std::vector<int>(before.nodes.size(), -1)};
    sides.second = {fromPath(after.model.path), after.graph, std::vector<int>(after.nodes.size(), -1)};
    matchPorts(before, after, sides);
    Places earlier = placesOf(before), later = placesOf(after);
    for (const auto& [one, other] : diff.matched) {
        const std::vector<int>&from = earlier[one], &to = later[other];
        for (size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
            sides.first.partners[static_cast<size_t>(from[i])] = to[i];
            sides.second.partners[static_cast<size_t>(to[i])] = from[i];
        }
    }
    for (const auto& [one, other] : diff.changed) {
        for (const int place : earlier[one])
            sides.first.differing.push_back(place);
        for (const int place : later[other])
            sides.second.differing.push_back(place);
    }
    for (widgets::GraphPair::Side* side : {&sides.first, &sides.second}) {
        for (size_t i = 0; i < side->partners.size(); ++i) {
            if (side->partners[i] < 0)
                side->differing.push_back(static_cast<int>(i));
        }
        std::ranges::sort(side->differing);
    }
    markOtherWeights(diff, before, &ConstantDifference::constantBefore, sides.first);
    markOtherWeights(diff, after, &ConstantDifference::constantAfter, sides.second);
    shareMarks(sides.first, sides.second);
    shareMarks(sides.second, sides.first);
    return sides;
}

} // namespace weightless::ui
