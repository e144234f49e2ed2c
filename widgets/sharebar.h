// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace weightless::widgets {

// Draws a cell of a table: `text` over a bar as long as `share`, 0 … 1, of the cell, from the reading side on.
// `item` is initialised for the cell.
void paintShareBar(
    QPainter& painter, QStyleOptionViewItem item, double share, const QString& text, Qt::Alignment alignment);

// Cells with such bars: the model answers `valueRole` with a number, of which `whole` fills the cell. Anything
// else is drawn as ordinary text.
class ShareBarDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    ShareBarDelegate(int valueRole, double whole, QObject* parent = nullptr);

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    // Wide enough for bars to be told apart.
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int m_valueRole;
    double m_whole;
};

} // namespace weightless::widgets
