// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hostvalue.h"

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

// What the user asks for instead, for floats of every type.
struct GivenTolerance {
    std::optional<double> relative = {};
    std::optional<double> absolute = {};
};

// Why the values are not the same, or nullopt. Types and shapes must match exactly; NaN equals NaN, an
// infinity itself. Of sequences, element for element.
[[nodiscard]] std::optional<std::string> difference(
    const HostTensor& actual, const HostTensor& expected, const GivenTolerance& given = {});
[[nodiscard]] std::optional<std::string> difference(
    const HostValue& actual, const HostValue& expected, const GivenTolerance& given = {});

// Root mean square of the differences over that of the expected values, for floats; 0 for everything else. Of
// sequences, the largest of their elements'.
[[nodiscard]] double relativeError(const HostValue& actual, const HostValue& expected);

} // namespace weightless::cli
