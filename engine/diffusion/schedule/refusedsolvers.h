// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/config/config.h"
#include "engine/diffusion/schedule/solvernames.h"

#include <map>
#include <string>

namespace weightless::diffusion {

// Why solvers cannot sample as a scheduler_config.json asks of their class in Diffusers: the file, the
// option, its value and what is done here instead. A configuration is handed from class to class there, and
// each ignores the options that it does not have.
//
// Diffusers' Stable Diffusion pipeline turns clip_sample off, which is on in a DDIMScheduler by itself, as
// latents are larger than 1: where the file does not say it, it is off here.
[[nodiscard]] std::map<Solver, std::string> refusedSolvers(const Config& config);

} // namespace weightless::diffusion
