// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace weightless::widgets {

// Draws a byte count as right-aligned text over a bar whose length is the share of a total. The tooltip gives
// the exact number and the share. The model answers `valueRole` with a qint64; anything else is drawn as
// ordinary text.
class ByteSizeDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit ByteSizeDelegate(QObject* parent = nullptr);

    // The role that holds the bytes. Qt::DisplayRole unless set.
    void setValueRole(int role);
    int valueRole() const { return m_valueRole; }

    // What a full bar means, in bytes. No bars and no shares while it is not positive.
    void setTotalBytes(qint64 totalBytes);
    qint64 totalBytes() const { return m_totalBytes; }

    QString displayText(const QVariant& value, const QLocale& locale) const override;
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

private:
    int m_valueRole = Qt::DisplayRole;
    qint64 m_totalBytes = 0;
};

} // namespace weightless::widgets
