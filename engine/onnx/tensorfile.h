// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/model/hostvalue.h"
#include "engine/model/model.h"

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace weightless {
class OutputFile;
}

namespace weightless::onnx_io {

using TensorSequence = std::vector<HostTensor>;

// monostate: an optional without a value.
using OptionalValue = std::variant<std::monostate, HostTensor, TensorSequence>;

// One input or output of ONNX's test data.
using TestValue = std::variant<HostTensor, TensorSequence, OptionalValue>;

// The three messages cannot be told apart by their bytes, so the model's declaration decides.
enum class TestValueKind {
    Tensor,
    Sequence,
    Optional,
};

// Unsupported for maps and sparse tensors, naming the value.
[[nodiscard]] TestValueKind kindOf(const ValueInfo& value);

// Reads a serialised TensorProto, SequenceProto or OptionalProto whole. External data of a tensor is resolved
// beside the file. Errors: Io; InvalidArgument when the file is broken (file and byte position) or its bytes
// do not fit its shape; Unsupported for element types of unknown width and for maps and sparse tensors
// inside.
[[nodiscard]] TestValue readTestValue(const std::filesystem::path& path, TestValueKind kind);
[[nodiscard]] HostTensor readTensorFile(const std::filesystem::path& path);
// What readTensorFile() would give, without the elements. The same errors.
[[nodiscard]] TensorDescriptor readTensorFileDescriptor(const std::filesystem::path& path);
// What a TensorProto says it is called. Errors: Io, InvalidArgument.
[[nodiscard]] std::string readTensorName(const std::filesystem::path& path);

// Writes a TensorProto (raw_data, or string_data). The file appears whole or not at all. Errors: Io;
// InvalidArgument when the tensor's bytes do not fit its descriptor or it exceeds protobuf's 2 GiB.
void writeTensorFile(
    const std::filesystem::path& path, const HostTensor& tensor, const std::string& name = {});
// The same into a file that is open and takes its name later.
void writeTensorProto(OutputFile& file, const HostTensor& tensor, const std::string& name = {});

// What readTestValue() reads as a sequence or an optional. Errors as writeTensorFile(); Unsupported for maps,
// and for sequences of anything but tensors.
void writeSequenceProto(OutputFile& file, const HostSequence& sequence, const std::string& name = {});
void writeOptionalProto(OutputFile& file, const HostValue& value, const std::string& name = {});

} // namespace weightless::onnx_io
