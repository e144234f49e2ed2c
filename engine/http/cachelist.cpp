// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/cachelist.h"

#include "engine/http/httpmessage.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace weightless::http {

namespace {

constexpr std::string_view formatLine = "weightless download 2";

// The next line without its end; what follows stays in `rest`.
std::string_view takeLine(std::string_view& rest)
{
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
}

std::optional<std::string_view> takeField(std::string_view& rest, std::string_view name)
{
    const std::string_view line = takeLine(rest);
    return line.starts_with(name) ? std::optional(line.substr(name.size())) : std::nullopt;
}

} // namespace

void addRange(ByteRanges& ranges, uint64_t begin, uint64_t end)
{
    auto range = ranges.upper_bound(begin);
    if (range != ranges.begin() && std::prev(range)->second >= begin) {
        --range;
        begin = range->first;
    }
    while (range != ranges.end() && range->first <= end) {
        end = std::max(end, range->second);
        range = ranges.erase(range);
    }
    ranges.emplace_hint(range, begin, end);
}

uint64_t bytesOf(const ByteRanges& ranges)
{
    uint64_t sum = 0;
    for (const auto& [begin, end] : ranges) {
        sum += end - begin;
    }
    return sum;
}

ByteRanges gapsIn(const ByteRanges& ranges, uint64_t begin, uint64_t end)
{
    ByteRanges gaps;
    auto range = ranges.upper_bound(begin);
    if (range != ranges.begin()) {
        begin = std::max(begin, std::prev(range)->second);
    }
    for (; begin < end; ++range) {
        const uint64_t gapEnd = range == ranges.end() ? end : std::min(end, range->first);
        if (begin < gapEnd) {
            gaps.emplace_hint(gaps.end(), begin, gapEnd);
        }
        if (range == ranges.end()) {
            break;
        }
        begin = range->second;
    }
    return gaps;
}

std::string toText(const CacheList& list)
{
    std::ostringstream text;
    text << formatLine << "\nurl " << list.url << "\nversion " << list.version << "\nsize "
         << std::to_string(list.sizeBytes) << '\n';
    for (const auto& [begin, end] : list.ranges) {
        text << std::to_string(begin) << ' ' << std::to_string(end) << '\n';
    }
    return text.str();
}

std::optional<CacheList> parseCacheList(std::string_view text)
{
    if (takeLine(text) != formatLine) {
        return std::nullopt;
    }
    const auto url = takeField(text, "url ");
    const auto version = takeField(text, "version ");
    const auto size = takeField(text, "size ");
    const auto sizeBytes = size ? numberOf(*size) : std::nullopt;
    if (!url || !version || !sizeBytes) {
        return std::nullopt;
    }
    CacheList list {std::string(*url), std::string(*version), *sizeBytes};
    while (!text.empty()) {
        const std::string_view line = takeLine(text);
        const size_t space = std::min(line.find(' '), line.size());
        const auto begin = numberOf(line.substr(0, space));
        const auto end = numberOf(line.substr(std::min(space + 1, line.size())));
        if (begin && end && *begin < *end && *end <= list.sizeBytes) {
            addRange(list.ranges, *begin, *end);
        }
    }
    return list;
}

std::optional<CacheList> readCacheList(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    const std::string text {std::istreambuf_iterator<char>(file), {}};
    return parseCacheList(text);
}

} // namespace weightless::http
