// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphmodel.h"

#include "widgets/formatbytes.h"

#include <QCoreApplication>

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr double minNodeWidth = 84;
constexpr double maxNodeWidth = 240;
constexpr double minGroupWidth = 150;
constexpr double maxGroupWidth = 320;

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

// Translations of texts in boxes.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(weightless::widgets::GraphModel)
};

} // namespace

GraphDescription cleaned(GraphDescription graph)
{
    const auto isIndex = [](int index, std::size_t count) {
        return index >= 0 && static_cast<std::size_t>(index) < count;
    };
    std::erase_if(graph.edges, [&](const GraphDescription::Edge& edge) {
        return !isIndex(edge.from, graph.nodes.size()) || !isIndex(edge.to, graph.nodes.size());
    });
    for (GraphDescription::Node& node : graph.nodes)
        std::erase_if(
            node.constants, [&](int constant) { return !isIndex(constant, graph.constants.size()); });
    for (GraphDescription::Constant& constant : graph.constants)
        constant.sizeBytes = std::max<qint64>(constant.sizeBytes, 0);
    return graph;
}

QString shortName(const QString& name)
{
    const qsizetype end = std::max(name.lastIndexOf(u'/'), name.lastIndexOf(u'.'));
    return end < 0 || end + 1 == name.size() ? name : name.sliced(end + 1);
}

int GraphModel::chipRows(std::size_t constants)
{
    return static_cast<int>(std::min<std::size_t>(constants, maxChips));
}

GraphModel::GraphModel(std::shared_ptr<const GraphDescription> description, const TextMeasure& measure)
    : m_description(std::move(description))
    , m_measure(measure)
{
}

std::shared_ptr<const GraphModel> GraphModel::create(std::shared_ptr<const GraphDescription> description,
    const TextMeasure& measure, const std::stop_token& stop)
{
    std::shared_ptr<GraphModel> model(new GraphModel(std::move(description), measure));
    using Step = void (GraphModel::*)();
    for (Step step : {&GraphModel::makeTree, &GraphModel::linkConstants, &GraphModel::linkEdges,
             &GraphModel::makeFaces, &GraphModel::makeSearchTexts}) {
        if (stop.stop_requested())
            return nullptr;
        (model.get()->*step)();
    }
    return model;
}

void GraphModel::makeTree()
{
    std::vector<std::string> names;
    names.reserve(m_description->nodes.size());
    std::vector<bool> stayAtRoot;
    for (const auto& node : m_description->nodes) {
        names.push_back(node.name.toStdString());
        stayAtRoot.push_back(node.kind != GraphNodeKind::Operator);
    }
    for (const auto& edge : m_description->edges)
        m_nested.edges.emplace_back(edge.from, edge.to);
    m_nested.tree = buildScopeTree(names, m_nested.edges, stayAtRoot);
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
    m_groupConstants.assign(tree().groups.size(), 0);
    for (const auto& [constant, group] : groups) {
        m_groupBytes[static_cast<std::size_t>(group)] +=
            m_description->constants[static_cast<std::size_t>(constant)].sizeBytes;
        ++m_groupConstants[static_cast<std::size_t>(group)];
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

void GraphModel::makeFaces()
{
    m_nodeFaces.resize(m_description->nodes.size());
    m_categories.resize(m_description->nodes.size());
    m_nested.nodeSizes.resize(m_description->nodes.size());
    for (std::size_t i = 0; i < m_description->nodes.size(); ++i)
        makeNodeFace(i);
    m_groupFaces.resize(tree().groups.size());
    m_nested.groupSizes.resize(tree().groups.size());
    for (std::size_t i = 0; i < tree().groups.size(); ++i)
        makeGroupFace(i);
    m_nested.frameHeader = bandHeight();
}

void GraphModel::makeNodeFace(std::size_t index)
{
    const GraphDescription::Node& node = m_description->nodes[index];
    const bool isOperator = node.kind == GraphNodeKind::Operator;
    m_categories[index] = !isOperator ? QStringLiteral("port")
        : node.category.isEmpty()     ? graphCategory(node.opType)
                                      : node.category;
    BoxFace& face = m_nodeFaces[index];
    face.title = m_measure.elidedTitle(isOperator ? node.opType
            : node.kind == GraphNodeKind::Input   ? Texts::tr("Input")
                                                  : Texts::tr("Output"),
        maxNodeWidth - 2 * padding);
    // The frame around a node shows its scope already.
    QString name = node.name;
    if (isOperator) {
        const QString path = groupPath(tree().groupOfNode[index]);
        while (name.startsWith(u'/'))
            name.remove(0, 1);
        if (!path.isEmpty() && name.size() > path.size() + 1 && name.startsWith(path))
            name.remove(0, path.size() + 1);
    }
    face.subtitle = m_measure.elidedSmall(name, maxNodeWidth - 2 * padding);

    double width = std::max(m_measure.titleWidth(face.title), m_measure.smallWidth(face.subtitle));
    const int rows = chipRows(node.constants.size());
    for (int row = 0; row < rows; ++row) {
        const auto& constant =
            m_description->constants[static_cast<std::size_t>(node.constants[static_cast<std::size_t>(row)])];
        width = std::max(width,
            m_measure.smallWidth(shortName(constant.name))
                + m_measure.smallWidth(formatBytes(constant.sizeBytes)) + m_measure.smallHeight() + 16);
    }
    double height = bandHeight();
    if (!face.subtitle.isEmpty())
        height += rowHeight() + 2;
    if (rows > 0)
        height += rows * rowHeight() + 4;
    m_nested.nodeSizes[index] = {std::clamp(width + 2 * padding, minNodeWidth, maxNodeWidth), height};
}

void GraphModel::makeGroupFace(std::size_t index)
{
    BoxFace& face = m_groupFaces[index];
    face.title = m_measure.elidedSmall(groupName(static_cast<int>(index)), maxGroupWidth - 60);
    const QString nodes = Texts::tr("%n nodes", nullptr, tree().groups[index].nodeCount);
    const qint64 bytes = m_groupBytes[index];
    face.subtitle = bytes > 0 ? nodes + QStringLiteral(" · ") + formatBytes(bytes) : nodes;
    // Room for the title's marker, and for "expanded" subtitles at the right of a frame's header.
    const double title = m_measure.titleWidth(face.title) + 26;
    const double width = std::max(title, m_measure.smallWidth(face.subtitle)) + 2 * padding;
    double height = bandHeight() + rowHeight() + 4;
    if (bytes > 0)
        height += rowHeight();
    m_nested.groupSizes[index] = {std::clamp(width, minGroupWidth, maxGroupWidth), height};
}

QString GraphModel::groupName(int group) const
{
    const ScopeGroup& scope = tree().groups[static_cast<std::size_t>(group)];
    if (scope.kind == ScopeKind::Section)
        return Texts::tr("Section %1 of %2").arg(scope.sectionNumber).arg(scope.sectionCount);
    return QString::fromStdString(scope.name);
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
    std::vector<bool> expanded(tree().groups.size(), total <= smallGraph);
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

void GraphModel::makeSearchTexts()
{
    m_searchTexts.reserve(m_description->nodes.size());
    for (const auto& node : m_description->nodes) {
        QString text = node.opType + u'\n' + node.name;
        for (int constant : node.constants)
            text += u'\n' + m_description->constants[static_cast<std::size_t>(constant)].name;
        m_searchTexts.push_back(text.toLower());
    }
}

} // namespace weightless::widgets
