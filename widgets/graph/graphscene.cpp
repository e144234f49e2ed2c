// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphscene.h"

#include <algorithm>

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
    const GraphModel& graph = model();
    const bool hasSubtitle = !graph.nodeFace(box(index).node).subtitle.isEmpty();
    const double top = rect.top() + graph.bandHeight() + (hasSubtitle ? graph.rowHeight() + 2 : 0) + 1;
    return {rect.left() + 4, top + row * graph.rowHeight(), rect.width() - 8, graph.rowHeight()};
}

int GraphScene::chipAt(int index, const QPointF& point) const
{
    if (index < 0 || box(index).node < 0)
        return -1;
    const auto& constants = model().description().nodes[static_cast<std::size_t>(box(index).node)].constants;
    const int rows = GraphModel::chipRows(constants.size());
    for (int row = 0; row < rows; ++row) {
        const bool standsForSeveral = row + 1 == GraphModel::maxChips
            && constants.size() > static_cast<std::size_t>(GraphModel::maxChips);
        if (chipRect(index, row).contains(point))
            return standsForSeveral ? -1 : constants[static_cast<std::size_t>(row)];
    }
    return -1;
}

} // namespace weightless::widgets
