// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/enginesaving.h"

#include "ui/engine/engineworker.h"

namespace weightless::ui {

EngineSaving::EngineSaving(WorkerThread<EngineWorker>& thread, QObject* parent)
    : QObject(parent)
    , m_thread(thread)
{
    const EngineWorker* worker = m_thread.worker();
    connect(worker, &EngineWorker::saveAdvanced, this, &EngineSaving::saveAdvanced);
    connect(worker, &EngineWorker::modelSaved, this, [this](const QString& path) {
        m_isSaving = false;
        emit saveEnded(path, true);
    });
    connect(worker, &EngineWorker::tensorAdvanced, this,
        [this](qint64 done, qint64 total) { emit tensorAdvanced(m_tensorPaths.front(), done, total); });
    connect(worker, &EngineWorker::tensorSaved, this, &EngineSaving::tensorSaved);
    connect(worker, &EngineWorker::tensorEnded, this, [this] {
        m_tensorPaths.removeFirst();
        emit tensorEnded();
    });
    connect(worker, &EngineWorker::demoAdvanced, this, &EngineSaving::demoAdvanced);
    connect(worker, &EngineWorker::demoWritten, this, [this](const QString& path) {
        m_isWritingDemo = false;
        emit demoEnded(path, true);
    });
}

EngineSaving::~EngineSaving()
{
    m_saveStop.request_stop();
    m_demoStop.request_stop();
    m_tensorStop.request_stop();
}

void EngineSaving::noteFailure(Task task)
{
    if (task == Task::WriteDemo) {
        m_isWritingDemo = false;
        emit demoEnded({}, false);
    } else if (task == Task::SaveModel) {
        m_isSaving = false;
        emit saveEnded({}, false);
    }
}

void EngineSaving::saveModel(SaveRequest request)
{
    if (!canSave())
        return;
    m_isSaving = true;
    m_saveStop = std::stop_source();
    request.stop = m_saveStop.get_token();
    m_thread.post([request = std::move(request)](EngineWorker& worker) { worker.saveModel(request); });
}

void EngineSaving::extractTensor(ExtractRequest request)
{
    if (!canSave())
        return;
    m_isSaving = true;
    m_saveStop = std::stop_source();
    request.stop = m_saveStop.get_token();
    m_thread.post([request = std::move(request)](EngineWorker& worker) { worker.extractTensor(request); });
}

void EngineSaving::cancelSave()
{
    m_saveStop.request_stop();
}

void EngineSaving::saveTensor(
    const std::shared_ptr<const HostTensor>& tensor, const QString& name, const QString& path)
{
    if (m_tensorStop.stop_requested())
        m_tensorStop = std::stop_source(); // what was cancelled may not have ended yet
    m_tensorPaths.append(path);
    const TensorRequest request {tensor, name, path, m_tensorStop.get_token()};
    m_thread.post([request](EngineWorker& worker) { worker.saveTensor(request); });
}

void EngineSaving::cancelTensors()
{
    m_tensorStop.request_stop();
}

void EngineSaving::writeDemo(DemoRequest request)
{
    if (m_isWritingDemo)
        return;
    m_isWritingDemo = true;
    m_demoStop = std::stop_source();
    request.stop = m_demoStop.get_token();
    m_thread.post([request = std::move(request)](EngineWorker& worker) { worker.writeDemo(request); });
}

void EngineSaving::cancelDemo()
{
    m_demoStop.request_stop();
}

} // namespace weightless::ui
