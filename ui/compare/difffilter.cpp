// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/difffilter.h"

#include "widgets/plaintext.h"

#include <algorithm>

namespace weightless::ui {

DiffFilter::DiffFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true); // a group is there when one of its rows is
}

void DiffFilter::setText(const QString& text)
{
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

QVariant DiffFilter::data(const QModelIndex& index, int role) const
{
    if (role == Qt::ToolTipRole && index.isValid())
        return widgets::plainToolTip(index.data().toString());
    return QSortFilterProxyModel::data(index, role);
}

bool DiffFilter::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const
{
    const QModelIndex row = sourceModel()->index(sourceRow, 0, sourceParent);
    if (m_words.isEmpty() || row.data(RestRole).toBool())
        return true;
    if (!sourceParent.isValid())
        return false;
    return std::ranges::all_of(m_words, [&](const QString& word) {
        for (int column = 0; column < sourceModel()->columnCount(); ++column) {
            if (row.siblingAtColumn(column).data().toString().contains(word, Qt::CaseInsensitive))
                return true;
        }
        return false;
    });
}

bool DiffFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const bool isAscending = sortOrder() == Qt::AscendingOrder;
    const auto isRest = [](const QModelIndex& cell) {
        return cell.siblingAtColumn(0).data(RestRole).toBool();
    };
    if (!left.parent().isValid())
        return (left.row() < right.row()) == isAscending;
    if (isRest(left) != isRest(right))
        return isRest(right) == isAscending;
    const QVariant a = left.data(NumberRole), b = right.data(NumberRole);
    if (a.isValid() || b.isValid())
        return a.isValid() && b.isValid() ? a.toDouble() < b.toDouble() : b.isValid();
    return left.data().toString().localeAwareCompare(right.data().toString()) < 0;
}

} // namespace weightless::ui
