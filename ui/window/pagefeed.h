// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QObject>

#include <string>
#include <vector>

namespace weightless::ui {

class Selection;
struct WindowPages;

// Passes what the controller tells on to the pages that show it.
class PageFeed : public QObject {
    Q_OBJECT

public:
    // What it refers to outlives it.
    PageFeed(EngineController& controller, Selection& selection, const WindowPages& pages, QObject* parent);

    // By its name; one that is not there is ignored.
    void selectNode(const QString& name);

private:
    void connectModel();
    void onModelClosed();
    void onModelOpened();
    void onGraphBuilt();
    void onRunFinished();
    void onConstantsSet(const std::vector<int>& constants);

    EngineController& m_controller;
    Selection& m_selection;
    const WindowPages& m_pages;
};

} // namespace weightless::ui
