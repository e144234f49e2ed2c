// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>

namespace weightless::testing {

// Writes the file through to the disk and drops its pages; false where the system keeps them (files that live
// in memory, Windows).
[[nodiscard]] bool canDropPages(const std::filesystem::path& path);

// Pages of the file that the page cache holds.
[[nodiscard]] size_t residentPages(const std::filesystem::path& path);

void readThroughCache(const std::filesystem::path& path);

} // namespace weightless::testing
