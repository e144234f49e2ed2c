// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphview.h"

#include "widgets/graph/graphaccessible.h"
#include "widgets/graph/graphviewprivate.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace weightless::widgets {

GraphView::GraphView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , d(std::make_unique<Private>(this))
{
    QAccessible::installFactory(&GraphAccessible::create); // again and again is once
    setAccessibleName(tr("Graph"));
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(false);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setFrameShape(QFrame::NoFrame);
}

GraphView::~GraphView()
{
    if (d->accessible)
        d->accessible->detach();
}

void GraphView::setGraph(GraphDescription graph)
{
    d->open(std::move(graph));
}

void GraphView::clear()
{
    d->open({});
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

void GraphView::setConstantState(int constantIndex, double fraction)
{
    if (!d->states.setFraction(constantIndex, fraction, d->model()))
        return;
    if (d->constant == constantIndex)
        d->describeSelection();
    d->scheduleRepaint();
}

void GraphView::resetConstantStates()
{
    d->states.reset();
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
        d->pendingExpansion.emplace_back(groupPath, expanded);
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
        d->pendingNode = nodeIndex;
        d->pendingConstant = -1;
        return;
    }
    d->centreSelection = d->expandAround(nodeIndex);
    d->select(nodeIndex, -1, -1);
    if (!d->centreSelection)
        d->showBox(d->selectedBox(), false);
}

void GraphView::selectConstant(int constantIndex)
{
    if (constantIndex < 0 || static_cast<std::size_t>(constantIndex) >= d->description->constants.size())
        return;
    if (!d->scene) {
        d->pendingNode = -1;
        d->pendingConstant = constantIndex;
        return;
    }
    const auto nodes = d->model()->nodesOfConstant(constantIndex);
    if (nodes.empty())
        return;
    // Stay where it is selected already if several nodes use it.
    const bool isHere = std::find(nodes.begin(), nodes.end(), d->node) != nodes.end();
    const int node = isHere ? d->node : nodes.front();
    d->centreSelection = d->expandAround(node);
    d->select(node, constantIndex, -1);
    if (!d->centreSelection)
        d->showBox(d->selectedBox(), false);
}

void GraphView::clearSelection()
{
    d->select(-1, -1, -1);
}

void GraphView::expandSelected()
{
    if (d->model() && d->group > 0)
        d->toggle(d->group, true);
}

void GraphView::collapseSelected()
{
    const int group = d->targetGroup();
    if (d->model() && group > 0)
        d->toggle(group, false);
}

void GraphView::expandAllBelowSelected()
{
    if (d->model() && d->group > 0)
        d->setBelow(d->group, true);
}

void GraphView::collapseAll()
{
    d->expandEverything = false;
    if (d->model())
        d->setBelow(0, false);
}

void GraphView::expandAll()
{
    if (d->model())
        d->setBelow(0, true);
    else
        d->expandEverything = true;
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

void GraphView::setMinimapVisible(bool visible)
{
    d->isMinimapVisible = visible;
    viewport()->update();
}

bool GraphView::isMinimapVisible() const
{
    return d->isMinimapVisible;
}

int GraphView::find(const QString& text)
{
    d->matches.clear();
    d->currentMatch = -1;
    const QStringList words = text.toLower().split(u' ', Qt::SkipEmptyParts);
    if (!words.isEmpty() && d->model()) {
        const GraphModel& model = *d->model();
        const auto isMatch = [&](int node) {
            const QString& haystack = model.searchText(node);
            return std::all_of(words.begin(), words.end(), [&](const QString& word) {
                if (!word.startsWith(QLatin1String("op:")))
                    return haystack.contains(word);
                return QStringView(haystack).first(std::max<qsizetype>(haystack.indexOf(u'\n'), 0))
                    == QStringView(word).sliced(3);
            });
        };
        for (std::size_t node = 0; node < d->description->nodes.size(); ++node) {
            if (isMatch(static_cast<int>(node)))
                d->matches.push_back(static_cast<int>(node));
        }
    }
    d->updateMarks();
    return matchCount();
}

int GraphView::findNext(bool forward)
{
    const int count = matchCount();
    if (count == 0)
        return -1;
    const int before = d->currentMatch < 0 && !forward ? 0 : d->currentMatch;
    d->currentMatch = (before + (forward ? 1 : count - 1)) % count;
    const int node = d->matches[static_cast<std::size_t>(d->currentMatch)];
    selectNode(node);
    return node;
}

int GraphView::matchCount() const
{
    return static_cast<int>(d->matches.size());
}

void GraphView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (d->isFitted)
        d->fit();
    else
        d->updateScrollBars();
}

void GraphView::scrollContentsBy(int, int)
{
    if (d->isSyncing)
        return;
    d->isFitted = false;
    d->offset = QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value()) / d->zoom;
    viewport()->update();
}

void GraphView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
        d->palette = GraphPalette(palette());
        d->minimap = {};
        viewport()->update();
        break;
    case QEvent::FontChange:
    case QEvent::LanguageChange:
        setAccessibleName(tr("Graph"));
        d->reopen();
        break;
    default:
        break;
    }
}

} // namespace weightless::widgets
