// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QCoreApplication>
#include <QStringList>

namespace weightless::ui {

// The one thing to do next, as the header's button shows it.
struct PrimaryStep {
    QString action; // id in the ActionRegistry
    QString text;
    QString icon;
    QString reason; // why it cannot be done, or what it will do
};

class PrimaryAction {
    Q_DECLARE_TR_FUNCTIONS(PrimaryAction)

public:
    // `runObstacle`: why the chosen inputs cannot be run; empty when they can. Open → Load → Run, and Pause,
    // Resume and Stop while something goes on.
    [[nodiscard]] static PrimaryStep of(const EngineController& controller, const QString& runObstacle);
    // Every text there is, so that the button has room for the longest and never moves.
    [[nodiscard]] static QStringList texts();
};

} // namespace weightless::ui
