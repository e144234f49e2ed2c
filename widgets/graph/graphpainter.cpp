// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphpainter.h"

#include "widgets/formatbytes.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <cmath>

namespace weightless::widgets {

namespace {

constexpr double cornerRadius = 6;

} // namespace

GraphPainter::GraphPainter(QPainter& painter, const GraphScene& scene, const GraphStates& states,
    const GraphPalette& palette, const GraphMarks& marks, double zoom)
    : m_painter(painter)
    , m_scene(scene)
    , m_states(states)
    , m_palette(palette)
    , m_marks(marks)
    , m_zoom(zoom)
{
}

void GraphPainter::paint(const QRectF& area)
{
    m_painter.setRenderHint(QPainter::Antialiasing, m_zoom >= shapeZoom);
    paintFrameBodies(area);
    paintEdges(area);
    paintSelectedEdges(area);
    paintEdgeLabels(area);
    paintFrameHeaders(area);
    std::vector<int> boxes;
    m_scene.boxesIn(area, boxes);
    for (int box : boxes) {
        if (m_zoom < shapeZoom)
            paintPlainBox(box);
        else if (m_scene.box(box).node >= 0)
            paintNode(box);
        else
            paintGroup(box);
    }
    if (m_zoom < textZoom)
        paintFarNames(area);
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
        m_painter.drawRoundedRect(rect, cornerRadius + 2, cornerRadius + 2);
        const bool isMatch = m_marks.matches.contains(frame);
        paintOutline(rect, cornerRadius + 2, isSelected(frame), isMatch, false);
    }
}

// Drawn after the edges, which pass under the header on their way into the frame.
void GraphPainter::paintFrameHeaders(const QRectF& area)
{
    const GraphModel& model = m_scene.model();
    for (int frame : m_scene.frames()) {
        const QRectF rect = m_scene.boxRect(frame);
        const QRectF header(rect.left(), rect.top(), rect.width(), model.bandHeight());
        if (!header.intersects(area))
            continue;
        const int group = m_scene.box(frame).group;
        if (m_zoom < textZoom) {
            paintFarTitle(header, model.groupName(group));
            continue;
        }
        QColor band = m_palette.border;
        band.setAlpha(70);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(
            m_scene.box(frame).depth % 2 == 0 ? m_palette.frameFill : m_palette.frameFillDeeper);
        m_painter.drawRoundedRect(header.adjusted(1, 1, -1, 0), cornerRadius, cornerRadius);
        m_painter.setBrush(band);
        m_painter.drawRoundedRect(header.adjusted(1, 1, -1, 0), cornerRadius, cornerRadius);
        const double marker = model.measure().smallHeight();
        paintMarker({header.left() + 8, header.center().y() - marker / 2, marker, marker}, true);
        const QString summary = groupSummary(group);
        const double titleLeft = header.left() + marker + 14;
        const QFontMetricsF titleMetrics(model.measure().titleFont());
        const double room = header.right() - titleLeft - 10;
        const QString title = titleMetrics.elidedText(model.groupName(group), Qt::ElideLeft, room);
        m_painter.setFont(model.measure().titleFont());
        m_painter.setPen(m_palette.text);
        m_painter.drawText(QRectF(titleLeft, header.top(), room, header.height()), Qt::AlignVCenter, title);
        const double used = titleMetrics.horizontalAdvance(title) + 14;
        m_painter.setFont(model.measure().smallFont());
        if (model.measure().smallWidth(summary) + used <= room) {
            m_painter.setPen(m_palette.dimText);
            m_painter.drawText(QRectF(titleLeft, header.top(), room, header.height()),
                Qt::AlignVCenter | Qt::AlignRight, summary);
        }
        if (model.groupConstantCount(group) > 0)
            paintFillBar({header.left() + 2, header.bottom() - 1, header.width() - 4, 4},
                m_states.groupFraction(model, group));
    }
}

QString GraphPainter::groupSummary(int group) const
{
    const GraphModel& model = m_scene.model();
    if (model.groupBytes(group) <= 0)
        return model.groupFace(group).subtitle;
    return formatBytes(static_cast<qint64>(m_states.groupSetBytes(group))) + QStringLiteral(" / ")
        + formatBytes(model.groupBytes(group));
}

void GraphPainter::paintOutline(const QRectF& rect, double radius, bool selected, bool isMatch, bool isHollow)
{
    m_painter.setBrush(Qt::NoBrush);
    if (isMatch) {
        m_painter.setPen(QPen(m_palette.match, std::max(3.0, 2.0 / m_zoom)));
        m_painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), radius + 3, radius + 3);
    }
    if (selected) {
        m_painter.setPen(QPen(m_palette.selection, std::max(2.5, 2.0 / m_zoom)));
        m_painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), radius + 1, radius + 1);
        return;
    }
    QPen pen(m_palette.border, std::max(1.1, 1.0 / m_zoom));
    if (isHollow)
        pen.setDashPattern({4, 3});
    m_painter.setPen(pen);
    m_painter.drawRoundedRect(rect, radius, radius);
}

// Texts of groups stay readable when the graph is far away: they are drawn in the size of the screen, where
// they fit.
void GraphPainter::paintFarTitle(const QRectF& rect, const QString& text)
{
    const QFont& font = m_scene.model().measure().smallFont();
    const double width = rect.width() * m_zoom;
    if (width < 40)
        return;
    m_painter.save();
    m_painter.translate(rect.center().x(), rect.top());
    m_painter.scale(1 / m_zoom, 1 / m_zoom);
    m_painter.setFont(font);
    m_painter.setPen(m_palette.text);
    const QFontMetricsF metrics(font);
    const double height = metrics.height();
    const double room = std::max(rect.height() * m_zoom, height);
    m_painter.drawText(QRectF(-width / 2 + 3, (room - height) / 2, width - 6, height), Qt::AlignCenter,
        metrics.elidedText(text, Qt::ElideLeft, width - 6));
    m_painter.restore();
}

void GraphPainter::paintMarker(const QRectF& rect, bool isExpanded)
{
    m_painter.setPen(QPen(m_palette.text, 1.2));
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
    m_painter.setPen(QPen(m_palette.hollow, 0.8));
    m_painter.setBrush(m_palette.nodeFill);
    m_painter.drawRect(bar);
    if (fraction > 0)
        m_painter.fillRect(
            QRectF(bar.left(), bar.top(), bar.width() * fraction, bar.height()), m_palette.filled);
}

void GraphPainter::paintPlainBox(int index)
{
    const QRectF rect = m_scene.boxRect(index);
    const GraphModel& model = m_scene.model();
    const NestedBox& box = m_scene.box(index);
    const bool isNode = box.node >= 0;
    const QColor colour = isNode ? m_palette.category(model.category(box.node)) : m_palette.nodeFill;
    const bool hasConstants = isNode
        ? !model.description().nodes[static_cast<std::size_t>(box.node)].constants.empty()
        : model.groupConstantCount(box.group) > 0;
    if (!hasConstants) {
        m_painter.fillRect(rect, colour);
    } else {
        const double fraction =
            isNode ? m_states.nodeFraction(model, box.node) : m_states.groupFraction(model, box.group);
        m_painter.fillRect(rect, colour);
        m_painter.fillRect(QRectF(rect.left(), rect.bottom() - rect.height() * fraction, rect.width(),
                               rect.height() * fraction),
            m_palette.filled);
    }
    QPen pen(m_palette.border, 0);
    if (isSelected(index))
        pen = QPen(m_palette.selection, 3 / m_zoom);
    else if (m_marks.matches.contains(index))
        pen = QPen(m_palette.match, 3 / m_zoom);
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(rect);
}

void GraphPainter::paintNode(int index)
{
    const GraphModel& model = m_scene.model();
    const int node = m_scene.box(index).node;
    const auto& description = model.description().nodes[static_cast<std::size_t>(node)];
    const QRectF rect = m_scene.boxRect(index);
    const bool isPort = description.kind != GraphNodeKind::Operator;
    const double radius = isPort ? std::min(rect.height() / 2, 14.0) : cornerRadius;
    const double fraction = m_states.nodeFraction(model, node);
    const bool isHollow = !description.constants.empty() && fraction < 1;

    QPainterPath shape;
    shape.addRoundedRect(rect, radius, radius);
    m_painter.fillPath(shape, m_palette.nodeFill);
    const QColor category = m_palette.category(model.category(node));
    const QRectF band(rect.left(), rect.top(), rect.width(), isPort ? rect.height() : model.bandHeight());
    m_painter.save();
    m_painter.setClipPath(shape, Qt::IntersectClip);
    m_painter.fillRect(band, category);
    if (m_zoom < textZoom && !description.constants.empty()) {
        const double height = (rect.height() - band.height()) * fraction;
        m_painter.fillRect(
            QRectF(rect.left(), rect.bottom() - height, rect.width(), height), m_palette.filled);
    }
    m_painter.restore();
    if (m_zoom >= textZoom) {
        const double room = rect.width() - 2 * GraphModel::padding;
        m_painter.setFont(model.measure().titleFont());
        m_painter.setPen(m_palette.text);
        const BoxFace& face = model.nodeFace(node);
        m_painter.drawText(QRectF(rect.left() + GraphModel::padding, rect.top(), room, model.bandHeight()),
            Qt::AlignVCenter | (isPort ? Qt::AlignHCenter : Qt::AlignLeft), face.title);
        if (!face.subtitle.isEmpty()) {
            m_painter.setFont(model.measure().smallFont());
            m_painter.setPen(isPort ? m_palette.text : m_palette.dimText);
            m_painter.drawText(
                QRectF(rect.left() + GraphModel::padding, rect.top() + model.bandHeight() - (isPort ? 4 : 0),
                    room, model.rowHeight()),
                Qt::AlignVCenter | (isPort ? Qt::AlignHCenter : Qt::AlignLeft), face.subtitle);
        }
        paintChips(index);
    }
    paintOutline(rect, radius, isSelected(index), m_marks.matches.contains(index), isHollow);
}

void GraphPainter::paintChips(int index)
{
    const GraphModel& model = m_scene.model();
    const auto& constants =
        model.description().nodes[static_cast<std::size_t>(m_scene.box(index).node)].constants;
    const int rows = GraphModel::chipRows(constants.size());
    m_painter.setFont(model.measure().smallFont());
    for (int row = 0; row < rows; ++row) {
        const QRectF rect = m_scene.chipRect(index, row);
        const double side = model.measure().smallHeight() - 5;
        const QRectF mark(rect.left() + 4, rect.center().y() - side / 2, side, side);
        const QRectF text = rect.adjusted(side + 10, 0, -4, 0);
        const std::size_t left = constants.size() - static_cast<std::size_t>(row);
        if (row + 1 == GraphModel::maxChips && left > 1) {
            m_painter.setPen(m_palette.dimText);
            m_painter.drawText(text, Qt::AlignVCenter, QStringLiteral("+%1").arg(left));
            continue;
        }
        const int constant = constants[static_cast<std::size_t>(row)];
        const auto& description = model.description().constants[static_cast<std::size_t>(constant)];
        const bool isChosen = m_marks.selectedConstant == constant;
        if (isChosen) {
            QColor back = m_palette.selection;
            back.setAlpha(70);
            m_painter.setPen(QPen(m_palette.selection, 1));
            m_painter.setBrush(back);
            m_painter.drawRoundedRect(rect.adjusted(1, 0.5, -1, -0.5), 3, 3);
        }
        paintChipMark(mark, m_states.fraction(constant));
        const QString size = formatBytes(description.sizeBytes);
        m_painter.setPen(m_palette.text);
        m_painter.drawText(text, Qt::AlignVCenter | Qt::AlignRight, size);
        const double room = text.width() - model.measure().smallWidth(size) - 6;
        m_painter.setPen(m_palette.dimText);
        m_painter.drawText(text, Qt::AlignVCenter,
            model.measure().elidedSmall(shortName(description.name), std::max(room, 0.0)));
    }
}

// Hollow: a dashed outline. In between: filled from below. Set: full, with a tick.
void GraphPainter::paintChipMark(const QRectF& mark, double fraction)
{
    QPen pen(fraction > 0 ? m_palette.filled : m_palette.hollow, 1.2);
    if (fraction <= 0)
        pen.setDashPattern({2, 1.6});
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRoundedRect(mark, 2, 2);
    if (fraction <= 0)
        return;
    const double height = mark.height() * std::min(fraction, 1.0);
    m_painter.fillRect(QRectF(mark.left(), mark.bottom() - height, mark.width(), height), m_palette.filled);
    if (fraction < 1)
        return;
    m_painter.setPen(QPen(m_palette.nodeFill, 1.5));
    const QPointF foot(mark.left() + mark.width() * 0.42, mark.bottom() - mark.height() * 0.24);
    m_painter.drawLine(QPointF(mark.left() + mark.width() * 0.2, mark.center().y()), foot);
    m_painter.drawLine(foot, QPointF(mark.right() - mark.width() * 0.18, mark.top() + mark.height() * 0.28));
}

void GraphPainter::paintGroup(int index)
{
    const GraphModel& model = m_scene.model();
    const int group = m_scene.box(index).group;
    const QRectF rect = m_scene.boxRect(index);
    const double fraction = m_states.groupFraction(model, group);
    const bool hasConstants = model.groupConstantCount(group) > 0;
    // A second sheet behind the first: there is more inside.
    m_painter.setPen(QPen(m_palette.border, 1));
    m_painter.setBrush(m_palette.frameFill);
    m_painter.drawRoundedRect(rect.translated(4, 4), cornerRadius, cornerRadius);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_palette.nodeFill);
    m_painter.drawRoundedRect(rect, cornerRadius, cornerRadius);
    if (m_zoom < textZoom) {
        if (hasConstants)
            paintFillBar({rect.left() + 6, rect.bottom() - 16, rect.width() - 12, 10}, fraction);
    } else {
        const double marker = model.measure().smallHeight();
        paintMarker(
            {rect.left() + 8, rect.top() + (model.bandHeight() - marker) / 2 + 1, marker, marker}, false);
        const double left = rect.left() + marker + 14;
        const QRectF titleRect(left, rect.top() + 1, rect.right() - left - 8, model.bandHeight());
        m_painter.setFont(model.measure().titleFont());
        m_painter.setPen(m_palette.text);
        m_painter.drawText(titleRect, Qt::AlignVCenter,
            QFontMetricsF(model.measure().titleFont())
                .elidedText(model.groupName(group), Qt::ElideLeft, titleRect.width()));
        m_painter.setFont(model.measure().smallFont());
        m_painter.setPen(m_palette.dimText);
        m_painter.drawText(QRectF(rect.left() + GraphModel::padding, titleRect.bottom() - 1,
                               rect.width() - 2 * GraphModel::padding, model.rowHeight()),
            Qt::AlignVCenter, model.groupFace(group).subtitle);
        if (hasConstants)
            paintFillBar({rect.left() + GraphModel::padding, rect.bottom() - 15,
                             rect.width() - 2 * GraphModel::padding, 7},
                fraction);
    }
    paintOutline(
        rect, cornerRadius, isSelected(index), m_marks.matches.contains(index), hasConstants && fraction < 1);
}

} // namespace weightless::widgets
