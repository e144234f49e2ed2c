// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bytesizedelegate.h"

#include "widgets/formatbytes.h"
#include "widgets/sharebar.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>

namespace weightless::widgets {

namespace {

bool isNumber(const QVariant& value)
{
    switch (value.metaType().id()) {
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
        return true;
    default:
        return false;
    }
}

} // namespace

ByteSizeDelegate::ByteSizeDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
{
}

void ByteSizeDelegate::setValueRole(int role)
{
    m_valueRole = role;
}

void ByteSizeDelegate::setTotalBytes(qint64 totalBytes)
{
    m_totalBytes = totalBytes;
}

QString ByteSizeDelegate::displayText(const QVariant& value, const QLocale& locale) const
{
    return isNumber(value) ? formatBytes(value.toLongLong())
                           : QStyledItemDelegate::displayText(value, locale);
}

void ByteSizeDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QVariant value = index.data(m_valueRole);
    if (!isNumber(value)) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const qint64 bytes = value.toLongLong();
    const double share = m_totalBytes > 0 ? static_cast<double>(bytes) / static_cast<double>(m_totalBytes) : 0;
    paintShareBar(*painter, item, share, formatBytes(bytes), Qt::AlignRight | Qt::AlignVCenter);
}

QSize ByteSizeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    const QVariant value = index.data(m_valueRole);
    if (isNumber(value))
        size.setWidth(std::max(
            size.width(), option.fontMetrics.horizontalAdvance(formatBytes(value.toLongLong())) + 16));
    return size;
}

bool ByteSizeDelegate::helpEvent(
    QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const QVariant value = index.data(m_valueRole);
    if (event->type() != QEvent::ToolTip || !isNumber(value))
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QString text = formatBytesExact(value.toLongLong());
    if (m_totalBytes > 0)
        text += QStringLiteral("\n")
            + tr("%1 of %2")
                  .arg(formatShare(value.toLongLong(), m_totalBytes), formatBytesExact(m_totalBytes));
    QToolTip::showText(event->globalPos(), text, view);
    return true;
}

} // namespace weightless::widgets
