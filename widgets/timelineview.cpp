// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timelineview.h"

#include <QHash>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace weightless::widgets {

namespace {

constexpr std::array<QRgb, 8> groupColours {
    0xff7fb2e5, 0xffe6a86b, 0xff86c79b, 0xffd99bc4, 0xffc9c36a, 0xff9aa7d9, 0xffdb8f84, 0xffa9b3b8};

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimelineView::setSteps(std::vector<Step> steps)
{
    m_steps = std::move(steps);
    m_current = -1;
    m_ends.clear();
    m_groups.clear();
    QHash<QString, int> groups;
    double end = 0;
    for (const Step& step : m_steps) {
        end += std::max(step.milliseconds, 0.0);
        m_ends.push_back(end);
        const int next = static_cast<int>(groups.size());
        m_groups.push_back(groups.contains(step.group) ? groups.value(step.group) : next);
        groups.insert(step.group, m_groups.back());
    }
    setAccessibleDescription(m_steps.empty()
            ? QString()
            : tr("%Ln step(s) in %1 ms", nullptr, static_cast<int>(m_steps.size()))
                  .arg(QLocale().toString(end, 'f', 1)));
    update();
}

QRectF TimelineView::barRect() const
{
    return QRectF(rect()).adjusted(2, 2, -2, -fontMetrics().height() - 4);
}

QRectF TimelineView::stepRect(size_t step) const
{
    if (step >= m_steps.size() || m_ends.back() <= 0)
        return {};
    const QRectF bar = barRect();
    const double begin = step == 0 ? 0 : m_ends[step - 1];
    return {bar.left() + begin / m_ends.back() * bar.width(), bar.top(),
        (m_ends[step] - begin) / m_ends.back() * bar.width(), bar.height()};
}

int TimelineView::stepAt(double x) const
{
    const QRectF bar = barRect();
    if (m_steps.empty() || m_ends.back() <= 0 || x < bar.left() || x > bar.right())
        return -1;
    const double time = (x - bar.left()) / bar.width() * m_ends.back();
    const auto found = std::lower_bound(m_ends.begin(), m_ends.end(), time);
    return static_cast<int>(
        std::min<ptrdiff_t>(found - m_ends.begin(), static_cast<ptrdiff_t>(m_ends.size()) - 1));
}

QString TimelineView::textOf(size_t step) const
{
    const Step& shown = m_steps[step];
    return tr("%1 (%2): %3 ms, %4 % of the run")
        .arg(shown.name, shown.group, QLocale().toString(shown.milliseconds, 'f', 3),
            QLocale().toString(m_ends.back() > 0 ? 100 * shown.milliseconds / m_ends.back() : 0, 'f', 1));
}

QSize TimelineView::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 3 + 12};
}

void TimelineView::setCurrent(int step)
{
    m_current = step >= 0 && static_cast<size_t>(step) < m_steps.size() ? step : -1;
    update();
}

void TimelineView::choose(int step)
{
    setCurrent(step);
    if (m_current < 0)
        return;
    emit chosen(m_current);
}

void TimelineView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRectF bar = barRect();
    painter.fillRect(bar, palette().color(QPalette::Base));
    if (m_steps.empty() || m_ends.back() <= 0)
        return;
    const int least = 5 * fontMetrics().averageCharWidth();
    for (size_t i = 0; i < m_steps.size(); ++i) {
        const QRectF place = stepRect(i);
        if (place.width() < 0.05)
            continue;
        painter.fillRect(place.adjusted(0, 0, place.width() > 3 ? -1 : 0, 0),
            QColor(groupColours[static_cast<size_t>(m_groups[i]) % groupColours.size()]));
        if (place.width() < least)
            continue;
        painter.setPen(Qt::black);
        painter.drawText(place.adjusted(4, 0, -4, 0), Qt::AlignVCenter | Qt::TextSingleLine,
            fontMetrics().elidedText(m_steps[i].group, Qt::ElideRight, static_cast<int>(place.width()) - 8));
    }
    painter.setPen(palette().color(QPalette::WindowText));
    const QRectF below(bar.left(), bar.bottom() + 2, bar.width(), fontMetrics().height());
    if (m_current < 0) {
        painter.drawText(below, Qt::AlignLeft, QStringLiteral("0"));
        painter.drawText(below, Qt::AlignRight, tr("%1 ms").arg(QLocale().toString(m_ends.back(), 'f', 1)));
    } else {
        const auto current = static_cast<size_t>(m_current);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
        painter.drawRect(stepRect(current).adjusted(-1, -1, 1, 1));
        painter.drawText(below, Qt::AlignLeft,
            fontMetrics().elidedText(textOf(current), Qt::ElideMiddle, static_cast<int>(below.width())));
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    choose(stepAt(event->position().x()));
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_steps.size()) - 1;
    if (event->key() == Qt::Key_Left)
        choose(std::max(m_current - 1, 0));
    else if (event->key() == Qt::Key_Right)
        choose(std::min(m_current + 1, last));
    else if (event->key() == Qt::Key_Home)
        choose(0);
    else if (event->key() == Qt::Key_End)
        choose(last);
    else
        QWidget::keyPressEvent(event);
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int step = stepAt(help->pos().x());
    QToolTip::showText(help->globalPos(), step < 0 ? QString() : textOf(static_cast<size_t>(step)), this);
    return true;
}

} // namespace weightless::widgets
