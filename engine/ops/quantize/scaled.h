// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"
#include "engine/ops/quantize/factor.h"

#include <cstdint>
#include <optional>

// weightless.ScaledMatMulInteger and weightless.ScaledConvInteger: MatMulInteger and ConvInteger whose sums
// become float32 on their way out, without a tensor of sums. Beside the inputs of those they have two scales,
// which are multiplied, and a bias, each of one number or one for each column or filter; the attributes of
// product::epilogueOf() say what follows. Sums are exact up to 2^24, and rounded as float32 is beyond.
namespace weightless::ops::quantize {

// Inputs 0 to 3 are x, w and their zero points.
inline constexpr size_t scaleInput = 4;
inline constexpr size_t otherScaleInput = 5; // optional
inline constexpr size_t biasInput = 6; // optional; of int32 it is added to the sum
// Optional: with it x is float32, yet to be quantized to uint8 by this scale and x's zero point. Bytes of it
// are not made.
inline constexpr size_t quantizationInput = 7;
inline constexpr size_t scaledInputCount = 8;

// The shape rule's part of scales, bias and x; `count` columns or filters.
void checkScaled(InferenceContext& context, int64_t count);

// Each one number, or one for each of the places; of the bias as above.
struct ScalesAndBias {
    TensorRef scale;
    std::optional<TensorRef> otherScale {};
    std::optional<TensorRef> bias {};
};
// What product::BiasKind::PerRowScaled and PerColumnScaled take.
[[nodiscard]] TensorRef factorTable(LoweringContext& context, const ScalesAndBias& numbers, int64_t count);
// Of the inputs of such a node.
[[nodiscard]] TensorRef scaledFactors(LoweringContext& context, int64_t count);

[[nodiscard]] bool isUnquantized(const LoweringContext& context);
// x of such a node, as whole numbers less the zero point.
[[nodiscard]] Factor quantizedWhole(LoweringContext& context);

} // namespace weightless::ops::quantize
