// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

// weightless.ScaledMatMulInteger and weightless.ScaledConvInteger: MatMulInteger and ConvInteger whose sums
// become float32 on their way out, without a tensor of sums. Beside the inputs of those they have two scales,
// which are multiplied, and a bias, each of one number or one for each column or filter; the attributes of
// product::epilogueOf() say what follows. Sums are exact up to 2^24, and rounded as float32 is beyond.
namespace weightless::ops::quantize {

// Inputs.
inline constexpr size_t xInput = 0;
inline constexpr size_t weightInput = 1;
inline constexpr size_t xZeroInput = 2; // optional, as the next one is
inline constexpr size_t weightZeroInput = 3;
inline constexpr size_t scaleInput = 4;
inline constexpr size_t otherScaleInput = 5; // optional
inline constexpr size_t biasInput = 6; // optional; of int32 it is added to the sum
// Optional: with it x is float32, yet to be quantized to uint8 by this scale and x's zero point. Bytes of it
// are not made.
inline constexpr size_t quantizationInput = 7;
inline constexpr size_t scaledInputCount = 8;

// Of a left factor with so few rows kernels read bytes.
inline constexpr int64_t mostRowsAsBytes = 8;

} // namespace weightless::ops::quantize
