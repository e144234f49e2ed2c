// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flowlayout.h"

#include <QLabel>
#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <optional>

namespace weightless::widgets {

namespace {

// It begins a line with what it is about, and does not end the one before.
bool isHeading(const QLayoutItem* item)
{
    return qobject_cast<const QLabel*>(item->widget()) != nullptr;
}

} // namespace

FlowLayout::FlowLayout(QWidget* parent, int gap, int lineGap)
    : QLayout(parent)
    , m_gap(gap)
    , m_lineGap(lineGap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.push_back(item);
    invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item != nullptr)
        m_items.erase(m_items.begin() + index);
    invalidate();
    return item;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::sizeHint() const
{
    QSize size(0, 0); // the default is one less
    for (const QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize hint = item->sizeHint();
        size = {size.width() + hint.width() + (size.isEmpty() ? 0 : m_gap),
            std::max(size.height(), hint.height())};
    }
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& area)
{
    QLayout::setGeometry(area);
    arrange(area, true);
}

// A heading with all that it is about, where a line holds that, else with the first of it.
int FlowLayout::widthUnder(std::size_t heading, int lineWidth) const
{
    int width = m_items[heading]->sizeHint().width();
    std::optional<int> withFirst;
    for (std::size_t i = heading + 1; i < m_items.size() && !isHeading(m_items[i]); ++i) {
        if (m_items[i]->isEmpty())
            continue;
        width += m_gap + m_items[i]->sizeHint().width();
        withFirst = withFirst.value_or(width);
    }
    return width <= lineWidth ? width : withFirst.value_or(width);
}

// The height that is used.
int FlowLayout::arrange(const QRect& area, bool isDone) const
{
    const QRect inner = area.marginsRemoved(contentsMargins());
    const QWidget* parent = parentWidget();
    const Qt::LayoutDirection direction = parent ? parent->layoutDirection() : Qt::LeftToRight;
    int x = inner.left();
    int y = inner.top();
    int lineHeight = 0;
    for (auto at = m_items.begin(); at != m_items.end(); ++at) {
        QLayoutItem* item = *at;
        if (item->isEmpty())
            continue;
        const QSize hint = item->sizeHint().boundedTo({std::max(inner.width(), 1), QLAYOUTSIZE_MAX});
        const auto index = static_cast<std::size_t>(at - m_items.begin());
        const int together = isHeading(item) ? widthUnder(index, inner.width()) : hint.width();
        if (lineHeight > 0 && x + together > inner.right() + 1) {
            x = inner.left();
            y += lineHeight + m_lineGap;
            lineHeight = 0;
        }
        if (isDone)
            item->setGeometry(QStyle::visualRect(direction, inner, QRect(QPoint(x, y), hint)));
        x += hint.width() + m_gap;
        lineHeight = std::max(lineHeight, hint.height());
    }
    const QMargins margins = contentsMargins();
    return y + lineHeight - inner.top() + margins.top() + margins.bottom();
}

} // namespace weightless::widgets
