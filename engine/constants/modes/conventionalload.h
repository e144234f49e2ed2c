// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadplan.h"
#include "engine/constants/modes/loadstrategy.h"

#include <memory>

namespace weightless {

// What frameworks do today, to show the difference: three copies of every weight in CPU memory. Of the plan,
// order and loaders.
[[nodiscard]] std::unique_ptr<LoadStrategy> makeConventionalLoad(const LoadSite& site, LoadPlan plan);

// The constant is copied three times: its bytes are not in CPU memory as they are to be anyway.
[[nodiscard]] bool isParsed(const ConstantInfo& constant);

} // namespace weightless
