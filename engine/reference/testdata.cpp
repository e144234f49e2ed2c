// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reference/testdata.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/folder.h"
#include "engine/base/numbertext.h"
#include "engine/base/text.h"
#include "engine/onnx/tensorfile.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace weightless {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view dataSetPrefix = "test_data_set_";

// "test_data_set_10" comes after "test_data_set_9".
bool byNumber(const fs::path& a, const fs::path& b)
{
    const std::string left = a.filename().string();
    const std::string right = b.filename().string();
    return left.size() != right.size() ? left.size() < right.size() : left < right;
}

// The graph's inputs, and its initializers as such.
std::unordered_map<std::string_view, ValueInfo> valuesByName(const ModelGraph& graph)
{
    std::unordered_map<std::string_view, ValueInfo> values;
    for (const ValueInfo& input : graph.inputs) {
        values.emplace(input.name, input);
    }
    for (const auto& constant : graph.constants) {
        values.try_emplace(
            constant->name, ValueInfo {constant->name, constant->descriptor.type, std::nullopt});
    }
    values.erase(""); // of a file that does not say what it is for
    return values;
}

// For files that are more than inputs: each says what it is for, an input or an initializer, which is an
// input with a default. The graph's inputs where one does not.
std::vector<ValueInfo> namedInputs(const ModelGraph& graph, const std::vector<fs::path>& files)
{
    const std::unordered_map<std::string_view, ValueInfo> named = valuesByName(graph);
    std::unordered_map<std::string, const fs::path*> takenFrom; // by name
    std::vector<ValueInfo> values;
    for (const fs::path& file : files) {
        const std::string name = onnx_io::readTensorName(file);
        const auto value = named.find(name);
        if (value == named.end()) {
            return graph.inputs;
        }
        if (const auto [other, isNew] = takenFrom.emplace(name, &file); !isNew) {
            throw Error(ErrorKind::InvalidArgument,
                "'" + displayPath(other->second->filename()) + "' and '" + displayPath(file.filename())
                    + "' in " + displayPath(file.parent_path().filename()) + " are both for "
                    + quotedName(name)
                    + "; a run takes one value of it: remove one, or name another input in it");
        }
        values.push_back(value->second);
    }
    return values;
}

std::vector<TestDataFile> pairsOf(const std::vector<ValueInfo>& values, std::vector<fs::path> files,
    const char* what, const fs::path& dataSet)
{
    if (files.size() != values.size()) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(dataSet.filename()) + " has " + std::to_string(files.size()) + " " + what + " "
                + plural(files.size(), "file") + ", the model " + std::to_string(values.size()) + " "
                + plural(values.size(), what));
    }
    std::vector<TestDataFile> pairs;
    for (size_t i = 0; i < files.size(); ++i) {
        pairs.push_back({values[i], std::move(files[i])});
    }
    return pairs;
}

} // namespace

bool isTestDataSet(const fs::path& path)
{
    std::error_code ignored; // a link in a circle, something on a disk that fails
    return path.filename().string().starts_with(dataSetPrefix) && fs::is_directory(path, ignored);
}

std::vector<fs::path> testDataSetsIn(const fs::path& folder)
{
    std::error_code error;
    std::vector<fs::path> dataSets;
    for (const fs::path& name : namesIn(folder, error)) {
        if (isTestDataSet(folder / name)) {
            dataSets.push_back(folder / name);
        }
    }
    if (error) {
        throw fs::filesystem_error("cannot list", folder, error);
    }
    std::ranges::sort(dataSets, byNumber);
    return dataSets;
}

std::vector<fs::path> tensorFiles(const fs::path& dataSet, const std::string& kind)
{
    std::vector<fs::path> files;
    for (size_t i = 0;; ++i) {
        fs::path file = dataSet / (kind + "_" + std::to_string(i) + ".pb");
        std::error_code ignored; // what is there and cannot be opened says so when it is read
        if (!fs::exists(fs::symlink_status(file, ignored))) {
            return files;
        }
        files.push_back(std::move(file));
    }
}

std::vector<TestDataFile> inputFilesOf(const fs::path& dataSet, const ModelGraph& graph)
{
    std::vector<fs::path> files = tensorFiles(dataSet, "input");
    const std::vector<ValueInfo> values =
        files.size() > graph.inputs.size() ? namedInputs(graph, files) : graph.inputs;
    return pairsOf(values, std::move(files), "input", dataSet);
}

std::vector<TestDataFile> outputFilesOf(const fs::path& dataSet, const ModelGraph& graph)
{
    std::vector<TestDataFile> pairs =
        pairsOf(graph.outputs, tensorFiles(dataSet, "output"), "output", dataSet);
    if (pairs.empty()) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(dataSet.filename()) + " has no output_0.pb to compare with");
    }
    return pairs;
}

} // namespace weightless
