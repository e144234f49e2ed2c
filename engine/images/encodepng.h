// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace weightless {

// The bytes of a PNG file of RGB pixels (width * height * 3, top row first), with `text` (UTF-8) under `key`
// where the key is not empty. InvalidArgument where the pixels are not as many. OutOfMemory. Any thread.
[[nodiscard]] std::string encodePng(
    std::span<const uint8_t> rgb, int64_t width, int64_t height, std::string_view key, std::string_view text);

} // namespace weightless
