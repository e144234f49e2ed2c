// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/constants/loadoptions.h"

#include <cstddef>
#include <vector>

namespace weightless {

// Those that are unset (ConstantStore::unset()) and have a source, first to load first.
[[nodiscard]] std::vector<size_t> loadableConstants(
    const ConstantStore& store, LoadOrder order, bool isGivenUp = false);

} // namespace weightless
