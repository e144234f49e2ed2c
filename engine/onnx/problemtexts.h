// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace weightless::onnx_io {

// How a line of ReadResult::problems ends that counts those of tensors which are not listed: "and 200 more
// …".
inline constexpr std::string_view uncountedTensors = "tensors whose bytes cannot be had";

// What stands behind the problem of the first constant of a data file when others of that file have no data
// either; then how many they are with the first, and ")".
inline constexpr std::string_view constantsOfTheFile = " (constants of that file that have no data: ";

} // namespace weightless::onnx_io
