// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/enginecontroller.h"

#include "ui/engine/engineworker.h"

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr int loadingIntervalMs = 10; // fast loads last tens of milliseconds
constexpr int runningIntervalMs = 40; // well above the 10 Hz that a live chart needs
constexpr int idleIntervalMs = 1000;

} // namespace

EngineController::EngineController(QObject* parent)
    : QObject(parent)
    , m_thread(QStringLiteral("engine"), new EngineWorker)
    , m_saving(m_thread)
    , m_devices(std::make_shared<DeviceList>())
{
    connectWorker();
    connect(&m_timer, &QTimer::timeout, this, &EngineController::tick);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.start(idleIntervalMs);
    m_thread.start();
    m_thread.post([](EngineWorker& worker) { worker.listDevices(); });
}

EngineController::~EngineController()
{
    stopWork();
    m_buildStop.request_stop();
}

void EngineController::connectWorker()
{
    const EngineWorker* worker = m_thread.worker();
    connect(worker, &EngineWorker::devicesListed, this, [this](const auto& devices) {
        m_devices = devices;
        emit devicesListed();
    });
    connect(worker, &EngineWorker::modelOpened, this, &EngineController::onModelOpened);
    connect(worker, &EngineWorker::graphBuilt, this, &EngineController::onGraphBuilt);
    connect(worker, &EngineWorker::budgetsPredicted, this, [this](const BudgetCurvePtr& curve) {
        if (!curve->stop.stop_requested())
            emit budgetsPredicted(curve);
    });
    connect(worker, &EngineWorker::loadPaused, this, [this] {
        if (m_state == EngineState::Loading && m_feed->isPauseRequested)
            setState(EngineState::Paused);
    });
    connect(worker, &EngineWorker::loadEnded, this, &EngineController::onLoadEnded);
    connect(worker, &EngineWorker::unloaded, this, &EngineController::onUnloaded);
    connect(worker, &EngineWorker::kernelsAdvanced, this, &EngineController::kernelsAdvanced);
    connect(worker, &EngineWorker::runAdvanced, this, &EngineController::runAdvanced);
    connect(worker, &EngineWorker::runFinished, this, &EngineController::onRunFinished);
    connect(worker, &EngineWorker::valueRead, this, &EngineController::valueRead);
    connect(worker, &EngineWorker::outputRead, this, [this](const RunResultPtr& result) {
        if (modelState() != EngineState::Ready)
            return;
        m_runResult = result;
        emit outputRead();
    });
    connect(worker, &EngineWorker::reported, this, &EngineController::reported);
    connect(worker, &EngineWorker::failed, this, &EngineController::onFailed);
}

void EngineController::setState(EngineState state)
{
    if (m_state == state)
        return;
    m_state = state;
    setClockRunning(state == EngineState::Running);
    m_timer.start(state == EngineState::Loading ? loadingIntervalMs
            : state == EngineState::Running     ? runningIntervalMs
                                                : idleIntervalMs);
    emit stateChanged(state);
}

size_t EngineController::hollowCount() const
{
    return static_cast<size_t>(std::count(m_isSet.begin(), m_isSet.end(), false));
}

bool EngineController::isPartlyLoaded() const
{
    const size_t hollow = hollowCount();
    return hollow > 0 && hollow < m_isSet.size();
}

bool EngineController::isBusy() const
{
    switch (m_state) {
    case EngineState::Opening:
    case EngineState::Building:
    case EngineState::Loading:
    case EngineState::Running:
    case EngineState::Unloading:
        return true;
    default:
        return m_saving.isBusy();
    }
}

bool EngineController::canBuild() const
{
    return m_state == EngineState::Opened || m_state == EngineState::Hollow || m_state == EngineState::Ready;
}

bool EngineController::canChangeDevice() const
{
    // A plan that is being made is made anew.
    return !m_document || ((canBuild() || m_state == EngineState::Building) && !canUnload());
}

bool EngineController::canUnload() const
{
    const bool isIdle = m_state == EngineState::Hollow || m_state == EngineState::Ready;
    return isIdle && std::find(m_isSet.begin(), m_isSet.end(), true) != m_isSet.end();
}

// What is read and predicted of a graph, which would keep what follows waiting.
void EngineController::stopAsides()
{
    m_valueStop.request_stop();
    m_budgetStop.request_stop();
}

void EngineController::stopWork()
{
    m_stop.request_stop();
    stopAsides();
    // A load that waits does not see its token; asking twice does no harm.
    if (m_state == EngineState::Loading || m_state == EngineState::Paused)
        m_thread.post([](EngineWorker& worker) { worker.cancelPausedLoad(); });
}

void EngineController::forgetModel()
{
    m_document.reset();
    m_graph.reset();
    m_feed.reset();
    m_runResult.reset();
    m_isSet.clear();
    m_isRebuildNeeded = false;
    m_saving.setHasModel(false);
    m_activeSeconds = 0;
}

void EngineController::openModel(const QString& path)
{
    stopWork();
    m_stateBehind = modelState();
    ++m_generation;
    m_stop = std::stop_source();
    setState(EngineState::Opening);
    m_thread.post([request = OpenRequest {path, m_keptDownloads, m_generation, m_stop.get_token()}](
                      EngineWorker& worker) { worker.openModel(request); });
}

void EngineController::closeModel()
{
    stopWork();
    m_buildStop.request_stop();
    forgetModel();
    m_closedGeneration = m_generation;
    m_dimensions.clear(); // they were chosen for that model, as the type was
    m_weightsType.reset();
    setState(EngineState::Empty);
    emit modelClosed();
    m_thread.post([](EngineWorker& worker) { worker.closeModel(); });
}

void EngineController::renewContext()
{
    m_thread.post([](EngineWorker& worker) { worker.renewContext(); });
}

void EngineController::setDevice(std::optional<int> device)
{
    if (m_device == device)
        return;
    m_device = device;
    m_isRebuildNeeded |= modelState() == EngineState::Building;
    emit deviceChanged();
}

void EngineController::setFreeDimensions(const std::map<std::string, int64_t>& dimensions)
{
    if (m_dimensions == dimensions)
        return;
    m_dimensions = dimensions;
    m_isRebuildNeeded |= modelState() == EngineState::Building;
}

void EngineController::setWeightsType(std::optional<DataType> type)
{
    if (m_weightsType == type)
        return;
    m_weightsType = type;
    m_isRebuildNeeded |= modelState() == EngineState::Building;
}

void EngineController::buildGraph()
{
    if (!m_document || !canBuild())
        return;
    stopAsides();
    m_graph.reset();
    m_runResult.reset();
    m_feed.reset();
    m_isSet.clear();
    m_isRebuildNeeded = false;
    setState(EngineState::Building);
    BuildRequest request;
    request.device = m_device;
    request.weightsType = m_weightsType;
    request.generation = m_document->generation;
    m_buildStop = std::stop_source();
    request.stop = m_buildStop.get_token();
    // Only what this model has: what was chosen before any was open may be meant for another one.
    for (const FreeDimension& dimension : m_document->freeDimensions) {
        const auto chosen = m_dimensions.find(dimension.symbol);
        if (chosen != m_dimensions.end())
            request.freeDimensions.insert(*chosen);
    }
    m_thread.post([request](EngineWorker& worker) { worker.buildGraph(request); });
}

void EngineController::predictBudgets(LoadMode mode, bool measures, const BudgetSize& wanted)
{
    m_budgetStop.request_stop();
    m_budgetStop = {};
    if (!canLoad())
        return;
    m_thread.post([request = BudgetRequest {mode, measures, wanted, m_budgetStop.get_token()}](
                      EngineWorker& worker) { worker.predictBudgets(request); });
}

void EngineController::startLoad(const LoadOptions& options)
{
    if (!canLoad())
        return;
    stopAsides();
    m_stop = std::stop_source();
    // A load that goes on takes its time up where it was left.
    const bool isContinued = isPartlyLoaded() && m_feed;
    const double fractionBefore = isContinued ? m_feed->wholeFraction() : 0;
    m_activeSeconds = isContinued ? m_activeSeconds : 0;
    m_lastSampleSeconds = m_activeSeconds;
    m_feed = std::make_shared<LoadFeed>(m_isSet.size(), m_activeSeconds, fractionBefore);
    m_loadMode = options.mode;
    setState(EngineState::Loading);
    emit loadStarted(options.mode);
    collectSamples();
    m_thread.post([request = LoadRequest {options, m_feed, m_stop.get_token()}](
                      EngineWorker& worker) { worker.startLoad(request); });
}

void EngineController::pauseLoad()
{
    if (m_state == EngineState::Loading)
        m_feed->isPauseRequested = true;
}

void EngineController::resumeLoad()
{
    if (m_state == EngineState::Loading && m_feed->isPauseRequested) {
        // The worker may have seen the request and be waiting: its loadPaused() is then on the way, and is
        // ignored.
        m_feed->isPauseRequested = false;
        m_thread.post([](EngineWorker& worker) { worker.resumeLoad(); });
        return;
    }
    if (m_state != EngineState::Paused)
        return;
    m_feed->isPauseRequested = false;
    setState(EngineState::Loading);
    m_thread.post([](EngineWorker& worker) { worker.resumeLoad(); });
}

void EngineController::cancelLoad()
{
    if (m_state == EngineState::Loading || m_state == EngineState::Paused)
        stopWork();
}

void EngineController::unload()
{
    if (!canUnload())
        return;
    stopAsides();
    setState(EngineState::Unloading);
    m_thread.post([](EngineWorker& worker) { worker.unload(); });
}

void EngineController::run(RunRequest request)
{
    if (!canRun())
        return;
    stopAsides();
    m_stop = std::stop_source();
    request.stop = m_stop.get_token();
    setState(EngineState::Running);
    emit runStarted();
    m_thread.post([request = std::move(request)](EngineWorker& worker) { worker.run(request); });
}

void EngineController::cancelRun()
{
    if (m_state == EngineState::Running)
        m_stop.request_stop();
}

void EngineController::cancel()
{
    if (m_state == EngineState::Opening)
        m_stop.request_stop();
    cancelLoad();
    cancelRun();
}

void EngineController::readOutput(const QString& name)
{
    if (canRun())
        m_thread.post([name](EngineWorker& worker) { worker.readOutput(name); });
}

void EngineController::readValue(const QString& name, const std::vector<BodyStep>& bodies)
{
    m_valueStop.request_stop();
    if (name.isEmpty())
        return; // only to stop
    m_valueStop = std::stop_source();
    m_thread.post([name, bodies, stop = m_valueStop.get_token()](
                      EngineWorker& worker) { worker.readValue(name, bodies, stop); });
}

} // namespace weightless::ui
