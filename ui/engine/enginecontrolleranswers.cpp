// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/enginecontroller.h"

#include <algorithm>

// What the worker answers, and the state that follows from it.
namespace weightless::ui {

// The worker's answers about a model go by this, since another one may be on its way.
bool EngineController::isOfModel(quint64 generation) const
{
    return m_document && m_document->generation == generation;
}

EngineState EngineController::modelState() const
{
    return m_state == EngineState::Opening ? m_stateBehind : m_state;
}

void EngineController::setModelState(EngineState state)
{
    if (m_state == EngineState::Opening)
        m_stateBehind = state;
    else
        setState(state);
}

void EngineController::onModelOpened(const ModelDocumentPtr& document)
{
    if (m_state != EngineState::Opening || document->generation <= m_closedGeneration)
        return;
    const bool hadModel = m_document != nullptr;
    // What was chosen for a model's sizes and numbers is not meant for another's.
    if (hadModel && m_document->secretPath != document->secretPath) {
        m_dimensions.clear();
        m_weightsType.reset();
    }
    forgetModel();
    if (hadModel)
        emit modelClosed();
    m_document = document;
    m_saving.setHasModel(true);
    // The worker has it even when another one was asked for meanwhile, and keeps it if that one cannot be
    // read.
    m_isRebuildNeeded = document->generation != m_generation;
    if (m_isRebuildNeeded)
        setModelState(EngineState::Opened);
    else
        setState(EngineState::Opened);
    emit modelOpened();
    // Without any device the plan would only repeat what listing the devices has told.
    if (m_devices->problem.isEmpty())
        buildGraph();
}

void EngineController::onGraphBuilt(const BuiltGraphPtr& graph)
{
    if (!isOfModel(graph->generation) || modelState() != EngineState::Building)
        return;
    m_graph = graph;
    m_isSet.assign(graph->tensorOfConstant.size(), false);
    setModelState(m_isSet.empty() ? EngineState::Ready : EngineState::Hollow);
    emit graphBuilt();
    if (m_isRebuildNeeded)
        buildGraph();
}

void EngineController::onLoadEnded(const LoadResult& result)
{
    if (modelState() != EngineState::Loading && modelState() != EngineState::Paused)
        return;
    collectSetConstants();
    emit progressed();
    m_activeSeconds = m_feed->clock.seconds();
    collectSamples();
    takeBack(result.takenBack);
    setModelState(result.constantsSet == result.constantCount ? EngineState::Ready : EngineState::Hollow);
    emit loadEnded(result);
}

void EngineController::takeBack(const std::vector<size_t>& constants)
{
    if (constants.empty())
        return;
    for (const size_t constant : constants)
        m_isSet[constant] = false;
    std::vector<int> stillSet;
    for (size_t i = 0; i < m_isSet.size(); ++i) {
        if (m_isSet[i])
            stillSet.push_back(static_cast<int>(i));
    }
    emit constantsTakenBack(stillSet);
}

void EngineController::onUnloaded()
{
    if (modelState() != EngineState::Unloading)
        return;
    m_isSet.assign(m_isSet.size(), false);
    m_feed.reset();
    m_runResult.reset();
    setModelState(EngineState::Hollow);
    emit unloaded();
}

void EngineController::onRunFinished(const RunResultPtr& result)
{
    if (modelState() != EngineState::Running)
        return;
    m_runResult = result;
    m_hasRunInputs = true;
    collectSamples();
    setModelState(EngineState::Ready);
    emit runFinished();
}

void EngineController::onFailed(const Problem& problem, quint64 generation)
{
    m_saving.noteFailure(problem.task);
    const bool isOpening = problem.task == Task::Open;
    const bool isOurs = isOpening ? generation == m_generation : isOfModel(generation);
    if (isOurs || problem.kind != ErrorKind::Cancelled)
        emit reported(problem);
    if (!isOurs)
        return;
    if (isOpening && m_state == EngineState::Opening) {
        // The worker has answered all that came before: what is behind has settled.
        setState(m_stateBehind);
        if (!m_document) { // they were for the one that could not be opened
            m_weightsType.reset();
            m_dimensions.clear();
        }
        if (m_isRebuildNeeded)
            buildGraph();
    } else if (problem.task == Task::Build && modelState() == EngineState::Building) {
        setModelState(EngineState::Opened);
        if (m_isRebuildNeeded)
            buildGraph();
    } else if (problem.task == Task::Run && modelState() == EngineState::Running) {
        if (m_runResult && problem.losesOutputs
            && std::ranges::any_of(m_runResult->outputs, &OutputResult::isOnDevice))
            m_runResult.reset();
        m_hasRunInputs = !problem.losesInputs;
        m_isRebuildNeeded |= problem.needsPlan;
        setModelState(EngineState::Ready);
        emit runFailed();
        if (m_isRebuildNeeded)
            buildGraph();
    } else if (problem.task == Task::Unload && modelState() == EngineState::Unloading) {
        setModelState(hollowCount() == 0 ? EngineState::Ready : EngineState::Hollow);
    }
}

} // namespace weightless::ui
