// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/digest.h"

namespace weightless {

Digest sha256(std::string_view text)
{
    return sha256(std::as_bytes(std::span(text)));
}

std::string toHex(const Digest& digest)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : digest) {
        text += digits[std::to_integer<size_t>(byte >> 4)];
        text += digits[std::to_integer<size_t>(byte & std::byte {15})];
    }
    return text;
}

} // namespace weightless
