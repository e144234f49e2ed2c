// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curveview.h"

#include "widgets/formatnumber.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::widgets {

CurveView::CurveView(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void CurveView::setValues(std::vector<float> values)
{
    m_values = std::move(values);
    m_current = -1;
    const auto extremes = extremesAt(0, 1);
    m_lowest = extremes.first <= extremes.second ? extremes.first : 0;
    m_highest = extremes.first <= extremes.second ? extremes.second : 0;
    setAccessibleDescription(m_values.empty()
            ? QString()
            : tr("%Ln value(s) from %1 to %2", nullptr, static_cast<int>(m_values.size()))
                  .arg(formatNumber(m_lowest), formatNumber(m_highest)));
    update();
}

std::pair<float, float> CurveView::extremesAt(int column, int columns) const
{
    std::pair<float, float> extremes {
        std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
    const auto count = static_cast<qint64>(m_values.size());
    const qint64 from = count * column / columns;
    const qint64 to = std::min(count, std::max(from + 1, count * (column + 1) / columns));
    for (qint64 i = from; i < to; ++i) {
        const float value = m_values[static_cast<size_t>(i)];
        if (!std::isfinite(value))
            continue;
        extremes.first = std::min(extremes.first, value);
        extremes.second = std::max(extremes.second, value);
    }
    return extremes;
}

void CurveView::setCurrent(qsizetype index)
{
    m_current = m_values.empty() ? -1 : std::clamp<qsizetype>(index, -1, std::ssize(m_values) - 1);
    update();
}

QRectF CurveView::chartRect() const
{
    const double line = fontMetrics().height() + 4;
    return QRectF(rect()).adjusted(8, line, -8, -line);
}

double CurveView::yOf(double value) const
{
    const QRectF chart = chartRect();
    const double range = static_cast<double>(m_highest) - m_lowest;
    return range > 0 ? chart.bottom() - (value - m_lowest) / range * chart.height() : chart.center().y();
}

QString CurveView::currentText() const
{
    return tr("%1: %2").arg(QLocale().toString(static_cast<qlonglong>(m_current)),
        formatNumber(m_values[static_cast<size_t>(m_current)]));
}

void CurveView::paintCurve(QPainter& painter) const
{
    const QRectF chart = chartRect();
    const int columns = std::max(1, static_cast<int>(chart.width()));
    QPolygonF points;
    for (int column = 0; column < columns; ++column) {
        const auto extremes = extremesAt(column, columns);
        if (extremes.first > extremes.second)
            continue;
        const double x = chart.left() + column + 0.5;
        points << QPointF(x, yOf(extremes.first)) << QPointF(x, yOf(extremes.second));
    }
    painter.setPen(QPen(palette().color(QPalette::Active, QPalette::Highlight), 1));
    painter.drawPolyline(points);
}

void CurveView::paintCurrent(QPainter& painter) const
{
    const QRectF chart = chartRect();
    const double step = chart.width() / static_cast<double>(m_values.size());
    const double x = chart.left() + (static_cast<double>(m_current) + 0.5) * step;
    painter.setPen(QPen(palette().color(QPalette::WindowText), 1, Qt::DashLine));
    painter.drawLine(QPointF(x, chart.top()), QPointF(x, chart.bottom()));
    painter.drawText(QRectF(chart.left(), 0, chart.width(), chart.top()), Qt::AlignRight | Qt::AlignVCenter,
        currentText());
}

void CurveView::paintEvent(QPaintEvent*)
{
    if (m_values.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF chart = chartRect();
    QColor line = palette().color(QPalette::WindowText);
    line.setAlphaF(0.35F);
    painter.setPen(line);
    painter.drawRect(chart);
    if (m_lowest < 0 && m_highest > 0)
        painter.drawLine(QPointF(chart.left(), yOf(0)), QPointF(chart.right(), yOf(0)));
    paintCurve(painter);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(
        QRectF(chart.left(), 0, chart.width(), chart.top()), Qt::AlignVCenter, formatNumber(m_highest));
    const QRectF below(chart.left(), chart.bottom(), chart.width(), height() - chart.bottom());
    painter.drawText(below, Qt::AlignVCenter, formatNumber(m_lowest));
    painter.drawText(below, Qt::AlignVCenter | Qt::AlignRight,
        tr("%Ln value(s)", nullptr, static_cast<int>(m_values.size())));
    if (m_current >= 0)
        paintCurrent(painter);
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Active, QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void CurveView::mouseMoveEvent(QMouseEvent* event)
{
    const QRectF chart = chartRect();
    const double share = (event->position().x() - chart.left()) / std::max(chart.width(), 1.0);
    setCurrent(static_cast<qsizetype>(std::clamp(share, 0.0, 1.0) * static_cast<double>(m_values.size())));
}

void CurveView::leaveEvent(QEvent* event)
{
    setCurrent(-1);
    QWidget::leaveEvent(event);
}

void CurveView::keyPressEvent(QKeyEvent* event)
{
    const qsizetype step =
        event->modifiers() & Qt::ControlModifier ? std::max<qsizetype>(1, std::ssize(m_values) / 100) : 1;
    if (event->key() == Qt::Key_Left)
        setCurrent(std::max<qsizetype>(0, m_current - step));
    else if (event->key() == Qt::Key_Right)
        setCurrent(m_current + step);
    else
        QWidget::keyPressEvent(event);
}

QSize CurveView::sizeHint() const
{
    return {480, 200};
}

QSize CurveView::minimumSizeHint() const
{
    return {80, fontMetrics().height() * 4};
}

} // namespace weightless::widgets
