// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pagefeed.h"

#include "engine/memory/processmemory.h"
#include "ui/document/selection.h"
#include "ui/document/stepnodes.h"
#include "ui/models/tensormodel.h"
#include "ui/pages/bookmarkspage.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/propertiespage.h"
#include "ui/pages/tensorspage.h"
#include "ui/pages/valuespage.h"
#include "ui/run/resultview.h"
#include "ui/text/text.h"
#include "ui/window/windowpages.h"
#include "widgets/graph/graphview.h"

#include <QtConcurrent>

namespace weightless::ui {

PageFeed::PageFeed(
    EngineController& controller, Selection& selection, const WindowPages& pages, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_selection(selection)
    , m_pages(pages)
{
    connectModel();
}

void PageFeed::connectModel()
{
    connect(&m_controller, &EngineController::modelOpened, this, &PageFeed::onModelOpened);
    connect(&m_controller, &EngineController::modelClosed, this, &PageFeed::onModelClosed);
    connect(&m_controller, &EngineController::graphBuilt, this, &PageFeed::onGraphBuilt);
    connect(&m_controller, &EngineController::unloaded, this, &PageFeed::onGraphBuilt);
    connect(&m_controller, &EngineController::constantsSet, this, &PageFeed::onConstantsSet);
    connect(
        &m_controller, &EngineController::constantsTakenBack, this, [this](const std::vector<int>& stillSet) {
            onGraphBuilt();
            onConstantsSet(stillSet);
        });
    // One that goes on under another limit may have given some of what was set before another place.
    connect(&m_controller, &EngineController::loadEnded, this, [this] {
        std::vector<int> set;
        for (size_t i = 0; m_controller.feed() && i < m_controller.feed()->constantCount(); ++i) {
            if (m_controller.feed()->setAtSeconds(i) >= 0)
                set.push_back(static_cast<int>(i));
        }
        onConstantsSet(set);
    });
    connect(&m_controller, &EngineController::runFinished, this, &PageFeed::onRunFinished);
    connect(m_pages.results, &ResultView::nodeChosen, this, &PageFeed::selectNode);
    connect(m_pages.results, &ResultView::scopeChosen, this, [this](const QString& path) {
        const ModelDocumentPtr& document = m_controller.document();
        if (const OutlineItem* group = document ? outlineGroup(document->outline, path) : nullptr)
            m_selection.selectScope(group->path, this);
    });
    connect(&m_selection, &Selection::changed, m_pages.results, &ResultView::clearStep);
    BookmarkModel* bookmarks = &m_pages.bookmarks->model();
    connect(bookmarks, &QAbstractItemModel::modelReset, this,
        [this, bookmarks] { m_pages.graph->view().setBookmarks(bookmarks->nodes()); });
}

void PageFeed::onModelClosed()
{
    m_selection.clear(this);
    m_pages.outline->setDocument({});
    m_pages.graph->setDocument({});
    m_pages.tensors->setDocument({});
    m_pages.properties->setDocument({});
    m_pages.values->setDocument({});
    m_pages.bookmarks->setDocument({});
}

void PageFeed::onModelOpened()
{
    const ModelDocumentPtr& document = m_controller.document();
    m_pages.outline->setDocument(document);
    m_pages.tensors->setDocument(document);
    m_pages.properties->setDocument(document);
    m_pages.values->setDocument(document);
    m_pages.graph->setDocument(document);
    m_pages.bookmarks->setDocument(document);
}

void PageFeed::onGraphBuilt()
{
    m_pages.tensors->model().setNeeded(m_controller.graph()->tensorOfConstant);
    m_pages.properties->setValueShapes(m_controller.graph()->valueShapes);
    QHash<QString, QString> shapes = m_controller.graph()->valueShapes;
    for (const GraphPort& input : m_controller.graph()->inputs) {
        // Strings are no tensors of a device: what the file says of them stays.
        if (!input.isOpaque)
            shapes.insert(fromUtf8(input.name), fromUtf8(toString(input.descriptor)));
    }
    m_pages.graph->setValueShapes(shapes);
    m_pages.graph->resetStates();
    static_cast<void>(
        QtConcurrent::run([] { returnFreedMemory(); })); // as the engine's worker does with its own
}

void PageFeed::selectNode(const QString& name)
{
    if (!m_controller.document())
        return;
    const std::vector<int> nodes = StepNodes(*m_controller.document()).of(name);
    if (!nodes.empty())
        m_selection.selectNode(nodes.front(), this);
}

void PageFeed::onRunFinished()
{
    if (const RunResultPtr& result = m_controller.runResult())
        m_pages.graph->setStepTimes(result->steps);
}

void PageFeed::onConstantsSet(const std::vector<int>& constants)
{
    std::vector<int> lasting;
    std::vector<int> ofRuns;
    for (const int constant : constants) {
        const auto index = static_cast<size_t>(constant);
        std::vector<int>& rows = m_controller.feed()->comesWithRuns(index) ? ofRuns : lasting;
        rows.push_back(m_controller.graph()->tensorOfConstant[index]);
    }
    m_pages.graph->markSet(lasting, false);
    m_pages.graph->markSet(ofRuns, true);
    m_pages.tensors->model().setStates(std::move(lasting), TensorState::Set);
    m_pages.tensors->model().setStates(std::move(ofRuns), TensorState::ComesWithRuns);
}

} // namespace weightless::ui
