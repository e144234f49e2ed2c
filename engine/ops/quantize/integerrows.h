// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/quantize/factor.h"

namespace weightless::ops::quantize {

// Whether the product has so few rows, and one matrix on its right, that reading it as bytes is what counts.
[[nodiscard]] bool suitsIntegerRows(const LoweringContext& context, const Factor& a, const Factor& b);
// lowerExactProduct() for such.
void lowerIntegerRows(LoweringContext& context, const Factor& a, const Factor& b, const TensorRef& sums);
// float32 instead of sums: times the factors, plus what is added (scaled.h), then the node's activation.
void lowerScaledRows(
    LoweringContext& context, const Factor& a, const Factor& b, const TensorRef& factors, const TensorRef& y);

} // namespace weightless::ops::quantize
