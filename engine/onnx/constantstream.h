// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/writer.h"

namespace weightless::onnx_io {

// The constant's own bytes, from its value or its source, in order and in small memory. Throws
// InvalidArgument when it has neither. The filler throws Io, and InvalidArgument for encoded elements that do
// not fit the shape; Cancelled
// soon after a stop request.
[[nodiscard]] ByteFiller streamOf(const ConstantInfo& constant, const std::stop_token& stop = {});

// Bytes that outlive the filler.
[[nodiscard]] ByteFiller streamOf(std::span<const std::byte> bytes);

} // namespace weightless::onnx_io
