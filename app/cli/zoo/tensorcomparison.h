// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <optional>
#include <string>

namespace weightless::cli {

// |actual - expected| <= absolute + relative * |expected|, NumPy's assert_allclose.
struct Tolerance {
    double relative = 0;
    double absolute = 0;
};

// What ONNX's own test runner allows, 1e-3 and 1e-7, for float32 and float64. It allows the same for 16-bit
// floats, which is one unit in the last place of float16 (2^-10) and below one of bfloat16 (2^-7): too little
// for values that were summed in another order. They get five units of float16 and two and a half of bfloat16
// near 1, and for sums that nearly cancel the same of terms around 0.1. Everything else is compared exactly.
[[nodiscard]] Tolerance toleranceFor(DataType type);

// Why the tensors are not the same, or nullopt. Types and shapes must match exactly; NaN equals NaN, an
// infinity itself.
[[nodiscard]] std::optional<std::string> difference(const HostTensor& actual, const HostTensor& expected);

} // namespace weightless::cli
