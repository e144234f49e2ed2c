// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/lowering.h"
#include "engine/plan/plan.h"

namespace weightless::plan {

// Turns a draft into a plan: splits off the steps that depend on constants alone, gives every tensor its
// final home, and lays out the arenas. `alignment` is the device's storage offset alignment; `guardBytes` as
// in PlanOptions.
[[nodiscard]] Plan settle(Draft draft, uint64_t alignment, uint64_t guardBytes = 0);

} // namespace weightless::plan
