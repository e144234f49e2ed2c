// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/schedule/solvernames.h"

#include <algorithm>
#include <array>

namespace weightless::diffusion {

namespace {

struct SolverName {
    Solver solver;
    std::string_view name;
    std::string_view className;
};
constexpr std::array solverNames {
    SolverName {Solver::Ddim, "ddim", "DDIMScheduler"},
    SolverName {Solver::Pndm, "pndm", "PNDMScheduler"},
    SolverName {Solver::Euler, "euler", "EulerDiscreteScheduler"},
    SolverName {Solver::EulerAncestral, "euler-ancestral", "EulerAncestralDiscreteScheduler"},
    SolverName {Solver::DpmSolverPp2M, "dpm++2m", "DPMSolverMultistepScheduler"},
    SolverName {Solver::Lcm, "lcm", "LCMScheduler"},
};

std::optional<Solver> solverWith(std::string_view SolverName::*member, std::string_view value)
{
    const auto* const known = std::ranges::find(solverNames, value, member);
    return known == solverNames.end() ? std::nullopt : std::optional(known->solver);
}

} // namespace

std::string_view toString(Solver solver)
{
    return std::ranges::find(solverNames, solver, &SolverName::solver)->name;
}

std::optional<Solver> solverFromName(std::string_view name)
{
    return solverWith(&SolverName::name, name);
}

std::optional<Solver> solverFromClass(std::string_view className)
{
    return solverWith(&SolverName::className, className);
}

const std::vector<Solver>& allSolvers()
{
    static const std::vector<Solver> solvers {Solver::Ddim, Solver::Pndm, Solver::Euler,
        Solver::EulerAncestral, Solver::DpmSolverPp2M, Solver::Lcm};
    return solvers;
}

} // namespace weightless::diffusion
