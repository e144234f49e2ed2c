// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"
#include "ui/window/workspace.h"

#include <QObject>

namespace weightless::ui {

class DockLayout;
class NoticeBar;

// Which workspace the window shows without being asked. ui/README.md states the rules.
class WorkspaceGuide : public QObject {
    Q_OBJECT

public:
    // What it refers to outlives it.
    WorkspaceGuide(EngineController& controller, DockLayout& layout, NoticeBar& notices, QObject* parent);

private:
    void onOpened();
    void onLoadEnded(const LoadResult& result);

    EngineController& m_controller;
    DockLayout& m_layout;
    NoticeBar& m_notices;
};

} // namespace weightless::ui
