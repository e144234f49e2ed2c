// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <stop_token>

namespace weightless::onnx_io {

// The data files that a model file names for any of its tensors (training parts and functions too), relative
// to its folder and normalised; they need not exist. Empty for what is no ONNX model; nullopt when the file
// cannot be read, so that nobody knows. Cancelled.
[[nodiscard]] std::optional<std::set<std::filesystem::path>> dataLocationsOf(
    const std::filesystem::path& model, const std::stop_token& stop = {});

} // namespace weightless::onnx_io
