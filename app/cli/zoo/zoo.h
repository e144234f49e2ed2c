// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace weightless::cli {

// A model with its test data (engine/reference/testdata.h): `model.onnx` (or the only .onnx file) beside
// folders test_data_set_*.
struct ZooModel {
    std::string name; // its folder, below the path it was found under
    std::filesystem::path model; // empty when the folder has none, or several of which none is model.onnx
    std::vector<std::filesystem::path> dataSets; // by number
};

// All of them at or below the paths, by name within each path. A path that is a model file stands for that
// file and the data beside it. Symbolic links to folders are not followed. Io for a path that does not exist;
// InvalidArgument for one with no test data below it.
[[nodiscard]] std::vector<ZooModel> findZooModels(std::span<const std::filesystem::path> paths);

} // namespace weightless::cli
