// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard of a GraphView.
#include "widgets/graph/graphviewprivate.h"

#include <QApplication>
#include <QHelpEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace weightless::widgets {

void GraphView::wheelEvent(QWheelEvent* event)
{
    const bool isTouchpad = !event->pixelDelta().isNull() && event->phase() != Qt::NoScrollPhase;
    const QPoint angle = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier) {
        d->setZoomAround(d->zoom * std::pow(1.0016, angle.y()), event->position());
    } else if (isTouchpad) {
        d->scrollBy(event->pixelDelta());
    } else if (event->modifiers() & Qt::ShiftModifier) {
        // Some platforms turn the wheel sideways themselves.
        d->scrollBy(QPointF(angle.y() != 0 ? angle.y() : angle.x(), 0) * 0.8);
    } else {
        // One wheel is enough to follow the flow of a graph that lies.
        const bool isAlong = d->scene && d->scene->layout().isHorizontal && angle.x() == 0;
        d->scrollBy(isAlong ? QPointF(angle.y(), 0) * 0.8 : QPointF(angle) * 0.8);
    }
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent* event)
{
    d->pointer.pressed = d->pointer.last = event->position();
    if (event->button() == Qt::LeftButton && d->minimapRect().contains(event->position())) {
        d->pointer.drag = GraphPointer::Drag::Minimap;
        d->jumpInMinimap(event->position());
    } else if (event->button() == Qt::LeftButton) {
        d->pointer.drag = GraphPointer::Drag::Pressed;
    } else if (event->button() == Qt::MiddleButton) {
        d->pointer.drag = GraphPointer::Drag::Panning;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
}

void GraphView::mouseMoveEvent(QMouseEvent* event)
{
    if (d->pointer.drag == GraphPointer::Drag::Minimap) {
        d->jumpInMinimap(event->position());
        return;
    }
    const QPointF moved = event->position() - d->pointer.pressed;
    if (d->pointer.drag == GraphPointer::Drag::Pressed
        && moved.manhattanLength() >= QApplication::startDragDistance()) {
        d->pointer.drag = GraphPointer::Drag::Panning;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (d->pointer.drag == GraphPointer::Drag::Panning) {
        d->panBy(event->position() - d->pointer.last);
        d->pointer.last = event->position();
    }
    if (d->pointer.drag == GraphPointer::Drag::None)
        d->pointAt(event->position());
}

void GraphView::leaveEvent(QEvent* event)
{
    d->pointAt({-1000, -1000});
    QAbstractScrollArea::leaveEvent(event);
}

void GraphView::mouseReleaseEvent(QMouseEvent* event)
{
    const GraphPointer::Drag drag = std::exchange(d->pointer.drag, GraphPointer::Drag::None);
    viewport()->unsetCursor();
    if (drag == GraphPointer::Drag::Pressed && event->button() == Qt::LeftButton)
        d->click(event->position());
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !d->scene || d->isCovered(event->position()))
        return;
    const int box = d->scene->boxAt(d->toScene(event->position()));
    if (box < 0)
        return;
    const NestedBox& nested = d->scene->box(box);
    if (nested.group > 0)
        d->toggle(nested.group, !nested.isFrame);
    else
        emit nodeActivated(nested.node);
}

void GraphView::Private::click(const QPointF& position)
{
    q->setFocus(Qt::MouseFocusReason);
    if (!scene || isCovered(position))
        return;
    const QPointF point = toScene(position);
    if (const int segment = segmentAt(position); segment >= 0) {
        showEdgeMenu(segment, q->viewport()->mapToGlobal(position.toPoint()));
        return;
    }
    const int box = scene->boxAt(point);
    if (box < 0) {
        select(-1, -1, -1);
        return;
    }
    const NestedBox& nested = scene->box(box);
    const int chip = zoom >= GraphPainter::textZoom ? scene->chipAt(box, point) : -1;
    if (chip >= 0) {
        select(nested.node, chip, -1);
        return;
    }
    selectBox(box);
    // The +/- mark in the corner of a group.
    const double corner = model()->bandHeight();
    const QRectF mark(nested.position.x, nested.position.y, corner, corner);
    if (nested.group > 0 && zoom >= GraphPainter::textZoom && mark.contains(point))
        toggle(nested.group, !nested.isFrame);
}

void GraphView::keyPressEvent(QKeyEvent* event)
{
    const bool isHandled = d->keyStep(event->key(), event->modifiers())
        || d->keyZoom(event->key(), event->modifiers()) || d->keyExpand(event->key());
    if (!isHandled)
        QAbstractScrollArea::keyPressEvent(event);
}

bool GraphView::Private::keyStep(int key, Qt::KeyboardModifiers modifiers)
{
    QPointF direction;
    if (key == Qt::Key_Left)
        direction = {1, 0};
    else if (key == Qt::Key_Right)
        direction = {-1, 0};
    else if (key == Qt::Key_Up)
        direction = {0, 1};
    else if (key == Qt::Key_Down)
        direction = {0, -1};
    else if (key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
        scrollBy({0, (key == Qt::Key_PageUp ? 0.85 : -0.85) * q->viewport()->height()});
        return true;
    } else {
        return false;
    }
    if (modifiers & Qt::AltModifier) {
        if (direction.x() != 0)
            return false;
        stepChip(key == Qt::Key_Down ? 1 : -1);
    } else if (modifiers & Qt::ShiftModifier) {
        scrollBy(direction * 60);
    } else if (selectedBox() < 0) {
        // A walk begins at what is in view; where there is nothing, it is looked for.
        if (const int first = firstBoxInView(); first >= 0)
            selectBox(first);
        else
            scrollBy(direction * 60);
    } else {
        step(key);
    }
    return true;
}

bool GraphView::Private::keyZoom(int key, Qt::KeyboardModifiers modifiers)
{
    const bool isControl = modifiers & Qt::ControlModifier;
    if (isControl && (key == Qt::Key_Plus || key == Qt::Key_Equal))
        q->zoomIn();
    else if (isControl && key == Qt::Key_Minus)
        q->zoomOut();
    else if (isControl && key == Qt::Key_0)
        q->resetZoom();
    else if (isControl && key == Qt::Key_C)
        copyName();
    else if (!isControl && key == Qt::Key_Home)
        showBeginning();
    else if (!isControl && key == Qt::Key_Space)
        fit();
    else if (key == Qt::Key_Escape && (node >= 0 || group >= 0))
        select(-1, -1, -1);
    else
        return false;
    return true;
}

bool GraphView::Private::keyExpand(int key)
{
    if (!scene)
        return false;
    const int chosen = openableGroup();
    const bool isOpen = chosen > 0 && expanded[static_cast<std::size_t>(chosen)];
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (chosen > 0)
            toggle(chosen, !isOpen);
        else if (node >= 0)
            emit q->nodeActivated(node);
        return chosen > 0 || node >= 0;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        q->expandSelected();
        return true;
    case Qt::Key_Minus:
        q->collapseSelected();
        return true;
    case Qt::Key_I:
        setPath(GraphPath::FromInputs);
        return true;
    case Qt::Key_O:
        setPath(GraphPath::ToOutputs);
        return true;
    default:
        return false;
    }
}

// The one that the data reaches first; frames are walked into.
int GraphView::Private::firstBoxInView() const
{
    if (!scene)
        return -1;
    const QRectF seen(QPointF(), room());
    const auto place = [this](const QRectF& rect) {
        return scene->layout().isHorizontal ? std::pair(rect.left(), rect.top())
                                            : std::pair(rect.top(), rect.left());
    };
    int first = -1;
    for (int i = 0; i < scene->boxCount(); ++i) {
        const bool isCandidate =
            !scene->box(i).isFrame && seen.contains(toViewport(scene->boxRect(i)).center());
        if (isCandidate && (first < 0 || place(scene->boxRect(i)) < place(scene->boxRect(first))))
            first = i;
    }
    return first;
}

void GraphView::Private::step(int key)
{
    const int box = selectedBox();
    const bool isHorizontal = scene->layout().isHorizontal;
    const bool isForward = key == Qt::Key_Down || key == Qt::Key_Right;
    const bool isAlong = isHorizontal == (key == Qt::Key_Left || key == Qt::Key_Right);
    int next = -1;
    if (!isAlong) {
        next = neighbourBeside(box, isForward);
    } else if (scene->box(box).isFrame && isForward) {
        // Into the frame: its first row.
        const auto place = [&](int index) {
            const LayoutPoint& corner = scene->box(index).position;
            return isHorizontal ? corner.x : corner.y;
        };
        for (int i = 0; i < scene->boxCount(); ++i) {
            if (scene->box(i).parent == box && (next < 0 || place(i) < place(next)))
                next = i;
        }
    } else {
        next = neighbourAlongEdge(box, isForward);
        if (next < 0 && !isForward)
            next = scene->box(box).parent;
    }
    if (next < 0)
        return;
    selectBox(next);
    showBox(next, false);
}

// The straightest of the edges that lead on.
int GraphView::Private::neighbourAlongEdge(int box, bool isForward) const
{
    const QPointF centre = scene->boxRect(box).center();
    int best = -1;
    double bestDistance = std::numeric_limits<double>::infinity();
    for (int edge : scene->edgesOf(box)) {
        const NestedEdge& nested = scene->layout().edges[static_cast<std::size_t>(edge)];
        const int other = isForward ? nested.toBox : nested.fromBox;
        if (other == box)
            continue;
        const QPointF away = scene->boxRect(other).center() - centre;
        const bool isHorizontal = scene->layout().isHorizontal;
        const double across = isHorizontal ? away.y() : away.x();
        const double along = isHorizontal ? away.x() : away.y();
        const double distance = std::abs(across) + 0.5 * std::abs(along);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = other;
        }
    }
    return best;
}

int GraphView::Private::neighbourBeside(int box, bool isForward) const
{
    const QRectF own = scene->boxRect(box);
    const bool isHorizontal = scene->layout().isHorizontal;
    int best = -1;
    double bestDistance = std::numeric_limits<double>::infinity();
    for (int i = 0; i < scene->boxCount(); ++i) {
        if (i == box || scene->box(i).parent != scene->box(box).parent)
            continue;
        const QRectF rect = scene->boxRect(i);
        const QPointF away = rect.center() - own.center();
        const double ahead = (isForward ? 1 : -1) * (isHorizontal ? away.y() : away.x());
        const bool isBeside = isHorizontal ? rect.left() < own.right() && rect.right() > own.left()
                                           : rect.top() < own.bottom() && rect.bottom() > own.top();
        if (ahead > 0 && isBeside && ahead < bestDistance) {
            bestDistance = ahead;
            best = i;
        }
    }
    return best;
}

bool GraphView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Show && std::exchange(d->requests.showsSelectionAgain, false))
        d->showBox(d->selectedBox(), true);
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPointF point = d->toScene(QPointF(help->pos()));
    const int box = d->scene && !d->isCovered(QPointF(help->pos())) ? d->scene->boxAt(point) : -1;
    if (const int segment = d->segmentAt(QPointF(help->pos())); segment >= 0) {
        QToolTip::showText(help->globalPos(), d->edgeText(segment), viewport());
        return true;
    }
    if (box < 0) {
        QToolTip::hideText();
        event->ignore();
        return true;
    }
    const int chip = d->zoom >= GraphPainter::textZoom ? d->scene->chipAt(box, point) : -1;
    QToolTip::showText(help->globalPos(), d->boxText(box, chip), viewport());
    return true;
}

} // namespace weightless::widgets
