// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <filesystem>
#include <string>

namespace weightless {

class OutputFile;

// Tensors in files, the format chosen by the name's ending in any case: .npy (NumPy) or .pb (a serialised
// TensorProto). Any thread.

[[nodiscard]] bool isTensorFileName(const std::filesystem::path& path);
[[nodiscard]] bool isNpyFileName(const std::filesystem::path& path);

// Unsupported where a file of this name cannot hold elements of the type; `what` names the tensor for people.
void checkTensorFile(const std::filesystem::path& path, DataType type, const std::string& what);

// What neither begins as .npy nor ends in it is read as .pb. Errors as readNpyFile() and
// onnx_io::readTensorFile(); InvalidArgument, with what it is, for a file of another kind (an .npz, a
// picture).
[[nodiscard]] HostTensor readTensor(const std::filesystem::path& path);
// Of a file's elements of type `held`, for a value that is declared as `declared`: NumPy has no bfloat16, and
// ONNX's older test data hold its bits as uint16.
[[nodiscard]] DataType typeAsDeclared(DataType held, DataType declared);
// What readTensor() would give, without the elements. The same errors.
[[nodiscard]] TensorDescriptor readTensorDescriptor(const std::filesystem::path& path);

// What does not end in .npy is written as .pb, which carries `name`. Errors as writeNpyFile() and
// onnx_io::writeTensorFile().
void writeTensor(const std::filesystem::path& path, const HostTensor& tensor, const std::string& name);
// The same into a file that is open and takes its name later.
void writeTensor(OutputFile& file, const HostTensor& tensor, const std::string& name);

} // namespace weightless
