// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <optional>

namespace weightless::plan {

// `node` is the last product of x * Clip(x + 3, 0, 6) / 6, factors in any order, as exporters wrote a
// HardSwish before there was one, or of Clip(x + 3, 0, 6) / 6 alone: one HardSwish, or HardSigmoid.
[[nodiscard]] std::optional<DataflowNode> matchHard(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const DataflowNode& node);

} // namespace weightless::plan
