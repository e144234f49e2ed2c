// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionwalk.h"

#include <optional>
#include <vector>

namespace weightless::plan {

// MatMulInteger or ConvInteger (node `product`) → (Add of an int32 bias) → Cast to float32 → Mul by one scale
// or one for each column or filter, itself perhaps a product of two → (Add of a bias likewise) → (an
// activation), as quantizers of weights write a product, with one bias or the other:
// weightless.ScaledMatMulInteger or ScaledConvInteger. Where its left factor comes from
// DynamicQuantizeLinear, it quantizes on its own, but for products of few rows, whose kernels read bytes.
// Nodes marked in `taken` belong to others.
[[nodiscard]] std::optional<FusedChain> matchIntegerProduct(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const std::vector<bool>& taken, size_t product);

} // namespace weightless::plan
