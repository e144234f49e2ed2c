// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace weightless::http {

// Ranges of bytes, begin → end, apart from each other.
using ByteRanges = std::map<uint64_t, uint64_t>;

void addRange(ByteRanges& ranges, uint64_t begin, uint64_t end);
[[nodiscard]] uint64_t bytesOf(const ByteRanges& ranges);
// What of begin → end is in none of them.
[[nodiscard]] ByteRanges gapsIn(const ByteRanges& ranges, uint64_t begin, uint64_t end);

// What stands beside a kept download: whose bytes it holds, which is compared before one of them is used, and
// which of them are there.
struct CacheList {
    std::string url; // Url::identity()
    std::string version; // as the server tells it: an entity tag or a date
    uint64_t sizeBytes = 0; // of the whole file
    ByteRanges ranges {};

    // Of the same file in the same version.
    [[nodiscard]] bool isOfSameFile(const CacheList& other) const
    {
        return url == other.url && version == other.version && sizeBytes == other.sizeBytes;
    }
};

// Lines of text: a format's name, the three fields, a range each.
[[nodiscard]] std::string toText(const CacheList& list);
// nullopt for anything that toText() does not write; ranges that cannot be are left out.
[[nodiscard]] std::optional<CacheList> parseCacheList(std::string_view text);
// nullopt as well when there is no such file.
[[nodiscard]] std::optional<CacheList> readCacheList(const std::filesystem::path& path);

} // namespace weightless::http
