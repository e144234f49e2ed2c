// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What a TimelineView shows of the time, and what is current in it.
#include "widgets/timelineview.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

constexpr double smallestShare = 1e-5; // of the whole time
constexpr double zoomStep = 0.8;
constexpr double panStep = 0.1; // of what is shown

} // namespace

void TimelineView::setTimeRange(double from, double to)
{
    if (m_total <= 0)
        return;
    const double span = std::max(to - from, m_total * smallestShare);
    const double begin = std::clamp(from, 0.0, std::max(m_total - span, 0.0));
    m_shown.reset();
    if (span < m_total)
        m_shown.emplace(begin, begin + span);
    update();
}

void TimelineView::showAll()
{
    m_shown.reset();
    update();
}

void TimelineView::zoomAround(double factor, double milliseconds)
{
    const double fixed = std::clamp(milliseconds, from(), to());
    const double span = std::max((to() - from()) * factor, m_total * smallestShare);
    const double share = to() > from() ? (fixed - from()) / (to() - from()) : 0;
    setTimeRange(fixed - share * span, fixed + (1 - share) * span);
}

void TimelineView::setCurrent(int step)
{
    m_current = step >= 0 && static_cast<size_t>(step) < m_steps.size() ? step : -1;
    if (m_current >= 0)
        reveal(m_current);
    update();
}

// In the middle where nothing of it can be seen.
void TimelineView::reveal(int step)
{
    const auto index = static_cast<size_t>(step);
    const double begin = beginOf(index), end = m_ends[index];
    if (!m_shown || (end > from() && begin < to()))
        return;
    const double half = (to() - from()) / 2, middle = (begin + end) / 2;
    setTimeRange(middle - half, middle + half);
}

void TimelineView::choose(int step)
{
    setCurrent(step);
    if (m_current < 0)
        return;
    emit chosen(m_current);
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton)
        m_press = {event->position().x(), from(), false};
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    constexpr double leastDrag = 3;
    if (!m_press)
        return;
    const double distance = event->position().x() - m_press->x;
    m_press->isDragging |= std::abs(distance) >= leastDrag;
    if (!m_press->isDragging || barRect().width() <= 0)
        return;
    const double span = to() - from();
    const double begin = m_press->from - distance / barRect().width() * span;
    setTimeRange(begin, begin + span);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    const std::optional<Press> ended = std::exchange(m_press, std::nullopt);
    if (ended && !ended->isDragging && event->button() == Qt::LeftButton)
        choose(stepAt(event->position().x()));
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent*)
{
    showAll();
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    constexpr double notch = 120;
    if (const double steps = event->angleDelta().y() / notch; steps != 0)
        zoomAround(std::pow(zoomStep, steps), timeAt(event->position().x()));
    event->accept();
}

bool TimelineView::keyView(const QKeyEvent& event)
{
    const double span = to() - from();
    const double middle = m_current >= 0 && stepRect(static_cast<size_t>(m_current)).intersects(barRect())
        ? beginOf(static_cast<size_t>(m_current))
        : (from() + to()) / 2;
    const bool pans = (event.modifiers() & Qt::ShiftModifier) || (m_current < 0 && !showsAll());
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomAround(zoomStep, middle);
        return true;
    case Qt::Key_Minus:
        zoomAround(1 / zoomStep, middle);
        return true;
    case Qt::Key_Left:
        if (pans)
            setTimeRange(from() - panStep * span, to() - panStep * span);
        return pans;
    case Qt::Key_Right:
        if (pans)
            setTimeRange(from() + panStep * span, to() + panStep * span);
        return pans;
    case Qt::Key_Home:
        showAll();
        return true;
    default:
        return false;
    }
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (keyView(*event))
        return;
    const int last = static_cast<int>(m_steps.size()) - 1;
    if (event->key() == Qt::Key_Left) {
        choose(std::max(m_current - 1, 0));
    } else if (event->key() == Qt::Key_Right) {
        choose(std::min(m_current + 1, last));
    } else if (event->key() == Qt::Key_End) {
        choose(last);
    } else if (event->key() == Qt::Key_Escape && m_current >= 0) {
        setCurrent(-1);
        emit cleared();
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace weightless::widgets
