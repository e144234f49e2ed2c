// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <optional>

namespace weightless::plan {

// `node` is the last product of x * 0.5 * (1 + Erf(x / sqrt 2)), or of the same with Tanh(sqrt(2 / pi) * (x +
// 0.044715 x³)), factors in any order: one Gelu. With one more factor, where that and x are the halves of one
// tensor along its last axis ("GEGLU", also around an operator Gelu): one GatedGelu of that tensor. These are
// the widest tensors of a transformer beside its scores.
[[nodiscard]] std::optional<DataflowNode> matchGelu(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const DataflowNode& node);

} // namespace weightless::plan
