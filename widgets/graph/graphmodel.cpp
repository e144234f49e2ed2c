// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphmodel.h"

#include "widgets/graph/graphtree.h"
#include "widgets/plaintext.h"

#include <QSet>

#include <algorithm>
#include <map>
#include <set>

namespace weightless::widgets {

namespace {

IndexLists listsOf(std::size_t count, const std::vector<std::pair<int, int>>& pairs)
{
    IndexLists lists;
    lists.begin.assign(count + 1, 0);
    for (const auto& [key, value] : pairs)
        ++lists.begin[static_cast<std::size_t>(key) + 1];
    for (std::size_t i = 0; i < count; ++i)
        lists.begin[i + 1] += lists.begin[i];
    lists.values.resize(pairs.size());
    std::vector<std::uint32_t> next(lists.begin.begin(), lists.begin.end() - 1);
    for (const auto& [key, value] : pairs)
        lists.values[next[static_cast<std::size_t>(key)]++] = value;
    return lists;
}

bool isIndex(int index, std::size_t count)
{
    return index >= 0 && static_cast<std::size_t>(index) < count;
}

bool areIndices(const std::vector<int>& indices, std::size_t count)
{
    return std::ranges::all_of(indices, [count](int index) { return isIndex(index, count); });
}

// Nothing that mend() would change.
bool isClean(const GraphDescription& graph)
{
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const GraphDescription::Node& node = graph.nodes[i];
        const bool isOwned = isIndex(node.owner, i);
        if (!areIndices(node.constants, graph.constants.size())
            || !areIndices(node.outputs, graph.values.size())
            || (!isOwned && (node.owner != -1 || !node.body.isEmpty())))
            return false;
    }
    return std::ranges::all_of(graph.edges, [&](const GraphDescription::Edge& edge) {
        return isIndex(edge.from, graph.nodes.size()) && isIndex(edge.to, graph.nodes.size())
            && (edge.value == -1 || isIndex(edge.value, graph.values.size()));
    }) && std::ranges::all_of(graph.constants, [](const GraphDescription::Constant& constant) {
        return constant.sizeBytes >= 0;
    });
}

void mend(GraphDescription& graph)
{
    std::erase_if(graph.edges, [&](const GraphDescription::Edge& edge) {
        return !isIndex(edge.from, graph.nodes.size()) || !isIndex(edge.to, graph.nodes.size());
    });
    for (GraphDescription::Constant& constant : graph.constants)
        constant.sizeBytes = std::max<qint64>(constant.sizeBytes, 0);
    for (GraphDescription::Edge& edge : graph.edges)
        edge.value = isIndex(edge.value, graph.values.size()) ? edge.value : -1;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        GraphDescription::Node& node = graph.nodes[i];
        std::erase_if(
            node.constants, [&](int constant) { return !isIndex(constant, graph.constants.size()); });
        std::erase_if(node.outputs, [&](int value) { return !isIndex(value, graph.values.size()); });
        // Bodies stand behind what owns them: nothing can be inside itself.
        node.owner = isIndex(node.owner, i) ? node.owner : -1;
        if (node.owner < 0)
            node.body.clear();
    }
}

} // namespace

std::shared_ptr<const GraphDescription> cleaned(std::shared_ptr<const GraphDescription> graph)
{
    if (isClean(*graph))
        return graph;
    auto mended = std::make_shared<GraphDescription>(*graph);
    mend(*mended);
    return mended;
}

QString shortName(const QString& name)
{
    const qsizetype end = std::max(name.lastIndexOf(u'/'), name.lastIndexOf(u'.'));
    return end < 0 || end + 1 == name.size() ? name : name.sliced(end + 1);
}

GraphModel::GraphModel(std::shared_ptr<const GraphDescription> description, const TextMeasure& measure,
    const GraphOptions& options)
    : m_description(std::move(description))
    , m_measure(measure)
    , m_options(options)
{
}

std::shared_ptr<const GraphModel> GraphModel::create(std::shared_ptr<const GraphDescription> description,
    const TextMeasure& measure, const GraphOptions& options, const std::stop_token& stop)
{
    std::shared_ptr<GraphModel> model(new GraphModel(std::move(description), measure, options));
    using Step = void (GraphModel::*)();
    for (Step step : {&GraphModel::makeTree, &GraphModel::collectChips, &GraphModel::linkConstants,
             &GraphModel::linkEdges, &GraphModel::makeFaces}) {
        if (stop.stop_requested())
            return nullptr;
        (model.get()->*step)();
    }
    return model;
}

void GraphModel::makeTree()
{
    GraphTree made = makeGraphTree(*m_description, m_options.foldsPlumbing);
    m_nested.tree = std::move(made.tree);
    m_nested.hostNode = std::move(made.hostNode);
    m_nested.hostGroup = std::move(made.hostGroup);
    m_nested.isHorizontal = m_options.isHorizontal;
    for (const auto& edge : m_description->edges) {
        // What is inside a box has no edge to it.
        const bool isHidden = m_nested.hostNode[static_cast<std::size_t>(edge.from)] >= 0;
        m_nested.edges.emplace_back(isHidden ? -1 : edge.from, isHidden ? -1 : edge.to);
    }
    countStructures(made.structures);
}

void GraphModel::countStructures(const std::vector<std::uint64_t>& structures)
{
    const auto isCounted = [this](std::size_t group) {
        const ScopeKind kind = tree().groups[group].kind;
        return (kind == ScopeKind::Named || kind == ScopeKind::Repeat) && tree().groups[group].nodeCount > 2;
    };
    std::map<std::uint64_t, int> counts;
    for (std::size_t group = 0; group < structures.size(); ++group) {
        if (isCounted(group))
            ++counts[structures[group]];
    }
    std::map<std::uint64_t, int> numbers;
    m_structures.assign(structures.size(), -1);
    for (std::size_t group = 0; group < structures.size(); ++group) {
        if (!isCounted(group) || counts[structures[group]] < 2)
            continue;
        const auto [at, isNew] =
            numbers.try_emplace(structures[group], static_cast<int>(m_structureCounts.size()));
        if (isNew)
            m_structureCounts.push_back(counts[structures[group]]);
        m_structures[group] = at->second;
    }
}

int GraphModel::structureCount(int group) const
{
    const int structure = structureOf(group);
    return structure < 0 ? 1 : m_structureCounts[static_cast<std::size_t>(structure)];
}

void GraphModel::collectChips()
{
    std::vector<std::pair<int, int>> pairs;
    std::set<std::pair<int, int>> known;
    // What a node takes twice is one constant.
    const auto add = [&](int node, int constant) {
        if (known.emplace(node, constant).second)
            pairs.emplace_back(node, constant);
    };
    for (std::size_t node = 0; node < m_description->nodes.size(); ++node) {
        for (const int constant : m_description->nodes[node].constants)
            add(static_cast<int>(node), constant);
    }
    for (const auto& edge : m_description->edges) {
        if (m_nested.hostNode[static_cast<std::size_t>(edge.from)] < 0)
            continue;
        for (const int constant : m_description->nodes[static_cast<std::size_t>(edge.from)].constants)
            add(edge.to, constant);
    }
    m_chips = listsOf(m_description->nodes.size(), pairs);
}

void GraphModel::linkConstants()
{
    std::vector<std::pair<int, int>> nodes;
    std::vector<std::pair<int, int>> groups;
    for (std::size_t n = 0; n < m_description->nodes.size(); ++n) {
        for (int constant : m_description->nodes[n].constants) {
            nodes.emplace_back(constant, static_cast<int>(n));
            for (int group = tree().groupOfNode[n]; group >= 0;
                 group = tree().groups[static_cast<std::size_t>(group)].parent)
                groups.emplace_back(constant, group);
        }
    }
    for (auto* pairs : {&nodes, &groups}) {
        std::sort(pairs->begin(), pairs->end());
        pairs->erase(std::unique(pairs->begin(), pairs->end()), pairs->end());
    }
    m_constantNodes = listsOf(m_description->constants.size(), nodes);
    m_constantGroups = listsOf(m_description->constants.size(), groups);
    m_groupBytes.assign(tree().groups.size(), 0);
    m_hollowBytes.assign(tree().groups.size(), 0);
    m_hollowCounts.assign(tree().groups.size(), 0);
    for (const auto& [constant, group] : groups) {
        const auto& entry = m_description->constants[static_cast<std::size_t>(constant)];
        const auto index = static_cast<std::size_t>(group);
        m_groupBytes[index] += entry.sizeBytes;
        m_hollowBytes[index] += entry.isKnown ? 0 : entry.sizeBytes;
        m_hollowCounts[index] += entry.isKnown ? 0 : 1;
    }
}

void GraphModel::linkEdges()
{
    std::vector<std::pair<int, int>> outgoingPairs;
    std::vector<std::pair<int, int>> incomingPairs;
    for (std::size_t e = 0; e < m_description->edges.size(); ++e) {
        outgoingPairs.emplace_back(m_description->edges[e].from, static_cast<int>(e));
        incomingPairs.emplace_back(m_description->edges[e].to, static_cast<int>(e));
    }
    m_outgoing = listsOf(m_description->nodes.size(), outgoingPairs);
    m_incoming = listsOf(m_description->nodes.size(), incomingPairs);
}

QString GraphModel::groupName(int group) const
{
    return shownName(groupTitle(tree().groups[static_cast<std::size_t>(group)]));
}

QString GraphModel::groupPath(int group) const
{
    return QString::fromStdString(tree().groups[static_cast<std::size_t>(group)].path);
}

int GraphModel::groupByPath(const QString& path) const
{
    std::string wanted = path.toStdString();
    wanted.erase(0, std::min(wanted.find_first_not_of('/'), wanted.size()));
    if (wanted.empty())
        return -1;
    for (std::size_t i = 1; i < tree().groups.size(); ++i) {
        if (tree().groups[i].path == wanted)
            return static_cast<int>(i);
    }
    return -1;
}

std::vector<bool> GraphModel::initialExpansion() const
{
    // A graph of a few dozen nodes is shown as it is.
    constexpr int smallGraph = 60;
    const auto total = static_cast<int>(m_description->nodes.size());
    std::vector<bool> expanded(tree().groups.size(), false);
    for (std::size_t group = 0; group < expanded.size(); ++group) {
        const ScopeKind kind = tree().groups[group].kind;
        expanded[group] = kind == ScopeKind::Body || (total <= smallGraph && kind == ScopeKind::Named);
    }
    // One scope that holds nearly everything says nothing.
    int group = 0;
    for (;;) {
        expanded[static_cast<std::size_t>(group)] = true;
        const ScopeGroup& scope = tree().groups[static_cast<std::size_t>(group)];
        const auto main = std::find_if(scope.groups.begin(), scope.groups.end(), [&](int child) {
            return tree().groups[static_cast<std::size_t>(child)].nodeCount * 10 > total * 8;
        });
        if (main == scope.groups.end() || scope.groups.size() > 3)
            return expanded;
        group = *main;
    }
}

std::vector<bool> GraphModel::expansionOf(const QStringList& paths) const
{
    const QSet<QString> wanted(paths.begin(), paths.end());
    std::vector<bool> expanded(tree().groups.size(), false);
    expanded[0] = true;
    for (std::size_t group = 1; group < expanded.size(); ++group)
        expanded[group] = wanted.contains(groupPath(static_cast<int>(group)));
    return expanded;
}

} // namespace weightless::widgets
