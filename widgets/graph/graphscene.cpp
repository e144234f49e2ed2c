// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphscene.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::widgets {

GraphScene::GraphScene(
    std::shared_ptr<const GraphModel> model, NestedLayout layout, std::vector<bool> expanded)
    : m_model(std::move(model))
    , m_layout(std::move(layout))
    , m_expanded(std::move(expanded))
    , m_bounds(0, 0, m_layout.width, m_layout.height)
{
    indexBoxes();
    indexSegments();
    linkEdges();
    linkSegments();
}

QRectF GraphScene::boxRect(int index) const
{
    const NestedBox& nested = box(index);
    return {nested.position.x, nested.position.y, nested.size.width, nested.size.height};
}

std::span<const LayoutPoint> GraphScene::points(int segment) const
{
    const NestedSegment& nested = m_layout.segments[static_cast<std::size_t>(segment)];
    return {m_layout.points.data() + nested.pointBegin, nested.pointEnd - nested.pointBegin};
}

void GraphScene::indexBoxes()
{
    std::vector<SpatialIndex::Entry> entries;
    for (int i = 0; i < boxCount(); ++i) {
        if (box(i).isFrame)
            m_frames.push_back(i);
        else
            entries.push_back({boxRect(i), i});
    }
    // A frame's number does not tell how deep it is.
    std::stable_sort(
        m_frames.begin(), m_frames.end(), [this](int a, int b) { return box(a).depth < box(b).depth; });
    m_boxIndex = SpatialIndex(m_bounds, entries);
}

void GraphScene::indexSegments()
{
    std::vector<SpatialIndex::Entry> entries;
    for (std::size_t s = 0; s < m_layout.segments.size(); ++s) {
        const auto polyline = points(static_cast<int>(s));
        for (std::size_t i = 0; i + 1 < polyline.size(); ++i) {
            const QPointF a(polyline[i].x, polyline[i].y);
            const QPointF b(polyline[i + 1].x, polyline[i + 1].y);
            entries.push_back({QRectF(a, b).normalized().adjusted(-4, -4, 4, 4), static_cast<int>(s)});
        }
    }
    m_segmentIndex = SpatialIndex(m_bounds, entries);
}

void GraphScene::linkEdges()
{
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t e = 0; e < m_layout.edges.size(); ++e) {
        pairs.emplace_back(m_layout.edges[e].fromBox, static_cast<int>(e));
        if (m_layout.edges[e].toBox != m_layout.edges[e].fromBox)
            pairs.emplace_back(m_layout.edges[e].toBox, static_cast<int>(e));
    }
    std::sort(pairs.begin(), pairs.end());
    std::size_t next = 0;
    for (int i = 0; i < boxCount(); ++i) {
        for (; next < pairs.size() && pairs[next].first == i; ++next)
            m_edgesOfBox.values.push_back(pairs[next].second);
        m_edgesOfBox.endList();
    }
}

void GraphScene::linkSegments()
{
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t e = 0; e < m_layout.edges.size(); ++e) {
        for (std::uint32_t i = m_layout.edges[e].segmentBegin; i < m_layout.edges[e].segmentEnd; ++i)
            pairs.emplace_back(m_layout.segmentIndices[i], static_cast<int>(e));
    }
    std::sort(pairs.begin(), pairs.end());
    std::size_t next = 0;
    for (std::size_t segment = 0; segment < m_layout.segments.size(); ++segment) {
        for (; next < pairs.size() && pairs[next].first == static_cast<int>(segment); ++next)
            m_edgesOfSegment.values.push_back(pairs[next].second);
        m_edgesOfSegment.endList();
    }
}

// To the curve as it is drawn, measured at places along it.
double GraphScene::distance(int segment, const QPointF& point) const
{
    constexpr int steps = 12;
    const auto polyline = points(segment);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < polyline.size(); ++i) {
        const QPointF a(polyline[i].x, polyline[i].y);
        const QPointF b(polyline[i + 1].x, polyline[i + 1].y);
        const bool isStraight = std::abs(a.x() - b.x()) < 0.5 || std::abs(a.y() - b.y()) < 0.5;
        const QPointF bend =
            m_layout.isHorizontal ? QPointF((b.x() - a.x()) / 2, 0) : QPointF(0, (b.y() - a.y()) / 2);
        QPointF last = a;
        for (int step = 1; step <= steps; ++step) {
            const double t = static_cast<double>(step) / steps;
            const double s = 1 - t;
            const QPointF next = isStraight
                ? a + (b - a) * t
                : s * s * s * a + 3 * s * s * t * (a + bend) + 3 * s * t * t * (b - bend) + t * t * t * b;
            const QPointF along = next - last;
            const double length = QPointF::dotProduct(along, along);
            const double share =
                length > 0 ? std::clamp(QPointF::dotProduct(point - last, along) / length, 0.0, 1.0) : 0.0;
            const QPointF away = point - (last + along * share);
            least = std::min(least, std::hypot(away.x(), away.y()));
            last = next;
        }
    }
    return least;
}

int GraphScene::segmentAt(const QPointF& point, double reach) const
{
    std::vector<int> near;
    segmentsIn(QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach), near);
    int best = -1;
    double least = reach;
    for (const int segment : near) {
        // Only the ends of such an edge are drawn.
        if (m_layout.segments[static_cast<std::size_t>(segment)].isDirect) {
            const auto ends = points(segment);
            const auto far = [&](const LayoutPoint& end) {
                return std::hypot(end.x - point.x(), end.y - point.y()) > 24;
            };
            if (far(ends.front()) && far(ends.back()))
                continue;
        }
        if (const double own = distance(segment, point); own <= least) {
            least = own;
            best = segment;
        }
    }
    return best;
}

int GraphScene::boxAt(const QPointF& point) const
{
    std::vector<int> candidates;
    boxesIn(QRectF(point, QSizeF(0.1, 0.1)), candidates);
    for (int candidate : candidates) {
        if (boxRect(candidate).contains(point))
            return candidate;
    }
    for (auto it = m_frames.rbegin(); it != m_frames.rend(); ++it) {
        if (boxRect(*it).contains(point))
            return *it;
    }
    return -1;
}

QRectF GraphScene::chipRect(int index, int row) const
{
    const QRectF rect = boxRect(index);
    const double height = model().rowHeight();
    const double top = rect.top() + model().chipTop(box(index).node) + 1;
    return {rect.left() + 4, top + row * height, rect.width() - 8, height};
}

int GraphScene::chipAt(int index, const QPointF& point) const
{
    if (index < 0 || box(index).node < 0)
        return -1;
    const auto constants = model().chips(box(index).node);
    const int rows = model().chipRows(box(index).node);
    for (int row = 0; row < rows; ++row) {
        const bool standsForSeveral = row + 1 == GraphModel::maxChips
            && constants.size() > static_cast<std::size_t>(GraphModel::maxChips);
        if (chipRect(index, row).contains(point))
            return standsForSeveral ? -1 : constants[static_cast<std::size_t>(row)];
    }
    return -1;
}

} // namespace weightless::widgets
