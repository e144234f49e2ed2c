// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/schedule/noiseschedule.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weightless::diffusion {

// How many steps' worth of what a step keeps are needed later, at most.
inline constexpr size_t keptCount = 3;

// One call of the model and what follows from it. Every solver here is linear in what it combines, so that a
// step is a handful of numbers, worked out in double precision before anything runs, and one kernel on the
// device. With x the sample, m what the model answers for inputScale · x at `timestep`, k[0] what the step
// before kept (k[1] the one before that) and z fresh normal noise, and both of the old x:
//   x ← sample · x + output · m + Σ kept[i] · k[i] + noise · z
//   what is kept = keptSample · x + keptOutput · m; where both are zero, what was kept stays as it is
struct SamplingStep {
    double timestep = 0;
    double inputScale = 1;
    double sample = 1;
    double output = 0;
    std::array<double, keptCount> kept {};
    double noise = 0;
    double keptSample = 0;
    double keptOutput = 0;
    // x0 = cleanSample · x + cleanOutput · m is the model's guess at the sample without noise: for previews.
    double cleanSample = 1;
    double cleanOutput = 0;

    [[nodiscard]] bool keeps() const { return keptSample != 0 || keptOutput != 0; }
};

struct SamplingPlan {
    double initialScale = 1; // of the normal noise that sampling begins with
    std::vector<SamplingStep> steps; // PNDM's are one more than were asked for

    [[nodiscard]] bool needsNoise() const; // beyond the initial one
};

// The steps of `solver` (which the configuration need not name) for a schedule. InvalidArgument: fewer than
// one step or more than the schedule has (LCM: than its distillation had).
//
// DDIM: J. Song, C. Meng, S. Ermon: Denoising Diffusion Implicit Models, 2021 (eta = 0).
// PNDM: L. Liu, Y. Ren, Z. Lin, Z. Zhao: Pseudo Numerical Methods for Diffusion Models on Manifolds, 2022, by
//   its linear multistep method (PLMS), whose first step is a pseudo improved Euler step.
// Euler, Euler ancestral: T. Karras et al. 2022, algorithm 1 without churn, in K. Crowson's form with the
//   ancestral noise of Ho et al. 2020.
// DPM-Solver++ 2M: C. Lu, Y. Zhou, F. Bao, J. Chen, C. Li, J. Zhu: DPM-Solver++: Fast Solver for Guided
//   Sampling of Diffusion Probabilistic Models, 2022, algorithm 2 (midpoint).
// LCM: S. Luo, Y. Tan, L. Huang, J. Li, H. Zhao: Latent Consistency Models, 2023, algorithm 3.
[[nodiscard]] SamplingPlan makeSamplingPlan(const ScheduleConfig& config, Solver solver, int64_t stepCount);

} // namespace weightless::diffusion
