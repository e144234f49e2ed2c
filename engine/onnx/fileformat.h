// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytesource.h"

#include <string>

namespace weightless::onnx_io {

// What a file that is certainly no ONNX model looks like, from its first bytes: "a zip archive (PyTorch
// checkpoints are such); export the model to ONNX". Empty when nothing speaks against ONNX. Io when the file
// cannot be read.
[[nodiscard]] std::string describeForeignFormat(const ByteSource& file, const std::stop_token& stop = {});

} // namespace weightless::onnx_io
