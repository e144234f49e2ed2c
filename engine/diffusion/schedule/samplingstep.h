// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
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

} // namespace weightless::diffusion
