// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginetypes.h"
#include "ui/engine/workerthread.h"

#include <QObject>
#include <QStringList>

#include <stop_token>

namespace weightless::ui {

class EngineWorker;

// What the engine's thread writes: copies of the model, tensors, demo models. One save at a time, and one
// demo model; requests that come meanwhile are ignored. Tensors in memory are saved one after the other. GUI
// thread.
class EngineSaving : public QObject {
    Q_OBJECT

public:
    // `thread` outlives it, and has not started.
    explicit EngineSaving(WorkerThread<EngineWorker>& thread, QObject* parent = nullptr);
    ~EngineSaving() override; // asks what runs to stop

    void setHasModel(bool hasModel) { m_hasModel = hasModel; }
    [[nodiscard]] bool canSave() const { return m_hasModel && !m_isSaving; }
    [[nodiscard]] bool isWritingDemo() const { return m_isWritingDemo; }
    [[nodiscard]] bool isBusy() const { return m_isSaving || m_isWritingDemo; }
    // The worker's answer to a request of this that failed.
    void noteFailure(Task task);

public slots:
    void saveModel(weightless::ui::SaveRequest request);
    void extractTensor(weightless::ui::ExtractRequest request);
    void cancelSave();
    void saveTensor(
        const std::shared_ptr<const HostTensor>& tensor, const QString& name, const QString& path);
    void cancelTensors();
    void writeDemo(weightless::ui::DemoRequest request);
    void cancelDemo();

signals:
    void saveAdvanced(qint64 doneBytes, qint64 totalBytes);
    void saveEnded(const QString& path, bool isSaved); // of a model or a constant of it
    void tensorAdvanced(const QString& path, qint64 done, qint64 total);
    void tensorSaved(const QString& path);
    void tensorEnded(); // saved or not
    void demoAdvanced(qint64 doneBytes, qint64 totalBytes);
    void demoEnded(const QString& path, bool isWritten);

private:
    WorkerThread<EngineWorker>& m_thread;
    bool m_hasModel = false, m_isSaving = false, m_isWritingDemo = false;
    QStringList m_tensorPaths; // that are written, in this order
    std::stop_source m_saveStop, m_demoStop, m_tensorStop; // of what runs
};

} // namespace weightless::ui
