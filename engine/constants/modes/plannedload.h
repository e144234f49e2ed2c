// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadplan.h"
#include "engine/constants/modes/loadstrategy.h"

#include <memory>

namespace weightless {

// Zero-copy and streamed: sets one constant a step, each on the way that the plan has for it.
[[nodiscard]] std::unique_ptr<LoadStrategy> makePlannedLoad(const LoadSite& site, LoadPlan plan);

} // namespace weightless
