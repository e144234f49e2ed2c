// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/schedule/noiseschedule.h"

#include <cstdint>
#include <vector>

namespace weightless::diffusion {

// Timesteps of `count` steps, the noisiest first, as Diffusers spaces them for `solver` (of DDIM, PNDM, Euler
// and DPM-Solver++; for DPM-Solver++ leading and linspace leave out the last of one more). There are fewer
// where trailing ones are clipped.
[[nodiscard]] std::vector<double> spacedTimesteps(const ScheduleConfig& config, Solver solver, int64_t count);

// LCM: every so many of the timesteps that the distillation had.
[[nodiscard]] std::vector<double> consistencyTimesteps(const ScheduleConfig& config, int64_t count);

} // namespace weightless::diffusion
