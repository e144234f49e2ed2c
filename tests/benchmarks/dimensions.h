// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace weightless::bench {

// Of free dimensions, from words NAME=VALUE. Throws std::invalid_argument where a VALUE is no number.
inline std::map<std::string, int64_t> dimensionsOf(std::span<char* const> words)
{
    std::map<std::string, int64_t> dimensions;
    for (const std::string word : words) {
        const size_t equals = word.find('=');
        dimensions[word.substr(0, equals)] = std::stoll(word.substr(equals + 1));
    }
    return dimensions;
}

} // namespace weightless::bench
