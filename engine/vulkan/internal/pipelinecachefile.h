// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace weightless::vulkan {

// The driver's pipeline cache on disk, behind a header with size and checksum: drivers trust their own data,
// so damage is found before they see it.

// nullopt when the file is missing, unreadable, too large, or not intact.
[[nodiscard]] std::optional<std::vector<std::byte>> readPipelineCacheFile(const std::filesystem::path& path);

// Replaces the file whole or not at all (OutputFile). Creates the folder. Io.
void writePipelineCacheFile(const std::filesystem::path& path, std::span<const std::byte> data);

} // namespace weightless::vulkan
