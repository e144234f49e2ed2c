// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/session/budgetchoices.h"

#include <cstddef>
#include <memory>
#include <stop_token>

namespace weightless::ui {

// What a graph would need under several device budgets, as the worker answers it.
struct BudgetCurve {
    LoadMode mode = LoadMode::Auto;
    BudgetChoices predicted;
    bool hasFailed = false; // nothing was predicted, and why was reported
    std::stop_token stop; // of the request; once it is stopped nobody waits for this
};
using BudgetCurvePtr = std::shared_ptr<const BudgetCurve>;

struct BudgetRequest {
    LoadMode mode = LoadMode::Auto;
    bool measures = false; // first runs the graph on no content, which takes as long as two runs
    BudgetSize wanted = {}; // becomes a choice, where it limits anything
    std::stop_token stop;
};

// The two ends among them.
inline constexpr size_t budgetPositions = 11;

} // namespace weightless::ui
