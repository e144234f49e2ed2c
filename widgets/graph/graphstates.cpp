// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphstates.h"

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

void GraphStates::setModel(const GraphModel& model)
{
    m_groupBytes.assign(model.tree().groups.size(), 0);
    m_groupCounts.assign(model.tree().groups.size(), 0);
    for (std::size_t constant = 0; constant < m_fraction.size(); ++constant) {
        const double fraction = m_fraction[constant];
        if (fraction <= 0 || model.description().constants[constant].isKnown)
            continue;
        const auto bytes = static_cast<double>(model.description().constants[constant].sizeBytes);
        for (int group : model.groupsOfConstant(static_cast<int>(constant))) {
            m_groupBytes[static_cast<std::size_t>(group)] += fraction * bytes;
            m_groupCounts[static_cast<std::size_t>(group)] += fraction;
        }
    }
}

bool GraphStates::setFraction(int constant, double fraction, bool comesWithRuns, const GraphModel* model)
{
    if (constant < 0 || static_cast<std::size_t>(constant) >= m_fraction.size() || !std::isfinite(fraction))
        return false;
    float& own = m_fraction[static_cast<std::size_t>(constant)];
    const auto wanted = static_cast<float>(std::clamp(fraction, 0.0, 1.0));
    if (own == wanted && m_comesWithRuns[static_cast<std::size_t>(constant)] == comesWithRuns)
        return false;
    m_comesWithRuns[static_cast<std::size_t>(constant)] = comesWithRuns;
    const double change = static_cast<double>(wanted) - static_cast<double>(own);
    own = wanted;
    if (model && !model->description().constants[static_cast<std::size_t>(constant)].isKnown) {
        const auto bytes =
            static_cast<double>(model->description().constants[static_cast<std::size_t>(constant)].sizeBytes);
        for (int group : model->groupsOfConstant(constant)) {
            m_groupBytes[static_cast<std::size_t>(group)] += change * bytes;
            m_groupCounts[static_cast<std::size_t>(group)] += change;
        }
    }
    return true;
}

void GraphStates::reset()
{
    std::fill(m_fraction.begin(), m_fraction.end(), 0.0F);
    m_comesWithRuns.assign(m_comesWithRuns.size(), false);
    std::fill(m_groupBytes.begin(), m_groupBytes.end(), 0.0);
    std::fill(m_groupCounts.begin(), m_groupCounts.end(), 0.0);
}

std::optional<double> GraphStates::nodeFraction(const GraphModel& model, int node) const
{
    double set = 0;
    double total = 0;
    double countSet = 0;
    int count = 0;
    for (const int constant : model.chips(node)) {
        const auto& entry = model.description().constants[static_cast<std::size_t>(constant)];
        if (entry.isKnown)
            continue;
        const auto bytes = static_cast<double>(entry.sizeBytes);
        set += fraction(constant) * bytes;
        total += bytes;
        countSet += fraction(constant);
        ++count;
    }
    if (count == 0)
        return std::nullopt;
    return total > 0 ? set / total : countSet / count;
}

std::optional<double> GraphStates::groupFraction(const GraphModel& model, int group) const
{
    const auto index = static_cast<std::size_t>(group);
    if (index >= m_groupBytes.size() || model.hollowCount(group) == 0)
        return std::nullopt;
    // Sums of many small changes drift; all set is decided by the count, which is exact enough.
    const double share = m_groupCounts[index] / model.hollowCount(group);
    if (share > 1 - 1e-9)
        return 1;
    const auto bytes = static_cast<double>(model.hollowBytes(group));
    return std::clamp(bytes > 0 ? m_groupBytes[index] / bytes : share, 0.0, 1.0);
}

double GraphStates::groupSetBytes(int group) const
{
    const auto index = static_cast<std::size_t>(group);
    return index < m_groupBytes.size() ? std::max(0.0, std::round(m_groupBytes[index])) : 0;
}

} // namespace weightless::widgets
