// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/pooledsteps.h"

#include "engine/base/error.h"

#include <algorithm>

namespace weightless {

PooledSteps::PooledSteps(std::shared_ptr<BudgetedConstants> budget, std::vector<ConstantStep> steps)
    : m_budget(std::move(budget))
{
    for (ConstantStep& step : steps) {
        std::erase_if(step.constants, [&](size_t constant) { return !m_budget->contains(constant); });
        for (size_t& constant : step.constants) {
            constant = m_budget->sourceOf(constant);
        }
    }
    m_visits = m_budget->visitsOf(steps);
    std::map<size_t, size_t> residents; // visit by constant
    for (size_t step = 0; step < steps.size(); ++step) {
        for (const size_t constant : steps[step].constants) {
            const auto& place = m_budget->residency().places[constant];
            if (!place) {
                continue;
            }
            const auto [known, isNew] = residents.try_emplace(constant, m_visits.size());
            if (isNew) {
                m_visits.push_back(
                    {constant, *place, m_budget->placeBytes(constant), step, step, std::nullopt});
            }
            m_visits[known->second].lastStep = step;
        }
    }
    std::ranges::stable_sort(m_visits, {}, &Visit::firstStep);
    m_visitsUntil.resize(steps.size());
    for (size_t visit = 0; visit < m_visits.size(); ++visit) {
        m_placeOf.emplace(std::pair(m_visits[visit].constant, m_visits[visit].firstStep), visit);
    }
    size_t count = 0;
    for (size_t step = 0; step < steps.size(); ++step) {
        while (count < m_visits.size() && m_visits[count].firstStep <= step) {
            ++count;
        }
        m_visitsUntil[step] = count;
    }
}

bool PooledSteps::begins(size_t step) const
{
    return m_visitsUntil[step] > (step > 0 ? m_visitsUntil[step - 1] : 0);
}

vulkan::BufferRange PooledSteps::rangeOf(size_t constant, size_t step) const
{
    const size_t source = m_budget->sourceOf(constant);
    auto after = m_placeOf.upper_bound({source, step});
    if (after == m_placeOf.begin() || (--after)->first.first != source) {
        throw Error(ErrorKind::Internal, "a step reads a constant that nobody brings");
    }
    return m_budget->rangeAt(source, m_visits[after->second].offsetBytes);
}

} // namespace weightless
