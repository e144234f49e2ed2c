// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tensormodel.h"

#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace weightless::ui {

QString toString(TensorState state)
{
    switch (state) {
    case TensorState::Hollow:
        return QCoreApplication::translate("TensorState", "○ hollow");
    case TensorState::Set:
        return QCoreApplication::translate("TensorState", "● set");
    case TensorState::ComesWithRuns:
        return QCoreApplication::translate("TensorState", "◐ with runs");
    case TensorState::Known:
        return QCoreApplication::translate("TensorState", "● known");
    case TensorState::NotNeeded:
        return QCoreApplication::translate("TensorState", "– not needed");
    case TensorState::Broken:
        return QCoreApplication::translate("TensorState", "⚠ no bytes");
    }
    return {};
}

namespace {

TensorState initialState(const TensorRow& row)
{
    if (!row.problem.isEmpty())
        return TensorState::Broken;
    return row.isKnown ? TensorState::Known : TensorState::Hollow;
}

} // namespace

TensorModel::TensorModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void TensorModel::setDocument(ModelDocumentPtr document)
{
    beginResetModel();
    m_document = std::move(document);
    m_states.clear();
    if (m_document) {
        for (const TensorRow& row : m_document->tensors)
            m_states.push_back(initialState(row));
    }
    endResetModel();
}

void TensorModel::setNeeded(const std::vector<int>& rows)
{
    if (m_states.empty())
        return;
    for (size_t i = 0; i < m_states.size(); ++i) {
        const TensorState initial = initialState(m_document->tensors[i]);
        m_states[i] = initial == TensorState::Hollow ? TensorState::NotNeeded : initial;
    }
    for (const int row : rows) {
        if (row >= 0 && m_states[static_cast<size_t>(row)] != TensorState::Broken)
            m_states[static_cast<size_t>(row)] = TensorState::Hollow;
    }
    emit dataChanged(index(0, State), index(rowCount() - 1, State));
}

void TensorModel::setStates(std::vector<int> rows, TensorState state)
{
    std::erase_if(rows, [this](int row) { return row < 0 || row >= rowCount(); });
    std::sort(rows.begin(), rows.end());
    for (size_t begin = 0; begin < rows.size();) {
        size_t end = begin + 1;
        while (end < rows.size() && rows[end] <= rows[end - 1] + 1)
            ++end;
        for (size_t i = begin; i < end; ++i)
            m_states[static_cast<size_t>(rows[i])] = state;
        emit dataChanged(index(rows[begin], State), index(rows[end - 1], State));
        begin = end;
    }
}

int TensorModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_states.size());
}

int TensorModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TensorModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const TensorRow& row = m_document->tensors[static_cast<size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return display(row, index.row(), index.column());
    case Qt::ToolTipRole:
        return widgets::plainToolTip(toolTip(row, index.row(), index.column()));
    case Qt::TextAlignmentRole:
        return index.column() == Bytes || index.column() == Share
            ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
            : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case SortRole:
        return sortKey(row, index.row(), index.column());
    case BytesRole:
        return index.column() == Bytes ? QVariant(row.sizeBytes) : QVariant();
    case StateRole:
        return static_cast<int>(state(index.row()));
    default:
        return {};
    }
}

QVariant TensorModel::display(const TensorRow& row, int index, int column) const
{
    switch (column) {
    case Name:
        return row.name;
    case Bytes:
        return widgets::formatBytes(row.sizeBytes);
    case Share:
        return widgets::formatShare(row.sizeBytes, m_document->tensorBytes);
    case Type:
        return row.type;
    case ShapeColumn:
        return row.shape;
    case Location:
        return row.location;
    case State:
        return toString(state(index));
    default:
        return {};
    }
}

QVariant TensorModel::sortKey(const TensorRow& row, int index, int column) const
{
    switch (column) {
    case Bytes:
    case Share:
        return row.sizeBytes;
    case ShapeColumn:
        return row.elementCount;
    case Location:
        return QString(row.file + QStringLiteral("%1").arg(row.offsetBytes, 20, 10, QLatin1Char('0')));
    case State:
        return static_cast<int>(state(index));
    default:
        return display(row, index, column);
    }
}

QString TensorModel::toolTip(const TensorRow& row, int index, int column) const
{
    switch (column) {
    case Name:
        return row.name;
    case Bytes:
        return widgets::formatBytesExact(row.sizeBytes);
    case ShapeColumn:
        return tr("%Ln element(s)", nullptr, static_cast<int>(std::min<qint64>(row.elementCount, INT_MAX)));
    case Location:
        return row.file.isEmpty() ? row.location
                                  : tr("%1, from byte %2, %3")
                                        .arg(row.file, QLocale().toString(row.offsetBytes),
                                            widgets::formatBytesExact(row.storedBytes));
    case State:
        if (state(index) == TensorState::ComesWithRuns)
            return tr("The limit of device memory has no lasting place for it: each run that uses it reads "
                      "it anew");
        return row.problem.isEmpty() ? toString(state(index)) : row.problem;
    default:
        return {};
    }
}

QVariant TensorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Tensor");
    case Bytes:
        return tr("Bytes");
    case Share:
        return tr("Share");
    case Type:
        return tr("Type");
    case ShapeColumn:
        return tr("Shape");
    case Location:
        return tr("Where its bytes are");
    case State:
        return tr("State");
    default:
        return {};
    }
}

} // namespace weightless::ui
