// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/model/modelorigin.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless::onnx_io {

// Bytes of the model file walked (or skipped) so far, and in all. Called on the thread that works.
using Progress = std::function<void(uint64_t doneBytes, uint64_t totalBytes)>;

struct ReadOptions {
    // The CPU hand-off threshold: constants with at most this many elements are read at once into
    // ConstantInfo::value, larger ones stay hollow. Strings are always read.
    uint64_t handOffThresholdElements = 1000;
    std::stop_token stopToken = {};
    Progress onProgress = {};
};

struct ReadResult {
    Model model;

    // What is wrong with single parts of a model whose structure could be read: external data that is missing
    // or refused, tensors whose bytes do not fit their shape, duplicate names, an operator set newer than
    // those known. One line each, naming the thing. A constant it concerns says the same in
    // ConstantInfo::problem; those of one data file have one line, which says how many they are. Of one kind
    // of problem at most a hundred are listed, and then how many more there are; names are shortened.
    std::vector<std::string> problems;
};

// Reads an ONNX model's structure and skips its weights: memory grows with the number of nodes and tensors,
// not with the file. Files of any size; the file is opened once and closed before the function returns.
//
// Errors: Io when the file cannot be read; InvalidArgument when it is no ONNX model (saying what it looks
// like) or when its structure is broken (saying at which byte); Cancelled after a stop request. Thread-safe.
//
// Follows onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) and, for external data,
// https://github.com/onnx/onnx/blob/main/docs/ExternalData.md.
[[nodiscard]] ReadResult readModel(const std::filesystem::path& path, const ReadOptions& options = {});

// The same for a model that lies elsewhere, on a server say (engine/http).
[[nodiscard]] ReadResult readModel(ModelOrigin& origin, const ReadOptions& options = {});

} // namespace weightless::onnx_io
