// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"
#include "ui/window/launchoptions.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace weightless::ui {

class MainWindow;
class ProjectDialog;

// Drives the window as a command line asks: open, load in each mode, run, take the picture, quit.
class ScriptRunner : public QObject {
    Q_OBJECT

public:
    ScriptRunner(MainWindow& window, LaunchOptions options, QObject* parent = nullptr);

    void start();
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

signals:
    // Every step is done, or one failed and nothing more is tried.
    void finished(bool isOk);

private:
    void startProject();
    void checkDimensions();
    void forgetDimensions();
    void onStateChanged(EngineState state);
    void failToPlan();
    void useGraph();
    void loadNext();
    void startLoad();
    void afterLoads();
    void failToDispatch();
    [[nodiscard]] bool giveInputs();
    void exportGraph();
    void fail();
    void settle();
    void finishWhenSettled();

    MainWindow& m_window;
    EngineController& m_controller;
    LaunchOptions m_options;
    size_t m_nextMode = 0;
    QPointer<ProjectDialog> m_project; // of a folder
    bool m_awaitsBudget = false; // what a limit costs is being predicted, and the load begins then
    bool m_isExporting = false;
    bool m_hasFailed = false;
    bool m_isSettling = false;
    bool m_isFinished = false;
    QTimer m_settleTimer;
    int m_settleTicks = 0; // since the last sign of work
};

} // namespace weightless::ui
