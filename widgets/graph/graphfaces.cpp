// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What is written in the boxes of a GraphModel, and how large they are for it.
#include "widgets/formatbytes.h"
#include "widgets/graph/graphmodel.h"

#include <QCoreApplication>

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr double minNodeWidth = 92;
constexpr double maxNodeWidth = 240;
constexpr double minGroupWidth = 168;
constexpr double maxGroupWidth = 320;

struct FaceTexts {
    Q_DECLARE_TR_FUNCTIONS(weightless::widgets::GraphModel)
};

} // namespace

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
    const int own = static_cast<int>(index);
    const bool isOperator = node.kind == GraphNodeKind::Operator;
    m_categories[index] = !isOperator ? QStringLiteral("port")
        : node.category.isEmpty()     ? graphCategory(node.opType)
                                      : node.category;
    BoxFace& face = m_nodeFaces[index];
    const double room = maxNodeWidth - 2 * padding;
    face.title = m_measure.elidedTitle(isOperator ? node.opType
            : node.kind == GraphNodeKind::Input   ? FaceTexts::tr("Input")
                                                  : FaceTexts::tr("Output"),
        room);
    // Inputs and outputs are nothing but their names.
    if (!isOperator || m_options.showsNames)
        face.subtitle = m_measure.elidedSmall(nameInGroup(own), room);
    // "Relu" under "Relu" says nothing.
    if (isOperator && face.subtitle == face.title)
        face.subtitle.clear();
    if (m_options.showsAttributes)
        face.attributes = m_measure.elidedSmallRight(node.attributes, room);

    double width = std::max({m_measure.titleWidth(face.title), m_measure.smallWidth(face.subtitle),
        m_measure.smallWidth(face.attributes)});
    const int rows = chipRows(own);
    for (int row = 0; row < rows; ++row) {
        const int constant = chips(own)[static_cast<std::size_t>(row)];
        width = std::max(width,
            m_measure.smallWidth(shortName(m_description->constants[static_cast<std::size_t>(constant)].name))
                + m_measure.smallWidth(chipValue(constant)) + m_measure.smallHeight() + 16);
    }
    const double height = chipTop(own) + (rows > 0 ? rows * rowHeight() + 4 : 0);
    m_nested.nodeSizes[index] = {std::clamp(width + 2 * padding, minNodeWidth, maxNodeWidth), height};
}

// The frame around a node shows its scope already.
QString GraphModel::nameInGroup(int node) const
{
    const GraphDescription::Node& own = m_description->nodes[static_cast<std::size_t>(node)];
    QString name = own.name;
    if (own.kind != GraphNodeKind::Operator)
        return name;
    int group = tree().groupOfNode[static_cast<std::size_t>(node)];
    while (tree().groups[static_cast<std::size_t>(group)].kind != ScopeKind::Named && group > 0)
        group = tree().groups[static_cast<std::size_t>(group)].parent;
    const QString path = groupPath(group);
    while (name.startsWith(u'/'))
        name.remove(0, 1);
    if (!path.isEmpty() && name.size() > path.size() + 1 && name.startsWith(path))
        name.remove(0, path.size() + 1);
    return name;
}

int GraphModel::chipRows(int node) const
{
    return m_options.showsWeights ? static_cast<int>(std::min<std::size_t>(chips(node).size(), maxChips)) : 0;
}

double GraphModel::chipTop(int node) const
{
    const BoxFace& face = nodeFace(node);
    const int rows = (face.subtitle.isEmpty() ? 0 : 1) + (face.attributes.isEmpty() ? 0 : 1);
    return bandHeight() + rows * rowHeight() + (rows > 0 ? 2 : 0);
}

QString GraphModel::chipValue(int constant) const
{
    const auto& own = m_description->constants[static_cast<std::size_t>(constant)];
    return own.isKnown && !own.text.isEmpty() ? m_measure.elidedSmallRight(own.text, maxNodeWidth / 2)
                                              : formatBytes(own.sizeBytes);
}

void GraphModel::makeGroupFace(std::size_t index)
{
    const int group = static_cast<int>(index);
    const ScopeGroup& scope = tree().groups[index];
    BoxFace& face = m_groupFaces[index];
    face.title = groupName(group);
    const QString nodes = FaceTexts::tr("%n nodes", nullptr, scope.nodeCount);
    const qint64 bytes = m_groupBytes[index];
    face.subtitle = bytes > 0 ? nodes + QStringLiteral(" · ") + formatBytes(bytes) : nodes;
    if (scope.kind == ScopeKind::Shapes) {
        // As small as it is unimportant.
        face.title = FaceTexts::tr("shapes · %1").arg(scope.nodeCount);
        m_nested.groupSizes[index] = {
            m_measure.smallWidth(face.title) + m_measure.smallHeight() + 22, m_measure.smallHeight() + 8};
        return;
    }
    if (scope.kind == ScopeKind::Owner) {
        face.title = m_description->nodes[static_cast<std::size_t>(scope.node)].opType;
        face.attributes = nameInGroup(scope.node);
    }
    // Room for the title's marker and the number of groups like this one.
    const double count = structureCount(group) > 1
        ? m_measure.smallWidth(QStringLiteral("× %1").arg(structureCount(group))) + 12
        : 0;
    const double title = m_measure.titleWidth(face.title) + m_measure.smallHeight() + 20 + count;
    face.attributes = m_measure.elidedSmall(face.attributes, maxGroupWidth - 2 * padding);
    const double width = std::max({title, m_measure.smallWidth(face.subtitle) + 2 * padding,
        m_measure.smallWidth(face.attributes) + 2 * padding});
    const int rows = face.attributes.isEmpty() ? 1 : 2;
    m_nested.groupSizes[index] = {
        std::clamp(width, minGroupWidth, maxGroupWidth), bandHeight() + rows * rowHeight() + 6};
}

} // namespace weightless::widgets
