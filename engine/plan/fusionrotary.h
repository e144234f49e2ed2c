// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <optional>

namespace weightless::plan {

// `node` is the sum of x times cosines and rotate_half(x), Concat(Neg(second half), first half) along the
// last axis, times sines, as decoders write rotary position embedding out: one weightless.RotateHalf.
[[nodiscard]] std::optional<DataflowNode> matchRotary(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const DataflowNode& node);

} // namespace weightless::plan
