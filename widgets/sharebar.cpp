// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sharebar.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

void paintShareBar(
    QPainter& painter, QStyleOptionViewItem item, double share, const QString& text, Qt::Alignment alignment)
{
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    const QRect room = style->subElementRect(QStyle::SE_ItemViewItemText, &item, item.widget);
    item.text.clear();
    style->drawControl(QStyle::CE_ItemViewItem, &item, &painter, item.widget);
    painter.save();
    const bool isSelected = item.state & QStyle::State_Selected;
    const auto group = item.state & QStyle::State_Enabled
        ? item.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive
        : QPalette::Disabled;
    const QRect bar = item.rect.adjusted(3, 3, -3, -3);
    if (share > 0 && bar.width() > 0) {
        QColor colour =
            item.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Highlight);
        // On black, as of high contrast, the same share of it would be as good as black.
        const bool isOnBlack = item.palette.color(group, QPalette::Base) == QColor(Qt::black);
        colour.setAlpha(isSelected ? 70 : isOnBlack ? 110 : 60);
        const double width = std::max(1.0, bar.width() * std::min(share, 1.0));
        const bool isMirrored = item.direction == Qt::RightToLeft;
        painter.fillRect(
            QRectF(isMirrored ? bar.right() + 1 - width : bar.left(), bar.top(), width, bar.height()),
            colour);
    }
    painter.setFont(item.font);
    painter.setPen(item.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter.drawText(room, static_cast<int>(alignment), text);
    painter.restore();
}

ShareBarDelegate::ShareBarDelegate(int valueRole, double whole, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_valueRole(valueRole)
    , m_whole(whole)
{
}

void ShareBarDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    bool isNumber = false;
    const double value = index.data(m_valueRole).toDouble(&isNumber);
    if (!isNumber || !std::isfinite(value) || m_whole <= 0) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = item.text;
    const Qt::Alignment alignment = item.displayAlignment;
    paintShareBar(*painter, item, value / m_whole, text, alignment);
}

QSize ShareBarDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    constexpr int leastLetters = 16;
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {std::max(size.width(), leastLetters * option.fontMetrics.averageCharWidth()), size.height()};
}

} // namespace weightless::widgets
