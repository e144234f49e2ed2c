// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/rows.h"

#include <cstdint>

namespace weightless::ops {

// Few rows times weights that are read as they lie, as matmul_blocks.comp and experts/tiles.glsl multiply
// them.
struct PackedSizes {
    uint64_t rows = 0;
    uint64_t columns = 0; // rows of the weights
    uint64_t steps = 0; // accesses along one of them
    uint32_t wordsAtOnce = 1; // words in an access
    uint64_t mostTileRows = 4;
};

struct PackedShape {
    uint32_t tileRows = 1; // a team makes tileRows x tileColumns results
    uint32_t tileColumns = 4;
    uint64_t tiles = 0;
    RowTeams teams;
};

// Teams as large, and tiles as small, as give each processor of a card enough to wait for, where an access is
// wide.
[[nodiscard]] PackedShape packedShapeFor(
    const vulkan::DeviceTraits& device, const DevicePolicy& policy, const PackedSizes& sizes);

} // namespace weightless::ops
