// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The edges of a GraphPainter.
#include "widgets/graph/graphpainter.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

// So far away, or so many, that curves would only cost time.
constexpr std::size_t manySegments = 4000;

} // namespace

void GraphPainter::paintEdges(const QRectF& area)
{
    std::vector<int> segments;
    m_scene.segmentsIn(area, segments);
    const bool isPlain = m_zoom < shapeZoom || segments.size() > manySegments;
    QPen pen(m_palette.edge, std::max(1.2, 0.8 / m_zoom));
    if (isPlain) {
        pen = QPen(m_palette.edge, 0);
        m_painter.setPen(pen);
        std::vector<QLineF> lines;
        for (int segment : segments) {
            const auto points = m_scene.points(segment);
            for (std::size_t i = 0; i + 1 < points.size(); ++i)
                lines.emplace_back(points[i].x, points[i].y, points[i + 1].x, points[i + 1].y);
        }
        m_painter.drawLines(lines.data(), static_cast<int>(lines.size()));
        return;
    }
    for (int segment : segments) {
        const NestedSegment& nested = m_scene.layout().segments[static_cast<std::size_t>(segment)];
        QColor colour = m_palette.edge;
        // Across everything: there, but not in the way.
        if (nested.isDirect)
            colour.setAlpha(90);
        pen.setColor(colour);
        // Several tensors make a thicker line.
        pen.setWidthF(std::max(nested.edgeCount > 1 ? 2.0 : 1.2, 0.8 / m_zoom));
        m_painter.setPen(pen);
        paintSegment(segment);
    }
}

void GraphPainter::paintSelectedEdges(const QRectF& area)
{
    if (m_marks.selectedBox < 0 || m_scene.box(m_marks.selectedBox).isFrame)
        return;
    m_painter.setPen(QPen(m_palette.selection, std::max(2.2, 1.6 / m_zoom)));
    std::vector<int> segments;
    for (int edge : m_scene.edgesOf(m_marks.selectedBox)) {
        const NestedEdge& nested = m_scene.layout().edges[static_cast<std::size_t>(edge)];
        for (std::uint32_t i = nested.segmentBegin; i < nested.segmentEnd; ++i)
            segments.push_back(m_scene.layout().segmentIndices[i]);
    }
    std::sort(segments.begin(), segments.end());
    segments.erase(std::unique(segments.begin(), segments.end()), segments.end());
    std::vector<int> inView;
    m_scene.segmentsIn(area, inView);
    std::vector<int> drawn;
    std::set_intersection(
        segments.begin(), segments.end(), inView.begin(), inView.end(), std::back_inserter(drawn));
    for (int segment : drawn)
        paintSegment(segment);
}

// Vertical pieces are lines, everything else is a curve that leaves and arrives upright.
void GraphPainter::paintSegment(int segment)
{
    const auto points = m_scene.points(segment);
    if (points.size() < 2)
        return;
    QPainterPath path(QPointF(points[0].x, points[0].y));
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const LayoutPoint& a = points[i];
        const LayoutPoint& b = points[i + 1];
        if (std::abs(a.x - b.x) < 0.5 || std::abs(a.y - b.y) < 0.5) {
            path.lineTo(b.x, b.y);
        } else {
            const double middle = (a.y + b.y) / 2;
            path.cubicTo(a.x, middle, b.x, middle, b.x, b.y);
        }
    }
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(path);
    if (m_scene.layout().segments[static_cast<std::size_t>(segment)].hasArrow && m_zoom >= 0.22)
        paintArrow(points[points.size() - 1], points[points.size() - 2]);
}

void GraphPainter::paintArrow(const LayoutPoint& tip, const LayoutPoint& before)
{
    const double length = 8;
    const double half = 3.8;
    // Curves arrive upright; a self loop arrives from the side.
    const bool isSideways = std::abs(tip.y - before.y) < 0.5;
    const double down = tip.y >= before.y ? 1 : -1;
    const double right = tip.x >= before.x ? 1 : -1;
    const QPointF point(tip.x, tip.y);
    const QPointF back = isSideways ? QPointF(-right * length, 0) : QPointF(0, -down * length);
    const QPointF side = isSideways ? QPointF(0, half) : QPointF(half, 0);
    const QPen pen = m_painter.pen();
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(pen.color());
    m_painter.drawPolygon(QPolygonF {point, point + back + side, point + back - side});
    m_painter.setPen(pen);
}

void GraphPainter::paintEdgeLabels(const QRectF& area)
{
    constexpr double labelZoom = 0.75;
    if (m_zoom < labelZoom)
        return;
    std::vector<int> segments;
    m_scene.segmentsIn(area, segments);
    for (int segment : segments)
        paintEdgeLabel(segment);
}

void GraphPainter::paintEdgeLabel(int segment)
{
    const NestedSegment& nested = m_scene.layout().segments[static_cast<std::size_t>(segment)];
    if (!nested.hasArrow || nested.edgeCount != 1)
        return;
    const QString& label =
        m_scene.model().description().edges[static_cast<std::size_t>(nested.firstEdge)].label;
    if (label.isEmpty())
        return;
    const TextMeasure& measure = m_scene.model().measure();
    const auto points = m_scene.points(segment);
    const LayoutPoint& tip = points.back();
    const double width = measure.smallWidth(label) + 6;
    const double height = measure.smallHeight();
    const QRectF rect(tip.x - width / 2, tip.y - 12 - height, width, height);
    QColor back = m_palette.background;
    back.setAlpha(215);
    const QPen pen = m_painter.pen();
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(back);
    m_painter.drawRoundedRect(rect, 3, 3);
    m_painter.setPen(m_palette.dimText);
    m_painter.setFont(measure.smallFont());
    m_painter.drawText(rect, Qt::AlignCenter, label);
    m_painter.setPen(pen);
}

} // namespace weightless::widgets
