// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timelineview.h"

#include "widgets/formatduration.h"
#include "widgets/plaintext.h"

#include <QHash>
#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace weightless::widgets {

namespace {

QString inMilliseconds(double milliseconds)
{
    return formatDuration(milliseconds / 1000);
}

constexpr std::array<QRgb, 8> groupColours {
    0xff7fb2e5, 0xffe6a86b, 0xff86c79b, 0xffd99bc4, 0xffc9c36a, 0xff9aa7d9, 0xffdb8f84, 0xffa9b3b8};

constexpr int titleGap = 8; // between a title and its bar

QString stepsTitle()
{
    return TimelineView::tr("Steps");
}

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
        end += std::max(step.waitedMilliseconds, 0.0) + std::max(step.milliseconds, 0.0);
        m_ends.push_back(end);
        const int next = static_cast<int>(groups.size());
        m_groups.push_back(groups.contains(step.group) ? groups.value(step.group) : next);
        groups.insert(step.group, m_groups.back());
    }
    describe();
}

void TimelineView::setLanes(std::vector<Lane> lanes)
{
    m_lanes = std::move(lanes);
    std::erase_if(m_lanes, [](const Lane& lane) { return lane.spans.empty(); });
    measureTitles();
    describe();
    updateGeometry();
}

void TimelineView::describe()
{
    const double before = m_total;
    m_total = m_ends.empty() ? 0 : m_ends.back();
    for (const Lane& lane : m_lanes) {
        for (const Span& span : lane.spans)
            m_total = std::max(m_total, span.endMilliseconds);
    }
    QString text = m_steps.empty()
        ? QString()
        : tr("%Ln step(s) in %1", nullptr, static_cast<int>(m_steps.size())).arg(inMilliseconds(m_total));
    for (const Lane& lane : m_lanes)
        text += QStringLiteral(". %1: %2").arg(lane.title, QLocale().toString(qulonglong(lane.spans.size())));
    setAccessibleDescription(text);
    if (m_total != before)
        m_shown.reset(); // another run
    update();
}

void TimelineView::measureTitles()
{
    const QFontMetricsF metrics(font()); // a rounded width would cut titles off
    double widest = metrics.horizontalAdvance(stepsTitle());
    for (const Lane& lane : m_lanes)
        widest = std::max(widest, metrics.horizontalAdvance(lane.title));
    m_widestTitle = static_cast<int>(std::ceil(widest));
}

int TimelineView::titleWidth() const
{
    return m_lanes.empty() ? 0 : std::min(m_widestTitle + titleGap, width() / 3);
}

QRectF TimelineView::barRect() const
{
    const QRectF all = QRectF(rect()).adjusted(2 + titleWidth(), 2, -2, -fontMetrics().height() - 4);
    return all.adjusted(0, 0, 0, -static_cast<int>(m_lanes.size()) * (fontMetrics().height() + 4));
}

QRectF TimelineView::laneRect(size_t lane) const
{
    if (lane >= m_lanes.size())
        return {};
    const QRectF bar = barRect();
    const int height = fontMetrics().height() + 1;
    return {bar.left(), bar.bottom() + 3 + static_cast<double>(lane) * (height + 3), bar.width(),
        static_cast<double>(height)};
}

QRectF TimelineView::placeOf(double begin, double end, const QRectF& bar) const
{
    const double perMillisecond = bar.width() / (to() - from());
    return {bar.left() + (begin - from()) * perMillisecond, bar.top(), (end - begin) * perMillisecond,
        bar.height()};
}

double TimelineView::timeAt(double x) const
{
    const QRectF bar = barRect();
    return bar.width() > 0 ? from() + (x - bar.left()) / bar.width() * (to() - from()) : from();
}

double TimelineView::beginOf(size_t step) const
{
    return m_ends[step] - std::max(m_steps[step].milliseconds, 0.0);
}

QRectF TimelineView::stepRect(size_t step) const
{
    if (step >= m_steps.size() || m_total <= 0)
        return {};
    return placeOf(beginOf(step), m_ends[step], barRect());
}

QRectF TimelineView::waitRect(size_t step) const
{
    if (step >= m_steps.size() || m_total <= 0 || m_steps[step].waitedMilliseconds <= 0)
        return {};
    return placeOf(step == 0 ? 0 : m_ends[step - 1], beginOf(step), barRect());
}

QRectF TimelineView::spanRect(size_t lane, size_t span) const
{
    if (lane >= m_lanes.size() || span >= m_lanes[lane].spans.size() || m_total <= 0)
        return {};
    const Span& shown = m_lanes[lane].spans[span];
    return placeOf(shown.beginMilliseconds, shown.endMilliseconds, laneRect(lane));
}

int TimelineView::stepAt(double x) const
{
    const QRectF bar = barRect();
    if (m_steps.empty() || m_total <= 0 || x < bar.left() || x > bar.right())
        return -1;
    const auto found = std::lower_bound(m_ends.begin(), m_ends.end(), timeAt(x));
    return static_cast<int>(
        std::min<ptrdiff_t>(found - m_ends.begin(), static_cast<ptrdiff_t>(m_ends.size()) - 1));
}

QString TimelineView::textOf(size_t step) const
{
    const Step& shown = m_steps[step];
    const QString text =
        tr("%1 (%2): %3, %4 % of the run")
            .arg(shownName(shown.name), shownName(shown.group), inMilliseconds(shown.milliseconds),
                QLocale().toString(m_total > 0 ? 100 * shown.milliseconds / m_total : 0, 'f', 1));
    return shown.waitedMilliseconds < 0.001
        ? text
        : tr("%1; it waited %2 for weights").arg(text, inMilliseconds(shown.waitedMilliseconds));
}

QString TimelineView::spanTextAt(const QPointF& position) const
{
    for (size_t lane = 0; lane < m_lanes.size(); ++lane) {
        const std::vector<Span>& spans = m_lanes[lane].spans;
        for (size_t i = 0; laneRect(lane).contains(position) && i < spans.size(); ++i) {
            if (spanRect(lane, i).adjusted(-1, 0, 1, 0).contains(position))
                return tr("%1: %2, %3")
                    .arg(m_lanes[lane].title, shownName(spans[i].name),
                        inMilliseconds(spans[i].endMilliseconds - spans[i].beginMilliseconds));
        }
    }
    return {};
}

QSize TimelineView::sizeHint() const
{
    const int lines = 3 + static_cast<int>(m_lanes.size());
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * lines + 16};
}

void TimelineView::paintSteps(QPainter& painter) const
{
    const int least = 5 * fontMetrics().averageCharWidth();
    const QRectF bar = barRect();
    const auto first = std::lower_bound(m_ends.begin(), m_ends.end(), from()) - m_ends.begin();
    for (auto i = static_cast<size_t>(first); i < m_steps.size(); ++i) {
        if (const QRectF wait = waitRect(i).intersected(bar); wait.width() >= 0.5)
            painter.fillRect(wait, QBrush(palette().color(QPalette::WindowText), Qt::BDiagPattern));
        if (beginOf(i) > to())
            break;
        const QRectF place = stepRect(i).intersected(bar);
        if (place.width() < 0.05)
            continue;
        painter.fillRect(place.adjusted(0, 0, place.width() > 3 ? -1 : 0, 0),
            QColor(groupColours[static_cast<size_t>(m_groups[i]) % groupColours.size()]));
        if (place.width() < least)
            continue;
        painter.setPen(Qt::black);
        painter.drawText(place.adjusted(4, 0, -4, 0), Qt::AlignVCenter | Qt::TextSingleLine,
            fontMetrics().elidedText(
                shownName(m_steps[i].group), Qt::ElideRight, static_cast<int>(place.width()) - 8));
    }
}

void TimelineView::paintTitle(QPainter& painter, const QString& title, const QRectF& bar) const
{
    const QRectF place(bar.left() - titleWidth(), bar.top(), titleWidth() - titleGap, bar.height());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        fontMetrics().elidedText(title, Qt::ElideRight, static_cast<int>(place.width())));
}

void TimelineView::paintLane(QPainter& painter, size_t lane) const
{
    const QRectF place = laneRect(lane);
    painter.fillRect(place, palette().color(QPalette::Base));
    QColor colour = palette().color(QPalette::Highlight);
    colour.setAlphaF(0.6F);
    for (size_t i = 0; i < m_lanes[lane].spans.size(); ++i) {
        const QRectF span = spanRect(lane, i).intersected(place);
        painter.fillRect(span.adjusted(0, 0, span.width() > 3 ? -1 : 0, 0), colour);
    }
    paintTitle(painter, m_lanes[lane].title, place);
}

void TimelineView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRectF bar = barRect();
    painter.fillRect(bar, palette().color(QPalette::Base));
    if (m_steps.empty() || m_total <= 0)
        return;
    paintSteps(painter);
    if (!m_lanes.empty())
        paintTitle(painter, stepsTitle(), bar);
    for (size_t lane = 0; lane < m_lanes.size(); ++lane)
        paintLane(painter, lane);
    painter.setPen(palette().color(QPalette::WindowText));
    const double bottom = m_lanes.empty() ? bar.bottom() : laneRect(m_lanes.size() - 1).bottom();
    const QRectF below(bar.left(), bottom + 2, bar.width(), fontMetrics().height());
    if (m_current < 0) {
        painter.drawText(below, Qt::AlignLeft, from() > 0 ? inMilliseconds(from()) : QStringLiteral("0"));
        painter.drawText(below, Qt::AlignRight, inMilliseconds(to()));
    } else {
        const auto current = static_cast<size_t>(m_current);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
        const QRectF place = stepRect(current).adjusted(-1, -1, 1, 1);
        if (const QRectF around = bar.adjusted(-1, -1, 1, 1); place.intersects(around))
            painter.drawRect(place.intersected(around));
        painter.drawText(below, Qt::AlignLeft,
            fontMetrics().elidedText(textOf(current), Qt::ElideMiddle, static_cast<int>(below.width())));
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        measureTitles();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int step = stepAt(help->pos().x());
    const QString text = help->pos().y() > barRect().bottom() ? spanTextAt(help->pos())
        : step < 0                                            ? QString()
                                                              : textOf(static_cast<size_t>(step));
    QToolTip::showText(help->globalPos(), plainToolTip(text), this);
    return true;
}

} // namespace weightless::widgets
