// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace appimage {

// Where the SquashFS image begins in an AppImage, in bytes: right behind the program, that is behind its
// table of sections. Throws std::runtime_error if the file cannot be read or is no 64-bit ELF program.
[[nodiscard]] size_t imageOffset(const std::filesystem::path& file);

// Writes what is in the image at `offsetBytes` of `file` below `folder`, which is made: folders, files with
// their permission bits, links. With a pattern (as of fnmatch) only what matches it, and what lies below.
// Throws std::runtime_error, which names what could not be read or written.
void extractImage(const std::filesystem::path& file, size_t offsetBytes, const std::filesystem::path& folder,
    const std::string& pattern = {});

} // namespace appimage
