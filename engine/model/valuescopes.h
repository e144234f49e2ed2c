// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace weightless {

// Tells values apart that are called the same in two bodies, as those of an If's branches may be, while a
// graph and the bodies in it are walked through. The graphs have to stay.
class ValueScopes {
public:
    using Key = std::pair<const ModelGraph*, std::string_view>; // the graph that has it; null: none has
    struct Hash {
        size_t operator()(const Key& key) const
        {
            return std::hash<std::string_view>()(key.second) ^ std::hash<const void*>()(key.first);
        }
    };

    // Names are those that the nodes of `graph` use, until it is left: its own, and then those around it.
    void enter(const ModelGraph& graph);
    void leave() { m_scopes.pop_back(); }

    [[nodiscard]] Key keyOf(std::string_view name) const;

private:
    struct Scope {
        const ModelGraph* graph;
        std::unordered_set<std::string_view> names;
    };
    std::vector<Scope> m_scopes;
};

} // namespace weightless
