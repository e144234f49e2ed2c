// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/schedule/noiseschedule.h"
#include "engine/diffusion/schedule/samplingstep.h"

#include <cstdint>
#include <vector>

namespace weightless::diffusion {

// a · x + b · m, of a sample and what the model answered for it.
struct Linear {
    double sample = 0;
    double output = 0;
};

// What the model answered, as noise and as sample without noise, where x = √share · x0 + √(1 - share) ·
// noise.
[[nodiscard]] Linear noiseOf(Prediction prediction, double share);
[[nodiscard]] Linear cleanOf(Prediction prediction, double share);

// A schedule ready for a solver: shares are known for whole timesteps, noise levels for all.
class SignalTable {
public:
    explicit SignalTable(const ScheduleConfig& config);

    [[nodiscard]] const ScheduleConfig& config() const { return m_config; }
    // Before timestep 0: what follows the last step.
    [[nodiscard]] double share(double timestep) const;
    [[nodiscard]] double sigma(double timestep) const; // √((1 - share) / share), between timesteps linear
    // The timestep of a noise level, linear in its logarithm.
    [[nodiscard]] double timestepOf(double sigma) const;
    [[nodiscard]] double smallestSigma() const { return m_sigmas.front(); }
    [[nodiscard]] double largestSigma() const { return m_sigmas.back(); }

private:
    ScheduleConfig m_config;
    std::vector<double> m_shares;
    std::vector<double> m_sigmas; // ascending
};

[[nodiscard]] SamplingPlan ddimPlan(const SignalTable& table, int64_t count);
[[nodiscard]] SamplingPlan pndmPlan(const SignalTable& table, int64_t count);
[[nodiscard]] SamplingPlan eulerPlan(const SignalTable& table, int64_t count, bool isAncestral);
[[nodiscard]] SamplingPlan dpmSolverPlan(const SignalTable& table, int64_t count);
[[nodiscard]] SamplingPlan lcmPlan(const SignalTable& table, int64_t count);

} // namespace weightless::diffusion
