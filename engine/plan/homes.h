// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/lowering.h"
#include "engine/plan/plan.h"

namespace weightless::plan {

struct SettleOptions {
    uint64_t alignment = 0; // the device's storage offset alignment
    uint64_t guardBytes = 0; // as in PlanOptions
    uint64_t slabBytes = 0; // Plan::slabBytes
    uint32_t stepsAhead = 0; // as in groupSteps()
};

// Turns a draft into a plan: splits off the steps that depend on constants alone, gives every tensor its
// final home, moves steps together that the device may run side by side, and lays out the arenas.
[[nodiscard]] Plan settle(Draft draft, const SettleOptions& options);

} // namespace weightless::plan
