// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/session/requests.h"

#include <filesystem>

namespace weightless::cli {

// A tensor, a sequence or an optional as ONNX's test data have them: a serialised TensorProto, SequenceProto
// or OptionalProto, as the model declares the value. Errors as onnx_io::readTestValue() and kindOf().
[[nodiscard]] HostValue readValueFile(const std::filesystem::path& file, const ValueInfo& value);

} // namespace weightless::cli
