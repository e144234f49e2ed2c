// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"

#include <filesystem>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

namespace weightless::onnx_io {

// The data files that a model file names for any of its tensors (training parts and functions too), whatever
// else is wrong with these, relative to its folder and normalised. They need not exist, and may be absolute
// or begin with "..", which this program does not read. nullopt when not all of the file can be read, so that
// nobody knows. Cancelled.
[[nodiscard]] std::optional<std::set<std::filesystem::path>> dataLocationsOf(
    const std::filesystem::path& model, const std::stop_token& stop = {});

// Those of them that are there. What is broken or cut off is the model's too: it may be mended. None where
// not all of the model can be read.
[[nodiscard]] std::vector<FileIdentity> dataFilesNamedBy(
    const std::filesystem::path& model, const std::stop_token& stop = {});

} // namespace weightless::onnx_io
