// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/cachelist.h"

#include <filesystem>
#include <optional>
#include <string>

namespace weightless::http {

// Of the files of one kept download, behind its name.
inline constexpr const char* dataSuffix = ".data";
inline constexpr const char* listSuffix = ".ranges";
inline constexpr const char* lockSuffix = ".lock";
inline constexpr const char* roomSuffix = ".room";

// A URL's digest names its files, the beginning of another one the version's: so other versions are found.
// Both are written out and compared as well (CacheList).
[[nodiscard]] std::string urlNameOf(const CacheList& list);
[[nodiscard]] std::string versionNameOf(const CacheList& list);

// What a file's name says: two hashes with a dash between them; nullopt for any other name.
struct CacheHashes {
    std::string url;
    std::string version;
};
[[nodiscard]] std::optional<CacheHashes> cacheHashesOf(const std::filesystem::path& path);
[[nodiscard]] bool isOfThisFormat(const CacheHashes& hashes);
// Its names were 64-bit hashes, and nothing said what they were hashes of.
[[nodiscard]] bool isOfOldFormat(const CacheHashes& hashes);

} // namespace weightless::http
