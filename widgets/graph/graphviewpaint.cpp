// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of a GraphView: the graph, the minimap over it, and what there is to say while there is no graph.
#include "widgets/graph/graphviewprivate.h"

#include <QPaintEvent>

#include <algorithm>
#include <utility>

namespace weightless::widgets {

void GraphView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    d->paint(painter, event->rect());
}

void GraphView::Private::paint(QPainter& painter, const QRect& exposed)
{
    paintScene(painter, exposed);
    if (scene) {
        paintMotion(painter);
        paintLegend(painter);
        paintMinimap(painter);
    }
    paintStatus(painter);
    if (q->hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette.selection, 1));
        painter.drawRect(QRectF(q->viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void GraphView::Private::paintScene(QPainter& painter, const QRect& exposed)
{
    painter.fillRect(exposed, palette.background);
    if (!scene)
        return;
    painter.save();
    painter.scale(zoom, zoom);
    painter.translate(-offset);
    // Outlines and shadows reach a little beyond their boxes.
    const double reach = 8 + 4 / zoom;
    const QRectF area = QRectF(toScene(QPointF(exposed.topLeft())), QSizeF(exposed.size()) / zoom)
                            .adjusted(-reach, -reach, reach, reach);
    GraphPainter(painter, *scene, {states, palette, colours, *values(), marks}, zoom).paint(area);
    painter.restore();
}

void GraphView::Private::paintStatus(QPainter& painter)
{
    QString text;
    if (!error.isEmpty())
        text = GraphView::tr("The graph cannot be laid out: %1").arg(error);
    else if (description->nodes.empty())
        text = GraphView::tr("No graph");
    else if (job != 0 && !statusTimer.isActive())
        text = GraphView::tr("Laying out %L1 nodes…").arg(description->nodes.size());
    if (text.isEmpty())
        return;
    painter.setFont(q->font());
    const QRectF room = QRectF(q->viewport()->rect()).adjusted(12, 12, -12, -12);
    const int flags = scene ? Qt::AlignLeft | Qt::AlignTop : Qt::AlignCenter;
    QRectF rect = painter.boundingRect(room, flags | Qt::TextWordWrap, text).adjusted(-8, -4, 8, 4);
    if (scene) {
        painter.setPen(palette.border);
        painter.setBrush(palette.nodeFill);
        painter.drawRoundedRect(rect, 4, 4);
    }
    painter.setPen(scene ? palette.text : palette.dimText);
    painter.drawText(rect, Qt::AlignCenter | Qt::TextWordWrap, text);
}

QRectF GraphView::Private::minimapRect() const
{
    const QRectF bounds = sceneRect();
    const QSizeF room(q->viewport()->size());
    if (!display.showsMinimap || bounds.isEmpty() || room.width() < 320 || room.height() < 240)
        return {};
    // Not where everything is in view anyway.
    const QRectF shown = QRectF(toViewport(bounds));
    if (QRectF(q->viewport()->rect()).adjusted(-1, -1, 1, 1).contains(shown))
        return {};
    QSizeF size =
        bounds.size().scaled(QSizeF(room.width() * 0.24, room.height() * 0.32), Qt::KeepAspectRatio);
    size = size.expandedTo({40, 40});
    std::vector<QPointF> places;
    const double bottom = room.height() - layLegend(places);
    return {room.width() - size.width() - 12, bottom - size.height() - 12, size.width(), size.height()};
}

bool GraphView::Private::isCovered(const QPointF& position) const
{
    std::vector<QPointF> places;
    return minimapRect().contains(position) || position.y() >= q->viewport()->height() - layLegend(places);
}

void GraphView::Private::renderMinimap(const QSize& size)
{
    const double ratio = q->devicePixelRatioF();
    minimap = QPixmap(size * ratio);
    minimap.setDevicePixelRatio(ratio);
    minimap.fill(palette.nodeFill);
    QPainter painter(&minimap);
    const QRectF bounds = sceneRect();
    painter.scale(size.width() / bounds.width(), size.height() / bounds.height());
    for (int frame : scene->frames()) {
        painter.fillRect(scene->boxRect(frame),
            scene->box(frame).depth % 2 == 0 ? palette.frameFill : palette.frameFillDeeper);
        painter.setPen(QPen(palette.border, 0));
        painter.drawRect(scene->boxRect(frame));
    }
    const double pixel = bounds.width() / size.width();
    for (int box = 0; box < scene->boxCount(); ++box) {
        const NestedBox& nested = scene->box(box);
        if (nested.isFrame)
            continue;
        QColor colour = nested.node >= 0 ? colours.node(*model(), palette, nested.node)
                                         : colours.group(palette, nested.group);
        if (const int structure = nested.node < 0 ? model()->structureOf(nested.group) : -1;
            structure >= 0 && !colour.isValid())
            colour = palette.structure(structure);
        if (!colour.isValid())
            colour = palette.border;
        const QRectF rect = scene->boxRect(box);
        painter.fillRect(QRectF(rect.topLeft(), rect.size().expandedTo({pixel, pixel})), colour);
    }
}

namespace {

// From where to where of an overview's side the mark goes: within it, and never too short to be seen.
std::pair<double, double> markedSpan(double first, double last, double lowest, double highest)
{
    constexpr double least = 6;
    first = std::clamp(first, lowest, highest);
    last = std::clamp(last, lowest, highest);
    if (last - first >= least)
        return {first, last};
    const double middle = std::clamp((first + last) / 2, lowest + least / 2, highest - least / 2);
    return {middle - least / 2, middle + least / 2};
}

QRectF markOf(const QRectF& seen, const QRectF& room)
{
    const auto [left, right] = markedSpan(seen.left(), seen.right(), room.left(), room.right());
    const auto [top, bottom] = markedSpan(seen.top(), seen.bottom(), room.top(), room.bottom());
    return {QPointF(left, top), QPointF(right, bottom)};
}

} // namespace

void GraphView::Private::paintMinimap(QPainter& painter)
{
    const QRectF rect = minimapRect();
    if (rect.isEmpty())
        return;
    const QSize size = rect.size().toSize();
    if (minimap.isNull() || minimap.deviceIndependentSize().toSize() != size)
        renderMinimap(size);
    painter.setOpacity(0.94);
    painter.drawPixmap(rect.topLeft(), minimap);
    painter.setOpacity(1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette.border, 1));
    painter.drawRect(rect);
    const QRectF bounds = sceneRect();
    const double scaleX = rect.width() / bounds.width();
    const double scaleY = rect.height() / bounds.height();
    const QSizeF room = QSizeF(q->viewport()->size()) / zoom;
    const QRectF seen(rect.left() + offset.x() * scaleX, rect.top() + offset.y() * scaleY,
        room.width() * scaleX, room.height() * scaleY);
    QColor veil = palette.selection;
    veil.setAlpha(50);
    painter.setPen(QPen(palette.selection, 1.5));
    painter.setBrush(veil);
    painter.drawRect(markOf(seen, rect.adjusted(1, 1, -1, -1)));
}

void GraphView::Private::jumpInMinimap(const QPointF& position)
{
    const QRectF rect = minimapRect();
    if (rect.isEmpty())
        return;
    const QRectF bounds = sceneRect();
    const QPointF inside = position - rect.topLeft();
    const QSizeF room = QSizeF(q->viewport()->size()) / zoom;
    moveTo(QPointF(inside.x() / rect.width() * bounds.width(), inside.y() / rect.height() * bounds.height())
        - QPointF(room.width(), room.height()) / 2);
}

} // namespace weightless::widgets
