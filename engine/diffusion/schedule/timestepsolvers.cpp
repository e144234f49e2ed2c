// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/schedule/solvers.h"
#include "engine/diffusion/schedule/timesteps.h"

#include <algorithm>
#include <array>
#include <cmath>

// Solvers that step between timesteps of a sample whose variance stays.
namespace weightless::diffusion {

namespace {

SamplingStep stepAt(const SignalTable& table, double timestep, double share)
{
    SamplingStep step;
    step.timestep = timestep;
    const Linear clean = cleanOf(table.config().prediction, share);
    step.cleanSample = clean.sample;
    step.cleanOutput = clean.output;
    return step;
}

// PNDM's transfer (the paper's equation 11, in the form of its equation 9): x' = sample · x + noise · e.
Linear transfer(double share, double nextShare)
{
    const double divisor = share * std::sqrt(1 - nextShare) + std::sqrt(share * (1 - share) * nextShare);
    return {std::sqrt(nextShare / share), -(nextShare - share) / divisor};
}

// Adams and Bashforth's weights of the newest answer and those before.
constexpr std::array<std::array<double, 4>, 4> adamsBashforth {{
    {1, 0, 0, 0},
    {3.0 / 2, -1.0 / 2, 0, 0},
    {23.0 / 12, -16.0 / 12, 5.0 / 12, 0},
    {55.0 / 24, -59.0 / 24, 37.0 / 24, -9.0 / 24},
}};

// Its timesteps, the second of which is asked twice.
std::vector<double> pndmTimesteps(const SignalTable& table, int64_t count)
{
    std::vector<double> timesteps = spacedTimesteps(table.config(), Solver::Pndm, count);
    if (timesteps.size() > 1) {
        timesteps.insert(timesteps.begin() + 1, timesteps[1]);
    }
    return timesteps;
}

} // namespace

SamplingPlan ddimPlan(const SignalTable& table, int64_t count)
{
    const auto stride = static_cast<double>(table.config().trainTimesteps / count);
    SamplingPlan plan;
    for (const double timestep : spacedTimesteps(table.config(), Solver::Ddim, count)) {
        const double share = table.share(timestep);
        const double nextShare = table.share(timestep - stride);
        SamplingStep step = stepAt(table, timestep, share);
        const Linear noise = noiseOf(table.config().prediction, share);
        const double direction = std::sqrt(1 - nextShare);
        step.sample = std::sqrt(nextShare) * step.cleanSample + direction * noise.sample;
        step.output = std::sqrt(nextShare) * step.cleanOutput + direction * noise.output;
        plan.steps.push_back(step);
    }
    return plan;
}

SamplingPlan pndmPlan(const SignalTable& table, int64_t count)
{
    const auto stride = static_cast<double>(table.config().trainTimesteps / count);
    const std::vector<double> timesteps = pndmTimesteps(table, count);
    SamplingPlan plan;
    for (size_t i = 0; i < timesteps.size(); ++i) {
        const double timestep = timesteps[i];
        SamplingStep step = stepAt(table, timestep, table.share(timestep));
        const double from = i == 1 ? timestep + stride : timestep;
        const double share = table.share(from);
        const Linear moved = transfer(share, table.share(from - stride));
        // The answers are combined first, and then taken as noise of the sample they are applied to.
        const Linear noise = noiseOf(table.config().prediction, share);
        const double answers = moved.output * noise.output;
        step.sample = moved.sample + moved.output * noise.sample;
        if (i == 1) {
            // The first step again from its own beginning, x0 = (x - output · m0) / sample of that step, with
            // the mean of both answers; its own is not kept.
            const SamplingStep& first = plan.steps.front();
            const double ratio = step.sample / first.sample;
            step.output = answers / 2;
            step.kept[0] = answers / 2 - ratio * first.output;
            step.sample = ratio;
        } else {
            const size_t order = std::min<size_t>(i == 0 ? 0 : i - 1, adamsBashforth.size() - 1);
            step.output = answers * adamsBashforth[order][0];
            for (size_t k = 0; k < keptCount; ++k) {
                step.kept[k] = answers * adamsBashforth[order][k + 1];
            }
            step.keptOutput = 1;
        }
        plan.steps.push_back(step);
    }
    return plan;
}

SamplingPlan lcmPlan(const SignalTable& table, int64_t count)
{
    constexpr double dataDeviation = 0.5;
    const std::vector<double> timesteps = consistencyTimesteps(table.config(), count);
    SamplingPlan plan;
    for (size_t i = 0; i < timesteps.size(); ++i) {
        SamplingStep step = stepAt(table, timesteps[i], table.share(timesteps[i]));
        // The consistency function: at timestep 0 it is the sample itself.
        const double scaled = timesteps[i] * table.config().lcmTimestepScaling;
        const double length = scaled * scaled + dataDeviation * dataDeviation;
        const double skip = dataDeviation * dataDeviation / length;
        const double out = scaled / std::sqrt(length);
        const bool isLast = i + 1 == timesteps.size();
        const double nextShare = isLast ? 1 : table.share(timesteps[i + 1]);
        step.sample = std::sqrt(nextShare) * (out * step.cleanSample + skip);
        step.output = std::sqrt(nextShare) * out * step.cleanOutput;
        step.noise = std::sqrt(1 - nextShare);
        plan.steps.push_back(step);
    }
    return plan;
}

} // namespace weightless::diffusion
