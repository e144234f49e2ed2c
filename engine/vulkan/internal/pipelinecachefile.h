// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace weightless::vulkan {

// The driver's pipeline cache on disk, behind a header with size and checksum: drivers trust their own data,
// so damage is found before they see it.

// nullopt when the file is missing, unreadable, too large, or not intact.
[[nodiscard]] std::optional<std::vector<std::byte>> readPipelineCacheFile(const std::filesystem::path& path);

// Replaces the file whole or not at all (OutputFile). Creates the folder. Io.
void writePipelineCacheFile(const std::filesystem::path& path, std::span<const std::byte> data);

// A file that is read counts as used, so it lasts as long as somebody reads or writes it now and then.
void noteCacheUse(const std::filesystem::path& path) noexcept;

// Removes what former drivers left in the written file's folder: files that are named as it is, up to and
// with `device`, and that nobody has read or written for 90 days. Those of a card's other drivers stay while
// they are used.
void removeUnusedCaches(const std::filesystem::path& written, std::string_view device) noexcept;

} // namespace weightless::vulkan
