// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/schedule/solvers.h"
#include "engine/diffusion/schedule/timesteps.h"

#include <algorithm>
#include <cmath>

// Solvers that step between levels of noise.
namespace weightless::diffusion {

namespace {

struct Levels {
    std::vector<double> timesteps;
    std::vector<double> sigmas; // one more: no noise at the end
};

Levels levelsOf(const SignalTable& table, Solver solver, int64_t count)
{
    Levels levels;
    if (table.config().usesKarrasSigmas && solver != Solver::EulerAncestral) {
        std::vector<double> spaced = spacedTimesteps(table.config(), solver, count);
        const bool usesAll = solver == Solver::DpmSolverPp2M; // Diffusers: not only those of the timesteps
        const double largest = usesAll ? table.largestSigma() : table.sigma(spaced.front());
        const double smallest = usesAll ? table.smallestSigma() : table.sigma(spaced.back());
        levels.sigmas = karrasSigmas(table.config().karrasSmallest.value_or(smallest),
            table.config().karrasLargest.value_or(largest), count);
        for (const double sigma : levels.sigmas) {
            const double timestep = table.timestepOf(sigma);
            levels.timesteps.push_back(usesAll ? std::nearbyint(timestep) : timestep);
        }
    } else {
        levels.timesteps = spacedTimesteps(table.config(), solver, count);
        for (const double timestep : levels.timesteps) {
            levels.sigmas.push_back(table.sigma(timestep));
        }
    }
    levels.sigmas.push_back(0);
    return levels;
}

// Of samples x = x0 + sigma · noise: what the model answers for x / √(sigma² + 1) as x0.
Linear cleanAt(Prediction prediction, double sigma)
{
    const double share = 1 / (sigma * sigma + 1);
    Linear clean = cleanOf(prediction, share);
    clean.sample *= std::sqrt(share);
    return clean;
}

// Of samples x = alpha · x0 + beta · noise, alpha² + beta² = 1.
struct Mixture {
    double alpha;
    double beta;
    double logRatio; // half the logarithm of the signal-to-noise ratio
};

Mixture mixtureAt(double sigma)
{
    const double alpha = 1 / std::sqrt(sigma * sigma + 1);
    return {alpha, sigma * alpha, -std::log(sigma)};
}

} // namespace

SamplingPlan eulerPlan(const SignalTable& table, int64_t count, bool isAncestral)
{
    const Solver solver = isAncestral ? Solver::EulerAncestral : Solver::Euler;
    const Levels levels = levelsOf(table, solver, count);
    SamplingPlan plan;
    const double first = *std::ranges::max_element(levels.sigmas);
    const bool beginsEarlier = table.config().spacingOf(solver) == Spacing::Leading;
    plan.initialScale = beginsEarlier ? std::sqrt(first * first + 1) : first;
    for (size_t i = 0; i < levels.timesteps.size(); ++i) {
        const double sigma = levels.sigmas[i];
        const double next = levels.sigmas[i + 1];
        const double share = std::min(next * next / (sigma * sigma), 1.0);
        const double up = isAncestral ? std::sqrt(next * next * (1 - share)) : 0;
        const double down = std::sqrt(std::max(next * next - up * up, 0.0));
        const Linear clean = cleanAt(table.config().prediction, sigma);
        SamplingStep step;
        step.timestep = levels.timesteps[i];
        step.inputScale = 1 / std::sqrt(sigma * sigma + 1);
        step.cleanSample = clean.sample;
        step.cleanOutput = clean.output;
        // x + (x - x0) / sigma · (down - sigma)
        const double slope = (down - sigma) / sigma;
        step.sample = 1 + slope * (1 - clean.sample);
        step.output = -slope * clean.output;
        step.noise = up;
        plan.steps.push_back(step);
    }
    return plan;
}

SamplingPlan dpmSolverPlan(const SignalTable& table, int64_t count)
{
    const Levels levels = levelsOf(table, Solver::DpmSolverPp2M, count);
    SamplingPlan plan;
    for (size_t i = 0; i < levels.timesteps.size(); ++i) {
        const Mixture now = mixtureAt(levels.sigmas[i]);
        const double nextSigma = levels.sigmas[i + 1];
        const Mixture next = mixtureAt(nextSigma);
        SamplingStep step;
        step.timestep = levels.timesteps[i];
        const Linear clean = cleanOf(table.config().prediction, now.alpha * now.alpha);
        step.cleanSample = clean.sample;
        step.cleanOutput = clean.output;
        step.keptSample = clean.sample;
        step.keptOutput = clean.output;
        // x' = (beta' / beta) x - alpha' (e^-h - 1) (D0 + D1 / 2)
        const double decay = nextSigma == 0 ? 0 : std::exp(now.logRatio - next.logRatio);
        const double gain = next.alpha * (1 - decay);
        double newest = gain;
        const bool isLast = i + 1 == levels.timesteps.size();
        if (i > 0
            && !(isLast
                && (nextSigma == 0 || (table.config().lowerOrderFinal && levels.timesteps.size() < 15)))) {
            const Mixture before = mixtureAt(levels.sigmas[i - 1]);
            const double ratio = (now.logRatio - before.logRatio) / (next.logRatio - now.logRatio);
            newest += gain / (2 * ratio);
            step.kept[0] = -gain / (2 * ratio);
        }
        step.sample = next.beta / now.beta + newest * clean.sample;
        step.output = newest * clean.output;
        plan.steps.push_back(step);
    }
    return plan;
}

} // namespace weightless::diffusion
