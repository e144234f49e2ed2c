// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/backwardflow.h"

#include "engine/model/bodies.h"
#include "engine/model/nodeorder.h"

#include <algorithm>

namespace weightless {

void BackwardFlow::mark(std::string_view name)
{
    if (const Key key = m_scopes.keyOf(name); !name.empty() && canBeMarked(key)) {
        m_marked.insert(key);
    }
}

void BackwardFlow::markInputs(const Node& node)
{
    for (const std::string& input : node.inputs) {
        mark(input);
    }
}

bool BackwardFlow::isMarked(std::string_view name) const
{
    return m_marked.contains(m_scopes.keyOf(name));
}

bool BackwardFlow::makesMarked(const Node& node) const
{
    return std::ranges::any_of(node.outputs, [this](const std::string& name) { return isMarked(name); });
}

void BackwardFlow::followBack(const ModelGraph& graph, const std::vector<std::string_view>& wanted)
{
    m_scopes.enter(graph);
    for (const std::string_view name : wanted) {
        mark(name);
    }
    std::vector<const Node*> nodes = sortedNodes(graph);
    std::ranges::reverse(nodes);
    for (const Node* node : nodes) {
        visit(*node);
        for (const auto& body : bodiesOf(*node)) {
            std::vector<std::string_view> inside;
            forEachHandedOut(*node, *body, [&](const std::string& inner, const std::string& outer) {
                if (isMarked(outer)) {
                    inside.push_back(inner);
                }
            });
            followBack(*body, inside);
        }
    }
    m_scopes.leave();
}

} // namespace weightless
