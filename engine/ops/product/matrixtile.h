// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/tilecost.h"
#include "engine/vulkan/devicetraits.h"

#include <cstdint>
#include <optional>

namespace weightless::ops::product {

// What a work group of gemmmatrix.comp makes: `edge` times `edge` results, in equal parts by its subgroups.
struct MatrixTile {
    uint32_t edge = 0;
    uint32_t subgroupsDown = 0;
    uint32_t subgroupsAcross = 0;

    bool operator==(const MatrixTile&) const = default;
};

// Tile and parts of a product, which are chosen together.
struct MatrixChoice {
    MatrixTile tile;
    uint32_t splits = 1;
};

// The tile that the device has room for and the number of parts that take the product least time
// (tilecost.h), with the wanted edge (32, 64 or 128) if there is one. The `units` are the device's.
// Unsupported, naming the edge, where the device has no room for the wanted one.
[[nodiscard]] MatrixChoice matrixTileFor(const vulkan::DeviceTraits& device, const vulkan::MatrixUnits& units,
    const ProductSizes& sizes, const SplitRange& allowed = {}, std::optional<uint32_t> edge = std::nullopt);

} // namespace weightless::ops::product
