// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/partsjob.h"
#include "ui/engine/workerthread.h"
#include "ui/generate/generationways.h"
#include "ui/generate/madepictures.h"
#include "ui/generate/pipelineplace.h"
#include "ui/text/problem.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QWidget>

#include <deque>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;

namespace weightless::widgets {
class MemoryPlot;
}

namespace weightless::ui {

class GenerateForm;
class GenerateWorker;
class RememberedForms;
class WaysArea;

// A picture from words, with a folder of Stable Diffusion's parts: settings, the picture as it comes to be,
// and what it costs in memory, each way of loading over the others. It works on a thread and a device context
// of its own; destroying it ends what runs and gives everything back. Whoever shows it makes it for a folder
// and listens to reported().
class GeneratePage : public QWidget {
    Q_OBJECT

public:
    // `remembered`: where the form begins, and what is made goes; null: nowhere.
    GeneratePage(const PipelinePlace& place, std::optional<int> device, RememberedForms* remembered = nullptr,
        QWidget* parent = nullptr);
    ~GeneratePage() override;

    [[nodiscard]] GenerateForm& form() { return *m_form; }
    [[nodiscard]] bool isBusy() const { return m_job.isBusy(); }
    // A picture, which closing the page would lose; reading the folder is none.
    [[nodiscard]] bool isGenerating() const { return isBusy() && m_isGenerating; }
    // What runs was asked to stop and has not ended yet.
    [[nodiscard]] bool isStopping() const { return isBusy() && m_job.stopToken().stop_requested(); }
    [[nodiscard]] int unsavedPictures() const; // that were made and are in no file
    [[nodiscard]] bool isReady() const { return m_info != nullptr; }
    [[nodiscard]] const MemoryMeter* meter() const; // of its device context; null: there is none yet
    [[nodiscard]] QString message() const;
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QImage picture() const; // the one that is shown and saved; null: none was made

public slots:
    void generate();
    // The same picture in every mode, and in turn, each from nothing.
    void compareWays();
    void cancel();
    // Asks for a name without one. A picture has its settings in it, as other programs read them.
    void savePicture(const QString& path = {});
    void saveReport(const QString& path = {});
    // For the next time, where they are others than the form began with. Destroying the page does it too.
    void keepChoices();

signals:
    void reported(const weightless::ui::Problem& problem);

private:
    void makeView();
    QWidget* makeButtons();
    void connectWorker();
    using Job = void(GenerateWorker& worker, const std::stop_token& stop);
    void request(const QString& what, std::function<Job> call);
    void rememberForm();
    void startNext();
    void start(const QString& what, bool fromNothing); // m_request
    void forgetCurve();
    void hideEarlierCurves();
    void showEarlierCurves();
    [[nodiscard]] bool hasCurves() const;
    [[nodiscard]] QString doneText() const;
    [[nodiscard]] static QString durationText(double seconds);
    void showInfo(const std::shared_ptr<const PipelineInfo>& info);
    void showSizes();
    void showStep(qint64 picture, qint64 done, qint64 total);
    void showPicture(const QImage& picture, quint64 seed);
    void keepRun(const std::shared_ptr<const GenerationSummary>& summary);
    void end(const QString& message);
    void sample();
    void updateButtons();
    void tellSaved(bool isSaved, const QString& path);
    [[nodiscard]] QString proposedName(const MadePictures::Made* made, const QString& ending) const;

    PipelinePlace m_place;
    QPointer<RememberedForms> m_remembered; // of a window that closes it may be gone before the page
    WorkerThread<GenerateWorker> m_thread;
    std::shared_ptr<const PipelineInfo> m_info; // null: the folder cannot be used, or not yet
    PartsJob m_job; // the chart shows the last one
    bool m_isGenerating = false; // a picture, and its curve
    bool m_isDrawing = false; // it has begun: what is held is its own
    bool m_isApart = false; // what runs is not laid beside what was made before
    std::deque<diffusion::GenerationRequest> m_queue;
    diffusion::GenerationRequest m_request; // of the last run
    struct {
        int ways = 0;
        double seconds = 0;
        int lost = 0; // pictures in no file that made room
    } m_made; // by the last click: of a comparison all ways together
    diffusion::GenerationRequest m_kept; // the form as it began, or as it was remembered last
    QElapsedTimer m_stepClock; // since the second step, for the time left
    GenerationWays m_ways;
    std::shared_ptr<const GenerationSummary> m_summary; // of the pictures; null: none, or not all were made
    int m_summaryRun = 0; // whose pictures they are
    std::vector<bool> m_wereVisible; // the curves that a run apart from them hides while it goes on

    GenerateForm* m_form;
    MadePictures* m_pictures;
    QLabel* m_summaryLabel;
    widgets::MemoryPlot* m_plot;
    WaysArea* m_waysArea;
    QLabel* m_message;
    QProgressBar* m_progress;
    QPushButton* m_generate;
    QPushButton* m_compare;
    QPushButton* m_cancel;
    QPushButton* m_save;
    QPushButton* m_saveReport;
};

} // namespace weightless::ui
