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

constexpr TrainingDefaults usual {};
constexpr TrainingDefaults latent {0.00085, 0.012, false};
struct TrainedClass {
    std::string_view className;
    TrainingDefaults defaults;
};
constexpr std::array trainedClasses {
    TrainedClass {"DDIMScheduler", usual},
    TrainedClass {"PNDMScheduler", usual},
    TrainedClass {"EulerDiscreteScheduler", usual},
    TrainedClass {"EulerAncestralDiscreteScheduler", usual},
    TrainedClass {"DPMSolverMultistepScheduler", usual},
    TrainedClass {"LCMScheduler", {0.00085, 0.012, true}},
    TrainedClass {"DDPMScheduler", usual},
    TrainedClass {"DEISMultistepScheduler", usual},
    TrainedClass {"DPMSolverSinglestepScheduler", usual},
    TrainedClass {"DPMSolverSDEScheduler", latent},
    TrainedClass {"HeunDiscreteScheduler", latent},
    TrainedClass {"KDPM2DiscreteScheduler", latent},
    TrainedClass {"KDPM2AncestralDiscreteScheduler", latent},
    TrainedClass {"LMSDiscreteScheduler", usual},
    TrainedClass {"UniPCMultistepScheduler", usual},
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

std::optional<TrainingDefaults> trainingDefaultsOf(std::string_view className)
{
    const auto* const known = std::ranges::find(trainedClasses, className, &TrainedClass::className);
    return known == trainedClasses.end() ? std::nullopt : std::optional(known->defaults);
}

const std::vector<Solver>& allSolvers()
{
    static const std::vector<Solver> solvers {Solver::Ddim, Solver::Pndm, Solver::Euler,
        Solver::EulerAncestral, Solver::DpmSolverPp2M, Solver::Lcm};
    return solvers;
}

} // namespace weightless::diffusion
