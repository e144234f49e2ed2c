// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/schedule/timesteps.h"

#include <algorithm>
#include <cmath>

namespace weightless::diffusion {

namespace {

// Half to even, as NumPy rounds.
double rounded(double value)
{
    return std::nearbyint(value);
}

// `count` numbers from 0 to the last of so many timesteps.
std::vector<double> linspaced(int64_t used, int64_t count)
{
    std::vector<double> values(static_cast<size_t>(count));
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = count == 1
            ? 0
            : static_cast<double>(used - 1) * static_cast<double>(i) / static_cast<double>(count - 1);
    }
    return values;
}

// As far apart as `count` of all would be.
std::vector<double> trailing(int64_t used, int64_t train, int64_t count)
{
    const double ratio = static_cast<double>(train) / static_cast<double>(count);
    std::vector<double> values;
    for (int64_t i = 0; i < count; ++i) {
        const double value = static_cast<double>(used) - static_cast<double>(i) * ratio;
        if (value <= 0) {
            break;
        }
        values.push_back(rounded(value) - 1);
    }
    std::ranges::reverse(values);
    return values;
}

} // namespace

std::vector<double> spacedTimesteps(const ScheduleConfig& config, Solver solver, int64_t count)
{
    const int64_t train = config.trainTimesteps;
    const int64_t used = usedTimesteps(config, solver);
    const int64_t extra = solver == Solver::DpmSolverPp2M ? 1 : 0;
    const bool keepsFractions = solver == Solver::Euler || solver == Solver::EulerAncestral;
    std::vector<double> values;
    switch (config.spacingOf(solver)) {
    case Spacing::Linspace:
        values = linspaced(used, count + extra);
        if (!keepsFractions) {
            std::ranges::transform(values, values.begin(), rounded);
        }
        break;
    case Spacing::Leading:
        for (int64_t i = 0; i < count + extra; ++i) {
            values.push_back(static_cast<double>(i * (used / (count + extra)) + config.stepsOffset));
        }
        break;
    case Spacing::Trailing:
        values = trailing(used, train, count);
        break;
    }
    std::ranges::reverse(values);
    values.resize(std::min(values.size(), static_cast<size_t>(count)));
    for (double& value : values) { // an offset may lead out of the schedule
        value = std::clamp(value, 0.0, static_cast<double>(train - 1));
    }
    return values;
}

std::vector<double> consistencyTimesteps(const ScheduleConfig& config, int64_t count)
{
    const int64_t originalCount = config.lcmOriginalSteps;
    const int64_t stride = config.trainTimesteps / originalCount;
    std::vector<double> values;
    for (int64_t i = 0; i < count; ++i) {
        const int64_t index = originalCount * i / count; // from the noisiest on
        values.push_back(static_cast<double>((originalCount - index) * stride - 1));
    }
    return values;
}

} // namespace weightless::diffusion
