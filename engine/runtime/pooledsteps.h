// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/budget/budgetedconstants.h"

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace weightless {

// The constants of a list of steps that lie in a budget's pool: which have to be where before which step, and
// what has to be done before they may be written there. Those that stay are visits too, which nothing
// overwrites while these steps run.
class PooledSteps {
public:
    // Errors as BudgetedConstants::visitsOf().
    PooledSteps(std::shared_ptr<BudgetedConstants> budget, std::vector<ConstantStep> steps);

    [[nodiscard]] BudgetedConstants& budget() const { return *m_budget; }
    // In the order in which they are brought: by first step.
    [[nodiscard]] const std::vector<Visit>& visits() const { return m_visits; }
    // Of visits that begin with this step or before.
    [[nodiscard]] size_t visitsUntil(size_t step) const { return m_visitsUntil[step]; }
    // Some begin with this step.
    [[nodiscard]] bool begins(size_t step) const;

    [[nodiscard]] bool contains(size_t constant) const { return m_budget->contains(constant); }
    // Where a step finds the constant.
    [[nodiscard]] vulkan::BufferRange rangeOf(size_t constant, size_t step) const;

private:
    std::shared_ptr<BudgetedConstants> m_budget;
    std::vector<Visit> m_visits;
    std::vector<size_t> m_visitsUntil; // by step
    std::map<std::pair<size_t, size_t>, size_t> m_placeOf; // visit, by constant and its first step
};

} // namespace weightless
