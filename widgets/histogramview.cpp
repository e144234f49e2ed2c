// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/histogramview.h"

#include "widgets/formatnumber.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <limits>

namespace weightless::widgets {

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void HistogramView::setCounts(std::vector<quint64> counts, double lowest, double highest)
{
    m_counts = std::move(counts);
    m_lowest = lowest;
    m_highest = highest;
    m_most = m_counts.empty() ? 0 : *std::max_element(m_counts.begin(), m_counts.end());
    QString description;
    if (m_most > 0) {
        const auto mode =
            static_cast<size_t>(std::max_element(m_counts.begin(), m_counts.end()) - m_counts.begin());
        description = tr("Values from %1 to %2; most of them %3")
                          .arg(formatNumber(lowest), formatNumber(highest), textOf(mode));
    }
    setAccessibleDescription(description);
    update();
}

QString HistogramView::textOf(size_t bar) const
{
    const double width = (m_highest - m_lowest) / static_cast<double>(m_counts.size());
    const double from = m_lowest + static_cast<double>(bar) * width;
    return tr("%1 to %2: %Ln value(s)", nullptr,
        static_cast<int>(std::min<quint64>(m_counts[bar], std::numeric_limits<int>::max())))
        .arg(formatNumber(from), formatNumber(from + width));
}

QRectF HistogramView::chartRect() const
{
    return QRectF(rect()).adjusted(1, 2, -1, -fontMetrics().height() - 4);
}

QRectF HistogramView::barRect(size_t bar) const
{
    const QRectF chart = chartRect();
    if (bar >= m_counts.size() || m_most == 0)
        return {};
    const double width = chart.width() / static_cast<double>(m_counts.size());
    const double share = static_cast<double>(m_counts[bar]) / static_cast<double>(m_most);
    // A value among millions is still a value.
    const double height = m_counts[bar] == 0 ? 0 : std::max(share * chart.height(), 2.0);
    return {chart.left() + static_cast<double>(bar) * width, chart.bottom() - height,
        std::max(width - (width > 3 ? 1 : 0), 1.0), height};
}

QSize HistogramView::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 36, fontMetrics().height() * 7};
}

QSize HistogramView::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 22, fontMetrics().height() * 5};
}

void HistogramView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRectF chart = chartRect();
    QColor line = palette().color(QPalette::WindowText);
    line.setAlphaF(0.35F);
    painter.setPen(line);
    painter.drawLine(chart.bottomLeft(), chart.bottomRight());
    if (m_most == 0)
        return;
    for (size_t bar = 0; bar < m_counts.size(); ++bar)
        painter.fillRect(barRect(bar), palette().color(QPalette::Active, QPalette::Highlight));
    painter.setPen(palette().color(QPalette::WindowText));
    const QRectF texts(chart.left(), chart.bottom() + 2, chart.width(), fontMetrics().height() + 2);
    painter.drawText(texts, Qt::AlignLeft | Qt::AlignTop, formatNumber(m_lowest));
    if (m_highest > m_lowest)
        painter.drawText(texts, Qt::AlignRight | Qt::AlignTop, formatNumber(m_highest));
    // Where zero is, if that is not an end.
    if (m_lowest < 0 && m_highest > 0) {
        const double x = chart.left() - m_lowest / (m_highest - m_lowest) * chart.width();
        painter.setPen(QPen(line, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, chart.top()), QPointF(x, chart.bottom() + 3));
        const double half = fontMetrics().averageCharWidth();
        const int ends =
            fontMetrics().horizontalAdvance(formatNumber(m_lowest)) + fontMetrics().averageCharWidth();
        const int right =
            fontMetrics().horizontalAdvance(formatNumber(m_highest)) + fontMetrics().averageCharWidth();
        if (x - half > chart.left() + ends && x + half < chart.right() - right) {
            painter.setPen(palette().color(QPalette::WindowText));
            painter.drawText(QRectF(x - half, texts.top(), 2 * half, texts.height()),
                Qt::AlignHCenter | Qt::AlignTop, QStringLiteral("0"));
        }
    }
}

bool HistogramView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_most == 0)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QRectF chart = chartRect();
    const double share = (help->pos().x() - chart.left()) / std::max(chart.width(), 1.0);
    const auto bar = static_cast<size_t>(std::clamp(
        share * static_cast<double>(m_counts.size()), 0.0, static_cast<double>(m_counts.size() - 1)));
    QToolTip::showText(help->globalPos(), textOf(bar), this);
    return true;
}

} // namespace weightless::widgets
