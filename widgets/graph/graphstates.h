// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphmodel.h"

#include <optional>

namespace weightless::widgets {

// How far every constant is set, and sums per group that are kept up to date while single constants change.
class GraphStates {
public:
    explicit GraphStates(std::size_t constants = 0)
        : m_fraction(constants, 0.0F)
        , m_comesWithRuns(constants, false)
    {
    }

    // Groups exist once the model does.
    void setModel(const GraphModel& model);
    // False where nothing changed.
    bool setFraction(int constant, double fraction, bool comesWithRuns, const GraphModel* model);
    void reset();

    std::size_t constantCount() const { return m_fraction.size(); }
    double fraction(int constant) const { return m_fraction[static_cast<std::size_t>(constant)]; }
    bool comesWithRuns(int constant) const { return m_comesWithRuns[static_cast<std::size_t>(constant)]; }
    bool isSet(int constant) const { return fraction(constant) >= 1.0; }

    // By bytes; constants without bytes count by number. Constants that are known already do not count:
    // nothing for what has no others.
    std::optional<double> nodeFraction(const GraphModel& model, int node) const;
    std::optional<double> groupFraction(const GraphModel& model, int group) const;
    double groupSetBytes(int group) const;

private:
    std::vector<float> m_fraction;
    std::vector<bool> m_comesWithRuns;
    std::vector<double> m_groupBytes;
    std::vector<double> m_groupCounts;
};

} // namespace weightless::widgets
