// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pagefeed.h"

#include "ui/document/selection.h"
#include "ui/models/tensormodel.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/propertiespage.h"
#include "ui/pages/tensorspage.h"
#include "ui/text/loadtext.h"
#include "ui/text/modetext.h"
#include "ui/window/windowpages.h"

#include <algorithm>

namespace weightless::ui {

PageFeed::PageFeed(
    EngineController& controller, Selection& selection, const WindowPages& pages, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_selection(selection)
    , m_pages(pages)
{
    connectModel();
    connectMemory();
}

void PageFeed::connectModel()
{
    connect(&m_controller, &EngineController::modelOpened, this, &PageFeed::onModelOpened);
    connect(&m_controller, &EngineController::modelClosed, this, &PageFeed::onModelClosed);
    connect(&m_controller, &EngineController::graphBuilt, this, &PageFeed::onGraphBuilt);
    connect(&m_controller, &EngineController::unloaded, this, &PageFeed::onGraphBuilt);
    connect(&m_controller, &EngineController::constantsSet, this, &PageFeed::onConstantsSet);
    connect(&m_controller, &EngineController::runFinished, this, &PageFeed::onRunFinished);
}

void PageFeed::connectMemory()
{
    connect(&m_controller, &EngineController::memorySampled, this, &PageFeed::onSampled);
    connect(&m_controller, &EngineController::progressed, this, &PageFeed::onProgressed);
    connect(&m_controller, &EngineController::loadStarted, this, [this](LoadMode mode) {
        m_shownPhase.clear();
        m_pages.memory->beginLoad(mode);
        m_pages.memory->addPhase(0, tr("load"));
    });
    connect(&m_controller, &EngineController::loadEnded, this, [this](const LoadResult& result) {
        const LoadMode mode = LoadText::modeOf(result.report);
        m_pages.memory->endLoad(
            m_controller.activeSeconds(), mode == LoadMode::Auto ? m_controller.loadMode() : mode);
    });
    connect(&m_controller, &EngineController::runStarted, this,
        [this] { m_pages.memory->addPhase(m_controller.activeSeconds(), tr("dispatch")); });
}

void PageFeed::onModelClosed()
{
    m_selection.clear(this);
    m_pages.outline->setDocument({});
    m_pages.graph->setDocument({});
    m_pages.tensors->setDocument({});
    m_pages.properties->setDocument({});
    m_pages.memory->clear();
}

void PageFeed::onModelOpened()
{
    const ModelDocumentPtr& document = m_controller.document();
    m_pages.outline->setDocument(document);
    m_pages.tensors->setDocument(document);
    m_pages.properties->setDocument(document);
    m_pages.graph->setDocument(document);
}

void PageFeed::onGraphBuilt()
{
    m_pages.tensors->model().setNeeded(m_controller.graph()->tensorOfConstant);
    m_pages.properties->setValueShapes(m_controller.graph()->valueShapes);
    m_pages.graph->setValueShapes(m_controller.graph()->valueShapes);
    m_pages.graph->resetStates();
}

void PageFeed::onRunFinished()
{
    if (const RunResultPtr& result = m_controller.runResult())
        m_pages.graph->setStepTimes(result->steps);
}

void PageFeed::onConstantsSet(const std::vector<int>& constants)
{
    std::vector<int> rows;
    std::vector<double> moments;
    for (const int constant : constants) {
        rows.push_back(m_controller.graph()->tensorOfConstant[static_cast<size_t>(constant)]);
        const double seconds = m_controller.feed()->setAtSeconds(static_cast<size_t>(constant));
        moments.push_back(std::min(seconds, m_controller.activeSeconds()));
    }
    m_pages.graph->markSet(rows);
    m_pages.memory->addConstantsSet(moments);
    m_pages.tensors->model().setStates(std::move(rows), TensorState::Set);
}

void PageFeed::onProgressed()
{
    const LoadFeedPtr& feed = m_controller.feed();
    const std::string phase = feed ? feed->phase() : std::string();
    // Setting constants is all that most modes do: the mark of the load's begin stands for it.
    if (phase.empty() || phase == "setting" || phase == m_shownPhase)
        return;
    m_shownPhase = phase;
    m_pages.memory->addPhase(m_controller.activeSeconds(), ModeText::phase(phase));
}

void PageFeed::onSampled(const widgets::MemorySample& sample)
{
    const EngineState state = m_controller.state();
    if (state == EngineState::Loading || state == EngineState::Running)
        m_pages.memory->addSample(sample);
}

} // namespace weightless::ui
