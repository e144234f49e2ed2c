// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/schedule/samplingplan.h"

#include "engine/base/error.h"
#include "engine/diffusion/schedule/solvers.h"

#include <algorithm>

namespace weightless::diffusion {

bool SamplingPlan::needsNoise() const
{
    return std::ranges::any_of(steps, [](const SamplingStep& step) { return step.noise != 0; });
}

SamplingPlan makeSamplingPlan(const ScheduleConfig& config, Solver solver, int64_t stepCount)
{
    if (const auto refused = config.refused.find(solver); refused != config.refused.end()) {
        throw Error(ErrorKind::Unsupported, refused->second);
    }
    const int64_t most = solver == Solver::Lcm ? config.lcmOriginalSteps : usedTimesteps(config, solver) - 1;
    if (stepCount < 1 || stepCount > most) {
        throw Error(ErrorKind::InvalidArgument,
            "The scheduler " + std::string(toString(solver)) + " takes 1 to " + std::to_string(most)
                + " steps, not " + std::to_string(stepCount));
    }
    const SignalTable table(config);
    switch (solver) {
    case Solver::Ddim:
        return ddimPlan(table, stepCount);
    case Solver::Pndm:
        return pndmPlan(table, stepCount);
    case Solver::Euler:
        return eulerPlan(table, stepCount, false);
    case Solver::EulerAncestral:
        return eulerPlan(table, stepCount, true);
    case Solver::DpmSolverPp2M:
        return dpmSolverPlan(table, stepCount);
    case Solver::Lcm:
        return lcmPlan(table, stepCount);
    }
    throw Error(ErrorKind::Internal, "A scheduler without steps");
}

} // namespace weightless::diffusion
