// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionwalk.h"

#include <optional>
#include <vector>

namespace weightless::plan {

// x * Sigmoid(x) or x * Sigmoid(a * x) with a known number (node `sigmoid`) as one Swish, where no product or
// norm ends with it; times a tensor of its shape as one SwiGLU.
[[nodiscard]] std::optional<FusedChain> matchSwish(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const std::vector<bool>& taken, size_t sigmoid);

} // namespace weightless::plan
