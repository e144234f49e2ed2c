// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace weightless::ui {

// Differences in their groups: those that hold every word of a text in any of their columns. Groups stay in
// their order, whatever their rows are sorted by. What is too long for a column is whole in its tooltip.
class DiffFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    enum Role {
        NumberRole = Qt::UserRole, // what a cell is sorted by, where that is not its text
        RestRole // of a row that stands for those which are not listed: always there, and last
    };

    explicit DiffFilter(QObject* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList m_words;
};

} // namespace weightless::ui
