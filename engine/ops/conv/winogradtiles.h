// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/conv/problem.h"

#include <cstdint>
#include <optional>

namespace weightless::ops::conv {

// Winograd's F(edge x edge, 3 x 3): a tile is edge x edge results, which values() products make of as many
// values of the input, two more in each direction. Eight columns of results are a run of tiles, and so many
// runs that they have 8 tiles are a group, which is what an invocation transforms.
struct WinogradTiling {
    uint64_t edge = 2; // or 4

    [[nodiscard]] uint64_t values() const { return (edge + 2) * (edge + 2); }
    [[nodiscard]] uint64_t valueBytes() const { return values() * sizeof(float); }
    [[nodiscard]] uint64_t runsPerGroup() const { return edge; }

    bool operator==(const WinogradTiling&) const = default;
};

// Tiles of one launch: `rows` rows of them from `row` on in each of `images` images from `image` on.
struct WinogradBand {
    WinogradTiling tiling;
    uint64_t image = 0;
    uint64_t images = 0;
    uint64_t row = 0;
    uint64_t rows = 0;
    uint64_t runsAcross = 0;

    [[nodiscard]] uint64_t groups() const;
    [[nodiscard]] uint64_t tiles() const { return groups() * 8; } // of an image
};

// All tiles of a convolution of two dimensions.
[[nodiscard]] WinogradBand wholeBand(const Convolution& conv, const WinogradTiling& tiling);

// The tiling that takes a software device the least time, transformations included; nothing where patches
// take less, or where a row of tiles has no room in the scratch memory that there is as a rule. For
// convolutions with filters of 3 x 3, stride 1 and one group. `atHalves`: of those that interpolate at halves
// only, which is F(2 x 2, 3 x 3).
[[nodiscard]] std::optional<WinogradTiling> winogradTilingFor(const Convolution& conv, bool atHalves = false);
// As softwaretime.h has it.
[[nodiscard]] double timeOfWinograd(const Convolution& conv, const WinogradTiling& tiling);
// The same, whatever patches take.
[[nodiscard]] WinogradTiling fastestWinogradTiling(const Convolution& conv);

} // namespace weightless::ops::conv
