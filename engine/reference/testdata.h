// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <filesystem>
#include <string>
#include <vector>

namespace weightless {

// Test data as the ONNX model zoo and ONNX's conformance tests lay them out: folders test_data_set_0,
// test_data_set_1 … beside the model, each with input_0.pb, input_1.pb … and output_0.pb …. Any thread.

// A folder of such a name. What cannot be examined is none.
[[nodiscard]] bool isTestDataSet(const std::filesystem::path& path);

// Those in the folder, by number. Throws filesystem_error where it cannot be listed.
[[nodiscard]] std::vector<std::filesystem::path> testDataSetsIn(const std::filesystem::path& folder);

// input_0.pb, input_1.pb … of a data set, as many as there are without a gap. `kind` is "input" or "output".
[[nodiscard]] std::vector<std::filesystem::path> tensorFiles(
    const std::filesystem::path& dataSet, const std::string& kind);

// One input or output of the model, and its value.
struct TestDataFile {
    ValueInfo value;
    std::filesystem::path file;
};

// In the order of the model's inputs; where there are more files than inputs, by the names in them, which may
// be those of initializers. InvalidArgument: fewer or more files than inputs, or two for one. Io: names that
// cannot be read.
[[nodiscard]] std::vector<TestDataFile> inputFilesOf(
    const std::filesystem::path& dataSet, const ModelGraph& graph);

// In the order of the model's outputs. InvalidArgument: fewer or more files than outputs, or none.
[[nodiscard]] std::vector<TestDataFile> outputFilesOf(
    const std::filesystem::path& dataSet, const ModelGraph& graph);

} // namespace weightless
