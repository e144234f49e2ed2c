// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphview.h"

#include "widgets/formatbytes.h"
#include "widgets/graph/graphaccessible.h"
#include "widgets/graph/graphviewprivate.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace weightless::widgets {

namespace {

bool holds(const GraphDescription::Node& node, int constant)
{
    return std::ranges::find(node.constants, constant) != node.constants.end();
}

} // namespace

GraphView::GraphView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , d(std::make_unique<Private>(this))
{
    QAccessible::installFactory(&GraphAccessible::create); // again and again is once
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setFrameShape(QFrame::NoFrame);
    connect(&byteUnitsNotifier(), &ByteUnitsNotifier::changed, this, [this] {
        d->reopen();
        d->describeSelection();
    });
}

GraphView::~GraphView()
{
    if (d->accessible)
        d->accessible->detach();
}

void GraphView::setGraph(GraphDescription graph)
{
    d->open(std::make_shared<const GraphDescription>(std::move(graph)));
}

void GraphView::setGraph(std::shared_ptr<const GraphDescription> graph)
{
    d->open(std::move(graph));
}

void GraphView::clear()
{
    d->open(std::make_shared<const GraphDescription>());
}

const GraphDescription& GraphView::graph() const
{
    return *d->description;
}

int GraphView::selectedNode() const
{
    return d->node;
}

int GraphView::selectedConstant() const
{
    return d->constant;
}

QString GraphView::selectedGroupPath() const
{
    return d->group > 0 && d->model() ? d->model()->groupPath(d->group) : QString();
}

void GraphView::setConstantState(int constantIndex, double fraction, bool comesWithRuns)
{
    if (!d->states.setFraction(constantIndex, fraction, comesWithRuns, d->model()))
        return;
    const bool isTold = d->constant == constantIndex
        || (d->node >= 0 && holds(d->description->nodes[static_cast<std::size_t>(d->node)], constantIndex));
    if (isTold)
        d->describeSelection();
    d->scheduleRepaint();
}

void GraphView::resetConstantStates()
{
    d->states.reset();
    d->describeSelection();
    d->scheduleRepaint();
}

double GraphView::constantState(int constantIndex) const
{
    const bool exists =
        constantIndex >= 0 && static_cast<std::size_t>(constantIndex) < d->states.constantCount();
    return exists ? d->states.fraction(constantIndex) : 0;
}

void GraphView::setExpanded(const QString& groupPath, bool expanded)
{
    if (!d->model()) {
        d->requests.expansion.emplace_back(groupPath, expanded);
        return;
    }
    const int group = d->model()->groupByPath(groupPath);
    if (group > 0)
        d->toggle(group, expanded);
}

bool GraphView::isExpanded(const QString& groupPath) const
{
    const int group = d->model() ? d->model()->groupByPath(groupPath) : -1;
    return group > 0 && d->expanded[static_cast<std::size_t>(group)];
}

QStringList GraphView::groupPaths() const
{
    QStringList paths;
    if (d->model()) {
        for (std::size_t group = 1; group < d->model()->tree().groups.size(); ++group)
            paths.append(d->model()->groupPath(static_cast<int>(group)));
    }
    return paths;
}

void GraphView::setDisplay(const GraphDisplay& display)
{
    if (d->display == display)
        return;
    const bool isOtherLayout = d->display.options != display.options;
    d->display = display;
    d->palette = GraphPalette(palette(), display.isForColourBlind);
    d->updateColours();
    if (isOtherLayout) {
        d->requests.isFresh = true;
        d->reopen();
    }
    d->minimap = {};
    viewport()->update();
    emit displayChanged(display);
}

const GraphDisplay& GraphView::display() const
{
    return d->display;
}

void GraphView::setValues(GraphDescription::Values values)
{
    if (values.empty())
        d->ownValues.reset();
    else if (values.size() == d->description->values.size())
        d->ownValues = std::make_shared<const GraphDescription::Values>(std::move(values));
    else
        return;
    d->updateColours();
    d->scheduleRepaint();
}

void GraphView::setSeconds(std::vector<double> seconds)
{
    d->seconds = std::move(seconds);
    d->updateColours();
    d->scheduleRepaint();
}

double GraphView::zoom() const
{
    return d->zoom;
}

void GraphView::setZoom(double zoom)
{
    d->setZoomAround(zoom, QRectF(viewport()->rect()).center());
}

bool GraphView::isLayingOut() const
{
    return d->job != 0;
}

int GraphView::visibleItemCount() const
{
    return d->scene ? d->scene->leafCount() : 0;
}

QRectF GraphView::nodeRect(int nodeIndex) const
{
    if (!d->scene || nodeIndex < 0
        || static_cast<std::size_t>(nodeIndex) >= d->scene->layout().boxOfNode.size())
        return {};
    return d->toViewport(
        d->scene->boxRect(d->scene->layout().boxOfNode[static_cast<std::size_t>(nodeIndex)]));
}

QSize GraphView::sizeHint() const
{
    return {720, 540};
}

void GraphView::selectNode(int nodeIndex)
{
    if (nodeIndex < 0 || static_cast<std::size_t>(nodeIndex) >= d->description->nodes.size())
        return;
    if (!d->scene) {
        d->requests.node = nodeIndex;
        d->requests.constant = -1;
        return;
    }
    d->requests.centresSelection =
        d->expandFrom(d->model()->tree().groupOfNode[static_cast<std::size_t>(nodeIndex)]);
    d->select(nodeIndex, -1, -1);
    if (!d->requests.centresSelection)
        d->showBox(d->selectedBox(), false);
}

void GraphView::selectGroup(const QString& groupPath)
{
    const int group = d->scene ? d->model()->groupByPath(groupPath) : -1;
    if (group <= 0) {
        clearSelection();
        return;
    }
    d->requests.centresSelection =
        d->expandFrom(d->model()->tree().groups[static_cast<std::size_t>(group)].parent);
    d->select(-1, -1, group);
    if (!d->requests.centresSelection)
        d->showBox(d->selectedBox(), false);
}

void GraphView::selectConstant(int constantIndex)
{
    if (constantIndex < 0 || static_cast<std::size_t>(constantIndex) >= d->description->constants.size())
        return;
    if (!d->scene) {
        d->requests.node = -1;
        d->requests.constant = constantIndex;
        return;
    }
    const auto nodes = d->model()->nodesOfConstant(constantIndex);
    if (nodes.empty())
        return;
    // Stay where it is selected already if several nodes use it.
    const bool isHere = std::find(nodes.begin(), nodes.end(), d->node) != nodes.end();
    const int node = isHere ? d->node : nodes.front();
    d->requests.centresSelection =
        d->expandFrom(d->model()->tree().groupOfNode[static_cast<std::size_t>(node)]);
    d->select(node, constantIndex, -1);
    if (!d->requests.centresSelection)
        d->showBox(d->selectedBox(), false);
}

void GraphView::clearSelection()
{
    d->select(-1, -1, -1);
}

void GraphView::expandSelected()
{
    if (d->model() && d->openableGroup() > 0)
        d->toggle(d->openableGroup(), true);
}

void GraphView::collapseSelected()
{
    const int group = d->targetGroup();
    if (d->model() && group > 0)
        d->toggle(group, false);
}

void GraphView::expandAllBelowSelected()
{
    if (d->model() && d->openableGroup() > 0)
        d->setBelow(d->openableGroup(), true);
}

void GraphView::collapseAll()
{
    d->requests.expandsEverything = false;
    if (d->model())
        d->setBelow(0, false);
}

void GraphView::expandAll()
{
    if (d->model())
        d->setBelow(0, true);
    else
        d->requests.expandsEverything = true;
}

void GraphView::fit()
{
    d->fit();
}

void GraphView::resetZoom()
{
    setZoom(1);
}

void GraphView::zoomIn()
{
    setZoom(d->zoom * 1.25);
}

void GraphView::zoomOut()
{
    setZoom(d->zoom / 1.25);
}

void GraphView::setMatches(std::vector<int> nodes, std::vector<int> lesser)
{
    d->matches = d->known(std::move(nodes));
    d->lesserMatches = d->known(std::move(lesser));
    d->updateMarks();
}

void GraphView::setBookmarks(std::vector<int> nodes)
{
    d->bookmarks = d->known(std::move(nodes));
    d->updateMarks();
}

void GraphView::showNode(int nodeIndex)
{
    if (d->scene && nodeIndex >= 0
        && static_cast<std::size_t>(nodeIndex) < d->scene->layout().boxOfNode.size())
        d->showBox(d->scene->layout().boxOfNode[static_cast<std::size_t>(nodeIndex)], false);
}

void GraphView::placeNode(int nodeIndex, const QPointF& centre)
{
    if (const QRectF rect = nodeRect(nodeIndex); !rect.isEmpty() && rect.center() != centre)
        d->panBy(centre - rect.center());
}

void GraphView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (d->isFitted)
        return d->fit();
    if (d->isAtBeginning)
        return d->showBeginning();
    // What was in the middle stays there: a panel that opens beside it does not push it out of view.
    if (!event->oldSize().isValid() || !d->scene)
        return d->updateScrollBars();
    const QSize grown = event->size() - event->oldSize();
    d->moveTo(d->offset - QPointF(grown.width(), grown.height()) / 2 / d->zoom);
}

void GraphView::scrollContentsBy(int, int)
{
    if (d->isSyncing)
        return;
    d->isFitted = d->isAtBeginning = false;
    d->offset = QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value()) / d->zoom;
    viewport()->update();
    emit moved();
}

bool GraphView::event(QEvent* event)
{
    const bool isHandled = QAbstractScrollArea::event(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
        d->palette = GraphPalette(palette(), d->display.isForColourBlind);
        d->updateLegend();
        d->minimap = {};
        viewport()->update();
        break;
    case QEvent::LanguageChange:
    case QEvent::FontChange:
        d->reopen();
        break;
    case QEvent::FocusIn: // the ring around it is drawn in the viewport
    case QEvent::FocusOut:
        viewport()->update();
        break;
    default:
        break;
    }
    return isHandled;
}

} // namespace weightless::widgets
