// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/quantize/factor.h"

namespace weightless::ops::quantize {

// Whether the product has so few rows, and one matrix on its right, that reading it as bytes is what counts.
[[nodiscard]] bool suitsIntegerRows(const LoweringContext& context, const Factor& a, const Factor& b);
// lowerExactProduct() for such.
void lowerIntegerRows(LoweringContext& context, const Factor& a, const Factor& b, const TensorRef& sums);

} // namespace weightless::ops::quantize
