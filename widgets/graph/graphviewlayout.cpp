// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What a GraphView does between a description and a scene.
#include "widgets/graph/graphaccessible.h"
#include "widgets/graph/graphviewprivate.h"

#include <algorithm>
#include <utility>

namespace weightless::widgets {

namespace {

constexpr int frameMs = 33;
constexpr int statusDelayMs = 200;
constexpr int expandLimit = 20'000;

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
    QObject::connect(
        &motion.animation, &QVariantAnimation::valueChanged, q, [this] { q->viewport()->update(); });
}

void GraphView::Private::open(std::shared_ptr<const GraphDescription> graph)
{
    worker.cancel();
    job = 0;
    select(-1, -1, -1);
    if (accessible)
        accessible->forgetGraph();
    description = cleaned(std::move(graph));
    states = GraphStates(description->constants.size());
    ownValues.reset();
    seconds.clear();
    scene.reset();
    expanded.clear();
    matches.clear();
    lesserMatches.clear();
    bookmarks.clear();
    marks = {};
    pointer.segment = -1;
    minimap = {};
    error.clear();
    requests = {};
    requests.isFresh = true;
    updateScrollBars();
    reopen();
    q->viewport()->update();
}

std::shared_ptr<const GraphDescription::Values> GraphView::Private::values() const
{
    return ownValues ? ownValues
                     : std::shared_ptr<const GraphDescription::Values>(description, &description->values);
}

// Paths of what is expanded: they outlive a model.
std::optional<QStringList> GraphView::Private::openPaths() const
{
    if (!scene)
        return std::nullopt;
    QStringList paths;
    for (std::size_t i = 1; i < expanded.size(); ++i) {
        if (expanded[i])
            paths.append(model()->groupPath(static_cast<int>(i)));
    }
    return paths;
}

void GraphView::Private::updateColours()
{
    colours.setColouring(display.colouring);
    if (scene)
        colours.setAmounts(scene->model(), *values(), seconds);
    minimap = {};
    updateLegend();
}

// The model depends on fonts and language, too.
void GraphView::Private::reopen()
{
    if (description->nodes.empty())
        return;
    isRebuilding = true;
    job = worker.open(description, TextMeasure(q->font()), display.options, openPaths());
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
    beginMotion();
    const bool isNewModel = !scene || &scene->model() != &result.scene->model();
    const bool hadGroup = group > 0;
    if (isNewModel && scene)
        renumberGroups(result.scene->model());
    scene = result.scene;
    expanded = scene->expanded();
    minimap = {};
    pointer.segment = -1;
    marks.edge.clear();
    if (isNewModel) {
        states.setModel(scene->model());
        updateColours();
    }
    updateMarks();
    describeSelection();
    const int moved = std::exchange(requests.anchorGroup, -1);
    if (std::exchange(requests.isFresh, false)) {
        showBeginning();
    } else if (moved >= 0) {
        const int box = scene->layout().boxOfGroup[static_cast<std::size_t>(moved)];
        moveTo(scene->boxRect(box).topLeft() - requests.anchorPosition / zoom);
        if (scene->box(box).isFrame)
            showAcross(box);
        startMotion(moved);
    }
    const bool showsSelection = std::exchange(requests.centresSelection, false);
    if (showsSelection)
        showBox(selectedBox(), true);
    updateScrollBars();
    q->viewport()->update();
    if (accessible) {
        accessible->tellLayout();
        if (showsSelection || isNewModel) // what is selected has its item only now
            accessible->tellSelection(QAccessible::Focus);
    }
    emit q->layoutFinished(scene->leafCount(), result.elapsedMs);
    if (hadGroup && group < 0 && node < 0)
        emit q->selectionCleared();
    applyPending();
}

// From the tree that is shown to the next one, which may have other groups: what is the same has its path.
void GraphView::Private::renumberGroups(const GraphModel& next)
{
    if (accessible)
        accessible->forgetGraph();
    for (int* each : {&group, &requests.anchorGroup})
        *each = *each > 0 ? next.groupByPath(model()->groupPath(*each)) : -1;
}

// Requests that came before the model.
void GraphView::Private::applyPending()
{
    for (const auto& [scope, expand] : std::exchange(requests.expansion, {})) {
        const int wanted = model()->groupByPath(scope);
        if (wanted > 0)
            toggle(wanted, expand);
    }
    if (std::exchange(requests.expandsEverything, false))
        setBelow(0, true);
    const int wantedNode = std::exchange(requests.node, -1);
    const int wantedConstant = std::exchange(requests.constant, -1);
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
            if (above == wanted) {
                const int owner = model()->ownerOf(wanted);
                select(owner, -1, owner < 0 ? wanted : -1);
                break;
            }
        }
    }
    describeSelection();
    requestLayout();
}

void GraphView::Private::setBelow(int top, bool expand)
{
    const auto& groups = model()->tree().groups;
    if (top > 0)
        keepInPlace(top);
    // Level by level, as long as what is shown can be laid out and looked at.
    int shown = boxesWhen(expanded);
    int left = 0;
    std::vector<int> level {top};
    bool isChanged = false;
    while (!level.empty()) {
        std::vector<int> next;
        for (const int each : level) {
            const auto index = static_cast<std::size_t>(each);
            const int inside = static_cast<int>(groups[index].groups.size() + groups[index].nodes.size());
            const bool fits = !expand || expanded[index] || shown + inside <= expandLimit;
            if (!fits) {
                left += groups[index].nodeCount;
                continue;
            }
            if (expand && !expanded[index])
                shown += inside;
            isChanged |= index != 0 && expanded[index] != expand;
            expanded[index] = expand || index == 0;
            next.insert(next.end(), groups[index].groups.begin(), groups[index].groups.end());
        }
        level = std::move(next);
    }
    if (left > 0)
        emit q->expansionLimited(groups[static_cast<std::size_t>(top)].nodeCount - left, left);
    if (!isChanged) {
        requests.anchorGroup = -1;
        return;
    }
    requests.isFresh |= top == 0;
    describeSelection();
    requestLayout();
}

// Frames included.
int GraphView::Private::boxesWhen(const std::vector<bool>& open) const
{
    const auto& groups = model()->tree().groups;
    int boxes = 0;
    std::vector<int> pending {0};
    while (!pending.empty()) {
        const ScopeGroup& each = groups[static_cast<std::size_t>(pending.back())];
        pending.pop_back();
        boxes += static_cast<int>(each.groups.size() + each.nodes.size());
        for (const int child : each.groups) {
            if (open[static_cast<std::size_t>(child)])
                pending.push_back(child);
        }
    }
    return boxes;
}

// Expands what hides a node. True where that needs a layout.
bool GraphView::Private::expandFrom(int innermost)
{
    bool isChanged = false;
    for (int above = innermost; above > 0;
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
    requests.anchorGroup = wanted;
    const int box = scene->layout().boxOfGroup[static_cast<std::size_t>(wanted)];
    requests.anchorPosition = toViewport(scene->boxRect(box).topLeft());
}

} // namespace weightless::widgets
