// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Where a GraphView looks.
#include "widgets/graph/graphviewprivate.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace weightless::widgets {

namespace {

constexpr double largestZoom = 4;
constexpr double fitMargin = 24;

} // namespace

QRectF GraphView::Private::sceneRect() const
{
    return scene ? scene->bounds() : QRectF();
}

double GraphView::Private::fitZoom() const
{
    const QSizeF room = QSizeF(q->maximumViewportSize()) - QSizeF(2 * fitMargin, 2 * fitMargin);
    const QRectF bounds = sceneRect();
    if (bounds.isEmpty() || room.width() < 1 || room.height() < 1)
        return 1;
    return std::min(room.width() / bounds.width(), room.height() / bounds.height());
}

void GraphView::Private::fit()
{
    if (!scene)
        return;
    const double before = zoom;
    zoom = std::min(fitZoom(), 1.25);
    isFitted = true;
    isAtBeginning = false;
    const QSizeF room = QSizeF(q->maximumViewportSize()) / zoom;
    offset = sceneRect().center() - QPointF(room.width(), room.height()) / 2;
    updateScrollBars();
    q->viewport()->update();
    if (zoom != before)
        emit q->zoomChanged(zoom);
    emit q->moved();
}

// In the size of text, at the first input (of a graph without inputs, at its first row).
void GraphView::Private::showBeginning()
{
    if (!scene)
        return;
    const double before = zoom;
    zoom = 1;
    const QRectF bounds = sceneRect();
    const QSizeF room = QSizeF(q->maximumViewportSize());
    const bool isHorizontal = scene->layout().isHorizontal;
    const auto rank = [&](int box) {
        const bool isInput = scene->box(box).node >= 0
            && description->nodes[static_cast<std::size_t>(scene->box(box).node)].kind
                == GraphNodeKind::Input;
        const QPointF corner = scene->boxRect(box).topLeft();
        return std::tuple(
            isHorizontal ? corner.x() : corner.y(), !isInput, isHorizontal ? corner.y() : corner.x());
    };
    int first = -1;
    for (int box = 0; box < scene->boxCount(); ++box) {
        if (scene->box(box).parent < 0 && (first < 0 || rank(box) < rank(first)))
            first = box;
    }
    const QPointF centre = first < 0 ? bounds.center() : scene->boxRect(first).center();
    // Along the flow from the start; across it whole where there is room, and otherwise around the first box.
    const auto across = [](double low, double high, double length, double middle) {
        return (high - low <= length ? (low + high) / 2 : middle) - length / 2;
    };
    if (isHorizontal)
        moveTo({-fitMargin, across(bounds.top(), bounds.bottom(), room.height(), centre.y())});
    else
        moveTo({across(bounds.left(), bounds.right(), room.width(), centre.x()), -fitMargin});
    isAtBeginning = true;
    if (zoom != before)
        emit q->zoomChanged(zoom);
}

void GraphView::Private::setZoomAround(double wanted, const QPointF& viewportPoint)
{
    if (!std::isfinite(wanted))
        return;
    const double clamped = std::clamp(wanted, std::min(0.02, fitZoom()), largestZoom);
    if (clamped == zoom)
        return;
    const QPointF fixed = toScene(viewportPoint);
    zoom = clamped;
    moveTo(fixed - viewportPoint / zoom);
    emit q->zoomChanged(zoom);
}

// A corner of the graph always stays in view.
void GraphView::Private::moveTo(const QPointF& newOffset)
{
    isFitted = isAtBeginning = false;
    const QRectF bounds = sceneRect();
    const QSizeF room = QSizeF(q->viewport()->size()) / zoom;
    const double keep = std::min(80.0, q->viewport()->width() / 4.0) / zoom;
    offset.setX(std::clamp(newOffset.x(), bounds.left() - room.width() + keep,
        std::max(bounds.right() - keep, bounds.left() - room.width() + keep)));
    offset.setY(std::clamp(newOffset.y(), bounds.top() - room.height() + keep,
        std::max(bounds.bottom() - keep, bounds.top() - room.height() + keep)));
    updateScrollBars();
    q->viewport()->update();
    emit q->moved();
}

void GraphView::Private::scrollBy(const QPointF& pixels)
{
    const QRectF bounds = sceneRect();
    const double margin = fitMargin / 2 / zoom;
    // Between the view that begins where the graph does and the one that ends where it does. Where the view
    // has been moved beyond, wheel and keys lead back only.
    const auto stepped = [margin](double position, double step, double begin, double end, double room) {
        const double one = begin - margin;
        const double other = end + margin - room;
        if (step > 0)
            return std::min(position + step, std::max({one, other, position}));
        return std::max(position + step, std::min({one, other, position}));
    };
    const QSizeF room = QSizeF(q->viewport()->size()) / zoom;
    const QPointF step = -pixels / zoom;
    moveTo({stepped(offset.x(), step.x(), bounds.left(), bounds.right(), room.width()),
        stepped(offset.y(), step.y(), bounds.top(), bounds.bottom(), room.height())});
}

// The range covers the graph and wherever the view has been moved beyond it.
void GraphView::Private::updateScrollBars()
{
    const auto sync = [](QScrollBar* bar, double position, double low, double high, int page) {
        const int value = static_cast<int>(std::lround(position));
        const int first = static_cast<int>(std::floor(low));
        const int last = static_cast<int>(std::ceil(high)) - page;
        const bool isNeeded = last > first;
        bar->setRange(isNeeded ? std::min(first, value) : value, isNeeded ? std::max(last, value) : value);
        bar->setPageStep(page);
        bar->setSingleStep(std::max(page / 12, 1));
        bar->setValue(value);
    };
    isSyncing = true;
    const QRectF bounds = sceneRect();
    // Not the viewport's size: that depends on whether the bars are there.
    const QSize page = q->maximumViewportSize();
    sync(q->horizontalScrollBar(), offset.x() * zoom, bounds.left() * zoom - fitMargin / 2,
        bounds.right() * zoom + fitMargin / 2, page.width());
    sync(q->verticalScrollBar(), offset.y() * zoom, bounds.top() * zoom - fitMargin / 2,
        bounds.bottom() * zoom + fitMargin / 2, page.height());
    isSyncing = false;
}

void GraphView::Private::showBox(int box, bool centre)
{
    if (box < 0 || !scene)
        return;
    requests.showsSelectionAgain = !q->isVisible() && box == selectedBox();
    QRectF rect = scene->boxRect(box);
    // Of a frame that is larger than the view its header.
    if (scene->box(box).isFrame)
        rect.setHeight(std::min(rect.height(), 4 * model()->bandHeight()));
    if (zoom < GraphPainter::textZoom && centre)
        setZoomAround(1, {});
    const QRectF visible = QRectF(q->viewport()->rect()).adjusted(12, 12, -12, -12);
    if (!centre && visible.contains(toViewport(rect)))
        return;
    const QSizeF room = QSizeF(q->viewport()->size()) / zoom;
    moveTo(rect.center() - QPointF(room.width(), room.height()) / 2);
}

// What has opened is seen as far as there is room, without moving more than that takes.
void GraphView::Private::showAcross(int box)
{
    const QRectF rect = scene->boxRect(box);
    const QSizeF room = QSizeF(q->maximumViewportSize()) / zoom;
    const auto moved = [this](double position, double low, double high, double length) {
        const double margin = fitMargin / zoom;
        if (position + length < high + margin)
            position = std::min(high + margin - length, low - margin);
        return std::min(position, low - margin);
    };
    QPointF wanted = offset;
    if (scene->layout().isHorizontal)
        wanted.setY(moved(offset.y(), rect.top(), rect.bottom(), room.height()));
    else
        wanted.setX(moved(offset.x(), rect.left(), rect.right(), room.width()));
    if (wanted != offset)
        moveTo(wanted);
}

void GraphView::Private::scheduleRepaint()
{
    if (!repaintTimer.isActive())
        repaintTimer.start();
}

} // namespace weightless::widgets
