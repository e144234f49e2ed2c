// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphdescription.h"
#include "widgets/graph/graphquery.h"

#include <array>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace weightless::widgets {

// One thing that was found.
struct GraphHit {
    enum class Kind : std::uint8_t { Node, Constant, Value };

    Kind kind = Kind::Node;
    // In the description's list of its kind.
    int index = -1;
    // Where it is shown: the node itself, the first that uses the constant, the one that makes the value. -1
    // for what is nowhere.
    int node = -1;

    bool operator==(const GraphHit&) const = default;
};

// The texts of a graph in the form in which they are searched: one block of bytes, so that a look at all of
// it costs milliseconds. Never changed once made; any thread.
class GraphSearch {
public:
    // Nothing when a stop was requested.
    static std::shared_ptr<const GraphSearch> create(
        const GraphDescription& graph, const std::stop_token& stop = {});

    // In the order of the graph, nodes first, then constants, then values. Nothing for a query that asks for
    // nothing, and when a stop was requested.
    std::vector<GraphHit> find(const GraphQuery& query, const std::stop_token& stop = {}) const;

private:
    static constexpr std::size_t fieldCount = 5;

    struct Entry {
        GraphHit hit;
        std::size_t begin = 0;
        // Behind each field: name, operator, type, shape, attributes.
        std::array<std::uint32_t, fieldCount> ends {};
        double bytes = 0;
        double parameters = 0;
    };

    void add(const GraphHit& hit, const std::array<std::string, fieldCount>& fields, double bytes,
        double parameters);
    void addNodes(const GraphDescription& graph);
    void addConstants(const GraphDescription& graph);
    void addValues(const GraphDescription& graph);
    std::string_view field(const Entry& entry, std::size_t number) const;
    bool matches(const Entry& entry, const GraphQuery::Word& word) const;
    bool matches(const Entry& entry, const GraphQuery& query) const;

    std::vector<Entry> m_entries;
    std::string m_text;
};

} // namespace weightless::widgets
