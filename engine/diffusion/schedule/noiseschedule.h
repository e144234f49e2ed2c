// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/config/config.h"
#include "engine/diffusion/schedule/solvernames.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weightless::diffusion {

enum class Prediction { Epsilon, Velocity, Sample }; // what the model says of a noisy sample
enum class BetaSchedule { Linear, ScaledLinear, SquaredCosine };
enum class Spacing { Leading, Linspace, Trailing }; // where the timesteps of a few steps lie among all

// What a model was trained with and how it is sampled. The defaults are Stable Diffusion 1.5's, for folders
// that say nothing of it.
struct ScheduleConfig {
    Solver solver = Solver::Pndm;
    std::string otherClass {}; // of Diffusers, which the file asks for and `solver` takes the place of
    Prediction prediction = Prediction::Epsilon;
    BetaSchedule betaSchedule = BetaSchedule::ScaledLinear;
    double betaStart = 0.00085;
    double betaEnd = 0.012;
    int64_t trainTimesteps = 1000;
    std::optional<Spacing> spacing; // nullopt: the solver's own
    int64_t stepsOffset = 1;
    bool setAlphaToOne = false; // the sample after the last step is free of noise, not as at timestep 0
    bool usesKarrasSigmas = false;
    std::optional<double> karrasSmallest; // nullopt: as the timesteps have them
    std::optional<double> karrasLargest;
    int64_t lcmOriginalSteps = 50; // of the distillation
    double lcmTimestepScaling = 10;
    // DPM-Solver++: timesteps with a smaller logarithm of signal to noise are left out.
    std::optional<double> smallestLogRatio;
    bool lowerOrderFinal = true; // DPM-Solver++: the last of few steps is of first order
    std::map<Solver, std::string> refused; // those that cannot sample as it was asked for, and why

    [[nodiscard]] Spacing spacingOf(Solver used) const;
};

// Of scheduler_config.json, with the defaults of Hugging Face's Diffusers.
// InvalidArgument for values outside their range; Unsupported, by name, for what no solver here can do
// (classes of scheduler for models that were trained in another way, beta tables). What some cannot do
// (thresholding, Runge-Kutta steps, other orders …) is in `refused`, so that others can be chosen.
[[nodiscard]] ScheduleConfig readSchedule(const Config& config);

// Products of 1 - beta up to each timestep: the share of the sample's variance that is signal (J. Ho,
// A. Jain, P. Abbeel: Denoising Diffusion Probabilistic Models, 2020). The squared cosine is of A. Nichol,
// P. Dhariwal: Improved Denoising Diffusion Probabilistic Models, 2021.
[[nodiscard]] std::vector<double> signalShares(const ScheduleConfig& config);

// From how many of the least noisy timesteps `solver` takes its own: all of them, unless the schedule clips
// those of DPM-Solver++.
[[nodiscard]] int64_t usedTimesteps(const ScheduleConfig& config, Solver solver);

// `count` sigmas from the largest to the smallest as T. Karras, M. Aittala, T. Aila, S. Laine: Elucidating
// the Design Space of Diffusion-Based Generative Models, 2022, equation 5 with rho = 7.
[[nodiscard]] std::vector<double> karrasSigmas(double smallest, double largest, int64_t count);

} // namespace weightless::diffusion
