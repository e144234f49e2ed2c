// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sizetreemap.h"

#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

constexpr double smallestSide = 2;
constexpr double frame = 2;

double worstRatio(double rowBytes, double largest, double smallest, double side, double perArea)
{
    const double length = rowBytes * perArea / side;
    const double a = largest * perArea / length;
    const double b = smallest * perArea / length;
    return std::max({length / a, a / length, length / b, b / length});
}

// Bruls, Huizing and van Wijk, "Squarified Treemaps" (2000). `order` is sorted by size, largest first.
void squarify(
    const std::vector<int>& order, const std::vector<qint64>& bytes, QRectF room, std::vector<QRectF>& rects)
{
    const auto sizeOf = [&](std::size_t i) {
        return static_cast<double>(bytes[static_cast<std::size_t>(order[i])]);
    };
    double left = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        left += sizeOf(i);
    std::size_t begin = 0;
    while (begin < order.size() && sizeOf(begin) > 0 && room.width() >= smallestSide
        && room.height() >= smallestSide) {
        const double perArea = room.width() * room.height() / left;
        const bool isWide = room.width() >= room.height();
        const double side = isWide ? room.height() : room.width();
        double row = sizeOf(begin);
        std::size_t end = begin + 1;
        while (end < order.size() && sizeOf(end) > 0
            && worstRatio(row + sizeOf(end), sizeOf(begin), sizeOf(end), side, perArea)
                <= worstRatio(row, sizeOf(begin), sizeOf(end - 1), side, perArea))
            row += sizeOf(end++);
        const double length = row * perArea / side;
        double offset = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const double extent = sizeOf(i) / row * side;
            rects[static_cast<std::size_t>(order[i])] = isWide
                ? QRectF(room.left(), room.top() + offset, length, extent)
                : QRectF(room.left() + offset, room.top(), extent, length);
            offset += extent;
        }
        if (isWide)
            room.setLeft(room.left() + length);
        else
            room.setTop(room.top() + length);
        left -= row;
        begin = end;
    }
}

} // namespace

SizeTreemap::SizeTreemap(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Sizes"));
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&byteUnitsNotifier(), &ByteUnitsNotifier::changed, this, &SizeTreemap::describe);
}

SizeTreemap::~SizeTreemap() = default;

void SizeTreemap::setItems(std::vector<SizeItem> items)
{
    m_items = std::move(items);
    const std::size_t count = m_items.size();
    m_bytes.assign(count, 0);
    m_depths.assign(count, 0);
    m_children.assign(count, {});
    m_roots.clear();
    m_current = -1;
    for (std::size_t i = 0; i < count; ++i) {
        SizeItem& item = m_items[i];
        if (item.parent < 0 || static_cast<std::size_t>(item.parent) >= i) {
            item.parent = -1;
            m_roots.push_back(static_cast<int>(i));
        } else {
            m_children[static_cast<std::size_t>(item.parent)].push_back(static_cast<int>(i));
            m_depths[i] = m_depths[static_cast<std::size_t>(item.parent)] + 1;
        }
    }
    for (std::size_t i = count; i-- > 0;) {
        if (m_children[i].empty())
            m_bytes[i] = std::max<qint64>(m_items[i].sizeBytes, 0);
        if (m_items[i].parent >= 0)
            m_bytes[static_cast<std::size_t>(m_items[i].parent)] += m_bytes[i];
    }
    const auto isLarger = [this](int a, int b) {
        return m_bytes[static_cast<std::size_t>(a)] > m_bytes[static_cast<std::size_t>(b)];
    };
    for (auto& children : m_children)
        std::stable_sort(children.begin(), children.end(), isLarger);
    std::stable_sort(m_roots.begin(), m_roots.end(), isLarger);
    arrange();
}

void SizeTreemap::arrange()
{
    m_rects.assign(m_items.size(), {});
    squarify(m_roots, m_bytes, rect(), m_rects);
    // Parents stand before their children.
    const double header = fontMetrics().height() + 2;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (m_children[i].empty() || m_rects[i].isEmpty())
            continue;
        QRectF room = m_rects[i].adjusted(frame, frame, -frame, -frame);
        if (room.height() > 3 * header && room.width() > 40)
            room.setTop(room.top() + header);
        if (room.width() > smallestSide && room.height() > smallestSide)
            squarify(m_children[i], m_bytes, room, m_rects);
    }
    update();
}

QRectF SizeTreemap::itemRect(int index) const
{
    return index >= 0 && static_cast<std::size_t>(index) < m_rects.size()
        ? m_rects[static_cast<std::size_t>(index)]
        : QRectF();
}

int SizeTreemap::indexAt(const QPointF& position) const
{
    int found = -1;
    const std::vector<int>* level = &m_roots;
    while (level) {
        const auto hit = std::find_if(
            level->begin(), level->end(), [&](int index) { return itemRect(index).contains(position); });
        if (hit == level->end())
            return found;
        found = *hit;
        level = &m_children[static_cast<std::size_t>(found)];
    }
    return found;
}

QString SizeTreemap::itemPath(int index) const
{
    QStringList parts;
    while (index >= 0 && static_cast<std::size_t>(index) < m_items.size()) {
        parts.prepend(shownName(m_items[static_cast<std::size_t>(index)].name));
        index = m_items[static_cast<std::size_t>(index)].parent;
    }
    return parts.join(u'/');
}

qint64 SizeTreemap::itemBytes(int index) const
{
    return index >= 0 && static_cast<std::size_t>(index) < m_bytes.size()
        ? m_bytes[static_cast<std::size_t>(index)]
        : 0;
}

void SizeTreemap::setCurrentIndex(int index)
{
    if (index < -1 || index >= static_cast<int>(m_items.size()) || index == m_current)
        return;
    m_current = index;
    describe();
    update();
}

void SizeTreemap::describe()
{
    setAccessibleDescription(m_current < 0
            ? QString()
            : itemPath(m_current) + QStringLiteral(", ") + formatBytesExact(itemBytes(m_current)));
}

bool SizeTreemap::selectId(int id)
{
    const auto found =
        std::find_if(m_items.begin(), m_items.end(), [id](const SizeItem& item) { return item.id == id; });
    if (id < 0 || found == m_items.end())
        return false;
    setCurrentIndex(static_cast<int>(found - m_items.begin()));
    return true;
}

QSize SizeTreemap::sizeHint() const
{
    return {420, 300};
}

QSize SizeTreemap::minimumSizeHint() const
{
    return {120, 90};
}

void SizeTreemap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    for (int index = 0; index < static_cast<int>(m_items.size()); ++index)
        paintItem(painter, index);
    if (!itemRect(m_current).isEmpty()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 3));
        painter.drawRect(itemRect(m_current).adjusted(1.5, 1.5, -1.5, -1.5));
    }
    if (m_items.empty()) {
        painter.setPen(palette().color(QPalette::Disabled, QPalette::Text));
        painter.drawText(rect(), Qt::AlignCenter, tr("Nothing to show"));
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void SizeTreemap::paintItem(QPainter& painter, int index) const
{
    const auto i = static_cast<std::size_t>(index);
    const QRectF area = m_rects[i];
    if (area.isEmpty())
        return;
    const bool isDark = palette().color(QPalette::Base).lightnessF() < 0.5;
    // One hue per outermost scope, so that a block is seen as a whole.
    int root = index;
    while (m_items[static_cast<std::size_t>(root)].parent >= 0)
        root = m_items[static_cast<std::size_t>(root)].parent;
    const auto rank = std::find(m_roots.begin(), m_roots.end(), root) - m_roots.begin();
    const int hue = static_cast<int>(210 + rank * 67) % 360;
    const int shift = std::min(m_depths[i], 4) * (isDark ? 12 : -10);
    const QColor fill = QColor::fromHsl(hue, isDark ? 70 : 110, (isDark ? 52 : 226) + shift);
    painter.setPen(QPen(palette().color(QPalette::Base), 1));
    painter.setBrush(fill);
    painter.drawRect(area);
    const double height = fontMetrics().height();
    // Less room than this is for colour alone; the tooltip has the words.
    if (area.width() < 54 || area.height() < height)
        return;
    painter.setPen(palette().color(QPalette::Text));
    QString text = shownName(m_items[i].name);
    const QString size = formatBytes(m_bytes[i]);
    const QRectF inside = area.adjusted(4, 1, -4, -1);
    const QFontMetricsF metrics(fontMetrics());
    if (m_children[i].empty()) {
        if (inside.height() >= 2 * height && metrics.horizontalAdvance(size) <= inside.width())
            painter.drawText(inside.translated(0, height), Qt::AlignTop | Qt::AlignLeft, size);
    } else if (metrics.horizontalAdvance(text + QStringLiteral(" · ") + size) <= inside.width()) {
        text += QStringLiteral(" · ") + size;
    }
    painter.drawText(
        inside, Qt::AlignTop | Qt::AlignLeft, metrics.elidedText(text, Qt::ElideRight, inside.width()));
}

void SizeTreemap::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void SizeTreemap::mousePressEvent(QMouseEvent* event)
{
    const int index = indexAt(event->position());
    if (index < 0)
        return;
    setCurrentIndex(index);
    emit selected(index, m_items[static_cast<std::size_t>(index)].id);
}

void SizeTreemap::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int index = indexAt(event->position());
    if (index >= 0)
        emit activated(index, m_items[static_cast<std::size_t>(index)].id);
}

void SizeTreemap::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        moveCurrent(event->key());
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0)
            emit activated(m_current, m_items[static_cast<std::size_t>(m_current)].id);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

// Left and Right walk siblings by size, Down enters a scope, Up leaves it.
void SizeTreemap::moveCurrent(int key)
{
    if (m_roots.empty())
        return;
    int next = m_roots.front();
    if (m_current >= 0) {
        const auto current = static_cast<std::size_t>(m_current);
        const int parent = m_items[current].parent;
        const auto& siblings = parent < 0 ? m_roots : m_children[static_cast<std::size_t>(parent)];
        const auto at = std::find(siblings.begin(), siblings.end(), m_current) - siblings.begin();
        const auto last = static_cast<std::ptrdiff_t>(siblings.size()) - 1;
        next = m_current;
        if (key == Qt::Key_Up)
            next = parent < 0 ? m_current : parent;
        else if (key == Qt::Key_Down)
            next = m_children[current].empty() ? m_current : m_children[current].front();
        else
            next = siblings[static_cast<std::size_t>(
                std::clamp<std::ptrdiff_t>(at + (key == Qt::Key_Right ? 1 : -1), 0, last))];
    }
    if (next == m_current)
        return;
    setCurrentIndex(next);
    emit selected(next, m_items[static_cast<std::size_t>(next)].id);
}

bool SizeTreemap::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int index = indexAt(QPointF(help->pos()));
        if (index < 0) {
            QToolTip::hideText();
            return true;
        }
        qint64 total = 0;
        for (int root : m_roots)
            total += itemBytes(root);
        QToolTip::showText(help->globalPos(),
            plainToolTip(itemPath(index) + u'\n' + formatBytesExact(itemBytes(index)) + u'\n'
                + formatShare(itemBytes(index), total)),
            this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace weightless::widgets
