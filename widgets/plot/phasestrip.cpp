// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/phasestrip.h"

#include "widgets/plot/curvelook.h"

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr int distance = 5; // from the chart
constexpr int padding = 4; // of a label
constexpr double leastTextWidth = 22;

} // namespace

PhaseStrip::PhaseStrip(QCustomPlot* plot)
    : QCPLayerable(plot, QStringLiteral("grid"))
{
}

void PhaseStrip::setPhases(std::vector<Phase> phases, const QString& owner, const QColor& colour)
{
    m_phases = std::move(phases);
    m_owner = owner;
    m_colour = colour;
}

int PhaseStrip::neededHeight() const
{
    return static_cast<int>(std::ceil(QFontMetricsF(parentPlot()->font()).height())) + 2 + distance;
}

void PhaseStrip::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void PhaseStrip::drawPhase(QCPPainter* painter, std::size_t index) const
{
    const QCPAxisRect* axes = parentPlot()->axisRect();
    const QCPAxis* time = parentPlot()->xAxis;
    const Phase& phase = m_phases[index];
    const double left = std::max<double>(time->coordToPixel(phase.from), axes->left());
    const double right = std::min<double>(time->coordToPixel(phase.to), axes->right());
    if (right < axes->left() || left > axes->right() || right <= left)
        return;
    const int height = neededHeight() - distance;
    const QRectF place(left, axes->top() - distance - height, right - left, height);
    painter->setPen(Qt::NoPen);
    painter->setBrush(faint(m_colour, index % 2 == 0 ? 0.26 : 0.14));
    painter->drawRect(place);
    if (time->coordToPixel(phase.from) > axes->left() + 1) {
        painter->setPen(QPen(faint(m_text, 0.28), 1));
        painter->drawLine(QPointF(left, place.top()), QPointF(left, axes->bottom()));
    }
    const double room = place.width() - 2 * padding;
    if (room < leastTextWidth)
        return;
    const QFontMetricsF metrics(parentPlot()->font());
    QString text = phase.label;
    if (index == 0 && !m_owner.isEmpty()) {
        const QString whole = m_owner + QStringLiteral(": ") + phase.label;
        text = metrics.horizontalAdvance(whole) <= room ? whole : text;
    }
    painter->setPen(m_text);
    painter->setFont(parentPlot()->font());
    painter->drawText(place.adjusted(padding, 0, -padding, 0), Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(text, Qt::ElideRight, room));
}

void PhaseStrip::draw(QCPPainter* painter)
{
    for (std::size_t i = 0; i < m_phases.size(); ++i)
        drawPhase(painter, i);
}

} // namespace weightless::widgets
