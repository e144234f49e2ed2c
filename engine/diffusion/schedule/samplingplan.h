// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/schedule/noiseschedule.h"
#include "engine/diffusion/schedule/samplingstep.h"

#include <cstdint>

namespace weightless::diffusion {

// The steps of `solver` (which the configuration need not name) for a schedule. InvalidArgument: fewer than
// one step or more than the schedule has (LCM: than its distillation had). Unsupported: the schedule refuses
// the solver.
//
// DDIM: J. Song, C. Meng, S. Ermon: Denoising Diffusion Implicit Models, 2021 (eta = 0).
// PNDM: L. Liu, Y. Ren, Z. Lin, Z. Zhao: Pseudo Numerical Methods for Diffusion Models on Manifolds, 2022, by
//   its linear multistep method (PLMS), whose first step is a pseudo improved Euler step.
// Euler, Euler ancestral: T. Karras et al. 2022, algorithm 1 without churn, in K. Crowson's form with the
//   ancestral noise of Ho et al. 2020.
// DPM-Solver++ 2M: C. Lu, Y. Zhou, F. Bao, J. Chen, C. Li, J. Zhu: DPM-Solver++: Fast Solver for Guided
//   Sampling of Diffusion Probabilistic Models, 2022, algorithm 2 (midpoint).
// LCM: S. Luo, Y. Tan, L. Huang, J. Li, H. Zhao: Latent Consistency Models, 2023, algorithm 3.
[[nodiscard]] SamplingPlan makeSamplingPlan(const ScheduleConfig& config, Solver solver, int64_t stepCount);

} // namespace weightless::diffusion
