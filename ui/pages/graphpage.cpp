// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/graphpage.h"

#include "engine/base/error.h"
#include "engine/inspection/graphtext.h"
#include "ui/dialogs/filetosave.h"
#include "ui/document/modelfolder.h"
#include "ui/document/nodetext.h"
#include "ui/document/selection.h"
#include "ui/document/stepnodes.h"
#include "ui/pages/findpanel.h"
#include "ui/pages/graphdisplaymenu.h"
#include "ui/text/text.h"
#include "ui/text/textpool.h"
#include "ui/window/flatbutton.h"
#include "widgets/elidinglabel.h"
#include "widgets/graph/graphview.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>
#include <array>
#include <utility>

namespace weightless::ui {

namespace {

constexpr std::array pictureSuffixes {QLatin1String("svg"), QLatin1String("png"), QLatin1String("pdf")};
constexpr std::array textSuffixes {QLatin1String("dot"), QLatin1String("gv"), QLatin1String("json")};

} // namespace

GraphPage::GraphPage(Selection& selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_view(new widgets::GraphView(this))
    , m_find(new FindPanel(this))
    , m_splitter(new QSplitter(this))
    , m_layoutState(new widgets::ElidingLabel(Qt::ElideRight, this))
    , m_displayMenu(new GraphDisplayMenu(*m_view, this))
{
    m_view->setAccessibleName(tr("Graph of the model"));
    setFocusProxy(m_view);
    // What goes on must not widen the page: the panels around it need their room.
    m_layoutState->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_layoutState->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* collapse = makeFlatButton(this, QStringLiteral("collapse"), tr("Collapse all scopes"));
    auto* expand = makeFlatButton(this, QStringLiteral("expand"), tr("Expand all scopes"));
    auto* fit = makeFlatButton(this, QStringLiteral("fit"), tr("Fit the graph to the window"));
    auto* zoomOut = makeFlatButton(this, QStringLiteral("zoom-out"), tr("Zoom out"));
    auto* zoomIn = makeFlatButton(this, QStringLiteral("zoom-in"), tr("Zoom in"));
    auto* show = makeFlatButton(
        this, QStringLiteral("eye"), tr("What the graph shows: colours, names, weights, direction"));
    show->setMenu(m_displayMenu);
    show->setPopupMode(QToolButton::InstantPopup);

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(4, 4, 4, 0);
    bar->addWidget(m_find, 3);
    bar->addWidget(m_layoutState, 2);
    for (QToolButton* button : {collapse, expand, fit, zoomOut, zoomIn, show})
        bar->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(bar);
    m_splitter->addWidget(&m_find->list());
    m_splitter->addWidget(m_view);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    layout->addWidget(m_splitter, 1);

    connect(collapse, &QToolButton::clicked, m_view, &widgets::GraphView::collapseAll);
    connect(expand, &QToolButton::clicked, m_view, &widgets::GraphView::expandAll);
    connect(fit, &QToolButton::clicked, m_view, &widgets::GraphView::fit);
    connect(zoomOut, &QToolButton::clicked, m_view, &widgets::GraphView::zoomOut);
    connect(zoomIn, &QToolButton::clicked, m_view, &widgets::GraphView::zoomIn);
    connectFind();
    connectView();
}

void GraphPage::connectFind()
{
    connect(m_find, &FindPanel::found, this, [this](const std::vector<widgets::GraphHit>& hits) {
        std::vector<int> nodes;
        for (const widgets::GraphHit& hit : hits)
            nodes.push_back(hit.node);
        m_view->setMatches(std::move(nodes));
        // Room for names; from then on it is as wide as the user makes it.
        if (m_find->list().isVisible() && !std::exchange(m_hasListWidth, true))
            m_splitter->setSizes({m_splitter->width() / 2, m_splitter->width() / 2});
    });
    connect(m_find, &FindPanel::pointedAt, this,
        [this](const widgets::GraphHit& hit) { m_view->showNode(hit.node); });
    connect(m_find, &FindPanel::chosen, this, [this](const widgets::GraphHit& hit) {
        if (hit.kind == widgets::GraphHit::Kind::Constant)
            m_view->selectConstant(hit.index);
        else
            m_view->selectNode(hit.node);
    });
}

void GraphPage::connectView()
{
    connect(m_view, &widgets::GraphView::nodeSelected, this, [this](int node) {
        if (!m_isFollowing)
            m_selection.selectNode(node, this);
    });
    connect(m_view, &widgets::GraphView::chipSelected, this, [this](int constant) {
        if (!m_isFollowing)
            m_selection.selectTensor(constant, this);
    });
    connect(m_view, &widgets::GraphView::groupSelected, this, [this](const QString& path) {
        if (!m_isFollowing)
            m_selection.selectScope(path, this);
    });
    connect(m_view, &widgets::GraphView::selectionCleared, this, [this] {
        if (!m_isFollowing)
            m_selection.clear(this);
    });
    connect(m_view, &widgets::GraphView::layoutStarted, this,
        [this] { m_layoutState->setWords(tr("Laying out…"), {}); });
    connect(m_view, &widgets::GraphView::layoutFinished, this, [this](int items, double) {
        const QString limit = std::exchange(m_limit, {});
        const QString boxes = tr("%Ln box(es)", nullptr, items);
        const int nodes = m_document ? static_cast<int>(m_document->totals.nodeCount) : 0;
        if (limit.isEmpty())
            m_layoutState->setWords(tr("%1, %2").arg(boxes, tr("%Ln node(s)", nullptr, nodes)), boxes);
        else
            m_layoutState->setWords(limit, {});
    });
    connect(m_view, &widgets::GraphView::expansionLimited, this, [this](int shown, int hidden) {
        m_limit = tr("%1 of %2 nodes shown, the others group by group")
                      .arg(QLocale().toString(shown), QLocale().toString(shown + hidden));
        m_layoutState->setWords(m_limit, {});
    });
    connect(m_view, &widgets::GraphView::exported, this, &GraphPage::saved);
    connect(m_view, &widgets::GraphView::exportFailed, this, &GraphPage::failed);
    connect(&m_selection, &Selection::changed, this, &GraphPage::onSelectionChanged);
}

void GraphPage::setDocument(ModelDocumentPtr document)
{
    const QScopedValueRollback following(m_isFollowing, true);
    m_document = std::move(document);
    m_find->setDocument(m_document);
    m_view->setWindowFilePath(m_document ? proposedFile(m_document, QStringLiteral("graph")) : QString());
    m_layoutState->clear();
    if (m_view->display().colouring == widgets::GraphColouring::Time) { // of a run of another model
        widgets::GraphDisplay display = m_view->display();
        display.colouring = widgets::GraphColouring::Category;
        m_view->setDisplay(display);
    }
    if (m_document) {
        m_view->setGraph(graphOf(m_document));
        resetStates();
    } else {
        m_view->clear();
    }
}

void GraphPage::resetStates()
{
    m_view->resetConstantStates();
    if (!m_document)
        return;
    for (size_t i = 0; i < m_document->tensors.size(); ++i) {
        if (m_document->tensors[i].isKnown)
            m_view->setConstantSet(static_cast<int>(i), true);
    }
}

void GraphPage::setValueShapes(const QHash<QString, QString>& shapes)
{
    if (!m_document)
        return;
    widgets::GraphDescription::Values values = m_document->graph.values;
    // Names inside of nodes may be those of other values outside.
    std::vector<bool> isOutside(values.size(), false);
    for (const auto& node : m_document->graph.nodes) {
        for (const int value : node.outputs)
            isOutside[static_cast<size_t>(value)] = node.owner < 0;
    }
    TextPool texts;
    bool isNews = false;
    for (size_t i = 0; i < values.size(); ++i) {
        const auto shape = isOutside[i] ? shapes.constFind(values[i].name) : shapes.cend();
        if (shape == shapes.cend())
            continue;
        auto value = describedValue(values[i].name, *shape);
        isNews = isNews || value.type != values[i].type || value.shape != values[i].shape;
        value.type = texts.shared(value.type);
        value.shape = texts.shared(value.shape);
        values[i] = std::move(value);
    }
    if (!isNews) // most files say all shapes themselves
        values.clear();
    m_view->setValues(std::move(values));
}

void GraphPage::setStepTimes(const std::vector<StepTime>& steps)
{
    if (!m_document)
        return;
    m_view->setSeconds(secondsOfNodes(*m_document, steps));
}

void GraphPage::colourByTime()
{
    widgets::GraphDisplay display = m_view->display();
    display.colouring = widgets::GraphColouring::Time;
    display.showsLegend = true;
    m_view->setDisplay(display);
}

void GraphPage::restore(const QSettings& settings)
{
    m_displayMenu->restore(settings);
}

void GraphPage::save(QSettings& settings) const
{
    m_displayMenu->save(settings);
}

void GraphPage::toggleMinimap()
{
    widgets::GraphDisplay display = m_view->display();
    display.showsMinimap = !display.showsMinimap;
    m_view->setDisplay(display);
}

void GraphPage::markSet(const std::vector<int>& tensors, bool comeWithRuns)
{
    for (const int tensor : tensors) {
        if (tensor >= 0)
            m_view->setConstantState(tensor, 1, comeWithRuns);
    }
}

void GraphPage::focusFind()
{
    m_find->focus();
}

void GraphPage::savePicture()
{
    chooseFileToSave(this, tr("Save the graph"), proposedFile(m_document, QStringLiteral("graph")),
        tr("SVG pictures (*.svg);;PNG pictures (*.png);;PDF (*.pdf);;Graphviz (*.dot *.gv);;JSON (*.json)"),
        [this](const QString& path) { exportTo(path); });
}

// The name says what is written.
void GraphPage::exportTo(const QString& path)
{
    if (!m_document) {
        emit refused(tr("There is no model whose graph could be saved."));
        return;
    }
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (std::ranges::find(pictureSuffixes, suffix) != pictureSuffixes.end()) {
        m_view->exportPicture(path);
        return;
    }
    if (std::ranges::find(textSuffixes, suffix) == textSuffixes.end()) {
        emit refused(tr("Graphs are saved as .svg, .png, .pdf, .dot, .gv or .json, not as '%1'.").arg(path));
        return;
    }
    QtConcurrent::run([path, model = m_document->owned]() -> QString {
        try {
            writeGraph(toPath(path), *model);
            return {};
        } catch (...) {
            return fromUtf8(currentError().message());
        }
    }).then(this, [this, path](const QString& problem) {
        if (problem.isEmpty())
            emit saved(path);
        else
            emit failed(problem);
    });
}

// Where the graph shows all nodes for themselves it has fewer groups: the first node of what is none there.
void GraphPage::selectScope(const QString& path)
{
    const OutlineItem* item = outlineGroup(m_document->outline, path);
    const QStringList groups = m_view->groupPaths();
    if (!item || groups.isEmpty() || groups.contains(path)) {
        m_view->selectGroup(path);
        return;
    }
    while (item->node < 0 && !item->children.empty())
        item = &m_document->outline[static_cast<size_t>(item->children.front())];
    m_view->selectNode(item->node);
}

void GraphPage::showSelection()
{
    onSelectionChanged(m_selection.current(), nullptr);
}

void GraphPage::onSelectionChanged(const SelectedItem& item, QObject* source)
{
    if (source == this || !m_document)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    switch (item.kind) {
    case SelectedItem::Kind::Node:
        m_view->selectNode(item.index);
        break;
    case SelectedItem::Kind::Tensor:
        m_view->selectConstant(item.index);
        break;
    case SelectedItem::Kind::Scope:
        selectScope(item.scope);
        break;
    case SelectedItem::Kind::None:
        m_view->clearSelection();
        break;
    }
}

} // namespace weightless::ui
