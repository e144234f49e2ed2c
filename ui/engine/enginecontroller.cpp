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
    , m_worker(new EngineWorker)
    , m_devices(std::make_shared<DeviceList>())
{
    m_thread.setObjectName(QStringLiteral("engine"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connectWorker();
    connect(&m_timer, &QTimer::timeout, this, &EngineController::tick);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.start(idleIntervalMs);
    m_thread.start();
    post([](EngineWorker& worker) { worker.listDevices(); });
}

EngineController::~EngineController()
{
    stopWork();
    m_buildStop.request_stop();
    m_demoStop.request_stop();
    m_saveStop.request_stop();
    m_thread.quit();
    m_thread.wait();
}

template <typename Call>
void EngineController::post(Call&& call)
{
    EngineWorker* worker = m_worker;
    QMetaObject::invokeMethod(
        worker, [worker, call = std::forward<Call>(call)] { call(*worker); }, Qt::QueuedConnection);
}

void EngineController::connectWorker()
{
    connect(m_worker, &EngineWorker::devicesListed, this, [this](const auto& devices) {
        m_devices = devices;
        emit devicesListed();
    });
    connect(m_worker, &EngineWorker::modelOpened, this, &EngineController::onModelOpened);
    connect(m_worker, &EngineWorker::graphBuilt, this, &EngineController::onGraphBuilt);
    connect(m_worker, &EngineWorker::loadPaused, this, [this] {
        if (m_state == EngineState::Loading && m_feed->isPauseRequested)
            setState(EngineState::Paused);
    });
    connect(m_worker, &EngineWorker::loadEnded, this, &EngineController::onLoadEnded);
    connect(m_worker, &EngineWorker::unloaded, this, &EngineController::onUnloaded);
    connect(m_worker, &EngineWorker::runAdvanced, this, &EngineController::runAdvanced);
    connect(m_worker, &EngineWorker::runFinished, this, &EngineController::onRunFinished);
    connect(m_worker, &EngineWorker::valueRead, this, &EngineController::valueRead);
    connect(m_worker, &EngineWorker::outputRead, this, [this](const RunResultPtr& result) {
        if (modelState() != EngineState::Ready)
            return;
        m_runResult = result;
        emit outputRead();
    });
    connect(m_worker, &EngineWorker::tensorSaved, this, &EngineController::tensorSaved);
    connect(m_worker, &EngineWorker::demoAdvanced, this, &EngineController::demoAdvanced);
    connect(m_worker, &EngineWorker::demoWritten, this, [this](const QString& path) {
        m_isWritingDemo = false;
        emit demoEnded(path, true);
    });
    connect(m_worker, &EngineWorker::saveAdvanced, this, &EngineController::saveAdvanced);
    connect(m_worker, &EngineWorker::modelSaved, this, [this](const QString& path) {
        m_isSaving = false;
        emit saveEnded(path, true);
    });
    connect(m_worker, &EngineWorker::reported, this, &EngineController::reported);
    connect(m_worker, &EngineWorker::failed, this, &EngineController::onFailed);
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
        return true;
    default:
        return m_isWritingDemo || m_isSaving;
    }
}

bool EngineController::canBuild() const
{
    return m_state == EngineState::Opened || m_state == EngineState::Hollow || m_state == EngineState::Ready;
}

bool EngineController::canUnload() const
{
    const bool isIdle = m_state == EngineState::Hollow || m_state == EngineState::Ready;
    return isIdle && std::find(m_isSet.begin(), m_isSet.end(), true) != m_isSet.end();
}

void EngineController::stopWork()
{
    m_stop.request_stop();
    m_valueStop.request_stop();
    // A load that waits does not see its token; asking twice does no harm.
    if (m_state == EngineState::Loading || m_state == EngineState::Paused)
        post([](EngineWorker& worker) { worker.cancelPausedLoad(); });
}

void EngineController::forgetModel()
{
    m_document.reset();
    m_graph.reset();
    m_feed.reset();
    m_runResult.reset();
    m_isSet.clear();
    m_isRebuildNeeded = false;
    m_activeSeconds = 0;
}

void EngineController::openModel(const QString& path)
{
    stopWork();
    m_stateBehind = modelState();
    ++m_generation;
    m_stop = std::stop_source();
    setState(EngineState::Opening);
    post([request = OpenRequest {path, m_keptDownloads, m_generation, m_stop.get_token()}](
             EngineWorker& worker) { worker.openModel(request); });
}

void EngineController::closeModel()
{
    stopWork();
    m_buildStop.request_stop();
    forgetModel();
    m_closedGeneration = m_generation;
    setState(EngineState::Empty);
    emit modelClosed();
    post([](EngineWorker& worker) { worker.closeModel(); });
}

void EngineController::setDevice(std::optional<int> device)
{
    if (m_device == device)
        return;
    m_device = device;
    m_isRebuildNeeded |= modelState() == EngineState::Building;
}

void EngineController::setFreeDimensions(const std::map<std::string, int64_t>& dimensions)
{
    if (m_dimensions == dimensions)
        return;
    m_dimensions = dimensions;
    m_isRebuildNeeded |= modelState() == EngineState::Building;
}

void EngineController::buildGraph()
{
    if (!m_document || !canBuild())
        return;
    m_graph.reset();
    m_runResult.reset();
    m_feed.reset();
    m_isSet.clear();
    m_isRebuildNeeded = false;
    setState(EngineState::Building);
    BuildRequest request;
    request.device = m_device;
    request.generation = m_document->generation;
    m_buildStop = std::stop_source();
    request.stop = m_buildStop.get_token();
    // Only what this model has: dimensions that were given for another one are kept for it.
    for (const FreeDimension& dimension : m_document->freeDimensions) {
        const auto given = m_dimensions.find(dimension.symbol);
        request.freeDimensions[dimension.symbol] =
            given == m_dimensions.end() ? dimension.suggested : given->second;
    }
    post([request](EngineWorker& worker) { worker.buildGraph(request); });
}

void EngineController::startLoad(const LoadOptions& options)
{
    if (!canLoad())
        return;
    m_stop = std::stop_source();
    // A load that goes on takes its time up where it was left.
    const bool isContinued = isPartlyLoaded() && m_feed;
    const uint64_t bytesBefore = isContinued ? m_feed->bytesSet.load() : 0;
    m_activeSeconds = isContinued ? m_activeSeconds : 0;
    m_lastSampleSeconds = m_activeSeconds;
    m_feed = std::make_shared<LoadFeed>(m_isSet.size(), m_activeSeconds, bytesBefore);
    m_loadMode = options.mode;
    setState(EngineState::Loading);
    emit loadStarted(options.mode);
    collectSamples();
    post([request = LoadRequest {options, m_feed, m_stop.get_token()}](
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
        post([](EngineWorker& worker) { worker.resumeLoad(); });
        return;
    }
    if (m_state != EngineState::Paused)
        return;
    m_feed->isPauseRequested = false;
    setState(EngineState::Loading);
    post([](EngineWorker& worker) { worker.resumeLoad(); });
}

void EngineController::cancelLoad()
{
    if (m_state == EngineState::Loading || m_state == EngineState::Paused)
        stopWork();
}

void EngineController::unload()
{
    if (canUnload())
        post([](EngineWorker& worker) { worker.unload(); });
}

void EngineController::run(RunRequest request)
{
    if (!canRun())
        return;
    m_stop = std::stop_source();
    request.stop = m_stop.get_token();
    setState(EngineState::Running);
    emit runStarted();
    post([request = std::move(request)](EngineWorker& worker) { worker.run(request); });
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
        post([name](EngineWorker& worker) { worker.readOutput(name); });
}

void EngineController::readValue(const QString& name)
{
    m_valueStop.request_stop();
    if (name.isEmpty())
        return; // only to stop
    m_valueStop = std::stop_source();
    post([name, stop = m_valueStop.get_token()](EngineWorker& worker) { worker.readValue(name, stop); });
}

void EngineController::saveTensor(
    const std::shared_ptr<const HostTensor>& tensor, const QString& name, const QString& path)
{
    post([tensor, name, path](EngineWorker& worker) { worker.saveTensor(tensor, name, path); });
}

void EngineController::writeDemo(DemoRequest request)
{
    if (m_isWritingDemo)
        return;
    m_isWritingDemo = true;
    m_demoStop = std::stop_source();
    request.stop = m_demoStop.get_token();
    post([request = std::move(request)](EngineWorker& worker) { worker.writeDemo(request); });
}

void EngineController::cancelDemo()
{
    m_demoStop.request_stop();
}

void EngineController::saveModel(SaveRequest request)
{
    if (!canSave())
        return;
    m_isSaving = true;
    m_saveStop = std::stop_source();
    request.stop = m_saveStop.get_token();
    post([request = std::move(request)](EngineWorker& worker) { worker.saveModel(request); });
}

void EngineController::extractTensor(ExtractRequest request)
{
    if (!canSave())
        return;
    m_isSaving = true;
    m_saveStop = std::stop_source();
    request.stop = m_saveStop.get_token();
    post([request = std::move(request)](EngineWorker& worker) { worker.extractTensor(request); });
}

void EngineController::cancelSave()
{
    m_saveStop.request_stop();
}

} // namespace weightless::ui
