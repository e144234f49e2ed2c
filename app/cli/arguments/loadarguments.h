// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments/arguments.h"
#include "engine/constants/budget/budgetsize.h"
#include "engine/constants/loadoptions.h"

#include <string>
#include <vector>

namespace weightless::cli {

// --path, --cache, --readers, --slice, --slices, --order and the budgets: how the loading itself is done.
[[nodiscard]] std::vector<OptionSpec> loadOptionSpecs();

// --device-budget; neither bytes nor a share: none.
[[nodiscard]] BudgetSize deviceBudget(const Arguments& arguments);

// --activation-budget: bytes; 0: what is free.
[[nodiscard]] uint64_t activationBudget(const Arguments& arguments);

// How weights travel under a device budget where nothing else is chosen: auto may bind pages of the file, of
// which nothing is limited.
inline constexpr LoadMode modeOfBudgets = LoadMode::Streamed;
// With --mode or --path.
[[nodiscard]] bool choosesMode(const Arguments& arguments);

// Those of loadOptionSpecs() and --mode, without the budgets. A path implies its mode, and a device budget
// modeOfBudgets where neither is given. UsageError, also for what contradicts itself: a path that the mode
// does not take, or dropping the page cache that zero-copy hands to the device.
[[nodiscard]] LoadOptions loadOptions(const Arguments& arguments);

} // namespace weightless::cli
