// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/scriptrunner.h"

#include "ui/engine/loadchoices.h"
#include "ui/models/inputmodel.h"
#include "ui/pages/budgetpanel.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/runpage.h"
#include "ui/project/projectdialog.h"
#include "ui/run/resultview.h"
#include "ui/text/text.h"
#include "ui/window/mainwindow.h"

#include <QFileInfo>
#include <QPixmap>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace weightless::ui {

namespace {

constexpr int settleIntervalMs = 50;
constexpr int settledTicks = 12; // this long without work, and the picture shows the end

// What is asked of one model alone, and why a folder does not do it; empty: nothing.
std::string folderObstacle(const LaunchOptions& options)
{
    if (options.deviceBudget.share > 0)
        return "--device-budget: of a folder's parts, of which one runs at a time, it takes bytes, as 500M";
    if (options.weightsType)
        return "--weights-type: a folder's parts are loaded as they are stored; open one of them";
    if (!options.freeDimensions.empty())
        return "--dim: a folder's parts are planned with suggested sizes; open one of them to choose others";
    if (options.loads && options.modes != std::vector {LoadMode::Auto})
        return "--mode: a folder's parts are loaded automatically, or streamed with --device-budget; open "
               "one "
               "of them to load it in another mode";
    for (const auto& [name, isGiven] : {std::pair("--input", !options.inputs.empty()),
             std::pair("--image-range", options.imageRange.has_value())}) {
        if (isGiven)
            return std::string(name) + ": a folder's parts run with random inputs; open one of them";
    }
    if (!options.graphFile.isEmpty())
        return "--export-graph: a folder has no graph of its own; open one of its models";
    if (options.workspace)
        return "--workspace: a folder's window has no workspaces; open one of its models";
    return {};
}

} // namespace

ScriptRunner::ScriptRunner(MainWindow& window, LaunchOptions options, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_controller(window.controller())
    , m_options(std::move(options))
{
    // Mode and device are chosen for whoever starts the load, too, and so is a limit once there is a plan.
    if (m_options.modes.empty())
        m_options.modes.push_back(LoadMode::Auto);
    else
        m_window.loadChoices().setModeForLaunch(m_options.modes.front());
    if (m_options.device)
        m_window.useDevice(*m_options.device);
    connect(&m_controller, &EngineController::stateChanged, this, &ScriptRunner::onStateChanged);
    connect(&m_controller, &EngineController::modelOpened, this, &ScriptRunner::checkDimensions);
    connect(&m_controller, &EngineController::graphBuilt, this, &ScriptRunner::useGraph);
    connect(&m_controller, &EngineController::loadEnded, this, [this](const LoadResult& result) {
        if (result.outcome != LoadOutcome::Finished)
            fail();
        else
            afterLoads();
    });
    connect(&m_window.pages().load->budget(), &BudgetPanel::settled, this, [this](bool isOk) {
        if (m_awaitsBudget && isOk)
            startLoad();
        else if (m_awaitsBudget)
            fail();
    });
    connect(&m_controller, &EngineController::unloaded, this, &ScriptRunner::loadNext);
    connect(&m_controller, &EngineController::runFinished, this, &ScriptRunner::settle);
    connect(&m_controller, &EngineController::runFailed, this, &ScriptRunner::fail);
    connect(m_window.pages().run, &RunPage::dispatchRefused, this, [this] {
        if (!m_isSettling) // later it is the user who asked
            failToDispatch();
    });
    connect(&m_settleTimer, &QTimer::timeout, this, &ScriptRunner::finishWhenSettled);
}

void ScriptRunner::start()
{
    if (!m_options.size.isEmpty())
        m_window.useSize(m_options.size);
    m_controller.setFreeDimensions(m_options.freeDimensions);
    m_controller.setWeightsType(m_options.weightsType);
    if (m_options.model.isEmpty())
        settle();
    else if (!isWebAddress(m_options.model) && QFileInfo(m_options.model).isDir())
        startProject();
    else
        m_window.openModel(m_options.model);
}

// A folder of models: its parts are read, then loaded, or each of them run in turn.
void ScriptRunner::startProject()
{
    if (const std::string obstacle = folderObstacle(m_options); !obstacle.empty()) {
        m_window.report(problemOf(Task::Load, Error(ErrorKind::InvalidArgument, obstacle)));
        fail();
        return;
    }
    ProjectDialog* dialog = &m_window.dialogs().openProject(m_options.model);
    m_project = dialog;
    dialog->setBudget(m_options.deviceBudget.bytes);
    connect(dialog, &ProjectDialog::ended, this, [this, dialog](bool isOk) {
        const bool isAsked = std::exchange(m_options.loads, false);
        const bool isUsable = std::any_of(dialog->model().parts().begin(), dialog->model().parts().end(),
            [](const ProjectPartInfo& part) { return part.state != PartState::Unusable; });
        if (!isOk || (isAsked && !isUsable))
            fail();
        else if (isAsked && m_options.runs)
            dialog->runInTurn();
        else if (isAsked)
            dialog->loadAll();
        else
            settle();
    });
}

// Those of a model that was not opened end with it. Where none was named they wait for the first that is.
void ScriptRunner::forgetDimensions()
{
    if (m_options.model.isEmpty() || m_options.freeDimensions.empty())
        return;
    m_options.freeDimensions.clear();
    m_controller.setFreeDimensions({});
}

// They are for the first model alone.
void ScriptRunner::checkDimensions()
{
    for (const auto& [name, size] : std::exchange(m_options.freeDimensions, {})) {
        const auto& known = m_controller.document()->freeDimensions;
        const bool isKnown = std::any_of(known.begin(), known.end(),
            [&wanted = name](const FreeDimension& dimension) { return dimension.symbol == wanted; });
        if (isKnown)
            continue;
        m_window.report(problemOf(Task::General,
            Error(ErrorKind::InvalidArgument, "--dim: the model has no free dimension '" + name + "'")));
        fail();
    }
}

void ScriptRunner::onStateChanged(EngineState state)
{
    if (m_isSettling)
        return;
    // Opening ends in Opened or Empty; a plan that fails ends in Opened, and building never begins there.
    if (state == EngineState::Empty) {
        fail();
    } else if (state == EngineState::Opened && m_controller.document()) {
        // Planning begins right after opening; only if it has failed is this still the state later on.
        QTimer::singleShot(0, this, [this] {
            if (m_controller.state() != EngineState::Opened || m_isSettling)
                return;
            if (!m_options.loads)
                settle();
            else
                failToPlan();
        });
    }
}

// Where there is no device nothing was tried that would have told it.
void ScriptRunner::failToPlan()
{
    if (!m_controller.devices()->problem.isEmpty()) {
        m_window.report(problemOf(Task::Load,
            Error(ErrorKind::Unsupported, toUtf8(tr("The model is not loaded: there is no Vulkan device")))));
    }
    fail();
}

// A limit without a load is for the first plan alone: of the next ones it is the user's.
void ScriptRunner::useGraph()
{
    if (m_hasFailed)
        return;
    if (m_options.loads) {
        loadNext();
        return;
    }
    if (const BudgetSize limit = std::exchange(m_options.deviceBudget, {}); limit.isLimit())
        m_window.pages().load->budget().limitTo(limit);
    settle();
}

void ScriptRunner::loadNext()
{
    if (m_isSettling || m_nextMode >= m_options.modes.size())
        return;
    if (m_controller.canRun()) { // nothing to load
        m_nextMode = m_options.modes.size();
        afterLoads();
        return;
    }
    m_window.loadChoices().setModeForLaunch(m_options.modes[m_nextMode++]);
    m_awaitsBudget = m_options.deviceBudget.isLimit();
    if (m_awaitsBudget)
        m_window.pages().load->budget().limitTo(m_options.deviceBudget);
    else
        startLoad();
}

void ScriptRunner::startLoad()
{
    m_awaitsBudget = false;
    m_window.loadChoices().start();
}

void ScriptRunner::afterLoads()
{
    if (m_isSettling)
        return;
    if (m_nextMode < m_options.modes.size() && m_controller.canUnload()) {
        m_controller.unload();
        return;
    }
    if (!m_options.runs)
        settle();
    else if (!giveInputs())
        fail();
    else if (!m_window.dispatch())
        failToDispatch();
}

// Over an input that is remembered, say, whose file is gone.
void ScriptRunner::failToDispatch()
{
    if (m_window.dockLayout().isEntered())
        m_window.dockLayout().enter(Purpose::Run); // where it can be put right
    QString reason = m_window.pages().run->obstacle();
    if (reason.isEmpty())
        reason = tr("The inputs were changed before the run began");
    m_window.report(problemOf(Task::Run, Error(ErrorKind::InvalidArgument, toUtf8(reason))));
    fail();
}

bool ScriptRunner::giveInputs()
{
    InputModel& model = m_window.pages().run->inputs();
    for (const auto& [name, source] : m_options.inputs) {
        const auto& inputs = model.inputs();
        const auto found = std::find_if(inputs.begin(), inputs.end(),
            [&wanted = name](const GraphPort& input) { return input.name == wanted; });
        if (found == inputs.end()) {
            m_window.report(problemOf(Task::Run,
                Error(ErrorKind::InvalidArgument, "--input: the model has no input '" + name + "'")));
            return false;
        }
        model.setSource(static_cast<int>(found - inputs.begin()), source);
    }
    return true;
}

// The graph is drawn and written on another thread; the script ends when that has.
void ScriptRunner::exportGraph()
{
    GraphPage* page = m_window.pages().graph;
    const QString path = std::exchange(m_options.graphFile, {});
    m_isExporting = true;
    connect(page, &GraphPage::saved, this, [this] { m_isExporting = false; });
    for (const auto outcome : {&GraphPage::failed, &GraphPage::refused}) {
        connect(page, outcome, this, [this] {
            m_isExporting = false;
            m_hasFailed = true;
        });
    }
    page->exportTo(path);
}

void ScriptRunner::fail()
{
    m_hasFailed = true;
    settle();
}

void ScriptRunner::settle()
{
    if (m_isSettling)
        return;
    m_isSettling = true;
    forgetDimensions();
    if (m_options.workspace && m_window.dockLayout().isEntered())
        m_window.dockLayout().enter(*m_options.workspace);
    if (m_options.showsProfile)
        m_window.pages().results->showProfile();
    m_settleTimer.start(settleIntervalMs);
}

void ScriptRunner::finishWhenSettled()
{
    const bool isAtWork = !m_window.isSettled() || m_isExporting || m_window.loadChoices().awaitsBudget();
    m_settleTicks = isAtWork ? 0 : m_settleTicks + 1;
    if (m_settleTicks < settledTicks || m_isFinished)
        return;
    if (!m_options.graphFile.isEmpty() && !m_hasFailed) {
        m_settleTicks = 0;
        exportGraph();
        return;
    }
    m_isFinished = true;
    m_settleTimer.stop();
    QWidget& shown = m_project ? static_cast<QWidget&>(*m_project) : m_window;
    if (!m_options.screenshot.isEmpty() && !shown.grab().save(m_options.screenshot)) {
        m_hasFailed = true;
        m_window.report(problemOf(Task::Save,
            Error(ErrorKind::Io, "cannot save the picture as " + m_options.screenshot.toStdString())));
    }
    emit finished(!m_hasFailed);
}

} // namespace weightless::ui
