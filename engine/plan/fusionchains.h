// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionwalk.h"

#include <optional>
#include <vector>

namespace weightless::plan {

// What a Conv, MatMul or Gemm (node `product`) can do on the way out of its kernel, in this order, every part
// optional but at least one: MatMul → Add of a bias per column; Conv → BatchNormalization; Conv or MatMul →
// Add (or Sum) of a tensor of the result's shape; then an activation (ValueWalk::takeActivation()), or behind
// a Conv a PRelu with a slope for each filter. A constant that a Transpose before a MatMul or Gemm turns
// round is read the other way. Values in between are read by the chain alone. Nodes marked in `taken` belong
// to other chains.
[[nodiscard]] std::optional<FusedChain> matchChain(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const std::vector<bool>& taken, size_t product);

} // namespace weightless::plan
