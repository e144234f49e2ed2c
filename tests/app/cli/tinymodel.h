// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/writer.h"

#include <array>
#include <filesystem>
#include <span>
#include <vector>

namespace weightless::test {

// y = x · w + b with x float32[n, 3] (n is free), w float32[3, 2] = {1, 2, 3, 4, 5, 6} and b float32[2] =
// {0.5, -0.5}.
[[nodiscard]] Model tinyModel();

void writeTinyModel(
    const std::filesystem::path& path, onnx_io::WeightLayout layout = onnx_io::WeightLayout::Inline);

// All in one file.
void writeInline(const std::filesystem::path& path, const Model& model);

// A SequenceProto of these float32[2], put together byte by byte.
void writePairs(const std::filesystem::path& path, std::span<const std::array<float, 2>> pairs);

[[nodiscard]] HostTensor floatTensor(Shape shape, std::span<const float> values);

// A model-zoo folder with the tiny model: x = {1, 2, 3} and the given output.
void writeTinyZoo(const std::filesystem::path& folder, Shape outputShape, std::span<const float> output);

} // namespace weightless::test
