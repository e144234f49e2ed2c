// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadplan.h"

namespace weightless {

// What the store's arena takes once the plan is carried out, as far as it needs no pool.
[[nodiscard]] uint64_t wholeArenaBytes(const LoadPlan& plan, const ConstantStore& store);

// Whether a load on these terms plans anew what one under another budget has begun, and not finished.
[[nodiscard]] bool isPoolGivenUp(const ConstantStore& store, const LoadTerms& terms);

// Puts what the plan copies into a pool of the budget's size, where it does not fit the budget otherwise.
// OutOfMemory in `plan.budgetProblem` when the budget is too small; Unsupported there for the conventional
// mode. Pure.
void applyBudget(LoadPlan& plan, const ConstantStore& store, const LoadTerms& terms);

} // namespace weightless
