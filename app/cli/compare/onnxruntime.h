// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/compare/comparison.h"

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

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

// What a session of ONNX Runtime runs on, its execution provider.
struct OnnxProvider {
    std::string_view name; // "cuda", as its Node.js module calls it, and who asks us
    std::string_view pythonName; // "CUDAExecutionProvider"
    std::string_view shownName; // "CUDA"
};
// The CPU first; whether a machine's ONNX Runtime has one is seen when a session asks for it.
[[nodiscard]] std::span<const OnnxProvider> onnxProviders();

// Creates a session for the model on that provider and tells what that took. Io when it fails, with ONNX
// Runtime's own message, and where it would go on with another provider; Cancelled.
[[nodiscard]] ComparedLoad loadWithOnnxRuntime(const OnnxRuntime& runtime, const std::filesystem::path& model,
    const OnnxProvider& provider, GraphOptimization optimization, const std::stop_token& stop);

} // namespace weightless::cli
