// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/budget/budgetsize.h"
#include "engine/constants/loadoptions.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace weightless {

class Graph;

// One limit of the device memory for copied weights, and what a load and a run need under it.
struct BudgetChoice {
    uint64_t budgetBytes = 0; // 0: no budget, all weights stay
    LoadPrediction prediction;
};

// Why no budget changes anything.
enum class NothingToBudget {
    NoWeights, // nothing is loaded
    OwnPages, // the device uses the files' pages in place: nothing is copied
    ModeKeepsAll, // the conventional mode
    OneStep, // reads all weights at once
    OtherGraphs, // of this device have a budget that this one is to share
    WholeFiles, // are all that the server sends, and none is kept: what comes in a run has no way
};

// From the least that can run, in equal steps, to all weights; or why there is nothing to choose.
struct BudgetChoices {
    std::vector<BudgetChoice> choices; // each needs more than the one before; the last is no budget
    std::optional<NothingToBudget> nothing; // where there are no choices
    LoadPrediction all; // without a budget
    std::optional<size_t> wanted; // the choice that was asked for by its size
};

// Predicts `count` choices (2 or more, the two ends among them) for a load with these options, and one more
// for a wanted size that lies between two of them; below the least, or above all, it is the nearest. After
// Graph::measureRun() the times are measured. Reads no weight. Cancelled.
[[nodiscard]] BudgetChoices budgetChoices(const Graph& graph, LoadOptions options, size_t count,
    const BudgetSize& wanted = {}, const std::stop_token& stop = {});

} // namespace weightless
