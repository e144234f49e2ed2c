// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphcolours.h"
#include "widgets/graph/graphpalette.h"
#include "widgets/graph/graphscene.h"
#include "widgets/graph/graphstates.h"

#include <QPainter>
#include <QSet>

#include <optional>
#include <vector>

class QPainterPath;

namespace weightless::widgets {

class DrawnPlaces;

// What is emphasised in a picture of a graph.
struct GraphMarks {
    // A box, or -1; its edges are drawn in the colour of the selection.
    int selectedBox = -1;
    int selectedConstant = -1;
    // Boxes that contain a match of the search.
    QSet<int> matches;
    // Boxes that contain a lesser one, and no other.
    QSet<int> lesserMatches;
    // Boxes that contain a bookmark.
    QSet<int> bookmarks;
    // Segments of a path, ascending, and of the edge that is pointed at or selected.
    std::vector<int> path;
    std::vector<int> edge;
};

// What a picture of a scene depends on besides the scene.
struct GraphLook {
    const GraphStates& states;
    const GraphPalette& palette;
    const GraphColours& colours;
    const GraphDescription::Values& values;
    const GraphMarks& marks;
};

// Draws the part of a scene that touches an area. The painter is transformed to scene coordinates already;
// `zoom` (pixels per scene unit) chooses how much detail is worth drawing.
class GraphPainter {
public:
    GraphPainter(QPainter& painter, const GraphScene& scene, const GraphLook& look, double zoom);

    void paint(const QRectF& area);

    // Below these boxes hold their names only, and are plain rectangles.
    static constexpr double textZoom = 0.6;
    static constexpr double shapeZoom = 0.15;

private:
    void paintFrameBodies(const QRectF& area);
    void paintFrameHeaders(const QRectF& area);
    void paintFrameHeader(int frame, const QRectF& header);

    void paintEdges(const QRectF& area, const std::vector<int>& segments);
    void paintPlainEdges(const QRectF& area, const std::vector<int>& segments);
    void paintMarkedEdges(const std::vector<int>& inView);
    void paintMarkedSegments(const std::vector<int>& segments, const std::vector<int>& inView);
    std::vector<int> selectedSegments() const;
    void paintSegment(int segment);
    void addPiece(QPainterPath& path, const QPointF& a, const QPointF& b) const;
    void paintStubs(int segment);
    void paintArrow(const LayoutPoint& tip, const LayoutPoint& before);
    void paintEdgeLabels(const std::vector<int>& segments);
    void paintEdgeLabel(int segment, std::vector<QRectF>& taken);
    std::optional<QRectF> labelPlace(int segment, const QSizeF& size, const std::vector<QRectF>& taken) const;
    QStringList labelTexts(int segment) const;

    void paintNode(int box);
    void paintNodeTexts(int box, const QColor& band);
    void paintPlainBox(int box, DrawnPlaces& drawn);
    void paintGroup(int box);
    void paintGroupTexts(int box, const QColor& back);
    void paintShapes(int box);
    void paintChips(int box);
    void paintChip(const QRectF& rect, int constant);
    void paintChipMark(const QRectF& mark, double fraction, bool comesWithRuns);
    void paintFillBar(const QRectF& bar, double fraction);
    void paintOutline(const QRectF& rect, double radius, int box, std::optional<double> fraction);
    void paintFlag(const QRectF& rect);
    void paintMarker(const QRectF& rect, bool isExpanded, const QColor& colour);
    void paintCount(const QRectF& title, int group, const QColor& colour);
    void paintNameInside(const QRectF& rect, const QString& text, const QColor& colour);
    void paintFrameName(int frame);
    void paintOnScreen(const QPointF& corner, const QSizeF& size, const QFont& font, const QString& text,
        const QColor& colour, int alignment);
    bool hasRoomForName(const QRectF& rect) const;
    void paintFarNames(const QRectF& area);
    std::optional<QRectF> farPlace(
        const QRectF& box, const QSizeF& size, const std::vector<QRectF>& taken) const;
    QString farName(int box) const;

    QString groupSummary(int group) const;
    std::optional<double> fractionOf(int box) const;
    QColor colourOf(int box) const;
    bool isSelected(int box) const { return m_look.marks.selectedBox == box; }
    std::optional<QPen> matchPen(int box, double width) const; // of its outline, where it is marked

    QPainter& m_painter;
    const GraphScene& m_scene;
    GraphLook m_look;
    const GraphPalette& m_palette;
    double m_zoom;
    QRectF m_area; // what is painted
};

} // namespace weightless::widgets
