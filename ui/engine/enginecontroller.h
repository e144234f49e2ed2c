// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginestate.h"
#include "ui/engine/enginetypes.h"
#include "widgets/plot/memorysample.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThread>
#include <QTimer>

#include <optional>

namespace weightless::ui {

class EngineWorker;

// The GUI thread's face of the engine: passes requests to the worker, keeps the state, and samples memory and
// progress with a timer of its own. Requests that do not fit the state are ignored; can…() tells.
class EngineController : public QObject {
    Q_OBJECT

public:
    explicit EngineController(QObject* parent = nullptr);
    ~EngineController() override; // stops what runs, at most one slice or segment later, and waits for it

    [[nodiscard]] EngineState state() const { return m_state; }
    [[nodiscard]] const ModelDocumentPtr& document() const { return m_document; }
    [[nodiscard]] const BuiltGraphPtr& graph() const { return m_graph; }
    [[nodiscard]] const std::shared_ptr<const DeviceList>& devices() const { return m_devices; }
    [[nodiscard]] const LoadFeedPtr& feed() const { return m_feed; } // of the last load; may be null
    [[nodiscard]] const RunResultPtr& runResult() const { return m_runResult; }
    [[nodiscard]] LoadMode loadMode() const { return m_loadMode; } // of the last load
    [[nodiscard]] std::optional<int> device() const { return m_device; }
    // The free dimensions that plans are made with; those not in it take the suggestion.
    [[nodiscard]] const std::map<std::string, int64_t>& freeDimensions() const { return m_dimensions; }
    [[nodiscard]] size_t hollowCount() const;
    [[nodiscard]] bool isPartlyLoaded() const; // a load goes on with what another has begun
    [[nodiscard]] bool isWritingDemo() const { return m_isWritingDemo; }
    [[nodiscard]] bool canSave() const { return m_document != nullptr && !m_isSaving; }
    [[nodiscard]] bool isBusy() const; // the worker has something to do
    [[nodiscard]] bool canBuild() const;
    [[nodiscard]] bool canLoad() const { return m_state == EngineState::Hollow; }
    [[nodiscard]] bool canUnload() const;
    [[nodiscard]] bool canRun() const { return m_state == EngineState::Ready; }
    [[nodiscard]] double activeSeconds() const; // of loading and running, since the load began
    [[nodiscard]] widgets::MemorySample sampleNow() const;

public slots:
    void openModel(const QString& path); // stops what runs; an open model stays until this one was read
    void closeModel();
    void setKeptDownloads(const QString& folder) { m_keptDownloads = folder; } // empty: they are not kept
    // The next plan is made for this device and these dimensions; nullopt is the best device.
    void setDevice(std::optional<int> device);
    void setFreeDimensions(const std::map<std::string, int64_t>& dimensions);
    void buildGraph();
    void startLoad(const weightless::LoadOptions& options);
    void pauseLoad();
    void resumeLoad();
    void cancelLoad();
    void unload();
    void run(weightless::ui::RunRequest request);
    void cancelRun();
    void cancel(); // whichever of opening, loading and running goes on
    void readOutput(const QString& name);
    void readValue(const QString& name); // of the last run, between nodes too; ends with valueRead()
    void saveTensor(
        const std::shared_ptr<const HostTensor>& tensor, const QString& name, const QString& path);
    void writeDemo(weightless::ui::DemoRequest request);
    void cancelDemo();
    void saveModel(weightless::ui::SaveRequest request);
    void extractTensor(weightless::ui::ExtractRequest request);
    void cancelSave();

signals:
    void stateChanged(weightless::ui::EngineState state);
    void devicesListed();
    void modelOpened();
    void modelClosed();
    void graphBuilt();
    void loadStarted(weightless::LoadMode mode);
    void constantsSet(const std::vector<int>& constants); // of the graph, since the last signal
    void progressed(); // feed() has news; merged by the timer
    void loadEnded(const weightless::ui::LoadResult& result);
    void unloaded();
    void runStarted();
    void runAdvanced(int done, int total);
    void runFinished();
    void runFailed();
    void outputRead();
    void valueRead(const QString& name, const std::shared_ptr<const weightless::HostTensor>& values,
        const QString& problem);
    void tensorSaved(const QString& path);
    void demoAdvanced(qint64 doneBytes, qint64 totalBytes);
    void demoEnded(const QString& path, bool isWritten);
    void saveAdvanced(qint64 doneBytes, qint64 totalBytes);
    void saveEnded(const QString& path, bool isSaved); // of a model or a tensor
    void memorySampled(const weightless::widgets::MemorySample& sample); // now
    // Of a load, after each of its steps, or of a run, since the last signal, in the order of time.
    void activitySampled(const std::vector<weightless::widgets::MemorySample>& samples);
    void reported(const weightless::ui::Problem& problem);

private:
    template <typename Call>
    void post(Call&& call);
    void connectWorker();
    void setState(EngineState state);
    void setClockRunning(bool runs);
    void tick();
    void collectSetConstants();
    void collectSamples();
    void onModelOpened(const ModelDocumentPtr& document);
    void onGraphBuilt(const BuiltGraphPtr& graph);
    void onLoadEnded(const LoadResult& result);
    void onUnloaded();
    void onRunFinished(const RunResultPtr& result);
    void onFailed(const Problem& problem, quint64 generation);
    void stopWork();
    void forgetModel();
    [[nodiscard]] bool isOfModel(quint64 generation) const;
    [[nodiscard]] EngineState modelState() const;
    void setModelState(EngineState state);

    QThread m_thread;
    EngineWorker* m_worker; // lives on m_thread and is deleted there
    EngineState m_state = EngineState::Empty;
    EngineState m_stateBehind = EngineState::Empty; // while Opening: of the model that is still there
    quint64 m_generation = 0; // of the model that was asked for last
    quint64 m_closedGeneration = 0; // models that were asked for up to here have been closed
    std::stop_source m_stop, m_buildStop, m_demoStop, m_saveStop, m_valueStop; // of what runs now
    bool m_isWritingDemo = false, m_isSaving = false;
    bool m_isRebuildNeeded = false; // device or dimensions changed while a plan was being made
    std::shared_ptr<const DeviceList> m_devices;
    ModelDocumentPtr m_document;
    BuiltGraphPtr m_graph;
    LoadFeedPtr m_feed;
    RunResultPtr m_runResult;
    LoadMode m_loadMode = LoadMode::Auto;
    std::optional<int> m_device;
    QString m_keptDownloads;
    std::map<std::string, int64_t> m_dimensions;
    std::vector<bool> m_isSet; // constants that constantsSet() has told of
    QTimer m_timer;
    QElapsedTimer m_clock; // valid while running
    double m_activeSeconds = 0, m_lastSampleSeconds = 0; // before m_clock, and before a load that goes on
};

} // namespace weightless::ui
