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

} // namespace weightless::diffusion
