// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/matrixtile.h"

namespace weightless::ops::product {

// What a work group of gemmgroup.comp makes, and how deep its steps are.
struct GroupTile {
    uint32_t rows = 0;
    uint32_t columns = 0;
    uint32_t stepDepth = 0;

    bool operator==(const GroupTile&) const = default;
};

// The largest tile that gives each processor of the device something to do, or the one of the wanted edge
// (32, 64 or 128). The `matrices` are the device's. Unsupported, naming the edge, where they do not divide
// it.
[[nodiscard]] GroupTile groupTileFor(const vulkan::DeviceTraits& device,
    const vulkan::GroupMatrices& matrices, const ProductSizes& sizes,
    std::optional<uint32_t> edge = std::nullopt);

} // namespace weightless::ops::product
