// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/primaryaction.h"

#include "ui/text/loadtext.h"

namespace weightless::ui {

PrimaryStep PrimaryAction::of(const EngineController& controller, const QString& runObstacle)
{
    switch (controller.state()) {
    case EngineState::Empty:
    case EngineState::Opening:
        return {
            QStringLiteral("file.open"), tr("Open…"), QStringLiteral("open"), LoadText::state(controller)};
    case EngineState::Opened:
    case EngineState::Building:
    case EngineState::Unloading:
        return {
            QStringLiteral("load.start"), tr("Load"), QStringLiteral("load"), LoadText::state(controller)};
    case EngineState::Hollow: {
        const QString missing = LoadText::missingData(controller);
        return {QStringLiteral("load.start"), controller.canUnload() ? tr("Continue") : tr("Load"),
            QStringLiteral("load"),
            missing.isEmpty() ? tr("Put every weight into the device's memory, one at a time") : missing};
    }
    case EngineState::Loading:
        return {QStringLiteral("load.pause"), tr("Pause"), QStringLiteral("pause"),
            tr("Weights that are loaded stay loaded")};
    case EngineState::Paused:
        return {QStringLiteral("load.pause"), tr("Resume"), QStringLiteral("resume"),
            tr("Load the other weights")};
    case EngineState::Ready:
        return {QStringLiteral("run.dispatch"), tr("Run"), QStringLiteral("run"),
            runObstacle.isEmpty() ? tr("Compute the outputs from the chosen inputs") : runObstacle};
    case EngineState::Running:
        return {QStringLiteral("run.stop"), tr("Stop"), QStringLiteral("stop"), LoadText::state(controller)};
    }
    return {};
}

QStringList PrimaryAction::texts()
{
    return {tr("Open…"), tr("Load"), tr("Continue"), tr("Pause"), tr("Resume"), tr("Run"), tr("Stop")};
}

} // namespace weightless::ui
