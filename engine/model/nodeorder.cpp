// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/nodeorder.h"

#include "engine/model/bodies.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <queue>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace weightless {

namespace {

constexpr size_t mostDepth = 64; // of bodies inside each other; deeper ones are refused elsewhere

using Producers = std::unordered_map<std::string_view, size_t>; // the node that makes a value

class Uses {
public:
    explicit Uses(const Producers& producers)
        : m_producers(producers)
    {
    }

    // The nodes whose results the node uses, in any order, perhaps more than once.
    [[nodiscard]] std::vector<size_t> of(const Node& node)
    {
        m_uses.clear();
        add(node);
        return std::move(m_uses);
    }

private:
    void add(const Node& node)
    {
        for (const std::string& input : node.inputs) {
            addName(input);
        }
        if (m_inner.size() < mostDepth) {
            for (const auto& body : bodiesOf(node)) {
                addBody(*body);
            }
        }
    }

    void addBody(const ModelGraph& body)
    {
        Names& names = m_inner.emplace_back();
        for (const ValueInfo& input : body.inputs) {
            names.insert(input.name);
        }
        for (const auto& constant : body.constants) {
            names.insert(constant->name);
        }
        for (const Node& node : body.nodes) {
            names.insert(node.outputs.begin(), node.outputs.end());
        }
        for (const Node& node : body.nodes) {
            add(node);
        }
        for (const ValueInfo& output : body.outputs) {
            addName(output.name);
        }
        m_inner.pop_back();
    }

    void addName(std::string_view name)
    {
        const auto made = m_producers.find(name);
        const bool isInner =
            std::ranges::any_of(m_inner, [name](const Names& names) { return names.contains(name); });
        if (made != m_producers.end() && !isInner) {
            m_uses.push_back(made->second);
        }
    }

    using Names = std::unordered_set<std::string_view>;

    const Producers& m_producers;
    std::vector<size_t> m_uses;
    std::deque<Names> m_inner; // of the bodies around: what means something else there
};

Producers producersOf(const ModelGraph& graph)
{
    Producers producers;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        for (const std::string& output : graph.nodes[i].outputs) {
            if (!output.empty()) {
                producers.emplace(output, i);
            }
        }
    }
    return producers;
}

// Kahn's algorithm, the earliest in the file first.
std::vector<size_t> orderOf(const std::vector<std::vector<size_t>>& uses)
{
    std::vector<std::vector<size_t>> users(uses.size());
    std::vector<size_t> missing(uses.size());
    std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
    for (size_t i = 0; i < uses.size(); ++i) {
        missing[i] = uses[i].size();
        for (const size_t used : uses[i]) {
            users[used].push_back(i);
        }
        if (missing[i] == 0) {
            ready.push(i);
        }
    }
    std::vector<size_t> order;
    while (!ready.empty()) {
        const size_t next = ready.top();
        ready.pop();
        order.push_back(next);
        for (const size_t user : users[next]) {
            if (--missing[user] == 0) {
                ready.push(user);
            }
        }
    }
    for (size_t i = 0; i < uses.size(); ++i) {
        if (missing[i] != 0) {
            order.push_back(i);
        }
    }
    return order;
}

} // namespace

std::vector<const Node*> sortedNodes(const ModelGraph& graph)
{
    const Producers producers = producersOf(graph);
    Uses usesIn(producers);
    std::vector<std::vector<size_t>> uses;
    bool isSorted = true;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        uses.push_back(usesIn.of(graph.nodes[i]));
        isSorted = isSorted && std::ranges::all_of(uses.back(), [i](size_t used) { return used < i; });
    }
    std::vector<const Node*> nodes;
    nodes.reserve(graph.nodes.size());
    if (isSorted) {
        for (const Node& node : graph.nodes) {
            nodes.push_back(&node);
        }
        return nodes;
    }
    for (const size_t index : orderOf(uses)) {
        nodes.push_back(&graph.nodes[index]);
    }
    return nodes;
}

std::string whyUndefined(const ModelGraph& graph, std::string_view name)
{
    return producersOf(graph).contains(name) ? "which only nodes in a circle make" : "which nothing defines";
}

} // namespace weightless
