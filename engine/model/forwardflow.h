// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/bodies.h"
#include "engine/model/model.h"
#include "engine/model/nodeorder.h"
#include "engine/model/valuescopes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace weightless {

// What is said of values, from where they are made to where they are read, into bodies and out of them. The
// first that is said of a value holds.
template <typename Meaning>
class ForwardFlow {
public:
    virtual ~ForwardFlow() = default;

    // To be given a graph with all the bodies in it. It has to stay.
    void follow(const ModelGraph& graph)
    {
        m_scopes.enter(graph);
        visitAll(graph);
        m_scopes.leave();
    }

protected:
    ForwardFlow() = default;
    ForwardFlow(const ForwardFlow&) = default;
    ForwardFlow& operator=(const ForwardFlow&) = default;

    // Before all that is in it; what comes into a body is known.
    virtual void visitGraph(const ModelGraph&) { }
    virtual void visit(const ConstantInfo& constant) = 0;
    // Once whoever makes its inputs has been visited, and all that is in its bodies.
    virtual void visit(const Node& node) = 0;

    [[nodiscard]] ValueScopes::Key keyOf(std::string_view name) const { return m_scopes.keyOf(name); }

    [[nodiscard]] std::optional<Meaning> meaningOf(std::string_view name) const
    {
        const auto found = m_meanings.find(keyOf(name));
        return !name.empty() && found != m_meanings.end() ? std::optional(found->second) : std::nullopt;
    }

    void set(std::string_view name, const std::optional<Meaning>& meaning)
    {
        if (meaning && !name.empty()) {
            m_meanings.emplace(keyOf(name), *meaning);
        }
    }

    // Of all values, in no order; to be called once the graph has been followed.
    template <typename Visit>
    void forEachMeaning(const Visit& visit) const
    {
        for (const auto& [key, meaning] : m_meanings) {
            visit(key.second, meaning);
        }
    }

private:
    using Meanings = std::vector<std::pair<std::string_view, std::optional<Meaning>>>;

    void visitAll(const ModelGraph& graph)
    {
        visitGraph(graph);
        for (const auto& constant : graph.constants) {
            visit(*constant);
        }
        for (const Node* node : sortedNodes(graph)) {
            for (const auto& body : bodiesOf(*node)) {
                visitBody(*node, *body);
            }
            visit(*node);
        }
    }

    // What comes into a body is what the node is given, and what comes out of it what the node makes.
    void visitBody(const Node& node, const ModelGraph& body)
    {
        Meanings in, out;
        // In the same places, but for a Scan's of opset 8.
        for (size_t i = 0; i < std::min(node.inputs.size(), body.inputs.size()); ++i) {
            in.emplace_back(body.inputs[i].name, meaningOf(node.inputs[i]));
        }
        m_scopes.enter(body);
        setAll(in);
        visitAll(body);
        forEachHandedOut(node, body, [&](const std::string& inner, const std::string& outer) {
            out.emplace_back(outer, meaningOf(inner));
        });
        m_scopes.leave();
        setAll(out);
    }

    void setAll(const Meanings& meanings)
    {
        for (const auto& [name, meaning] : meanings) {
            set(name, meaning);
        }
    }

    ValueScopes m_scopes;
    std::unordered_map<ValueScopes::Key, Meaning, ValueScopes::Hash> m_meanings;
};

} // namespace weightless
