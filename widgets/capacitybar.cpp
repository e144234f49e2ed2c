// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacitybar.h"

#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QPainter>

#include <algorithm>
#include <numeric>

namespace weightless::widgets {

namespace {

constexpr int barHeight = 6;
constexpr int padding = 4;
constexpr int gap = 3; // between caption and bar
constexpr double leastShare = 0.012; // of a part that is there at all

} // namespace

CapacityBar::CapacityBar(QWidget* parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    clear({});
}

void CapacityBar::setNeeds(std::vector<Part> parts, qint64 roomBytes, Knowledge knowledge)
{
    m_parts = std::move(parts);
    m_roomBytes = roomBytes;
    m_knowledge = knowledge;
    writeCaption();
}

void CapacityBar::setLoaded(qint64 bytes)
{
    if (m_loadedBytes == bytes)
        return;
    m_loadedBytes = bytes;
    if (m_roomBytes > 0)
        writeCaption();
}

void CapacityBar::writeCaption()
{
    const bool isExact = m_knowledge == Knowledge::All;
    const QString needed = formatBytes(neededBytes());
    const QString inShort = isExact ? needed : QString(QStringLiteral("≥ ") + needed);
    if (m_loadedBytes > 0)
        m_figures = {(isExact ? tr("%1 loaded, a run takes %2") : tr("%1 loaded, a run takes at least %2"))
                         .arg(formatBytes(m_loadedBytes), needed),
            tr("Loaded, a run: %1").arg(inShort), tr("A run: %1").arg(inShort)};
    else
        m_figures = {(isExact ? tr("Needs %1 of %2") : tr("Needs at least %1 of %2"))
                         .arg(needed, formatBytes(m_roomBytes)),
            tr("Needs %1").arg(inShort), inShort};
    setText(m_scope.isEmpty() ? m_figures.front() : tr("%1: %2").arg(m_scope, m_figures.front()));
    describe();
}

// The longest that there is room for: the scope gives way before the figures do.
QString CapacityBar::captionIn(int width) const
{
    const QString mark = m_problem.isEmpty() ? QString() : QStringLiteral("⚠ ");
    const QFontMetrics metrics = fontMetrics();
    const auto hasRoom = [&](const QString& words) {
        return metrics.horizontalAdvance(mark + words) <= width;
    };
    if (hasRoom(text()))
        return mark + text();
    if (!m_scope.isEmpty()) {
        const QString figures = m_figures.front();
        const int room = width - metrics.horizontalAdvance(mark + tr("%1: %2").arg(QString(), figures));
        const QString scope = metrics.elidedText(m_scope, Qt::ElideRight, room);
        if (scope.size() > 1) // more than the dots
            return metrics.elidedText(mark + tr("%1: %2").arg(scope, figures), Qt::ElideRight, width);
    }
    const auto words = std::ranges::find_if(m_figures, hasRoom);
    if (words != m_figures.end())
        return mark + *words;
    return metrics.elidedText(
        mark + (m_figures.isEmpty() ? text() : m_figures.back()), Qt::ElideRight, width);
}

void CapacityBar::setScope(const QString& scope)
{
    if (m_scope == scope)
        return;
    m_scope = scope;
    if (m_roomBytes > 0)
        writeCaption();
}

void CapacityBar::setProblem(const QString& problem)
{
    m_problem = problem;
    describe();
}

void CapacityBar::clear(const QString& caption)
{
    m_parts.clear();
    m_roomBytes = 0;
    m_loadedBytes = 0;
    m_scope.clear();
    m_figures.clear();
    m_problem.clear();
    setText(caption);
    describe();
}

qint64 CapacityBar::neededBytes() const
{
    return std::accumulate(m_parts.begin(), m_parts.end(), qint64 {0},
        [](qint64 sum, const Part& part) { return sum + part.sizeBytes; });
}

// The same words for eyes, pointer and screen reader.
void CapacityBar::describe()
{
    QStringList lines;
    if (!m_problem.isEmpty())
        lines.append(m_problem);
    for (const Part& part : m_parts)
        lines.append(tr("%1: %2").arg(part.name, formatBytes(part.sizeBytes)));
    setAccessibleDescription((QStringList(text()) + lines).join(QStringLiteral("; ")));
    if (!m_figures.isEmpty()) // of which there may be no room for all
        lines.prepend(text());
    setToolTip(lines.isEmpty() ? QString() : plainToolTip(lines.join(QLatin1Char('\n'))));
    update();
}

QRect CapacityBar::barRect() const
{
    const int height = fontMetrics().height() + gap + barHeight;
    const int top = (this->height() - height) / 2 + fontMetrics().height() + gap;
    return {padding, top, std::max(0, width() - 2 * padding), barHeight};
}

QRect CapacityBar::partRect(size_t part) const
{
    const QRect bar = barRect();
    const auto whole = static_cast<double>(std::max(m_roomBytes, neededBytes()));
    if (part >= m_parts.size() || whole <= 0)
        return {};
    double before = 0;
    const auto share = [whole](const Part& each) {
        const double exact = static_cast<double>(each.sizeBytes) / whole;
        return each.sizeBytes > 0 ? std::max(exact, leastShare) : 0;
    };
    for (size_t i = 0; i < part; ++i)
        before += share(m_parts[i]);
    const int left = static_cast<int>(before * bar.width());
    const int right = static_cast<int>((before + share(m_parts[part])) * bar.width());
    return QRect(bar.left() + left, bar.top(), right - left, bar.height()) & bar;
}

QColor CapacityBar::partColor(size_t part) const
{
    const QColor first = m_problem.isEmpty() ? palette().color(QPalette::Active, QPalette::Highlight)
                                             : QColor(0xd1, 0x3b, 0x3b);
    // Parts differ in lightness, which all eyes see.
    const bool isDark = palette().color(QPalette::Window).lightness() < 128;
    const int factor = 100 + 38 * static_cast<int>(part);
    return isDark ? first.lighter(factor) : (part == 0 ? first : first.lighter(factor));
}

QSize CapacityBar::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 26 + 2 * padding,
        fontMetrics().height() + gap + barHeight + 2 * padding};
}

QSize CapacityBar::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 14 + 2 * padding, sizeHint().height()};
}

void CapacityBar::paintBar(QPainter& painter) const
{
    const QRect bar = barRect();
    painter.setPen(Qt::NoPen);
    QColor groove = palette().color(QPalette::WindowText);
    groove.setAlphaF(0.16F);
    painter.setBrush(groove);
    painter.drawRoundedRect(bar, barHeight / 2.0, barHeight / 2.0);
    for (size_t i = 0; i < m_parts.size(); ++i) {
        const QRect rect = partRect(i);
        if (rect.isEmpty())
            continue;
        painter.setBrush(partColor(i));
        painter.drawRoundedRect(rect, 2, 2);
    }
    // Where the room ends, in what needs more.
    if (m_roomBytes > 0 && neededBytes() > m_roomBytes) {
        const double end = static_cast<double>(m_roomBytes) / static_cast<double>(neededBytes());
        const int x = bar.left() + static_cast<int>(end * bar.width());
        painter.fillRect(QRect(x, bar.top() - 2, 2, bar.height() + 4), palette().color(QPalette::WindowText));
    }
}

void CapacityBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() && isEnabled()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().color(QPalette::Midlight));
        painter.drawRoundedRect(rect(), 4, 4);
    }
    const QRect bar = barRect();
    const QRect caption(
        padding, bar.top() - gap - fontMetrics().height(), bar.width(), fontMetrics().height());
    const bool isDark = palette().color(QPalette::Window).lightness() < 128;
    painter.setPen(m_problem.isEmpty() ? palette().color(QPalette::WindowText)
            : isDark                   ? QColor(0xff, 0x8a, 0x80)
                                       : QColor(0xb0, 0x1e, 0x1e));
    painter.drawText(
        caption, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, captionIn(caption.width()));
    paintBar(painter);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

} // namespace weightless::widgets
