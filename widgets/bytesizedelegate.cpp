// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bytesizedelegate.h"

#include "widgets/formatbytes.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
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
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    const QRect room = style->subElementRect(QStyle::SE_ItemViewItemText, &item, item.widget);
    item.text.clear();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    painter->save();
    const bool isSelected = item.state & QStyle::State_Selected;
    const auto group = item.state & QStyle::State_Enabled
        ? item.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive
        : QPalette::Disabled;
    const QRect bar = item.rect.adjusted(3, 3, -3, -3);
    if (m_totalBytes > 0 && bytes > 0 && bar.width() > 0) {
        const double share = std::min(1.0, static_cast<double>(bytes) / static_cast<double>(m_totalBytes));
        QColor colour =
            item.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Highlight);
        colour.setAlpha(isSelected ? 70 : 60);
        const double width = std::max(1.0, bar.width() * share);
        // From the reading side on.
        const bool isMirrored = item.direction == Qt::RightToLeft;
        painter->fillRect(
            QRectF(isMirrored ? bar.right() + 1 - width : bar.left(), bar.top(), width, bar.height()),
            colour);
    }
    painter->setFont(item.font);
    painter->setPen(item.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, formatBytes(bytes));
    painter->restore();
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
