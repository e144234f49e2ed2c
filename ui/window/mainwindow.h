// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"
#include "ui/engine/enginecontroller.h"
#include "ui/preferences/preferences.h"
#include "ui/window/appearance.h"

#include <QMainWindow>

#include <memory>

class QAction;
class QLabel;
class QMenu;
class QProgressBar;
class QProgressDialog;
class QSettings;
class QStackedWidget;
class QToolButton;

namespace weightless::ui {

class GraphPage;
class LoadPage;
class MemoryPage;
class OutlinePage;
class ProblemsPage;
class PropertiesPage;
class RunPage;
class StartPage;
class TensorsPage;

// The window: a graph with docks around it, wired to one EngineController.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    // Without `keepsSettings` nothing is remembered or restored.
    explicit MainWindow(bool keepsSettings, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] EngineController& controller() { return *m_controller; }
    [[nodiscard]] ProblemsPage& problems() { return *m_problems; }
    [[nodiscard]] TensorsPage& tensors() { return *m_tensors; }
    [[nodiscard]] GraphPage& graphPage() { return *m_graph; }
    [[nodiscard]] PropertiesPage& properties() { return *m_properties; }
    [[nodiscard]] MemoryPage& memory() { return *m_memory; }
    [[nodiscard]] LoadPage& loadPage() { return *m_load; }
    [[nodiscard]] RunPage& runPage() { return *m_run; }
    [[nodiscard]] Selection& selection() { return m_selection; }

    void openModel(const QString& path);
    void startLoad(LoadMode mode);
    // False when the graph cannot be dispatched now.
    bool dispatch();
    // Nothing is under way: no engine work, no layout.
    [[nodiscard]] bool isSettled() const;
    void report(const Problem& problem);
    void setAppearance(Appearance appearance);

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    friend class MainWindowMenus;

    void makePages();
    void makeDocks();
    QDockWidget* addPage(
        const char* name, const QString& title, QWidget* page, Qt::DockWidgetArea area, bool scrolls);
    void makeStatusBar();
    void arrangeDocks();
    void sizeDocks();
    void raiseRun();
    void raiseMemory();
    void connectModel();
    void connectLoading();
    void connectPages();
    void onModelOpened();
    void onModelClosed();
    void onGraphBuilt();
    void onConstantsSet(const std::vector<int>& constants);
    void onStateChanged(EngineState state);
    void onProgressed();
    void onSampled(const widgets::MemorySample& sample);
    void onProblemsChanged(int errors, int warnings);
    void chooseModel();
    void chooseUrl();
    void choosePreferences();
    void setPreferences(const Preferences& preferences);
    void writeDemo(DemoPart part);
    void compareModes();
    void chooseProject();
    void openProject(const QString& folder);
    void endDemo(const QString& path, bool isWritten);
    void saveCopy();
    void extractTensor(int row);
    void endSave(const QString& path, bool isSaved);
    [[nodiscard]] QProgressDialog* showProgress(const QString& text, void (EngineController::*cancel)());
    void addRecentFile(const QString& path);
    [[nodiscard]] QStringList recentFiles() const;
    void resetLayout();
    void restoreSettings();
    void saveSettings();
    void showSaved(const QString& path);
    void exportGraph();

    bool m_keepsSettings;
    std::unique_ptr<QSettings> m_settings; // null without keepsSettings
    EngineController* m_controller;
    Selection m_selection;
    Appearance m_appearance = Appearance::System;
    Preferences m_preferences;
    QStringList m_recentFiles;
    QString m_path; // of the model that was asked for last
    std::string m_shownPhase; // of the running load

    QStackedWidget* m_centre = nullptr;
    StartPage* m_start = nullptr;
    GraphPage* m_graph = nullptr;
    OutlinePage* m_outline = nullptr;
    TensorsPage* m_tensors = nullptr;
    PropertiesPage* m_properties = nullptr;
    LoadPage* m_load = nullptr;
    MemoryPage* m_memory = nullptr;
    RunPage* m_run = nullptr;
    ProblemsPage* m_problems = nullptr;
    QList<QDockWidget*> m_docks;
    QByteArray m_defaultState;
    bool m_areDocksSized = false;

    QLabel* m_stateLabel = nullptr;
    QLabel* m_memoryLabel = nullptr;
    QProgressBar* m_progress = nullptr;
    QToolButton* m_problemButton = nullptr;
    QProgressDialog* m_demoProgress = nullptr; // while a demo model is written
    QProgressDialog* m_saveProgress = nullptr; // while the model or a tensor is saved
};

} // namespace weightless::ui
