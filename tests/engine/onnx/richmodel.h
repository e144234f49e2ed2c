// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/engine/onnx/protomodels.h"

#include <map>
#include <string>
#include <vector>

namespace weightless::test {

// 1, 2, 3 …
[[nodiscard]] std::vector<float> numbers(size_t count);

// A model whose weight of 1,600 bytes lies in `file`, which need not be there.
[[nodiscard]] onnx::ModelProto modelNaming(const std::string& file);

// Something of everything a model file may have: tensors in every place and encoding, small and large, and
// what this program does not know.
[[nodiscard]] onnx::ModelProto richModel();

void setExternal(onnx::TensorProto& tensor, const std::string& file, uint64_t offset, uint64_t length);

// Gives every message of the model fields that ONNX 1.12 does not know, of every wire type. How many messages
// there are, by their type's name.
std::map<std::string, int> addUnknownEverywhere(onnx::ModelProto& proto);

// How many messages of each type still have all of these fields.
[[nodiscard]] std::map<std::string, int> unknownMarks(onnx::ModelProto& proto);

// Moves every tensor's raw data, wherever it stands, into one file.
void moveOut(const TemporaryFolder& folder, const std::string& file, onnx::ModelProto& proto);

// Everything a model file says, but where tensors' bytes are.
[[nodiscard]] std::string structureOf(const std::filesystem::path& path);

[[nodiscard]] Model read(const std::filesystem::path& path);

[[nodiscard]] std::vector<std::byte> bytesOf(const ConstantInfo& constant);

// Same names, types, strings and bytes, wherever the bytes lie.
void compareConstants(const Model& actual, const Model& expected);

} // namespace weightless::test
