// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/devicetraits.h"

#include <cstdint>

namespace weightless::ops::product {

struct ProductSizes {
    uint64_t rows = 0;
    uint64_t columns = 0;
    uint64_t batch = 1;
    uint64_t depth = 0;
};

// A work group of a tiled kernel on matrix units, as far as its time depends on it.
struct TileWork {
    uint32_t rows = 0; // of its results
    uint32_t columns = 0;
    uint32_t stepDepth = 0;
    uint32_t invocations = 0;
    uint64_t registers = 0; // of 32 bits, of all invocations
    uint64_t sharedBytes = 0;
};

// In how many parts along its depth a product may be done.
struct SplitRange {
    uint32_t fewest = 1;
    uint32_t most = 1;
};

struct TileCost {
    uint32_t splits = 1;
    double cycles = 0;
};

// How long a product takes in tiles, split into so many parts: rough, in cycles of a processor, for a card of
// which only the number of its processors is known; good for comparing tiles and splits of one product. More
// processors never take longer, and more rows, columns, matrices or depth never less time.
[[nodiscard]] double cyclesOf(
    const vulkan::DeviceTraits& device, const TileWork& tile, const ProductSizes& sizes, uint32_t splits);

// The number of parts that takes least, and the smaller one where two take the same.
[[nodiscard]] TileCost cheapestSplits(const vulkan::DeviceTraits& device, const TileWork& tile,
    const ProductSizes& sizes, const SplitRange& allowed);

} // namespace weightless::ops::product
