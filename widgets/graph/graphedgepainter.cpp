// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The edges of a GraphPainter.
#include "widgets/graph/drawnplaces.h"
#include "widgets/graph/graphpainter.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <optional>

namespace weightless::widgets {

namespace {

// So far away, or so many, that curves would only cost time.
constexpr std::size_t manySegments = 500;
constexpr double stubLength = 20;
constexpr double longestCurve = 6000; // pixels

QPointF pointOf(const LayoutPoint& point)
{
    return {point.x, point.y};
}

// The part of a line that is in an area (Liang and Barsky); nothing where it passes by.
std::optional<QLineF> clipped(const QLineF& line, const QRectF& area)
{
    double begin = 0;
    double end = 1;
    const auto cut = [&](double step,
                         double room) { // along the line, `step` a length, until `room` is used up
        if (step == 0)
            return room >= 0;
        const double at = room / step;
        if (step < 0)
            begin = std::max(begin, at);
        else
            end = std::min(end, at);
        return begin <= end;
    };
    const bool isInside = cut(-line.dx(), line.x1() - area.left()) && cut(line.dx(), area.right() - line.x1())
        && cut(-line.dy(), line.y1() - area.top()) && cut(line.dy(), area.bottom() - line.y1());
    return isInside ? std::optional(QLineF(line.pointAt(begin), line.pointAt(end))) : std::nullopt;
}

// What of two sorted lists is in both.
std::vector<int> common(const std::vector<int>& a, const std::vector<int>& b)
{
    std::vector<int> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

} // namespace

void GraphPainter::paintEdges(const QRectF& area, const std::vector<int>& segments)
{
    if (m_zoom < shapeZoom || segments.size() > manySegments) {
        paintPlainEdges(area, segments);
        return;
    }
    for (int segment : segments) {
        const NestedSegment& nested = m_scene.layout().segments[static_cast<std::size_t>(segment)];
        // Several tensors make a thicker line.
        m_painter.setPen(QPen(m_palette.edge, std::max(nested.edgeCount > 1 ? 1.8 : 1.2, 0.8 / m_zoom)));
        if (nested.isDirect)
            paintStubs(segment);
        else
            paintSegment(segment);
    }
}

void GraphPainter::paintPlainEdges(const QRectF& area, const std::vector<int>& segments)
{
    // Lines of one fan leave no pixel between them: of those that run side by side one is enough.
    DrawnPlaces drawn(area.topLeft(), 2 / m_zoom);
    std::vector<QLineF> lines;
    for (int segment : segments) {
        if (m_scene.layout().segments[static_cast<std::size_t>(segment)].isDirect)
            continue;
        const auto points = m_scene.points(segment);
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            const auto line = clipped(QLineF(pointOf(points[i]), pointOf(points[i + 1])), area);
            if (line && drawn.insert(line->p1(), line->p2()))
                lines.push_back(*line);
        }
    }
    const bool isSmooth = m_painter.testRenderHint(QPainter::Antialiasing);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(QPen(m_palette.edge, 0));
    m_painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    m_painter.setRenderHint(QPainter::Antialiasing, isSmooth);
}

std::vector<int> GraphPainter::selectedSegments() const
{
    std::vector<int> segments;
    const int selected = m_look.marks.selectedBox;
    if (selected < 0)
        return segments;
    for (int edge : m_scene.edgesOf(selected)) {
        const NestedEdge& nested = m_scene.layout().edges[static_cast<std::size_t>(edge)];
        for (std::uint32_t i = nested.segmentBegin; i < nested.segmentEnd; ++i)
            segments.push_back(m_scene.layout().segmentIndices[i]);
    }
    std::sort(segments.begin(), segments.end());
    segments.erase(std::unique(segments.begin(), segments.end()), segments.end());
    return segments;
}

void GraphPainter::paintMarkedEdges(const std::vector<int>& inView)
{
    m_painter.setPen(QPen(m_palette.path, std::max(3.0, 2.0 / m_zoom)));
    paintMarkedSegments(m_look.marks.path, inView);
    m_painter.setPen(QPen(m_palette.selection, std::max(2.2, 1.6 / m_zoom)));
    paintMarkedSegments(selectedSegments(), inView);
    m_painter.setPen(QPen(m_palette.selection, std::max(3.2, 2.2 / m_zoom)));
    paintMarkedSegments(m_look.marks.edge, inView);
}

void GraphPainter::paintMarkedSegments(const std::vector<int>& segments, const std::vector<int>& inView)
{
    for (int segment : common(segments, inView))
        paintSegment(segment);
}

// Straight pieces are lines, everything else is a curve that leaves and arrives in the direction of the flow.
void GraphPainter::paintSegment(int segment)
{
    const auto points = m_scene.points(segment);
    if (points.size() < 2)
        return;
    QPainterPath path;
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        addPiece(path, pointOf(points[i]), pointOf(points[i + 1]));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(path);
    if (m_scene.layout().segments[static_cast<std::size_t>(segment)].hasArrow && m_zoom >= 0.22)
        paintArrow(points[points.size() - 1], points[points.size() - 2]);
}

void GraphPainter::addPiece(QPainterPath& path, const QPointF& a, const QPointF& b) const
{
    if (!QRectF(a, b).normalized().adjusted(-2, -2, 2, 2).intersects(m_area))
        return;
    if (path.currentPosition() != a || path.isEmpty())
        path.moveTo(a);
    if (std::abs(a.x() - b.x()) < 0.5 || std::abs(a.y() - b.y()) < 0.5) {
        path.lineTo(b);
        return;
    }
    const bool isHorizontal = m_scene.layout().isHorizontal;
    const QPointF bend = isHorizontal ? QPointF((b.x() - a.x()) / 2, 0) : QPointF(0, (b.y() - a.y()) / 2);
    const double length = (std::abs(a.x() - b.x()) + std::abs(a.y() - b.y())) * m_zoom;
    if (length <= longestCurve) {
        path.cubicTo(a + bend, b - bend, b);
        return;
    }
    // Most of a long curve is out of sight: only what is in it costs anything.
    constexpr int steps = 64;
    QPointF last = a;
    for (int step = 1; step <= steps; ++step) {
        const double t = static_cast<double>(step) / steps;
        const double s = 1 - t;
        const QPointF next =
            s * s * s * a + 3 * s * s * t * (a + bend) + 3 * s * t * t * (b - bend) + t * t * t * b;
        if (QRectF(last, next).normalized().adjusted(-2, -2, 2, 2).intersects(m_area)) {
            path.moveTo(last);
            path.lineTo(next);
        }
        last = next;
    }
}

// An edge across everything shows where it begins and where it ends; the rest is drawn when one of its ends
// or the edge itself is pointed at or selected.
void GraphPainter::paintStubs(int segment)
{
    const auto points = m_scene.points(segment);
    if (points.size() < 2)
        return;
    const LayoutPoint& begin = points.front();
    const LayoutPoint& end = points.back();
    const bool isHorizontal = m_scene.layout().isHorizontal;
    const bool isForward = isHorizontal ? end.x >= begin.x : end.y >= begin.y;
    const double length = isForward ? stubLength : -stubLength;
    const QPointF step = isHorizontal ? QPointF(length, 0) : QPointF(0, length);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawLine(pointOf(begin), pointOf(begin) + step);
    m_painter.drawLine(pointOf(end) - step, pointOf(end));
    const double dot = std::max(2.5, 1.5 / m_zoom);
    m_painter.setBrush(m_palette.background);
    m_painter.drawEllipse(pointOf(begin) + step, dot, dot);
    m_painter.drawEllipse(pointOf(end) - step, dot, dot);
    if (m_scene.layout().segments[static_cast<std::size_t>(segment)].hasArrow && m_zoom >= 0.22)
        paintArrow(end, {end.x - step.x(), end.y - step.y()});
}

void GraphPainter::paintArrow(const LayoutPoint& tip, const LayoutPoint& before)
{
    const double length = 8;
    const double half = 3.8;
    // Curves arrive in the direction of the flow; a self loop arrives from the side.
    const bool isHorizontal = m_scene.layout().isHorizontal;
    const bool isSideways =
        isHorizontal ? std::abs(tip.x - before.x) >= 0.5 : std::abs(tip.y - before.y) < 0.5;
    const double down = tip.y >= before.y ? 1 : -1;
    const double right = tip.x >= before.x ? 1 : -1;
    const QPointF point = pointOf(tip);
    const QPointF back = isSideways ? QPointF(-right * length, 0) : QPointF(0, -down * length);
    const QPointF side = isSideways ? QPointF(0, half) : QPointF(half, 0);
    const QPen pen = m_painter.pen();
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(pen.color());
    m_painter.drawPolygon(QPolygonF {point, point + back + side, point + back - side});
    m_painter.setPen(pen);
}

} // namespace weightless::widgets
