// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

#include <functional>

namespace weightless::plan {

// Calls `visit` for every tensor that the step reads or writes, as often as it binds it.
void forEachAccess(
    const PlanStep& step, const std::function<void(uint32_t tensor, ops::Access access)>& visit);

} // namespace weightless::plan
