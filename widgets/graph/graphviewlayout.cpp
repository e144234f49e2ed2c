// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What a GraphView does between a description and a scene, and where it looks.
#include "widgets/graph/graphaccessible.h"
#include "widgets/graph/graphviewprivate.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace weightless::widgets {

namespace {

constexpr double largestZoom = 4;
constexpr int frameMs = 33;
constexpr int statusDelayMs = 200;
constexpr int expandLimit = 20'000;
constexpr double fitMargin = 24;

} // namespace

GraphView::Private::Private(GraphView* view)
    : q(view)
    , description(std::make_shared<const GraphDescription>())
    , palette(view->palette())
{
    repaintTimer.setSingleShot(true);
    repaintTimer.setInterval(frameMs);
    QObject::connect(&repaintTimer, &QTimer::timeout, q, [this] { q->viewport()->update(); });
    statusTimer.setSingleShot(true);
    statusTimer.setInterval(statusDelayMs);
    QObject::connect(&statusTimer, &QTimer::timeout, q, [this] { q->viewport()->update(); });
    QObject::connect(
        &worker, &LayoutWorker::finished, q, [this](const LayoutWorker::Result& result) { accept(result); });
}

void GraphView::Private::open(GraphDescription graph)
{
    worker.cancel();
    job = 0;
    select(-1, -1, -1);
    if (accessible)
        accessible->forgetGraph();
    description = std::make_shared<const GraphDescription>(cleaned(std::move(graph)));
    states = GraphStates(description->constants.size());
    scene.reset();
    expanded.clear();
    matches.clear();
    currentMatch = -1;
    marks = {};
    minimap = {};
    error.clear();
    pendingExpansion.clear();
    pendingNode = pendingConstant = -1;
    expandEverything = false;
    centreSelection = false;
    anchorGroup = -1;
    isFresh = true;
    updateScrollBars();
    reopen();
    q->viewport()->update();
}

// The model depends on fonts and language, too.
void GraphView::Private::reopen()
{
    if (description->nodes.empty())
        return;
    isRebuilding = true;
    job = worker.open(description, TextMeasure(q->font()), expanded);
    statusTimer.start();
    emit q->layoutStarted();
}

void GraphView::Private::requestLayout()
{
    if (isRebuilding) {
        reopen();
        return;
    }
    job = worker.layout(scene->modelPointer(), expanded);
    statusTimer.start();
    emit q->layoutStarted();
}

void GraphView::Private::accept(const LayoutWorker::Result& result)
{
    job = 0;
    isRebuilding = false;
    statusTimer.stop();
    error = result.error;
    if (!result.scene) {
        q->viewport()->update();
        return;
    }
    const bool isNewModel = !scene || &scene->model() != &result.scene->model();
    scene = result.scene;
    expanded = scene->expanded();
    minimap = {};
    if (isNewModel)
        states.setModel(scene->model());
    updateMarks();
    if (isFresh) {
        isFresh = false;
        showAtOpening();
    }
    if (anchorGroup >= 0) {
        const int box = scene->layout().boxOfGroup[static_cast<std::size_t>(anchorGroup)];
        moveTo(scene->boxRect(box).topLeft() - anchorPosition / zoom);
        anchorGroup = -1;
    }
    if (centreSelection)
        showBox(selectedBox(), true);
    centreSelection = false;
    updateScrollBars();
    q->viewport()->update();
    if (accessible)
        accessible->tellLayout();
    emit q->layoutFinished(scene->leafCount(), result.elapsedMs);
    applyPending();
}

// Requests that came before the model.
void GraphView::Private::applyPending()
{
    for (const auto& [path, expand] : std::exchange(pendingExpansion, {})) {
        const int wanted = model()->groupByPath(path);
        if (wanted > 0)
            toggle(wanted, expand);
    }
    if (std::exchange(expandEverything, false))
        setBelow(0, true);
    const int wantedNode = std::exchange(pendingNode, -1);
    const int wantedConstant = std::exchange(pendingConstant, -1);
    if (wantedNode >= 0)
        q->selectNode(wantedNode);
    else if (wantedConstant >= 0)
        q->selectConstant(wantedConstant);
}

void GraphView::Private::toggle(int wanted, bool expand)
{
    const auto index = static_cast<std::size_t>(wanted);
    if (expanded[index] == expand)
        return;
    keepInPlace(wanted);
    expanded[index] = expand;
    if (!expand && node >= 0) {
        // What was selected inside is hidden now; its group takes over.
        for (int above = model()->tree().groupOfNode[static_cast<std::size_t>(node)]; above > 0;
             above = model()->tree().groups[static_cast<std::size_t>(above)].parent) {
            if (above == wanted)
                select(-1, -1, wanted);
        }
    }
    requestLayout();
}

void GraphView::Private::setBelow(int top, bool expand)
{
    const auto& groups = model()->tree().groups;
    if (expand && groups[static_cast<std::size_t>(top)].nodeCount > expandLimit)
        return;
    if (top > 0)
        keepInPlace(top);
    std::vector<int> pending {top};
    bool isChanged = false;
    while (!pending.empty()) {
        const auto index = static_cast<std::size_t>(pending.back());
        pending.pop_back();
        isChanged |= index != 0 && expanded[index] != expand;
        expanded[index] = expand || index == 0;
        pending.insert(pending.end(), groups[index].groups.begin(), groups[index].groups.end());
    }
    if (!isChanged)
        return;
    isFresh = top == 0;
    requestLayout();
}

// Expands what hides a node. True where that needs a layout.
bool GraphView::Private::expandAround(int wanted)
{
    bool isChanged = false;
    for (int above = model()->tree().groupOfNode[static_cast<std::size_t>(wanted)]; above > 0;
         above = model()->tree().groups[static_cast<std::size_t>(above)].parent) {
        isChanged |= !expanded[static_cast<std::size_t>(above)];
        expanded[static_cast<std::size_t>(above)] = true;
    }
    if (isChanged)
        requestLayout();
    return isChanged || job != 0;
}

void GraphView::Private::keepInPlace(int wanted)
{
    anchorGroup = wanted;
    const int box = scene->layout().boxOfGroup[static_cast<std::size_t>(wanted)];
    anchorPosition = toViewport(scene->boxRect(box).topLeft());
}

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
    const QSizeF room = QSizeF(q->maximumViewportSize()) / zoom;
    offset = sceneRect().center() - QPointF(room.width(), room.height()) / 2;
    updateScrollBars();
    q->viewport()->update();
    if (zoom != before)
        emit q->zoomChanged(zoom);
}

// Everything where that can be read; otherwise the beginning in a readable size.
void GraphView::Private::showAtOpening()
{
    constexpr double readable = 0.5;
    fit();
    if (zoom >= readable)
        return;
    setZoomAround(readable, {});
    const double width = q->viewport()->width() / zoom;
    // The first row may stand anywhere in a wide graph.
    double left = sceneRect().center().x();
    double top = std::numeric_limits<double>::infinity();
    for (int box = 0; box < scene->boxCount(); ++box) {
        if (scene->box(box).parent < 0 && scene->box(box).position.y < top) {
            top = scene->box(box).position.y;
            left = scene->boxRect(box).center().x();
        }
    }
    if (sceneRect().width() < width)
        left = sceneRect().center().x();
    moveTo({left - width / 2, -fitMargin / zoom});
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
    isFitted = false;
    const QRectF bounds = sceneRect();
    const QSizeF room = QSizeF(q->viewport()->size()) / zoom;
    const double keep = std::min(80.0, q->viewport()->width() / 4.0) / zoom;
    offset.setX(std::clamp(newOffset.x(), bounds.left() - room.width() + keep,
        std::max(bounds.right() - keep, bounds.left() - room.width() + keep)));
    offset.setY(std::clamp(newOffset.y(), bounds.top() - room.height() + keep,
        std::max(bounds.bottom() - keep, bounds.top() - room.height() + keep)));
    updateScrollBars();
    q->viewport()->update();
}

void GraphView::Private::panByKey(const QPointF& pixels)
{
    const QRectF bounds = sceneRect();
    const double margin = fitMargin / 2 / zoom;
    // Between the view that begins where the graph does and the one that ends where it does. Where the view
    // has been moved beyond, keys lead back only.
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
    QRectF rect = scene->boxRect(box);
    // Of a frame that is larger than the view its header.
    if (scene->box(box).isFrame)
        rect.setHeight(std::min(rect.height(), 4 * model()->bandHeight()));
    if (zoom < GraphPainter::textZoom && centre)
        setZoomAround(0.8, {});
    const QRectF visible = QRectF(q->viewport()->rect()).adjusted(12, 12, -12, -12);
    if (!centre && visible.contains(toViewport(rect)))
        return;
    const QSizeF room = QSizeF(q->viewport()->size()) / zoom;
    moveTo(rect.center() - QPointF(room.width(), room.height()) / 2);
}

void GraphView::Private::scheduleRepaint()
{
    if (!repaintTimer.isActive())
        repaintTimer.start();
}

} // namespace weightless::widgets
