// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/sizetext.h"

#include "engine/base/bytes.h"
#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace weightless {

std::optional<uint64_t> bytesFromString(std::string_view text)
{
    constexpr double mostBytes = uint64_t {1} << 60;
    constexpr std::array<std::pair<std::string_view, uint64_t>, 6> units {
        {{"kib", KiB}, {"mib", MiB}, {"gib", GiB}, {"k", KiB}, {"m", MiB}, {"g", GiB}}};
    const std::string lower = lowerCase(text);
    const auto unit =
        std::ranges::find_if(units, [&](const auto& entry) { return lower.ends_with(entry.first); });
    const bool hasUnit = unit != units.end();
    const char* const end = lower.data() + lower.size() - (hasUnit ? unit->first.size() : 0);
    double number = 0;
    const auto read = std::from_chars(lower.data(), end, number);
    const double bytes = number * static_cast<double>(hasUnit ? unit->second : 1);
    const bool isNumber = read.ec == std::errc() && read.ptr == end;
    if (!isNumber || !(number > 0) || bytes > mostBytes || (!hasUnit && std::floor(number) != number)) {
        return std::nullopt;
    }
    return std::max<uint64_t>(static_cast<uint64_t>(bytes), 1);
}

ComparedSizes compareSizes(uint64_t first, uint64_t second)
{
    ComparedSizes sizes {formatBytes(first), formatBytes(second)};
    if (first != second && sizes.first == sizes.second) {
        sizes.first += " (" + std::to_string(first) + " bytes)";
        sizes.second += " (" + std::to_string(second) + " bytes)";
    }
    return sizes;
}

} // namespace weightless
