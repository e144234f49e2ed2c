// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The boxes of a GraphPainter: nodes with their rows, and collapsed groups.
#include "widgets/graph/drawnplaces.h"
#include "widgets/graph/graphpainter.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <cmath>

namespace weightless::widgets {

namespace {

constexpr double cornerRadius = 6;

// The upper part of a rounded rectangle.
QPainterPath bandPath(const QRectF& band, double radius)
{
    QPainterPath path(band.bottomLeft());
    path.lineTo(band.left(), band.top() + radius);
    path.arcTo(QRectF(band.left(), band.top(), 2 * radius, 2 * radius), 180, -90);
    path.lineTo(band.right() - radius, band.top());
    path.arcTo(QRectF(band.right() - 2 * radius, band.top(), 2 * radius, 2 * radius), 90, -90);
    path.lineTo(band.bottomRight());
    path.closeSubpath();
    return path;
}

} // namespace

QColor GraphPainter::colourOf(int index) const
{
    const NestedBox& box = m_scene.box(index);
    if (box.node >= 0)
        return m_look.colours.node(m_scene.model(), m_palette, box.node);
    const QColor measured = m_look.colours.group(m_palette, box.group);
    return measured.isValid() ? measured : m_palette.nodeFill;
}

void GraphPainter::paintPlainBox(int index, DrawnPlaces& drawn)
{
    const QRectF rect = m_scene.boxRect(index);
    const std::optional<QPen> match = matchPen(index, 3 / m_zoom);
    if (!match && !isSelected(index) && !drawn.insert(rect.topLeft(), rect.bottomRight()))
        return;
    m_painter.fillRect(rect, colourOf(index));
    const std::optional<double> fraction = fractionOf(index);
    QPen pen(fraction && *fraction >= 1 ? m_palette.filled : m_palette.border, 0);
    if (isSelected(index))
        pen = QPen(m_palette.selection, 3 / m_zoom);
    else if (match)
        pen = *match;
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(rect);
}

void GraphPainter::paintNode(int index)
{
    const GraphModel& model = m_scene.model();
    const int node = m_scene.box(index).node;
    const QRectF rect = m_scene.boxRect(index);
    const bool isPort =
        model.description().nodes[static_cast<std::size_t>(node)].kind != GraphNodeKind::Operator;
    const double radius = isPort ? std::min(rect.height() / 2, 14.0) : cornerRadius;
    const QColor colour = colourOf(index);
    const double bandHeight = std::min(model.bandHeight(), rect.height());
    // From afar the colour is all that can be seen.
    const bool isAllBand = isPort || m_zoom < textZoom || rect.height() - bandHeight < 2;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(isAllBand ? colour : m_palette.nodeFill);
    m_painter.drawRoundedRect(rect, radius, radius);
    if (!isAllBand)
        m_painter.fillPath(bandPath({rect.left(), rect.top(), rect.width(), bandHeight}, radius), colour);
    if (m_zoom >= textZoom) {
        paintNodeTexts(index, colour);
        paintChips(index);
    } else if (hasRoomForName(rect)) {
        paintNameInside(rect, isPort ? model.nodeFace(node).subtitle : model.nodeFace(node).title,
            GraphPalette::textOn(colour));
    }
    paintOutline(rect, radius, index, fractionOf(index));
}

void GraphPainter::paintNodeTexts(int index, const QColor& band)
{
    const GraphModel& model = m_scene.model();
    const int node = m_scene.box(index).node;
    const QRectF rect = m_scene.boxRect(index);
    const bool isPort =
        model.description().nodes[static_cast<std::size_t>(node)].kind != GraphNodeKind::Operator;
    const BoxFace& face = model.nodeFace(node);
    const double left = rect.left() + GraphModel::padding;
    const double room = rect.width() - 2 * GraphModel::padding;
    const int align = Qt::AlignVCenter | (isPort ? Qt::AlignHCenter : Qt::AlignLeft);
    m_painter.setFont(model.measure().titleFont());
    m_painter.setPen(GraphPalette::textOn(band));
    m_painter.drawText(QRectF(left, rect.top(), room, model.bandHeight()), align, face.title);
    m_painter.setFont(model.measure().smallFont());
    if (!isPort)
        m_painter.setPen(m_palette.dimText);
    double top = rect.top() + model.bandHeight() + (isPort ? -4 : 1);
    for (const QString& text : {face.subtitle, face.attributes}) {
        if (text.isEmpty())
            continue;
        m_painter.drawText(QRectF(left, top, room, model.rowHeight()), align, text);
        top += model.rowHeight();
    }
}

void GraphPainter::paintChips(int index)
{
    const GraphModel& model = m_scene.model();
    const int node = m_scene.box(index).node;
    const auto constants = model.chips(node);
    const int rows = model.chipRows(node);
    m_painter.setFont(model.measure().smallFont());
    for (int row = 0; row < rows; ++row) {
        const QRectF rect = m_scene.chipRect(index, row);
        const std::size_t left = constants.size() - static_cast<std::size_t>(row);
        if (row + 1 == GraphModel::maxChips && left > 1) {
            m_painter.setPen(m_palette.dimText);
            m_painter.drawText(rect.adjusted(model.measure().smallHeight() + 5, 0, -4, 0), Qt::AlignVCenter,
                QStringLiteral("+%1").arg(left));
        } else {
            paintChip(rect, constants[static_cast<std::size_t>(row)]);
        }
    }
}

void GraphPainter::paintChip(const QRectF& rect, int constant)
{
    const GraphModel& model = m_scene.model();
    const auto& description = model.description().constants[static_cast<std::size_t>(constant)];
    const double side = model.measure().smallHeight() - 5;
    const QRectF mark(rect.left() + 4, rect.center().y() - side / 2, side, side);
    const QRectF text = rect.adjusted(side + 10, 0, -4, 0);
    if (m_look.marks.selectedConstant == constant) {
        QColor back = m_palette.selection;
        back.setAlpha(70);
        m_painter.setPen(QPen(m_palette.selection, 1));
        m_painter.setBrush(back);
        m_painter.drawRoundedRect(rect.adjusted(1, 0.5, -1, -0.5), 3, 3);
    }
    if (description.isKnown) {
        // Nothing to load: a dot, as in a list.
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_palette.border);
        m_painter.drawEllipse(mark.center(), 2, 2);
    } else {
        paintChipMark(mark, m_look.states.fraction(constant), m_look.states.comesWithRuns(constant));
    }
    const QString value = model.chipValue(constant);
    m_painter.setPen(m_palette.text);
    m_painter.drawText(text, Qt::AlignVCenter | Qt::AlignRight, value);
    const double room = text.width() - model.measure().smallWidth(value) - 6;
    m_painter.setPen(m_palette.dimText);
    m_painter.drawText(text, Qt::AlignVCenter,
        model.measure().elidedSmall(shortName(description.name), std::max(room, 0.0)));
}

// Hollow: a dashed outline. In between: filled from below. Set: full, with a tick. What comes with each run:
// its left half.
void GraphPainter::paintChipMark(const QRectF& mark, double fraction, bool comesWithRuns)
{
    QPen pen(fraction > 0 ? m_palette.filled : m_palette.hollow, 1.2);
    if (fraction <= 0)
        pen.setDashPattern({2, 1.6});
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRoundedRect(mark, 2, 2);
    if (fraction <= 0)
        return;
    if (comesWithRuns) {
        m_painter.fillRect(
            QRectF(mark.left(), mark.top(), mark.width() / 2, mark.height()), m_palette.filled);
        return;
    }
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
    const ScopeKind kind = model.tree().groups[static_cast<std::size_t>(group)].kind;
    if (kind == ScopeKind::Shapes) {
        paintShapes(index);
        return;
    }
    QColor colour = colourOf(index);
    if (kind == ScopeKind::Owner && !m_look.colours.isMeasured())
        colour = m_look.colours.node(model, m_palette, model.ownerOf(group));
    // A second sheet behind the first: there is more inside.
    m_painter.setPen(QPen(m_palette.border, 1));
    m_painter.setBrush(m_palette.frameFill);
    m_painter.drawRoundedRect(rect.translated(4, 4), cornerRadius, cornerRadius);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawRoundedRect(rect, cornerRadius, cornerRadius);
    if (const int structure = model.structureOf(group); structure >= 0) {
        m_painter.setBrush(m_palette.structure(structure));
        m_painter.drawRoundedRect(QRectF(rect.left() + 2, rect.top() + 5, 4, rect.height() - 10), 2, 2);
    }
    if (m_zoom >= textZoom)
        paintGroupTexts(index, colour);
    else if (hasRoomForName(rect))
        paintNameInside(rect.adjusted(6, 0, 0, 0), farName(index), GraphPalette::textOn(colour));
    paintOutline(rect, cornerRadius, index, fractionOf(index));
}

void GraphPainter::paintGroupTexts(int index, const QColor& back)
{
    const GraphModel& model = m_scene.model();
    const int group = m_scene.box(index).group;
    const QRectF rect = m_scene.boxRect(index);
    const BoxFace& face = model.groupFace(group);
    const QColor text = GraphPalette::textOn(back);
    const double marker = model.measure().smallHeight();
    paintMarker(
        {rect.left() + 10, rect.top() + (model.bandHeight() - marker) / 2 + 1, marker, marker}, false, text);
    const double left = rect.left() + marker + 16;
    QRectF title(left, rect.top() + 1, rect.right() - left - 8, model.bandHeight());
    if (model.structureCount(group) > 1)
        paintCount(title, group, text);
    const QFontMetricsF metrics(model.measure().titleFont());
    if (model.structureCount(group) > 1)
        title.setRight(title.right()
            - model.measure().smallWidth(QStringLiteral("× %1").arg(model.structureCount(group))) - 8);
    m_painter.setFont(model.measure().titleFont());
    m_painter.setPen(text);
    m_painter.drawText(title, Qt::AlignVCenter, metrics.elidedText(face.title, Qt::ElideLeft, title.width()));
    m_painter.setFont(model.measure().smallFont());
    QColor dim = text;
    dim.setAlphaF(0.72F);
    m_painter.setPen(dim);
    double top = title.bottom() - 1;
    for (const QString& row : {face.attributes, face.subtitle}) {
        if (row.isEmpty())
            continue;
        m_painter.drawText(
            QRectF(rect.left() + 10, top, rect.width() - 2 * GraphModel::padding, model.rowHeight()),
            Qt::AlignVCenter, row);
        top += model.rowHeight();
    }
}

// How many there are of this kind.
void GraphPainter::paintCount(const QRectF& title, int group, const QColor& colour)
{
    m_painter.setFont(m_scene.model().measure().smallFont());
    m_painter.setPen(colour);
    m_painter.drawText(title, Qt::AlignVCenter | Qt::AlignRight,
        QStringLiteral("× %1").arg(m_scene.model().structureCount(group)));
}

// Shape arithmetic: there, and nothing to look at.
void GraphPainter::paintShapes(int index)
{
    const GraphModel& model = m_scene.model();
    const QRectF rect = m_scene.boxRect(index);
    const double radius = rect.height() / 2;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_palette.frameFill);
    m_painter.drawRoundedRect(rect, radius, radius);
    if (m_zoom >= textZoom) {
        const double marker = model.measure().smallHeight() - 2;
        paintMarker(
            {rect.left() + 8, rect.center().y() - marker / 2, marker, marker}, false, m_palette.dimText);
        m_painter.setFont(model.measure().smallFont());
        m_painter.setPen(m_palette.dimText);
        m_painter.drawText(rect.adjusted(marker + 13, 0, -6, 0), Qt::AlignVCenter,
            model.groupFace(m_scene.box(index).group).title);
    }
    paintOutline(rect, radius, index, std::nullopt);
}

} // namespace weightless::widgets
