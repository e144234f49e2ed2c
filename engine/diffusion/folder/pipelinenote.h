// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/schedule/solvernames.h"

#include <cstdint>
#include <string>

namespace weightless::diffusion {

// What to know of a folder before it is used.
struct PipelineNote {
    enum class Kind : std::uint8_t {
        NoSchedule, // noise is taken as Stable Diffusion 1.5's
        OtherScheduler, // `scheduler` is asked for, and `solver` takes its place
        RandomWeights, // the demo
        MaybeDistilled, // timesteps are 'trailing', and nothing else tells
    };

    Kind kind = Kind::NoSchedule;
    std::string scheduler {}; // its class in Diffusers
    Solver solver = Solver::Ddim;
};

// In English. Shown elsewhere, it is said from the kind.
[[nodiscard]] std::string describe(const PipelineNote& note);

} // namespace weightless::diffusion
