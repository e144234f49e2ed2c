// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace weightless {

// Eight-bit RGB, top row first, without padding between rows.
struct DecodedPicture {
    int64_t width = 0;
    int64_t height = 0;
    std::vector<uint8_t> pixels; // width * height * 3
};

inline constexpr int64_t maxImagePixels = int64_t {1} << 28;

// All zeros; nothing for sizes below 1 or above the limit.
[[nodiscard]] std::optional<DecodedPicture> blankImage(int64_t width, int64_t height);

} // namespace weightless
