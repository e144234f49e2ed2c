// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace weightless::diffusion {

enum class Solver { Ddim, Pndm, Euler, EulerAncestral, DpmSolverPp2M, Lcm };

// "ddim", "pndm", "euler", "euler-ancestral", "dpm++2m", "lcm"
[[nodiscard]] std::string_view toString(Solver solver);
[[nodiscard]] std::optional<Solver> solverFromName(std::string_view name);
// Of Diffusers: "DDIMScheduler" …
[[nodiscard]] std::optional<Solver> solverFromClass(std::string_view className);
[[nodiscard]] const std::vector<Solver>& allSolvers();

// What a class of Diffusers takes for granted of the noise that a model was trained with.
struct TrainingDefaults {
    double betaStart = 0.0001;
    double betaEnd = 0.02;
    bool isScaledLinear = false; // else linear
};
// nullopt for a class whose models were not trained with as many levels of noise, each with a beta, as those
// of all solvers here: flow matching, EDM. A class need not have a solver.
[[nodiscard]] std::optional<TrainingDefaults> trainingDefaultsOf(std::string_view className);

} // namespace weightless::diffusion
