// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/wirereader.h"

namespace weightless::onnx_io {

// A ValueInfoProto. For sequences and optionals, type and shape are those of the tensors inside.
[[nodiscard]] ValueInfo readValueInfo(WireMessage message);

} // namespace weightless::onnx_io
