// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace weightless {

// Eight-bit RGBA, top row first, without padding between rows. Colours are not multiplied with the opacity.
struct DecodedPicture {
    int64_t width = 0;
    int64_t height = 0;
    std::vector<uint8_t> rgba; // width * height * 4
};

// Room for what any camera takes. A file of a few bytes can claim far more.
inline constexpr int64_t maxImagePixels = int64_t {1} << 28;

} // namespace weightless
