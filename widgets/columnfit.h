// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QTimer>

class QAbstractItemView;
class QHeaderView;
class QTableView;
class QTreeView;

namespace weightless::widgets {

// Makes the columns of a table or a tree as wide as what they hold. Where there is more room, one column
// takes it; where there is less, the elastic ones are elided, the widest first. Columns that the user drags
// stay so.
class ColumnFit : public QObject {
    Q_OBJECT

public:
    // The table has its model, and owns this. `filling` takes what is left.
    ColumnFit(QTableView& table, QList<int> elastic, int filling);
    ColumnFit(QTreeView& tree, QList<int> elastic, int filling);

    // Of an elastic column, as long as the others can give way.
    void keep(int column, int letters);
    void fit();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ColumnFit(QAbstractItemView& view, QHeaderView& header, QList<int> elastic, int filling);
    void watchModel();
    // What is left of the excess.
    [[nodiscard]] int giveWay(QList<int>& widths, int excess, const QHash<int, int>& kept) const;

    QAbstractItemView& m_view;
    QHeaderView& m_header;
    QList<int> m_elastic;
    int m_filling;
    QHash<int, int> m_kept; // letters by column
    QTimer m_timer; // what changes together is measured once
    bool m_isFitting = false;
    bool m_isUsers = false; // he has set a width: all of them are his
};

} // namespace weightless::widgets
