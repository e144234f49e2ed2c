// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes and types at the edges of a GraphPainter, where there is room for them.
#include "widgets/graph/graphpainter.h"

#include <algorithm>
#include <array>

namespace weightless::widgets {

namespace {

constexpr double labelZoom = 0.7;
constexpr std::size_t mostLabelled = 600; // segments in view

} // namespace

void GraphPainter::paintEdgeLabels(const std::vector<int>& segments)
{
    if (m_zoom < labelZoom || segments.size() > mostLabelled)
        return;
    m_painter.setFont(m_scene.model().measure().smallFont());
    std::vector<QRectF> taken;
    for (int segment : segments)
        paintEdgeLabel(segment, taken);
}

// The longest that may have room first.
QStringList GraphPainter::labelTexts(int segment) const
{
    const NestedSegment& nested = m_scene.layout().segments[static_cast<std::size_t>(segment)];
    const GraphDescription& description = m_scene.model().description();
    const auto& edge = description.edges[static_cast<std::size_t>(nested.firstEdge)];
    // Edges that share a line have one label if they carry one value.
    const auto& outputs = description.nodes[static_cast<std::size_t>(edge.from)].outputs;
    const bool isOneValue =
        nested.edgeCount == 1 || (m_scene.box(nested.sourceBox).node == edge.from && outputs.size() == 1);
    if (!nested.hasArrow || !isOneValue)
        return {};
    QStringList texts;
    if (edge.value >= 0 && static_cast<std::size_t>(edge.value) < m_look.values.size()) {
        const GraphDescription::Value& value = m_look.values[static_cast<std::size_t>(edge.value)];
        if (!value.shape.isEmpty() && !value.type.isEmpty())
            texts.append(value.shape + QStringLiteral(" ") + value.type);
        texts.append(value.shape);
    } else {
        texts.append(edge.label);
    }
    texts.removeAll(QString());
    return texts;
}

void GraphPainter::paintEdgeLabel(int segment, std::vector<QRectF>& taken)
{
    const TextMeasure& measure = m_scene.model().measure();
    const QStringList texts = labelTexts(segment);
    for (const QString& text : texts) {
        const QSizeF size(measure.smallWidth(text) + 6, measure.smallHeight());
        const std::optional<QRectF> place = labelPlace(segment, size, taken);
        if (!place)
            continue;
        taken.push_back(*place);
        QColor back = m_palette.background;
        back.setAlpha(215);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(back);
        m_painter.drawRoundedRect(*place, 3, 3);
        m_painter.setPen(m_palette.dimText);
        m_painter.drawText(*place, Qt::AlignCenter, text);
        return;
    }
}

// Before the arrow, or where the edge begins; not over boxes, headers of frames and other labels.
std::optional<QRectF> GraphPainter::labelPlace(
    int segment, const QSizeF& size, const std::vector<QRectF>& taken) const
{
    const auto points = m_scene.points(segment);
    const NestedSegment& nested = m_scene.layout().segments[static_cast<std::size_t>(segment)];
    const QPointF tip(points.back().x, points.back().y);
    const QPointF begin(points.front().x, points.front().y);
    const QPointF half(size.width() / 2, size.height() / 2);
    const bool isHorizontal = m_scene.layout().isHorizontal;
    const QPointF ahead = isHorizontal ? QPointF(12 + half.x(), 0) : QPointF(0, 12 + half.y());
    const QPointF behind = isHorizontal ? QPointF(4 + half.x(), 0) : QPointF(0, 4 + half.y());
    const std::array centres {tip - ahead, begin + behind, (tip + begin) / 2};
    const int frame = m_scene.box(nested.toBox).parent;
    std::vector<int> boxes;
    for (const QPointF& centre : centres) {
        const QRectF place(centre - half, size);
        const bool isTaken = std::any_of(
            taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); });
        if (isTaken)
            continue;
        if (frame >= 0 && place.top() < m_scene.boxRect(frame).top() + m_scene.model().bandHeight())
            continue;
        m_scene.boxesIn(place, boxes);
        const bool isCovered = std::any_of(boxes.begin(), boxes.end(),
            [&](int box) { return m_scene.boxRect(box).adjusted(-2, -2, 2, 2).intersects(place); });
        if (!isCovered)
            return place;
    }
    return std::nullopt;
}

} // namespace weightless::widgets
