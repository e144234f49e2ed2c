// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/valuescopes.h"

#include <algorithm>

namespace weightless {

void ValueScopes::enter(const ModelGraph& graph)
{
    Scope& scope = m_scopes.emplace_back(Scope {&graph, {}});
    for (const ValueInfo& input : graph.inputs) {
        scope.names.insert(input.name);
    }
    for (const auto& constant : graph.constants) {
        scope.names.insert(constant->name);
    }
    for (const Node& node : graph.nodes) {
        scope.names.insert(node.outputs.begin(), node.outputs.end());
    }
}

ValueScopes::Key ValueScopes::keyOf(std::string_view name) const
{
    const auto inner = std::find_if(m_scopes.rbegin(), m_scopes.rend(),
        [name](const Scope& scope) { return scope.names.contains(name); });
    return {inner != m_scopes.rend() ? inner->graph : nullptr, name};
}

} // namespace weightless
