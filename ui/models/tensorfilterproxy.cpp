// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tensorfilterproxy.h"

#include <algorithm>

namespace weightless::ui {

TensorFilterProxy::TensorFilterProxy(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(TensorModel::SortRole);
}

void TensorFilterProxy::setText(const QString& text)
{
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void TensorFilterProxy::setState(std::optional<TensorState> state)
{
    m_state = state;
    invalidateFilter();
}

qint64 TensorFilterProxy::shownBytes() const
{
    qint64 bytes = 0;
    for (int row = 0; row < rowCount(); ++row)
        bytes += index(row, TensorModel::Bytes).data(TensorModel::BytesRole).toLongLong();
    return bytes;
}

bool TensorFilterProxy::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const
{
    const auto* model = qobject_cast<const TensorModel*>(sourceModel());
    if (!model || sourceParent.isValid())
        return false;
    if (m_state && model->state(sourceRow) != *m_state)
        return false;
    const TensorRow& row = model->document()->tensors[static_cast<size_t>(sourceRow)];
    return std::all_of(m_words.begin(), m_words.end(), [&row](const QString& word) {
        return row.name.contains(word, Qt::CaseInsensitive) || row.type.contains(word, Qt::CaseInsensitive)
            || row.shape.contains(word, Qt::CaseInsensitive);
    });
}

bool TensorFilterProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(TensorModel::SortRole);
    const QVariant b = right.data(TensorModel::SortRole);
    if (a.typeId() == QMetaType::LongLong || a.typeId() == QMetaType::Int) {
        const qint64 x = a.toLongLong();
        const qint64 y = b.toLongLong();
        return x != y ? x < y : left.row() > right.row();
    }
    const int order = QString::compare(a.toString(), b.toString(), Qt::CaseInsensitive);
    return order != 0 ? order < 0 : left.row() < right.row();
}

} // namespace weightless::ui
