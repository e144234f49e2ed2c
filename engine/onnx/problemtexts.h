// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace weightless::onnx_io {

// How a line of ReadResult::problems ends that counts those of tensors which are not listed: "and 200 more …".
inline constexpr std::string_view uncountedTensors = "tensors whose bytes cannot be had";

} // namespace weightless::onnx_io
