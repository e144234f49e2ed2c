// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace weightless::ops::product {

// How the tiles of a product are laid over a device's work groups: in bands of up to eight rows of tiles,
// none of which is left short. Devices that count few groups along an axis (RADV, ANV and lavapipe 65,535)
// take the columns of large pictures in several blocks.
struct WorkGrid {
    uint32_t bands = 1;
    uint32_t bandRows = 1; // 1 to 8
    uint32_t blocks = 1; // 1 to 32,768
    uint32_t blockTiles = 1; // columns of tiles in each; at most 16,383 where there are several

    // Of work groups, along x and y.
    [[nodiscard]] std::array<uint32_t, 2> groupCount() const;
    // The push constant of bands.glsl.
    [[nodiscard]] uint32_t packed() const;

    bool operator==(const WorkGrid&) const = default;
};

// Of at least one tile. The count may still be beyond `mostGroupsAcross` and what the device counts along y.
[[nodiscard]] WorkGrid workGridFor(uint64_t tilesDown, uint64_t tilesAcross, uint32_t mostGroupsAcross);

} // namespace weightless::ops::product
