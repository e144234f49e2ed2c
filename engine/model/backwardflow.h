// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/model/valuescopes.h"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace weightless {

// Values that are marked, from where they are read to where they are made, into bodies and out of them.
class BackwardFlow {
public:
    virtual ~BackwardFlow() = default;

protected:
    using Key = ValueScopes::Key;

    BackwardFlow() = default;
    BackwardFlow(const BackwardFlow&) = default;
    BackwardFlow& operator=(const BackwardFlow&) = default;

    // To be given a graph with all the bodies in it. It has to stay.
    void followBack(const ModelGraph& graph) { followBack(graph, {}); }

    // Once whoever reads its outputs has been visited.
    virtual void visit(const Node& node) = 0;
    [[nodiscard]] virtual bool canBeMarked(const Key&) const { return true; }

    void mark(std::string_view name);
    void markInputs(const Node& node);
    [[nodiscard]] bool isMarked(std::string_view name) const;
    [[nodiscard]] bool makesMarked(const Node& node) const;

    ValueScopes m_scopes;
    std::unordered_set<Key, ValueScopes::Hash> m_marked;

private:
    // `wanted`: names there that are marked by what they become outside.
    void followBack(const ModelGraph& graph, const std::vector<std::string_view>& wanted);
};

} // namespace weightless
