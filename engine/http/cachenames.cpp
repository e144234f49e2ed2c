// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/cachenames.h"

#include "engine/base/digest.h"

#include <algorithm>
#include <array>

namespace weightless::http {

namespace {

constexpr size_t urlDigits = 64;
constexpr size_t versionDigits = 32;

} // namespace

std::string urlNameOf(const CacheList& list)
{
    return toHex(sha256(list.url));
}

std::string versionNameOf(const CacheList& list)
{
    const std::string text = list.version + "/" + std::to_string(list.sizeBytes);
    return toHex(sha256(text)).substr(0, versionDigits);
}

std::optional<CacheHashes> cacheHashesOf(const std::filesystem::path& path)
{
    static constexpr std::array suffixes {dataSuffix, listSuffix, lockSuffix, roomSuffix};
    const std::filesystem::path extension = path.extension();
    if (std::ranges::none_of(suffixes, [&](const char* suffix) { return extension == suffix; })) {
        return std::nullopt;
    }
    const std::string stem = path.stem().string();
    const size_t dash = std::min(stem.find('-'), stem.size());
    CacheHashes hashes {stem.substr(0, dash), stem.substr(std::min(dash + 1, stem.size()))};
    const auto isHash = [](const std::string& text) {
        return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string::npos;
    };
    return isHash(hashes.url) && isHash(hashes.version) ? std::optional(hashes) : std::nullopt;
}

bool isOfThisFormat(const CacheHashes& hashes)
{
    return hashes.url.size() == urlDigits && hashes.version.size() == versionDigits;
}

bool isOfOldFormat(const CacheHashes& hashes)
{
    return hashes.url.size() <= 16 && hashes.version.size() <= 16;
}

} // namespace weightless::http
