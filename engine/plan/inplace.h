// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/lowering.h"

#include <optional>
#include <vector>

namespace weightless::plan {

// The same draft without copies whose source can be made where it is copied to, as the parts of a
// concatenation: the source becomes a view of the target. Only between tensors of the arena that nobody else
// uses meanwhile, at multiples of 32 bytes, and where what lives at once does not become more than it is at
// most. `isConstant` is by owning tensor. Nothing where there is no such copy, or too much to look at.
[[nodiscard]] std::optional<Draft> withPartsInPlace(const Draft& draft, const std::vector<bool>& isConstant);

} // namespace weightless::plan
