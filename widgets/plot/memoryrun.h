// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/memoryhistory.h"

#include <QString>

#include <algorithm>
#include <vector>

namespace weightless::widgets {

// One of the loads that a chart lays over each other, with what ran after it.
struct MemoryRun {
    struct Phase {
        double seconds;
        QString label;
    };

    QString name;
    int number = 1; // among those of the same name
    int look = 0;
    MemoryHistory history;
    std::vector<double> constantsSet; // ascending
    std::vector<Phase> phases; // in the order of time
    double endSeconds = -1; // of the load; negative while it goes on
    bool isShown = true;

    [[nodiscard]] QString title() const { return number == 1 ? name : name + u' ' + QString::number(number); }
    [[nodiscard]] double lastSeconds() const
    {
        return history.samples().empty() ? 0 : history.samples().back().seconds;
    }
    // What loads are compared over.
    [[nodiscard]] double loadSeconds() const { return endSeconds >= 0 ? endSeconds : lastSeconds(); }
    // What follows the load is not compared once another one has begun.
    void keepLoadOnly()
    {
        if (endSeconds < 0)
            return;
        history.cut(endSeconds);
        std::erase_if(phases, [this](const Phase& phase) { return phase.seconds > endSeconds; });
    }
};

} // namespace weightless::widgets
