// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace weightless::onnx_io {

// "1.12.0": the release of ONNX whose message types this build reads by name; fields of later ones are passed
// on as they are. Any thread.
[[nodiscard]] std::string_view onnxVersion();

} // namespace weightless::onnx_io
