// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphmodel.h"
#include "widgets/graph/spatialindex.h"

#include <QPointF>

namespace weightless::widgets {

// One layout of a graph with what is needed to draw it and to find things in it. Never changed once made.
class GraphScene {
public:
    GraphScene(std::shared_ptr<const GraphModel> model, NestedLayout layout, std::vector<bool> expanded);

    const GraphModel& model() const { return *m_model; }
    const std::shared_ptr<const GraphModel>& modelPointer() const { return m_model; }
    const NestedLayout& layout() const { return m_layout; }
    const std::vector<bool>& expanded() const { return m_expanded; }
    const QRectF& bounds() const { return m_bounds; }

    int boxCount() const { return static_cast<int>(m_layout.boxes.size()); }
    const NestedBox& box(int index) const { return m_layout.boxes[static_cast<std::size_t>(index)]; }
    QRectF boxRect(int index) const;
    // Frames, outer ones first.
    const std::vector<int>& frames() const { return m_frames; }
    int leafCount() const { return boxCount() - static_cast<int>(m_frames.size()); }

    void boxesIn(const QRectF& area, std::vector<int>& boxes) const { m_boxIndex.query(area, boxes); }
    void segmentsIn(const QRectF& area, std::vector<int>& segments) const
    {
        m_segmentIndex.query(area, segments);
    }

    // The box at a point, frames included; -1 for none.
    int boxAt(const QPointF& point) const;
    // The constant of the row at a point of a node's box; -1 for none, and for the row that stands for
    // several.
    int chipAt(int box, const QPointF& point) const;
    QRectF chipRect(int box, int row) const;

    // Visible edges that leave or enter a box.
    std::span<const int> edgesOf(int box) const { return m_edgesOfBox[static_cast<std::size_t>(box)]; }
    std::span<const LayoutPoint> points(int segment) const;
    // Visible edges that run along a segment.
    std::span<const int> edgesOfSegment(int segment) const
    {
        return m_edgesOfSegment[static_cast<std::size_t>(segment)];
    }
    // The segment that passes a point within `reach`; -1 for none.
    int segmentAt(const QPointF& point, double reach) const;

private:
    void indexBoxes();
    void indexSegments();
    void linkEdges();
    void linkSegments();
    double distance(int segment, const QPointF& point) const;

    std::shared_ptr<const GraphModel> m_model;
    NestedLayout m_layout;
    std::vector<bool> m_expanded;
    QRectF m_bounds;
    std::vector<int> m_frames;
    SpatialIndex m_boxIndex;
    SpatialIndex m_segmentIndex;
    IndexLists m_edgesOfBox;
    IndexLists m_edgesOfSegment;
};

} // namespace weightless::widgets
