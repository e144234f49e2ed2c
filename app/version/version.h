// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless {

// A library and the version this build was made with.
using LibraryVersion = std::pair<std::string, std::string>;

// Those of the engine that decide what a file or a device may be: Vulkan and ONNX.
[[nodiscard]] std::vector<LibraryVersion> libraryVersions();

// What --version prints: program and version in the first line, libraries in the second, with a line break at
// the end.
[[nodiscard]] std::string versionText(std::string_view program, const std::vector<LibraryVersion>& libraries);

} // namespace weightless
