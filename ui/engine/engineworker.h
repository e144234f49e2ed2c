// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/session/session.h"
#include "ui/engine/enginetypes.h"

#include <QElapsedTimer>
#include <QObject>

#include <memory>

namespace weightless::ui {

// Lives on a thread of its own and is the only object that calls the engine's mutating functions. Slots are
// requests, called through the event queue; signals are answers. An error in any slot is one failed().
// Loading sets one constant per event and posts itself again, so that other requests get in between.
class EngineWorker : public QObject {
    Q_OBJECT

public:
    explicit EngineWorker(QObject* parent = nullptr);

    // Row in ModelDocument::tensors of every constant of a graph, -1 where there is none.
    [[nodiscard]] static std::vector<int> rowsOfConstants(const Graph& graph, const ModelDocument& document);

public slots:
    void listDevices();
    // Replaces the model that is open, its graph and what is loaded, once the new one could be read.
    void openModel(const weightless::ui::OpenRequest& request);
    void closeModel();
    void renewContext(); // the next graph is built for the device as it is then known
    void buildGraph(const weightless::ui::BuildRequest& request);
    void predictBudgets(const weightless::ui::BudgetRequest& request);
    void startLoad(const weightless::ui::LoadRequest& request);
    void resumeLoad();
    // Ends a load that is paused; one that runs notices its stop token by itself.
    void cancelPausedLoad();
    void unload();
    void run(const weightless::ui::RunRequest& request);
    void readOutput(const QString& name);
    // Is no problem when it fails.
    void readValue(
        const QString& name, const std::vector<weightless::BodyStep>& bodies, const std::stop_token& stop);
    void saveTensor(const weightless::ui::TensorRequest& request);
    void writeDemo(const weightless::ui::DemoRequest& request);
    // What is gone from the disk and set is read back from the device.
    void saveModel(const weightless::ui::SaveRequest& request);
    void extractTensor(const weightless::ui::ExtractRequest& request);

signals:
    void devicesListed(const std::shared_ptr<const weightless::ui::DeviceList>& devices);
    void modelOpened(const weightless::ui::ModelDocumentPtr& document);
    void graphBuilt(const weightless::ui::BuiltGraphPtr& graph);
    void budgetsPredicted(const weightless::ui::BudgetCurvePtr& curve);
    void loadPaused();
    void loadEnded(const weightless::ui::LoadResult& result);
    void unloaded();
    void kernelsAdvanced(int done, int total);
    void runAdvanced(int done, int total);
    void runFinished(const weightless::ui::RunResultPtr& result);
    void outputRead(const weightless::ui::RunResultPtr& result);
    void valueRead(const QString& name, const std::shared_ptr<const weightless::HostTensor>& values,
        const QString& problem);
    void tensorAdvanced(qint64 done, qint64 total);
    void tensorSaved(const QString& path);
    void tensorEnded(); // saved or not
    void demoAdvanced(qint64 doneBytes, qint64 totalBytes);
    void demoWritten(const QString& path);
    void saveAdvanced(qint64 doneBytes, qint64 totalBytes);
    void modelSaved(const QString& path); // or a tensor of it
    void reported(const weightless::ui::Problem& problem); // a warning or note; the work goes on
    void failed(const weightless::ui::Problem& problem, quint64 generation);

private:
    template <typename Work>
    void guarded(Task task, quint64 generation, Work&& work)
    {
        try {
            work();
        } catch (...) {
            fail(task, currentError(), generation);
        }
    }

    LogSink logSink(Task task);
    void openContext(std::optional<int> device);
    std::shared_ptr<BuiltGraph> describeBuilt(const BuildRequest& request) const;
    void fail(Task task, const Error& error, quint64 generation);
    [[nodiscard]] onnx_io::Progress progressTo(void (EngineWorker::*advanced)(qint64, qint64));
    void reportSaved(const onnx_io::SaveReport& report);
    void checkIsOpen(quint64 generation, const QString& path) const;
    void noteLeftFiles(const onnx_io::SaveReport& report);
    [[nodiscard]] BudgetChoices choicesOf(const BudgetRequest& request);
    void postNext();
    void loadNext();
    void noteProgress();
    void noteMemory();
    // Ends the job, and says what it left hollow that was set.
    void endUnfinished(LoadResult& result);
    [[nodiscard]] std::vector<size_t> setConstants() const;
    void reportLoadEnded(LoadOutcome outcome);
    void endLoad(LoadOutcome outcome);

    std::vector<vulkan::DeviceInfo> m_devices; // of this machine
    std::shared_ptr<const ModelDocument> m_document;
    Session m_session;
    std::unique_ptr<LoadingJob> m_job; // of the session's graph
    LoadRequest m_load;
    std::vector<size_t> m_setBefore; // constants, when it began
    quint64 m_loadTicket = 0; // tells events of an ended load from those of the running one
    RunResultPtr m_lastRun;
    bool m_isRunTold = false; // the last run of the session that ended is m_lastRun
    bool m_isContextStale = false; // its device is lost, or was measured: the next graph gets another one
    bool m_isOpeningContext = false;
    bool m_hasOtherWeights = false; // than the model, in the plan that was asked for last
    quint64 m_generation = 0; // of m_document
};

} // namespace weightless::ui
