// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace weightless {

// A SHA-256 (FIPS 180-4): the one hash for whatever names or checks bytes that somebody else may have chosen.
using Digest = std::array<std::byte, 32>;

// Any thread.
[[nodiscard]] Digest sha256(std::span<const std::byte> bytes);
[[nodiscard]] Digest sha256(std::string_view text);

// 64 hexadecimal digits in lower case, as sha256sum prints them.
[[nodiscard]] std::string toHex(const Digest& digest);

} // namespace weightless
