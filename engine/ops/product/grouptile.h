// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/tilecost.h"
#include "engine/vulkan/devicetraits.h"

#include <cstdint>
#include <optional>

namespace weightless::ops::product {

// What a work group of gemmgroup.comp makes, and how deep its steps are.
struct GroupTile {
    uint32_t rows = 0;
    uint32_t columns = 0;
    uint32_t stepDepth = 0;

    bool operator==(const GroupTile&) const = default;
};

// Tile and parts of a product, which are chosen together.
struct GroupChoice {
    GroupTile tile;
    uint32_t splits = 1;
};

// Who brings the steps: the driver, by their place in memory (gemmgroup.comp), or the work group's
// invocations, through shared memory (groupsteps.glsl).
enum class GroupSteps { Fetched, Shared };

// The tile and the number of parts that take the product least time (tilecost.h), with the wanted edge (32,
// 64 or 128; 256 is 128 x 256) if there is one. The `matrices` are the device's. Unsupported, naming the
// tile, where they do not divide it, or the device has no room for it, or for any.
[[nodiscard]] GroupChoice groupTileFor(const vulkan::DeviceTraits& device,
    const vulkan::GroupMatrices& matrices, GroupSteps steps, const ProductSizes& sizes,
    const SplitRange& allowed = {}, std::optional<uint32_t> edge = std::nullopt);

} // namespace weightless::ops::product
