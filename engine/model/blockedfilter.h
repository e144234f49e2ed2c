// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/shape.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

// A convolution's filters in the order that kernels on matrix units want: where ONNX has [filters, channels,
// taps], these are [filters, blocks of 64 channels, taps, 64] (what oneDNN calls a blocked format). A step of
// such a kernel is one tap of many channels, which all look at the same place of a picture. A block is as
// long in either order and stays where it is, so filters can be turned block by block, while they are on
// their way.
namespace weightless {

inline constexpr uint32_t filterBlockChannels = 64; // as in imagecolumns.glsl

// Taps that a filter may have: a block of them is a small part of everything that is cut into slices.
inline constexpr uint32_t mostBlockedTaps = 49;

// How many taps the filters of a weight [filters, channels, kernel …] have; nothing where they have one, too
// many, or channels that make no whole blocks.
[[nodiscard]] std::optional<uint32_t> blockableTaps(const Shape& weight);

[[nodiscard]] constexpr uint64_t filterBlockElements(uint32_t taps)
{
    return uint64_t {filterBlockChannels} * taps;
}

// Whole blocks of elements of 2 or 4 bytes, as the file has them, to blocks as the kernel wants them, and
// back. Both begin anywhere; they do not overlap.
void blockFilters(
    std::span<const std::byte> filters, std::span<std::byte> blocked, uint32_t taps, uint32_t elementBytes);
void unblockFilters(
    std::span<const std::byte> blocked, std::span<std::byte> filters, uint32_t taps, uint32_t elementBytes);

} // namespace weightless
