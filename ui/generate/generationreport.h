// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/generate/generationways.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QImage>

namespace weightless::ui {

// One HTML file that needs nothing beside it: picture, settings, the memory chart, the figures of every way,
// the machine.
class GenerationReportPage {
    Q_DECLARE_TR_FUNCTIONS(GenerationReportPage)

public:
    struct Content {
        QImage picture;
        QString parameters; // how it was made, several lines
        QImage chart;
        GenerationWays ways;
        std::vector<diffusion::GenerationPhase> phases; // of the last one
        QString device;
        QString folder;
    };

    [[nodiscard]] static QByteArray html(const Content& content);
    // Rich text: a row for each way, with its highest figures and its times, that of compiling apart.
    [[nodiscard]] static QString waysTable(const GenerationWays& ways);

private:
    static QString phasesTable(const std::vector<diffusion::GenerationPhase>& phases);
};

} // namespace weightless::ui
