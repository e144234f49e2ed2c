// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace weightless {

[[nodiscard]] bool isGraph(const Attribute& attribute);
[[nodiscard]] const ModelGraph& graphOf(const Attribute& attribute); // of one that isGraph()

// Every name of a value that is defined or read in the graph and in those inside it, `depth` levels down from
// where they began to be looked for.
void addNames(const ModelGraph& graph, std::unordered_set<std::string>& names, size_t depth);

// The names that are taken where calls are replaced. What is made up is never one of them: one call's values
// are not another's.
class TakenNames {
public:
    explicit TakenNames(const ModelGraph& graph) { addNames(graph, m_values, 0); }

    // For what stands inside one call, with a number where another one has the same name.
    [[nodiscard]] std::string scope(const Node& call);
    // `wanted`, with a number where it is taken.
    [[nodiscard]] std::string value(const std::string& wanted);
    // For a name that stays what it is.
    void keep(const std::string& name) { m_values.insert(name); }

private:
    std::unordered_set<std::string> m_values;
    std::unordered_map<std::string, size_t> m_calls; // how many of a name
};

} // namespace weightless
