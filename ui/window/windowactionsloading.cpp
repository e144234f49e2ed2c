// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/loadchoices.h"
#include "ui/pages/runpage.h"
#include "ui/window/mainwindow.h"
#include "ui/window/windowactions.h"

// Of the menus Load and Run.
namespace weightless::ui {

std::vector<ActionSpec> WindowActions::loading() const
{
    LoadChoices* choices = &m_window.loadChoices();
    WindowDialogs* dialogs = &m_window.dialogs();
    EngineController* controller = &m_window.controller();
    const auto isLoading = [controller] {
        return controller->state() == EngineState::Loading || controller->state() == EngineState::Paused;
    };
    return {
        {.id = QStringLiteral("load.start"),
            .text = tr("&Load the Weights"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::Key_L),
            .icon = QStringLiteral("load"),
            .run =
                [choices, controller] {
                    if (controller->state() == EngineState::Paused)
                        choices->togglePause();
                    else
                        choices->start();
                },
            .isEnabled =
                [choices, controller] {
                    return choices->canStart() || controller->state() == EngineState::Paused;
                }},
        {.id = QStringLiteral("load.pause"),
            .text = tr("&Pause"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
            .icon = QStringLiteral("pause"),
            .run = [choices] { choices->togglePause(); },
            .isEnabled = isLoading,
            .currentText =
                [controller] {
                    return controller->state() == EngineState::Paused ? tr("&Resume") : tr("&Pause");
                }},
        {.id = QStringLiteral("load.cancel"),
            .text = tr("&Cancel Loading"),
            .icon = QStringLiteral("close"),
            .run = [controller] { controller->cancelLoad(); },
            .isEnabled = isLoading},
        {.id = QStringLiteral("load.unload"),
            .text = tr("&Unload the Weights"),
            .icon = QStringLiteral("unload"),
            .run = [controller] { controller->unload(); },
            .isEnabled = [controller] { return controller->canUnload(); }},
        {.id = QStringLiteral("load.plan"),
            .text = tr("Predict A&gain"),
            .icon = QStringLiteral("refresh"),
            .run = [controller] { controller->buildGraph(); },
            // What is loaded would be gone, and nothing is left to predict.
            .isEnabled =
                [controller] {
                    return controller->canBuild() && !controller->canUnload() && !controller->runResult();
                }},
        {.id = QStringLiteral("load.arena"),
            .text = tr("Memory o&f a Run…"),
            .icon = QStringLiteral("table"),
            .run = [dialogs] { dialogs->showArena(); },
            .isEnabled = [controller] { return controller->graph() != nullptr; }},
        {.id = QStringLiteral("load.compare"),
            .text = tr("Co&mpare Modes…"),
            .icon = QStringLiteral("table"),
            .run = [dialogs] { dialogs->compareModes(); },
            .isEnabled = [controller] { return controller->document() != nullptr; }},
    };
}

std::vector<ActionSpec> WindowActions::running() const
{
    RunPage* page = m_window.pages().run;
    EngineController* controller = &m_window.controller();
    return {
        {.id = QStringLiteral("run.dispatch"),
            .text = tr("&Run"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::Key_R),
            .icon = QStringLiteral("run"),
            .run = [page] { page->dispatch(); },
            .isEnabled = [page] { return page->mayDispatch(); }},
        {.id = QStringLiteral("run.stop"),
            .text = tr("&Stop"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::Key_Period),
            .icon = QStringLiteral("stop"),
            .run = [controller] { controller->cancelRun(); },
            .isEnabled = [controller] { return controller->state() == EngineState::Running; }},
    };
}

} // namespace weightless::ui
