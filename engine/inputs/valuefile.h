// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hostvalue.h"
#include "engine/model/model.h"

#include <filesystem>

namespace weightless {

class OutputFile;

// A tensor, a sequence or an optional as ONNX's test data have them: a serialised TensorProto, SequenceProto
// or OptionalProto, as the model declares the value. A tensor may be a .npy as well. Errors as readTensor(),
// onnx_io::readTestValue() and kindOf(). Any thread.
[[nodiscard]] HostValue readValueFile(const std::filesystem::path& file, const ValueInfo& value);

// Before an output has its value: Unsupported where no file can hold one as it is declared, or none of this
// name; an optional may turn out to be a tensor, which a .npy holds.
void checkValueFile(const std::filesystem::path& file, const ValueInfo& declared);

// As readValueFile() reads it. Errors as checkValueFile(), writeTensor() and onnx_io::writeOptionalProto().
void writeValue(OutputFile& file, const HostValue& value, const ValueInfo& declared);

} // namespace weightless
