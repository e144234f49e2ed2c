// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What is behind and around the boxes: frames, outlines, marks.
#include "widgets/graph/graphpainter.h"

#include "widgets/formatbytes.h"
#include "widgets/graph/drawnplaces.h"

#include <QFontMetricsF>

#include <cmath>
#include <numbers>

namespace weightless::widgets {

namespace {

constexpr double frameRadius = 8;

} // namespace

GraphPainter::GraphPainter(QPainter& painter, const GraphScene& scene, const GraphLook& look, double zoom)
    : m_painter(painter)
    , m_scene(scene)
    , m_look(look)
    , m_palette(look.palette)
    , m_zoom(zoom)
{
}

void GraphPainter::paint(const QRectF& area)
{
    m_area = area;
    m_painter.setRenderHint(QPainter::Antialiasing, m_zoom >= shapeZoom);
    paintFrameBodies(area);
    std::vector<int> segments;
    m_scene.segmentsIn(area, segments);
    paintEdges(area, segments);
    paintMarkedEdges(segments);
    paintEdgeLabels(segments);
    paintFrameHeaders(area);
    std::vector<int> boxes;
    m_scene.boxesIn(area, boxes);
    DrawnPlaces drawn(area.topLeft(), 1 / m_zoom);
    for (int box : boxes) {
        if (m_zoom < shapeZoom)
            paintPlainBox(box, drawn);
        else if (m_scene.box(box).node >= 0)
            paintNode(box);
        else
            paintGroup(box);
    }
    if (m_zoom >= textZoom)
        return;
    paintFarNames(area);
    for (int frame : m_scene.frames()) {
        if (m_scene.boxRect(frame).intersects(area))
            paintFrameName(frame);
    }
}

void GraphPainter::paintFrameBodies(const QRectF& area)
{
    for (int frame : m_scene.frames()) {
        const QRectF rect = m_scene.boxRect(frame);
        if (!rect.intersects(area))
            continue;
        m_painter.setBrush(
            m_scene.box(frame).depth % 2 == 0 ? m_palette.frameFill : m_palette.frameFillDeeper);
        m_painter.setPen(Qt::NoPen);
        m_painter.drawRoundedRect(rect, frameRadius, frameRadius);
        paintOutline(rect, frameRadius, frame, std::nullopt);
    }
}

// Drawn after the edges, which pass under the header on their way into the frame.
void GraphPainter::paintFrameHeaders(const QRectF& area)
{
    for (int frame : m_scene.frames()) {
        const QRectF rect = m_scene.boxRect(frame);
        const QRectF header(rect.left(), rect.top(), rect.width(), m_scene.model().bandHeight());
        if (!header.intersects(area))
            continue;
        if (m_zoom >= textZoom)
            paintFrameHeader(frame, header);
    }
}

void GraphPainter::paintFrameHeader(int frame, const QRectF& header)
{
    const GraphModel& model = m_scene.model();
    const int group = m_scene.box(frame).group;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_palette.frameHeader);
    m_painter.drawRoundedRect(header.adjusted(1, 1, -1, 0), frameRadius - 1, frameRadius - 1);
    double left = header.left() + 8;
    if (const int structure = model.structureOf(group); structure >= 0) {
        m_painter.setBrush(m_palette.structure(structure));
        m_painter.drawRoundedRect(QRectF(left, header.top() + 5, 4, header.height() - 10), 2, 2);
        left += 10;
    }
    const double marker = model.measure().smallHeight();
    paintMarker({left, header.center().y() - marker / 2, marker, marker}, true, m_palette.text);
    left += marker + 6;
    const QFontMetricsF titleMetrics(model.measure().titleFont());
    const double room = header.right() - left - 10;
    const QString name = model.groupName(group);
    const QString title = titleMetrics.horizontalAdvance(name) <= room
        ? name
        : titleMetrics.elidedText(name, Qt::ElideLeft, room);
    m_painter.setFont(model.measure().titleFont());
    m_painter.setPen(m_palette.text);
    m_painter.drawText(QRectF(left, header.top(), room, header.height()), Qt::AlignVCenter, title);
    QString summary = groupSummary(group);
    if (model.structureCount(group) > 1)
        summary += QStringLiteral("   × %1").arg(model.structureCount(group));
    m_painter.setFont(model.measure().smallFont());
    if (model.measure().smallWidth(summary) + titleMetrics.horizontalAdvance(title) + 14 <= room) {
        m_painter.setPen(m_palette.dimText);
        m_painter.drawText(
            QRectF(left, header.top(), room, header.height()), Qt::AlignVCenter | Qt::AlignRight, summary);
    }
    if (const std::optional<double> fraction = m_look.states.groupFraction(model, group))
        paintFillBar({header.left() + 4, header.bottom() - 1.5, header.width() - 8, 3}, *fraction);
}

QString GraphPainter::groupSummary(int group) const
{
    const GraphModel& model = m_scene.model();
    if (model.hollowBytes(group) <= 0)
        return model.groupFace(group).subtitle;
    return formatBytes(static_cast<qint64>(m_look.states.groupSetBytes(group))) + QStringLiteral(" / ")
        + formatBytes(model.hollowBytes(group));
}

std::optional<double> GraphPainter::fractionOf(int index) const
{
    const NestedBox& box = m_scene.box(index);
    return box.node >= 0 ? m_look.states.nodeFraction(m_scene.model(), box.node)
                         : m_look.states.groupFraction(m_scene.model(), box.group);
}

// A bookmark: a ribbon over the upper edge, of the same size from afar as near by.
void GraphPainter::paintFlag(const QRectF& rect)
{
    const double unit = std::max(1.0, 0.7 / m_zoom);
    const QRectF place(rect.right() - 20 * unit, rect.top() - 4 * unit, 10 * unit, 17 * unit);
    QPolygonF ribbon;
    ribbon << place.topLeft() << place.topRight() << place.bottomRight()
           << QPointF(place.center().x(), place.bottom() - 5 * unit) << place.bottomLeft();
    m_painter.setPen(QPen(m_palette.nodeFill, unit));
    m_painter.setBrush(m_palette.match);
    m_painter.drawPolygon(ribbon);
    m_painter.setBrush(Qt::NoBrush);
}

std::optional<QPen> GraphPainter::matchPen(int box, double width) const
{
    if (m_look.marks.matches.contains(box))
        return QPen(m_palette.match, width);
    if (m_look.marks.lesserMatches.contains(box))
        return m_palette.lesserMatchPen(width);
    return std::nullopt;
}

// What is hollow is dashed; what has been set goes around the box as a ring, from the upper left corner on.
void GraphPainter::paintOutline(const QRectF& rect, double radius, int box, std::optional<double> fraction)
{
    m_painter.setBrush(Qt::NoBrush);
    if (const auto match = matchPen(box, std::max(3.0, 2.0 / m_zoom))) {
        m_painter.setPen(*match);
        m_painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), radius + 3, radius + 3);
    }
    QPen pen(m_palette.border, std::max(1.1, 1.0 / m_zoom));
    if (fraction && *fraction < 1) {
        pen.setColor(m_palette.hollow);
        pen.setDashPattern({4, 3});
    }
    if (!fraction || *fraction < 1) {
        m_painter.setPen(pen);
        m_painter.drawRoundedRect(rect, radius, radius);
    }
    if (fraction && *fraction > 0) {
        QPen ring(m_palette.filled, std::max(1.8, 1.5 / m_zoom));
        if (*fraction < 1) {
            const double around = 2 * (rect.width() + rect.height())
                + (2 * std::numbers::pi - 8) * std::min(radius, rect.height() / 2);
            ring.setCapStyle(Qt::FlatCap);
            ring.setDashPattern({std::max(*fraction * around / ring.widthF(), 0.01), around});
        }
        m_painter.setPen(ring);
        m_painter.drawRoundedRect(rect, radius, radius);
    }
    if (isSelected(box)) {
        m_painter.setPen(QPen(m_palette.selection, std::max(2.5, 2.0 / m_zoom)));
        m_painter.drawRoundedRect(rect.adjusted(-2, -2, 2, 2), radius + 2, radius + 2);
    }
    if (m_look.marks.bookmarks.contains(box))
        paintFlag(rect);
}

void GraphPainter::paintMarker(const QRectF& rect, bool isExpanded, const QColor& colour)
{
    m_painter.setPen(QPen(colour, 1.2));
    m_painter.setBrush(Qt::NoBrush);
    const QRectF square = rect.adjusted(1.5, 1.5, -1.5, -1.5);
    m_painter.drawRoundedRect(square, 2, 2);
    const QPointF centre = square.center();
    const double reach = square.width() / 2 - 2.5;
    m_painter.drawLine(centre - QPointF(reach, 0), centre + QPointF(reach, 0));
    if (!isExpanded)
        m_painter.drawLine(centre - QPointF(0, reach), centre + QPointF(0, reach));
}

void GraphPainter::paintFillBar(const QRectF& bar, double fraction)
{
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_palette.border);
    m_painter.setOpacity(0.35);
    m_painter.drawRect(bar);
    m_painter.setOpacity(1);
    if (fraction > 0)
        m_painter.fillRect(
            QRectF(bar.left(), bar.top(), bar.width() * fraction, bar.height()), m_palette.filled);
}

} // namespace weightless::widgets
