// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphsearch.h"

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr char fieldEnd = '\n';

// Different texts of several things, one after the other.
void join(std::string& list, const std::string& text)
{
    if (text.empty() || (" " + list + " ").find(" " + text + " ") != std::string::npos)
        return;
    if (!list.empty())
        list += ' ';
    list += text;
}

} // namespace

std::shared_ptr<const GraphSearch> GraphSearch::create(
    const GraphDescription& graph, const std::stop_token& stop)
{
    auto search = std::make_shared<GraphSearch>();
    for (const auto part : {&GraphSearch::addNodes, &GraphSearch::addConstants, &GraphSearch::addValues}) {
        if (stop.stop_requested())
            return nullptr;
        (search.get()->*part)(graph);
    }
    return search;
}

void GraphSearch::add(
    const GraphHit& hit, const std::array<std::string, fieldCount>& fields, double bytes, double parameters)
{
    Entry entry;
    entry.hit = hit;
    entry.begin = m_text.size();
    entry.bytes = bytes;
    entry.parameters = parameters;
    for (std::size_t i = 0; i < fieldCount; ++i) {
        m_text += fields[i];
        entry.ends[i] = static_cast<std::uint32_t>(m_text.size() - entry.begin);
        m_text += fieldEnd;
    }
    m_entries.push_back(entry);
}

void GraphSearch::addNodes(const GraphDescription& graph)
{
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const GraphDescription::Node& node = graph.nodes[i];
        std::array<std::string, fieldCount> fields {
            searchForm(node.name), searchForm(node.opType), {}, {}, searchForm(node.attributes)};
        double bytes = 0;
        double parameters = 0;
        for (const int output : node.outputs) {
            const auto& value = graph.values[static_cast<std::size_t>(output)];
            join(fields[2], searchForm(value.type));
            join(fields[3], shapeForm(value.shape));
        }
        for (const int index : node.constants) {
            const auto& constant = graph.constants[static_cast<std::size_t>(index)];
            join(fields[2], searchForm(constant.type));
            join(fields[3], shapeForm(constant.shape));
            bytes += static_cast<double>(constant.sizeBytes);
            parameters += static_cast<double>(constant.elementCount);
        }
        const int own = static_cast<int>(i);
        add({GraphHit::Kind::Node, own, own}, fields, bytes, parameters);
    }
}

// A constant belongs to the operator that uses it.
void GraphSearch::addConstants(const GraphDescription& graph)
{
    std::vector<int> user(graph.constants.size(), -1);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        for (const int constant : graph.nodes[i].constants) {
            int& first = user[static_cast<std::size_t>(constant)];
            first = first < 0 ? static_cast<int>(i) : first;
        }
    }
    for (std::size_t i = 0; i < graph.constants.size(); ++i) {
        const GraphDescription::Constant& constant = graph.constants[i];
        const std::string opType =
            user[i] < 0 ? std::string() : searchForm(graph.nodes[static_cast<std::size_t>(user[i])].opType);
        add({GraphHit::Kind::Constant, static_cast<int>(i), user[i]},
            {searchForm(constant.name), opType, searchForm(constant.type), shapeForm(constant.shape), {}},
            static_cast<double>(constant.sizeBytes), static_cast<double>(constant.elementCount));
    }
}

void GraphSearch::addValues(const GraphDescription& graph)
{
    std::vector<int> producer(graph.values.size(), -1);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        for (const int value : graph.nodes[i].outputs)
            producer[static_cast<std::size_t>(value)] = static_cast<int>(i);
    }
    for (std::size_t i = 0; i < graph.values.size(); ++i) {
        const GraphDescription::Value& value = graph.values[i];
        const std::string opType = producer[i] < 0
            ? std::string()
            : searchForm(graph.nodes[static_cast<std::size_t>(producer[i])].opType);
        add({GraphHit::Kind::Value, static_cast<int>(i), producer[i]},
            {searchForm(value.name), opType, searchForm(value.type), shapeForm(value.shape), {}},
            static_cast<double>(value.sizeBytes), 0);
    }
}

std::string_view GraphSearch::field(const Entry& entry, std::size_t number) const
{
    const std::size_t begin = number == 0 ? 0 : entry.ends[number - 1] + 1;
    return std::string_view(m_text).substr(entry.begin + begin, entry.ends[number] - begin);
}

// Operators and types are asked for by their whole names, everything else by any part. An operator is a node:
// what it makes and uses would be counted as more of them.
bool GraphSearch::matches(const Entry& entry, const GraphQuery::Word& word) const
{
    const auto isOneOf = [&](std::string_view list) {
        while (!list.empty()) {
            const std::size_t end = std::min(list.find(' '), list.size());
            if (list.substr(0, end) == word.text)
                return true;
            list.remove_prefix(std::min(end + 1, list.size()));
        }
        return false;
    };
    switch (word.field) {
    case GraphQuery::Field::Any:
        return std::string_view(m_text).substr(entry.begin, entry.ends.back()).find(word.text)
            != std::string_view::npos;
    case GraphQuery::Field::Name:
        return field(entry, 0).find(word.text) != std::string_view::npos;
    case GraphQuery::Field::Operator:
        return entry.hit.kind == GraphHit::Kind::Node && field(entry, 1) == word.text;
    case GraphQuery::Field::Type:
        return isOneOf(field(entry, 2));
    case GraphQuery::Field::Shape:
        return field(entry, 3).find(word.text) != std::string_view::npos;
    case GraphQuery::Field::Attribute:
        return field(entry, 4).find(word.text) != std::string_view::npos;
    }
    return false;
}

bool GraphSearch::matches(const Entry& entry, const GraphQuery& query) const
{
    return std::all_of(query.limits.begin(), query.limits.end(), [&](const GraphQuery::Limit& limit) {
        return limit.holds(limit.amount == GraphQuery::Amount::Bytes ? entry.bytes : entry.parameters);
    }) && std::all_of(query.words.begin(), query.words.end(), [&](const GraphQuery::Word& word) {
        return matches(entry, word);
    });
}

std::vector<GraphHit> GraphSearch::find(const GraphQuery& query, const std::stop_token& stop) const
{
    constexpr std::size_t stride = 4096; // entries between looks at the token
    std::vector<GraphHit> hits;
    if (query.isEmpty())
        return hits;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (i % stride == 0 && stop.stop_requested())
            return {};
        if (matches(m_entries[i], query))
            hits.push_back(m_entries[i].hit);
    }
    return hits;
}

} // namespace weightless::widgets
