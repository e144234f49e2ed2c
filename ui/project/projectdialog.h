// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/partsjob.h"
#include "ui/engine/workerthread.h"
#include "ui/project/projectmodel.h"
#include "ui/text/problem.h"

#include <QDialog>

#include <optional>

class QLabel;
class QPushButton;
class QTableView;

namespace weightless::widgets {
class MemoryPlot;
}

namespace weightless::ui {

class BudgetField;
class ProjectWorker;
class RememberedForms;

// Several models that belong together, as one: what they weigh and need together and one by one, load all of
// them, or load, run and unload each in turn. It works on a thread and a device context of its own; closing
// it ends what runs and gives everything back.
class ProjectDialog : public QDialog {
    Q_OBJECT

public:
    // `forms`, which outlives it: of pages for pictures; null: none are remembered.
    ProjectDialog(const QString& folder, std::optional<int> device, RememberedForms* forms = nullptr,
        QWidget* parent = nullptr);
    ~ProjectDialog() override;

    [[nodiscard]] const QString& folder() const { return m_folder; }
    [[nodiscard]] const ProjectModel& model() const { return *m_model; }
    [[nodiscard]] bool isRead() const { return m_project != nullptr; } // there are parts
    [[nodiscard]] bool isBusy() const { return m_job.isBusy(); }
    [[nodiscard]] QString message() const;
    // Device memory that the parts' weights share from the next load on; 0: what they need.
    void setBudget(uint64_t bytes);
    [[nodiscard]] const MemoryMeter* meter() const { return m_project ? m_project->meter.get() : nullptr; }

public slots:
    void loadAll();
    void runInTurn();
    void unloadAll();
    // A page for pictures from words beside this, where the parts are those of Stable Diffusion; what is
    // loaded here is given back first.
    void openGenerate();
    void cancel();
    // The folder, whose files may be others by now; unless something is under way or on the device. What is
    // shown and was measured stays where they are the same, and where they cannot be read.
    void readAgain();
    // Asks first where a picture is being made beside this.
    void reject() override;

signals:
    void modelRequested(const QString& path); // to be opened in the main window
    void reported(const weightless::ui::Problem& problem);
    // What was asked for last (reading the folder is the first) is done, or it failed.
    void ended(bool isOk);

private:
    using Opening = void (ProjectWorker::*)(const QString& folder, const std::stop_token& stop);
    using Told = QString (ProjectDialog::*)() const; // what is said at a good end
    void read(Opening opening);
    void makeView();
    QWidget* makeButtons();
    void connectWorker();
    template <typename Call>
    void request(const QString& what, Told told, Call&& call);
    void holdFocus(QWidget* focused);
    void giveFocusBack(bool isHeld);
    void showProject(const std::shared_ptr<const ProjectInfo>& project);
    void refresh(const std::shared_ptr<const ProjectInfo>& project);
    void proposeBudget();
    void showSummary();
    [[nodiscard]] const ProjectPartInfo* selected() const; // null: none
    [[nodiscard]] const ProjectPartInfo* obstacle() const; // to a picture; null: none
    [[nodiscard]] int unusableCount() const;
    [[nodiscard]] static QString problemText(const ProjectPartInfo& part);
    [[nodiscard]] QString readText() const;
    [[nodiscard]] QString loadedText() const;
    [[nodiscard]] QString ranText() const;
    [[nodiscard]] QString unloadedText() const;
    void showProblem();
    void tell(const QString& message);
    void end(const QString& message, bool isOk);
    void sample();
    void beginChart(const std::shared_ptr<const LoadClock>& clock, const MemorySnapshot& held);
    void holdLast();
    void updateButtons();

    QString m_folder;
    std::optional<int> m_device;
    RememberedForms* m_forms;
    WorkerThread<ProjectWorker> m_thread;
    std::shared_ptr<const ProjectInfo> m_project;
    PartsJob m_job; // the chart shows the last one that was no reading, and had something to do
    bool m_isDrawing = false; // it has begun: what is held is its own
    Told m_done = nullptr; // for when it has ended well
    QString m_told; // last, of all parts
    QWidget* m_hadFocus = nullptr; // and is switched off while something runs

    ProjectModel* m_model;
    QLabel* m_summary;
    QLabel* m_message;
    QTableView* m_table;
    widgets::MemoryPlot* m_plot;
    BudgetField* m_budget;
    QPushButton* m_load;
    QPushButton* m_run;
    QPushButton* m_unload;
    QPushButton* m_generate;
    QPushButton* m_cancel;
    QPushButton* m_open;
};

} // namespace weightless::ui
