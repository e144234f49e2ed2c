// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/findmodel.h"

#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

namespace weightless::ui {

using widgets::formatBytes;
using widgets::GraphHit;

namespace {

// A scalar's shape is empty.
template <typename Entry>
QString typeAndShape(const Entry& entry)
{
    return QString(entry.type + QLatin1Char(' ') + entry.shape).trimmed();
}

} // namespace

FindModel::FindModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void FindModel::setDocument(ModelDocumentPtr document)
{
    beginResetModel();
    m_document = std::move(document);
    m_hits.clear();
    endResetModel();
}

void FindModel::setHits(std::vector<GraphHit> hits)
{
    beginResetModel();
    m_hits = std::move(hits);
    endResetModel();
}

int FindModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_document ? 0 : static_cast<int>(m_hits.size());
}

int FindModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FindModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const GraphHit& hit = m_hits[static_cast<size_t>(index.row())];
    if (role == Qt::ToolTipRole)
        return widgets::plainToolTip(QString(widgets::shownName(name(hit)) + QLatin1Char('\n') + what(hit)));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return name(hit);
    case What:
        return widgets::shownName(what(hit));
    default:
        return {};
    }
}

QVariant FindModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Name");
    case What:
        return tr("What");
    default:
        return {};
    }
}

QString FindModel::name(const GraphHit& hit) const
{
    const auto index = static_cast<size_t>(hit.index);
    const widgets::GraphDescription& graph = m_document->graph;
    if (hit.kind == GraphHit::Kind::Constant)
        return graph.constants[index].name;
    if (hit.kind == GraphHit::Kind::Value)
        return graph.values[index].name;
    return graph.nodes[index].name.isEmpty() ? graph.nodes[index].opType : graph.nodes[index].name;
}

QString FindModel::what(const GraphHit& hit) const
{
    const auto index = static_cast<size_t>(hit.index);
    const widgets::GraphDescription& graph = m_document->graph;
    if (hit.kind == GraphHit::Kind::Constant) {
        const auto& constant = graph.constants[index];
        return tr("%1, %2").arg(formatBytes(constant.sizeBytes), typeAndShape(constant));
    }
    if (hit.kind == GraphHit::Kind::Value) {
        const QString type = typeAndShape(graph.values[index]);
        return type.isEmpty() ? tr("value") : type;
    }
    switch (graph.nodes[index].kind) {
    case widgets::GraphNodeKind::Input:
        return tr("input");
    case widgets::GraphNodeKind::Output:
        return tr("output");
    default:
        return graph.nodes[index].opType;
    }
}

} // namespace weightless::ui
