// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/budget/budgetsize.h"
#include "engine/constants/loadoptions.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace weightless::ui {

// What a graph would need under several device budgets, from the least that can run to everything. Without
// positions there is nothing to choose: the device uses the files' own pages, or one step needs all at once.
struct BudgetCurve {
    struct Position {
        uint64_t budgetBytes = 0; // 0: no budget, all weights stay
        LoadPrediction prediction;
    };

    LoadMode mode = LoadMode::Auto;
    bool isMeasured = false; // times were measured on this device, not guessed
    std::vector<Position> positions;
    int wanted = -1; // the position that was asked for by its size
    std::stop_token stop; // of the request; once it is stopped nobody waits for this
};
using BudgetCurvePtr = std::shared_ptr<const BudgetCurve>;

struct BudgetRequest {
    LoadMode mode = LoadMode::Auto;
    bool measures = false; // first runs the graph on no content, which takes as long as two runs
    BudgetSize wanted = {}; // becomes a position, where it limits anything
    std::stop_token stop;
};

// The two ends among them.
inline constexpr int budgetPositions = 11;

} // namespace weightless::ui
