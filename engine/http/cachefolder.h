// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace weightless::http {

// What a folder of kept downloads (HttpOptions::cacheFolder) holds. Files of others in it are not counted.
struct CacheUse {
    uint64_t fileCount = 0; // downloads, whole or in part
    uint64_t sizeBytes = 0; // received and kept; the holes of files that are there in part take no room
};

// A folder that is missing or cannot be read holds nothing. Any thread.
[[nodiscard]] CacheUse cacheUse(const std::filesystem::path& folder);

// Removes what was kept and nothing else. Io when a file cannot be removed (on Windows one that is in use);
// the others are gone then.
void clearCache(const std::filesystem::path& folder);

} // namespace weightless::http
