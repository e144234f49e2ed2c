// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What was chosen for a model's runs: kept from plan to plan, and remembered from session to session.
#include "engine/session/inputshapes.h"
#include "ui/document/modelfolder.h"
#include "ui/models/inputmodel.h"
#include "ui/models/outputmodel.h"
#include "ui/pages/runpage.h"
#include "ui/run/freedimensionseditor.h"
#include "ui/run/inputtable.h"
#include "ui/run/rememberedruns.h"
#include "ui/text/text.h"

#include <QCheckBox>
#include <QGroupBox>
#include <QSettings>

#include <utility>

namespace weightless::ui {

namespace {

const QString profileKey = QStringLiteral("run/profile");

} // namespace

void RunPage::restore(const QSettings& settings)
{
    m_profile->setChecked(settings.value(profileKey, true).toBool());
}

void RunPage::save(QSettings& settings) const
{
    settings.setValue(profileKey, m_profile->isChecked());
}

// Sizes that the plan is to have, which the command line gave, go before those that a run had.
RunPage::Choices RunPage::rememberedChoices() const
{
    const RunChoices remembered = m_remembered.of(m_address);
    Choices choices;
    choices.sources = remembered.inputs;
    std::map<std::string, int64_t> sizes;
    for (const FreeDimension& dimension : m_controller.document()->freeDimensions) {
        const auto size = remembered.sizes.find(dimension.symbol);
        if (size != remembered.sizes.end() && !m_controller.freeDimensions().contains(dimension.symbol))
            sizes.insert(*size);
    }
    choices.sizes.keepForAnyPlan(sizes);
    return choices;
}

void RunPage::rememberChoices()
{
    if (m_inputs->rowCount() == 0) // not planned yet
        return;
    RunChoices choices = m_remembered.of(m_address);
    choices.inputs = m_inputs->chosenSources();
    choices.sizes = m_chosenForPlan;
    for (const auto& [symbol, size] : m_dimensions->chosen())
        choices.sizes.insert_or_assign(symbol, size);
    m_remembered.remember(m_address, choices);
}

// One that is read again keeps what was chosen for it, where names are the same; another one begins with what
// was when it was open last.
void RunPage::onModelOpened()
{
    const ModelDocumentPtr& document = m_controller.document();
    m_address = fromPath(document->model.path);
    if (m_model != document->secretPath) {
        m_kept = rememberedChoices();
        m_outputs->forget();
    }
    m_model = document->secretPath;
    m_inputTable->setFolder(modelFolder(document));
}

void RunPage::onModelClosed()
{
    rememberChoices();
    for (auto& [input, source] : m_inputs->sources())
        m_kept.sources.insert_or_assign(input, source);
    m_kept.sizes.keep(*m_dimensions, m_plannedSizes);
    if (m_controller.state() == EngineState::Empty)
        m_model.clear(); // no other one takes its place: it is not read again
    showGraph();
}

void RunPage::showGraph()
{
    const BuiltGraphPtr& graph = m_controller.graph();
    std::vector<GraphPort> inputs = graph ? graph->inputs : std::vector<GraphPort>();
    for (GraphPort& port : inputs) {
        if (port.isOpaque)
            port.descriptor = stringInput(m_controller.document()->model, port.name, graph->freeDimensions);
    }
    if (graph)
        m_kept.sizes.keep(*m_dimensions, m_plannedSizes);
    m_plannedSizes = graph ? graph->freeDimensions : std::map<std::string, int64_t>();
    m_chosenForPlan = graph ? graph->chosenDimensions : std::map<std::string, int64_t>();
    m_dimensions->setDimensions(
        graph ? m_controller.document()->freeDimensions : std::vector<FreeDimension>(), m_chosenForPlan);
    // Files are read with them, which may decide sizes.
    m_inputs->setInputs(std::move(inputs), graph ? m_kept.sources : std::map<std::string, InputSource>());
    m_outputs->setOutputs(graph ? graph->outputs : std::vector<GraphPort>());
    m_hasFailed = false;
    withdraw();
    if (graph)
        std::exchange(m_kept, {}).sizes.restore(*m_dimensions, m_plannedSizes);
    m_dimensionsBox->setVisible(!m_dimensions->isEmpty());
    updateState();
}

} // namespace weightless::ui
