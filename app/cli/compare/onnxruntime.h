// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/compare/comparison.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

namespace weightless::cli {

// ONNX Runtime as a user of this machine has it: a Node.js module or a Python package. It is only ever run in
// a process of its own.
struct OnnxRuntime {
    std::filesystem::path interpreter;
    std::string name; // "ONNX Runtime 1.30.0 (Node.js)"
    bool isNode = false;
};

// The first that is installed; nullopt when none is. Cancelled.
[[nodiscard]] std::optional<OnnxRuntime> findOnnxRuntime(const std::stop_token& stop);

// With its default options ONNX Runtime rewrites the graph, and widens fp16 weights, while it loads; with its
// optimisation off it maps external data and reads nothing yet.
enum class GraphOptimization { Default, Off };

// Creates a session for the model with ONNX Runtime (CPU) and tells what that took. Io when it fails, with
// its own message; Cancelled.
[[nodiscard]] ComparedLoad loadWithOnnxRuntime(const OnnxRuntime& runtime, const std::filesystem::path& model,
    GraphOptimization optimization, const std::stop_token& stop);

} // namespace weightless::cli
