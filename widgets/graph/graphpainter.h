// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphpalette.h"
#include "widgets/graph/graphscene.h"
#include "widgets/graph/graphstates.h"

#include <QPainter>
#include <QSet>

#include <optional>
#include <vector>

namespace weightless::widgets {

// What is emphasised in a picture of a graph.
struct GraphMarks {
    // A box, or -1; its edges are drawn in the colour of the selection.
    int selectedBox = -1;
    int selectedConstant = -1;
    // Boxes that contain a match of the search.
    QSet<int> matches;
};

// Draws the part of a scene that touches an area. The painter is transformed to scene coordinates already;
// `zoom` (pixels per scene unit) chooses how much detail is worth drawing.
class GraphPainter {
public:
    GraphPainter(QPainter& painter, const GraphScene& scene, const GraphStates& states,
        const GraphPalette& palette, const GraphMarks& marks, double zoom);

    void paint(const QRectF& area);

    // Below these there are no texts, and only plain rectangles.
    static constexpr double textZoom = 0.35;
    static constexpr double shapeZoom = 0.15;

private:
    void paintFrameBodies(const QRectF& area);
    void paintFrameHeaders(const QRectF& area);
    void paintEdges(const QRectF& area);
    void paintSelectedEdges(const QRectF& area);
    void paintSegment(int segment);
    void paintArrow(const LayoutPoint& tip, const LayoutPoint& before);
    void paintEdgeLabels(const QRectF& area);
    void paintEdgeLabel(int segment);
    void paintNode(int box);
    void paintPlainBox(int box);
    void paintGroup(int box);
    void paintChips(int box);
    void paintChipMark(const QRectF& mark, double fraction);
    void paintFillBar(const QRectF& bar, double fraction);
    void paintOutline(const QRectF& rect, double radius, bool isSelected, bool isMatch, bool isHollow);
    void paintFarTitle(const QRectF& rect, const QString& text);
    void paintFarNames(const QRectF& area);
    std::optional<QRectF> farPlace(
        const QRectF& box, const QSizeF& size, const std::vector<QRectF>& taken) const;
    QString farName(int box) const;
    void paintMarker(const QRectF& rect, bool isExpanded);
    QString groupSummary(int group) const;

    bool isSelected(int box) const { return m_marks.selectedBox == box; }

    QPainter& m_painter;
    const GraphScene& m_scene;
    const GraphStates& m_states;
    const GraphPalette& m_palette;
    const GraphMarks& m_marks;
    double m_zoom;
};

} // namespace weightless::widgets
