// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/outlinemodel.h"

#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <algorithm>

namespace weightless::ui {

OutlineModel::OutlineModel(QObject* parent)
    : QAbstractItemModel(parent)
{
}

void OutlineModel::setDocument(ModelDocumentPtr document)
{
    beginResetModel();
    m_document = std::move(document);
    m_roots.clear();
    m_itemOfNode.clear();
    if (m_document) {
        m_itemOfNode.assign(m_document->graph.nodes.size(), -1);
        for (size_t i = 0; i < m_document->outline.size(); ++i) {
            const OutlineItem& entry = m_document->outline[i];
            if (entry.parent < 0) {
                m_roots.resize(std::max(m_roots.size(), static_cast<size_t>(entry.row) + 1));
                m_roots[static_cast<size_t>(entry.row)] = static_cast<int>(i);
            }
            if (entry.node >= 0)
                m_itemOfNode[static_cast<size_t>(entry.node)] = static_cast<int>(i);
        }
    }
    endResetModel();
}

const OutlineItem* OutlineModel::item(const QModelIndex& index) const
{
    return index.isValid() ? &m_document->outline[index.internalId()] : nullptr;
}

QModelIndex OutlineModel::indexOf(int item, int column) const
{
    if (item < 0)
        return {};
    return createIndex(
        m_document->outline[static_cast<size_t>(item)].row, column, static_cast<quintptr>(item));
}

QModelIndex OutlineModel::indexOfNode(int node) const
{
    // What is inside a node is seen as that node.
    const auto isInside = [this](int index) {
        return static_cast<size_t>(index) < m_itemOfNode.size()
            && m_itemOfNode[static_cast<size_t>(index)] < 0;
    };
    while (node >= 0 && isInside(node))
        node = m_document->graph.nodes[static_cast<size_t>(node)].owner;
    if (node < 0 || static_cast<size_t>(node) >= m_itemOfNode.size())
        return {};
    return indexOf(m_itemOfNode[static_cast<size_t>(node)], 0);
}

QModelIndex OutlineModel::indexOfScope(const QString& path) const
{
    const OutlineItem* group = m_document ? outlineGroup(m_document->outline, path) : nullptr;
    return group ? indexOf(static_cast<int>(group - m_document->outline.data()), 0) : QModelIndex();
}

QString OutlineModel::fullName(const QModelIndex& index) const
{
    const OutlineItem* entry = item(index);
    if (!entry || entry->node < 0)
        return entry ? entry->path : QString();
    const QString& name = m_document->graph.nodes[static_cast<size_t>(entry->node)].name;
    return name.isEmpty() ? entry->name : name;
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const OutlineItem* above = item(parent);
    const std::vector<int>& siblings = above ? above->children : m_roots;
    return indexOf(siblings[static_cast<size_t>(row)], column);
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const
{
    const OutlineItem* entry = item(child);
    return entry ? indexOf(entry->parent, 0) : QModelIndex();
}

int OutlineModel::rowCount(const QModelIndex& parent) const
{
    if (!m_document || parent.column() > 0)
        return 0;
    const OutlineItem* above = item(parent);
    return static_cast<int>(above ? above->children.size() : m_roots.size());
}

int OutlineModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const
{
    const OutlineItem* entry = item(index);
    if (!entry)
        return {};
    if (role == BytesRole)
        return index.column() == Bytes ? QVariant(entry->sizeBytes) : QVariant();
    if (role == Qt::ToolTipRole && index.column() == Name) {
        return widgets::plainToolTip(entry->node >= 0
                ? fullName(index)
                : tr("%1: %Ln node(s)", nullptr, entry->nodeCount).arg(entry->path));
    }
    if (role == Qt::TextAlignmentRole && index.column() == Bytes)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return widgets::shownName(entry->name);
    case Operator:
        return entry->node >= 0
            ? widgets::shownName(m_document->graph.nodes[static_cast<size_t>(entry->node)].opType)
            : tr("%Ln node(s)", nullptr, entry->nodeCount);
    case Bytes:
        return entry->sizeBytes > 0 ? widgets::formatBytes(entry->sizeBytes) : QString();
    default:
        return {};
    }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Scope or node");
    case Operator:
        return tr("Operator");
    case Bytes:
        return tr("Bytes");
    default:
        return {};
    }
}

} // namespace weightless::ui
