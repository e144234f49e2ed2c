// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/numbertext.h"

#include <array>
#include <charconv>

namespace weightless {

std::string formatDigits(double value, int digits)
{
    std::array<char, 64> buffer {};
    const auto result = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits);
    return {buffer.data(), result.ptr};
}

std::string formatNumber(double value)
{
    std::array<char, 32> buffer {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

std::string plural(size_t count, std::string_view singular)
{
    return std::string(singular) + (count == 1 ? "" : "s");
}

} // namespace weightless
