// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"

#include <array>
#include <cstdio>
#include <limits>

namespace weightless {

std::optional<uint64_t> checkedAdd(uint64_t a, uint64_t b)
{
    if (b > std::numeric_limits<uint64_t>::max() - a) {
        return std::nullopt;
    }
    return a + b;
}

std::optional<uint64_t> checkedMultiply(uint64_t a, uint64_t b)
{
    if (a != 0 && b > std::numeric_limits<uint64_t>::max() / a) {
        return std::nullopt;
    }
    return a * b;
}

std::string formatBytes(uint64_t bytes)
{
    constexpr std::array units {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < KiB) {
        return std::to_string(bytes) + " B";
    }
    auto value = static_cast<double>(bytes) / static_cast<double>(KiB);
    size_t unit = 0;
    while (value >= 1024.0 && unit + 1 < units.size()) {
        value /= 1024.0;
        ++unit;
    }
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), value < 100.0 ? "%.2f %s" : "%.0f %s", value, units[unit]);
    return text.data();
}

} // namespace weightless
