// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginesaving.h"
#include "ui/engine/enginestate.h"
#include "ui/engine/enginetypes.h"
#include "ui/engine/workerthread.h"
#include "widgets/plot/memorysample.h"

#include <QElapsedTimer>
#include <QObject>
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
    [[nodiscard]] bool hasRunInputs() const { return m_hasRunInputs; } // that result's, to compute from
    [[nodiscard]] LoadMode loadMode() const { return m_loadMode; } // of the last load
    [[nodiscard]] std::optional<int> device() const { return m_device; }
    // The sizes that somebody chose for this model's plans, or before one was open: not suggestions.
    [[nodiscard]] const std::map<std::string, int64_t>& freeDimensions() const { return m_dimensions; }
    [[nodiscard]] std::optional<DataType> weightsType() const { return m_weightsType; }
    [[nodiscard]] EngineSaving& saving() { return m_saving; } // copies, tensors, demo models
    [[nodiscard]] size_t hollowCount() const;
    [[nodiscard]] bool isPartlyLoaded() const; // a load goes on with what another has begun
    [[nodiscard]] bool isBusy() const; // the worker has something to do
    [[nodiscard]] bool canBuild() const;
    [[nodiscard]] bool canChangeDevice() const; // no weights are on one, nor planned for one now
    [[nodiscard]] bool canLoad() const { return m_state == EngineState::Hollow; }
    [[nodiscard]] bool canUnload() const;
    [[nodiscard]] bool canRun() const { return m_state == EngineState::Ready; }
    [[nodiscard]] double activeSeconds() const; // of loading and running, since the load began
    [[nodiscard]] widgets::MemorySample sampleNow() const;

public slots:
    void openModel(const QString& path); // stops what runs; an open model stays until this one was read
    void closeModel();
    void setKeptDownloads(const QString& folder) { m_keptDownloads = folder; } // empty: they are not kept
    // The next plan is made for this device, and until another model is opened with these dimensions and
    // weights of this type; nullopt is the best device, and the type that each weight is stored in.
    void setDevice(std::optional<int> device);
    void renewContext(); // a device was measured, which the next graph follows
    void setFreeDimensions(const std::map<std::string, int64_t>& dimensions);
    void setWeightsType(std::optional<weightless::DataType> type);
    void buildGraph();
    // Ends with budgetsPredicted(), unless it is asked again, or something else begins, meanwhile.
    void predictBudgets(weightless::LoadMode mode, bool measures, const weightless::BudgetSize& wanted = {});
    void startLoad(const weightless::LoadOptions& options);
    void pauseLoad();
    void resumeLoad();
    void cancelLoad();
    void unload();
    void run(weightless::ui::RunRequest request);
    void cancelRun();
    void cancel(); // whichever of opening, loading and running goes on
    void readOutput(const QString& name);
    // Of the last run, between nodes too, and inside of them; ends with valueRead(). No name only stops.
    void readValue(const QString& name, const std::vector<weightless::BodyStep>& bodies = {});

signals:
    void stateChanged(weightless::ui::EngineState state);
    void devicesListed();
    void deviceChanged();
    void modelOpened();
    void modelClosed();
    void graphBuilt();
    void budgetsPredicted(const weightless::ui::BudgetCurvePtr& curve); // of the graph there is
    void loadStarted(weightless::LoadMode mode);
    void constantsSet(const std::vector<int>& constants); // of the graph, since the last signal
    void constantsTakenBack(const std::vector<int>& stillSet); // the others are hollow again
    void progressed(); // feed() has news; merged by the timer
    void loadEnded(const weightless::ui::LoadResult& result);
    void unloaded();
    void runStarted();
    void kernelsAdvanced(int done, int total); // compiled for the first run, or to measure one
    void runAdvanced(int done, int total);
    void runFinished();
    void runFailed(); // the result of the run before stays, unless some of it was left on the device
    void outputRead();
    void valueRead(const QString& name, const std::shared_ptr<const weightless::HostTensor>& values,
        const QString& problem);
    void memorySampled(const weightless::widgets::MemorySample& sample); // now
    // Of a load, after each of its steps, or of a run, since the last signal, in the order of time.
    void activitySampled(const std::vector<weightless::widgets::MemorySample>& samples);
    void reported(const weightless::ui::Problem& problem);

private:
    void connectWorker();
    void setState(EngineState state);
    void setClockRunning(bool runs);
    void tick();
    void collectSetConstants();
    void takeBack(const std::vector<size_t>& constants);
    void collectSamples();
    void onModelOpened(const ModelDocumentPtr& document);
    void onGraphBuilt(const BuiltGraphPtr& graph);
    void onLoadEnded(const LoadResult& result);
    void onUnloaded();
    void onRunFinished(const RunResultPtr& result);
    void onFailed(const Problem& problem, quint64 generation);
    void stopAsides();
    void stopWork();
    void forgetModel();
    [[nodiscard]] bool isOfModel(quint64 generation) const;
    [[nodiscard]] EngineState modelState() const;
    void setModelState(EngineState state);

    WorkerThread<EngineWorker> m_thread;
    EngineSaving m_saving;
    EngineState m_state = EngineState::Empty, m_stateBehind = EngineState::Empty; // that while Opening
    quint64 m_generation = 0; // of the model that was asked for last
    quint64 m_closedGeneration = 0; // models that were asked for up to here have been closed
    std::stop_source m_stop, m_buildStop, m_valueStop, m_budgetStop; // of what runs
    bool m_isRebuildNeeded = false, m_hasRunInputs = false; // with what was changed; of m_runResult
    std::shared_ptr<const DeviceList> m_devices;
    ModelDocumentPtr m_document;
    BuiltGraphPtr m_graph;
    LoadFeedPtr m_feed;
    RunResultPtr m_runResult;
    LoadMode m_loadMode = LoadMode::Auto;
    std::optional<int> m_device;
    std::optional<DataType> m_weightsType;
    QString m_keptDownloads;
    std::map<std::string, int64_t> m_dimensions;
    std::vector<bool> m_isSet; // constants that constantsSet() has told of
    QTimer m_timer;
    QElapsedTimer m_clock; // valid while running
    double m_activeSeconds = 0, m_lastSampleSeconds = 0; // before m_clock, and before a load that goes on
};

} // namespace weightless::ui
