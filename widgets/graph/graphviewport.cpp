// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Where a GraphView looks.
#include "widgets/graph/graphbeginning.h"
#include "widgets/graph/graphviewprivate.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

constexpr double largestZoom = 4;
constexpr double fitMargin = 24;

} // namespace

QRectF GraphView::Private::sceneRect() const
{
    return scene ? scene->bounds() : QRectF();
}

QSizeF GraphView::Private::room() const
{
    std::vector<QPointF> places;
    return QSizeF(q->maximumViewportSize()) - QSizeF(0, layLegend(places));
}

double GraphView::Private::fitZoom() const
{
    const QSizeF inside = room() - QSizeF(2 * fitMargin, 2 * fitMargin);
    const QRectF bounds = sceneRect();
    if (bounds.isEmpty() || inside.width() < 1 || inside.height() < 1)
        return 1;
    return std::min(inside.width() / bounds.width(), inside.height() / bounds.height());
}

void GraphView::Private::fit()
{
    if (!scene)
        return;
    const double before = zoom;
    zoom = std::min(fitZoom(), 1.25);
    isFitted = true;
    isAtBeginning = false;
    const QSizeF seen = room() / zoom;
    offset = sceneRect().center() - QPointF(seen.width(), seen.height()) / 2;
    updateScrollBars();
    q->viewport()->update();
    if (zoom != before)
        emit q->zoomChanged(zoom);
    emit q->moved();
}

// In the size of text, from where the flow begins; across it where the most is seen of what comes first.
void GraphView::Private::showBeginning()
{
    if (!scene)
        return;
    const double before = zoom;
    zoom = 1;
    moveTo(GraphBeginning(*scene, *description, room(), fitMargin).offset(minimapRect()));
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
    const QSizeF seen = room() / zoom;
    const QPointF step = -pixels / zoom;
    moveTo({stepped(offset.x(), step.x(), bounds.left(), bounds.right(), seen.width()),
        stepped(offset.y(), step.y(), bounds.top(), bounds.bottom(), seen.height())});
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
    const QSize page = room().toSize();
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
    const QSizeF seen = room();
    const QRectF shown = toViewport(rect);
    if (!centre && QRectF(QPointF(), seen).adjusted(12, 12, -12, -12).contains(shown)
        && !minimapRect().intersects(shown))
        return;
    moveTo(rect.center() - QPointF(seen.width(), seen.height()) / (2 * zoom));
}

// What has opened is seen as far as there is room, without moving more than that takes.
void GraphView::Private::showAcross(int box)
{
    const QRectF rect = scene->boxRect(box);
    const QSizeF seen = room() / zoom;
    const auto moved = [this](double position, double low, double high, double length) {
        const double margin = fitMargin / zoom;
        if (position + length < high + margin)
            position = std::min(high + margin - length, low - margin);
        return std::min(position, low - margin);
    };
    QPointF wanted = offset;
    if (scene->layout().isHorizontal)
        wanted.setY(moved(offset.y(), rect.top(), rect.bottom(), seen.height()));
    else
        wanted.setX(moved(offset.x(), rect.left(), rect.right(), seen.width()));
    if (wanted != offset)
        moveTo(wanted);
}

void GraphView::Private::scheduleRepaint()
{
    if (!repaintTimer.isActive())
        repaintTimer.start();
}

} // namespace weightless::widgets
