// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QObject>

namespace weightless::ui {

class DockLayout;
class WindowStatusBar;
struct WindowPages;

// Where problems are seen, and for how long: an error opens their panel, or stands on the start page; what
// succeeds after it gives the panel's place back; another model, or none, takes the problems of the one
// before along.
class ProblemGuide : public QObject {
    Q_OBJECT

public:
    // What it refers to outlives it.
    ProblemGuide(EngineController& controller, DockLayout& layout, const WindowPages& pages,
        WindowStatusBar& status, QObject* parent);

    void report(const Problem& problem);
    // What is reported from now on is of the model that is on its way.
    void noteOpening();

private:
    void onChanged(int errors, int warnings);
    void onModelOpened();
    void settle(Task task); // what failed has been done since
    void showNewest();
    void updateStatus();

    EngineController& m_controller;
    DockLayout& m_layout;
    const WindowPages& m_pages;
    WindowStatusBar& m_status;
    int m_shownErrors = 0;
    QDateTime m_opening; // when the newest model was asked for
};

} // namespace weightless::ui
