// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sizecurveview.h"

#include "widgets/formatbytes.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <bit>
#include <cmath>

namespace weightless::widgets {

namespace {

constexpr int axisSteps = 4;

// The next number of bytes whose quarters are easily read.
qint64 roundedUp(qint64 bytes)
{
    const auto power = static_cast<qint64>(std::bit_floor(static_cast<quint64>(std::max<qint64>(bytes, 1))));
    for (const qint64 eighths : {8, 10, 12, 16}) {
        if (power / 8 * eighths >= bytes)
            return power / 8 * eighths;
    }
    return std::max<qint64>(bytes, axisSteps);
}

// Along the axis: as far from each other as each is a multiple of the one before it; none at all is one step
// before 1.
double stepOf(qint64 size)
{
    return size > 0 ? std::log2(static_cast<double>(size)) : -1;
}

} // namespace

SizeCurveView::SizeCurveView(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void SizeCurveView::setPoints(std::vector<Point> points, qint64 limitBytes, const QString& limitText)
{
    m_points = std::move(points);
    m_limitBytes = limitBytes;
    m_limitText = limitText;
    qint64 highest = 0;
    for (const Point& point : m_points)
        highest = std::max(highest, point.bytes);
    // A limit that everything stays far below would press the curve to the floor.
    if (limitBytes > 0 && limitBytes <= 4 * highest)
        highest = std::max(highest, limitBytes);
    m_highest = roundedUp(highest);
    m_current = std::min(m_current, static_cast<int>(m_points.size()) - 1);
    update();
}

void SizeCurveView::setCurrent(int index)
{
    const int wanted = std::clamp(index, -1, static_cast<int>(m_points.size()) - 1);
    if (wanted == m_current)
        return;
    m_current = wanted;
    update();
    emit currentChanged(m_current);
}

QRectF SizeCurveView::chartRect() const
{
    const double line = fontMetrics().height() + 6;
    int widest = 0;
    for (int i = 0; i <= axisSteps; ++i)
        widest = std::max(widest, fontMetrics().horizontalAdvance(formatBytes(m_highest * i / axisSteps)));
    return QRectF(rect()).adjusted(widest + 12, line, -24, -line);
}

double SizeCurveView::yOf(qint64 bytes) const
{
    const QRectF chart = chartRect();
    const double share = static_cast<double>(std::max<qint64>(bytes, 0)) / static_cast<double>(m_highest);
    return chart.bottom() - share * chart.height();
}

QPointF SizeCurveView::placeOf(int index) const
{
    const QRectF chart = chartRect();
    const Point& point = m_points[static_cast<size_t>(index)];
    const double first = stepOf(m_points.front().size);
    const double range = stepOf(m_points.back().size) - first;
    const double share = range > 0 ? (stepOf(point.size) - first) / range : 0.5;
    return {chart.left() + share * chart.width(), yOf(point.bytes)};
}

void SizeCurveView::paintAxes(QPainter& painter) const
{
    const QRectF chart = chartRect();
    QColor faint = palette().color(QPalette::WindowText);
    faint.setAlphaF(0.2F);
    for (int i = 0; i <= axisSteps; ++i) {
        const qint64 bytes = m_highest * i / axisSteps;
        painter.setPen(faint);
        painter.drawLine(QPointF(chart.left(), yOf(bytes)), QPointF(chart.right(), yOf(bytes)));
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRectF(0, yOf(bytes) - 20, chart.left() - 8, 40), Qt::AlignRight | Qt::AlignVCenter,
            formatBytes(bytes));
    }
    double free = -1e9; // names of points make way for each other
    for (int i = 0; i < static_cast<int>(m_points.size()); ++i) {
        const QString text = QLocale().toString(m_points[static_cast<size_t>(i)].size);
        const double width = fontMetrics().horizontalAdvance(text);
        const double left = placeOf(i).x() - width / 2;
        if (left < free)
            continue;
        free = left + width + 8;
        painter.drawText(QPointF(left, chart.bottom() + fontMetrics().ascent() + 4), text);
    }
}

void SizeCurveView::paintLimit(QPainter& painter) const
{
    if (m_limitBytes <= 0 || m_limitBytes > m_highest)
        return;
    const QRectF chart = chartRect();
    painter.setPen(QPen(palette().color(QPalette::WindowText), 1, Qt::DashLine));
    painter.drawLine(QPointF(chart.left(), yOf(m_limitBytes)), QPointF(chart.right(), yOf(m_limitBytes)));
    painter.drawText(QPointF(chart.left() + 4, yOf(m_limitBytes) - 4), m_limitText);
}

void SizeCurveView::paintCurve(QPainter& painter) const
{
    const QColor colour = palette().color(QPalette::Active, QPalette::Highlight);
    painter.setPen(QPen(colour, 2));
    for (int i = 1; i < static_cast<int>(m_points.size()); ++i) {
        if (m_points[static_cast<size_t>(i - 1)].bytes >= 0 && m_points[static_cast<size_t>(i)].bytes >= 0)
            painter.drawLine(placeOf(i - 1), placeOf(i));
    }
    for (int i = 0; i < static_cast<int>(m_points.size()); ++i) {
        const bool isKnown = m_points[static_cast<size_t>(i)].bytes >= 0;
        const double radius = i == m_current ? 5.5 : 3.5;
        painter.setBrush(isKnown ? colour : palette().color(QPalette::Base));
        if (isKnown || i == m_current)
            painter.drawEllipse(placeOf(i), radius, radius);
    }
    painter.setBrush(Qt::NoBrush);
}

void SizeCurveView::paintEvent(QPaintEvent*)
{
    if (m_points.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    paintLimit(painter);
    paintCurve(painter);
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Active, QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void SizeCurveView::mouseMoveEvent(QMouseEvent* event)
{
    int nearest = -1;
    double least = 0;
    for (int i = 0; i < static_cast<int>(m_points.size()); ++i) {
        const double distance = std::abs(placeOf(i).x() - event->position().x());
        if (nearest < 0 || distance < least) {
            nearest = i;
            least = distance;
        }
    }
    setCurrent(nearest);
}

void SizeCurveView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Left)
        setCurrent(std::max(m_current - 1, 0));
    else if (event->key() == Qt::Key_Right)
        setCurrent(m_current + 1);
    else if (event->key() == Qt::Key_Home)
        setCurrent(0);
    else if (event->key() == Qt::Key_End)
        setCurrent(static_cast<int>(m_points.size()) - 1);
    else
        QWidget::keyPressEvent(event);
}

QSize SizeCurveView::sizeHint() const
{
    return {560, 260};
}

QSize SizeCurveView::minimumSizeHint() const
{
    return {160, fontMetrics().height() * 6};
}

} // namespace weightless::widgets
