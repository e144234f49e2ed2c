// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/testdocument.h"
#include "ui/engine/loadchoices.h"
#include "ui/pages/budgetpanel.h"

#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace weightless::ui {

// The panel of limits beside a model that is open, for tests to derive from.
class BudgetScene {
protected:
    static constexpr int patienceMs = 200'000;

    // Whether it is hollow then.
    [[nodiscard]] bool openModel(const QString& model, LoadMode mode)
    {
        m_controller = std::make_unique<EngineController>();
        m_choices = std::make_unique<LoadChoices>(*m_controller);
        m_choices->setMode(mode);
        m_panel = std::make_unique<BudgetPanel>(*m_controller, *m_choices);
        m_panel->show();
        m_controller->openModel(model);
        return QTest::qWaitFor([this] { return m_controller->state() == EngineState::Hollow; }, patienceMs);
    }

    void close()
    {
        m_panel.reset();
        m_choices.reset();
        m_controller.reset();
    }

    [[nodiscard]] QSlider* slider() const { return m_panel->findChild<QSlider*>(); }

    QTemporaryDir m_folder;
    std::unique_ptr<EngineController> m_controller;
    std::unique_ptr<LoadChoices> m_choices;
    std::unique_ptr<BudgetPanel> m_panel;
};

} // namespace weightless::ui
