// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/recentdelegate.h"

#include "ui/start/recentmodel.h"
#include "ui/style/shapes.h"
#include "ui/window/icons.h"
#include "widgets/mixedcolour.h"

#include <QPainter>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr int padding = 8;
constexpr int iconSize = 20;

} // namespace

QSize RecentDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {200, 2 * option.fontMetrics.height() + 2 * padding + 2};
}

void RecentDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QString problem = index.data(RecentModel::ProblemRole).toString();
    const bool isSelected = option.state & QStyle::State_Selected;
    const auto group = problem.isEmpty() ? QPalette::Active : QPalette::Disabled;
    const QColor text = option.palette.color(
        isSelected ? QPalette::Active : group, isSelected ? QPalette::HighlightedText : QPalette::Text);
    const QColor faint = isSelected ? text
                                    : widgets::mixedColour(option.palette.color(QPalette::Base),
                                        option.palette.color(QPalette::Text), 0.68);
    painter->save();
    if (isSelected)
        shapes::box(*painter, option.rect.adjusted(2, 1, -2, -1),
            option.palette.color(QPalette::Active, QPalette::Highlight), Qt::transparent);
    else if (option.state & QStyle::State_MouseOver)
        shapes::box(*painter, option.rect.adjusted(2, 1, -2, -1), option.palette.color(QPalette::Midlight),
            Qt::transparent);
    const QRect inner = option.rect.adjusted(padding + 4, padding, -padding - 4, -padding);
    const QRect mark(inner.left(), inner.center().y() - iconSize / 2 + 1, iconSize, iconSize);
    const bool isFolder = index.data(RecentModel::IsFolderRole).toBool();
    icon(!problem.isEmpty() ? QStringLiteral("warning")
            : isFolder      ? QStringLiteral("folder")
                            : QStringLiteral("model"))
        .paint(painter, mark, Qt::AlignCenter,
            isSelected              ? QIcon::Selected
                : problem.isEmpty() ? QIcon::Normal
                                    : QIcon::Disabled);

    const int line = option.fontMetrics.height();
    const QString detail = index.data(RecentModel::DetailRole).toString();
    const int detailWidth = std::min(option.fontMetrics.horizontalAdvance(detail) + 2, inner.width() / 2);
    QRect first(mark.right() + 12, inner.top(), 0, line);
    first.setRight(inner.right() - detailWidth - 16);
    const QRect second(first.left(), inner.bottom() - line + 1, inner.right() - first.left(), line);
    QFont bold = option.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(text);
    painter->drawText(first, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(bold).elidedText(index.data().toString(), Qt::ElideMiddle, first.width()));
    painter->setFont(option.font);
    painter->setPen(faint);
    painter->drawText(QRect(inner.right() - detailWidth + 1, inner.top(), detailWidth, line),
        Qt::AlignRight | Qt::AlignVCenter,
        option.fontMetrics.elidedText(detail, Qt::ElideRight, detailWidth));
    const QString folder = index.data(RecentModel::FolderRole).toString();
    painter->drawText(second, Qt::AlignLeft | Qt::AlignVCenter,
        option.fontMetrics.elidedText(
            problem.isEmpty() ? folder : QString(problem + QLatin1Char(' ') + folder), Qt::ElideMiddle,
            second.width()));
    painter->restore();
}

} // namespace weightless::ui
