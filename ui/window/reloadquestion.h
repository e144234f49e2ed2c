// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/modelwatch.h"

#include <QCoreApplication>

class QWidget;

namespace weightless::ui {

class EngineController;

// What is asked before a model is read again: the weights and results that there are would be gone.
class ReloadQuestion {
    Q_DECLARE_TR_FUNCTIONS(ReloadQuestion)

public:
    // The controller outlives it.
    explicit ReloadQuestion(const EngineController& controller);

    // Names what would be given up; empty: nothing.
    [[nodiscard]] QString text() const;
    // Asks where there is something to give up; of files that have changed only where a load or a run would
    // be stopped, for what cannot be read then. False: all of it is to stay, or another model has been read
    // meanwhile.
    [[nodiscard]] bool mayReload(QWidget& window, ModelWatch::State files) const;

private:
    [[nodiscard]] bool isUnderWay() const;
    [[nodiscard]] bool hasWeights() const; // some, at least

    const EngineController& m_controller;
};

} // namespace weightless::ui
