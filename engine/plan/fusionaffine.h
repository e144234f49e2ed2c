// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionwalk.h"

#include <optional>
#include <vector>

namespace weightless::plan {

// A Mul by a known number (node `product`), then an Add of one: a learned scale and offset that no product
// before it takes.
[[nodiscard]] std::optional<FusedChain> matchAffine(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const std::vector<bool>& taken, size_t product);

} // namespace weightless::plan
