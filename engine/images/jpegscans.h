// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace weightless {

// A progressive JPEG file may go over its picture again and again, and a pass of a few bytes takes as long as
// one that says something. Encoders write about ten; what browsers open has at most this many.
inline constexpr size_t maxJpegScans = 100;

// How many passes a file that begins as JPEG has, counting no further than one above the limit; 0 for others.
[[nodiscard]] size_t jpegScanCount(std::span<const std::byte> file);

} // namespace weightless
