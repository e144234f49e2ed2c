// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QStatusBar>
#include <QTimer>

#include <functional>

class QProgressBar;
class QToolButton;

namespace weightless::widgets {
class ElidingLabel;
}

namespace weightless::ui {

// What goes on, how far it is, what memory it takes, and how many problems there are.
class WindowStatusBar : public QStatusBar {
    Q_OBJECT

public:
    explicit WindowStatusBar(EngineController& controller, QWidget* parent = nullptr);

    void setProblems(int errors, int warnings);
    // Instead of the state, until it changes or that time is over.
    void tell(const QString& message, int ms);
    // What else this program holds, in windows of their own, which counts as well.
    void countBeside(std::function<widgets::MemorySample()> held);
    // Where there is no place for them, there is no button that leads there.
    void setProblemsShown(bool isShown);

signals:
    void problemsRequested();

private:
    void showState();
    void showProgress();
    void showMemory(const widgets::MemorySample& sample);

    EngineController& m_controller;
    std::function<widgets::MemorySample()> m_heldBeside;
    widgets::ElidingLabel* m_state;
    QProgressBar* m_progress;
    widgets::ElidingLabel* m_memory;
    QToolButton* m_problems;
    QTimer m_telling;
};

} // namespace weightless::ui
