// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

struct ProductSizes {
    uint64_t rows = 0;
    uint64_t columns = 0;
    uint64_t batch = 1;
};

// The largest tile that gives each processor of the device something to do and that its memory holds, or the
// one with the wanted edge (32, 64 or 128). The `units` are the device's. Unsupported, naming the edge, where
// the device has no room for the wanted one.
[[nodiscard]] MatrixTile matrixTileFor(const vulkan::DeviceTraits& device, const vulkan::MatrixUnits& units,
    const ProductSizes& sizes, std::optional<uint32_t> edge = std::nullopt);

} // namespace weightless::ops::product
