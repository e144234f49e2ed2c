// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/matrixtile.h"

#include <cstdint>
#include <optional>

namespace weightless::ops::product {

// What a work group of gemmshared.comp makes: `edge` times `edge` results. The kernel's sums do not depend on
// it.
struct SharedTile {
    uint32_t edge = 0;
    uint32_t invocations = 0;
    uint32_t buffers = 0; // steps along the depth that it keeps in shared memory

    bool operator==(const SharedTile&) const = default;
};

// The tile that takes the device the least time by a count of work groups, or the one with the wanted edge
// (32, 64 or 128). The device can share tiles (devicepolicy.h). Sums of 8 bytes are those of doubles and of
// integers as long, of which no invocation holds 64.
[[nodiscard]] SharedTile sharedTileFor(const vulkan::DeviceTraits& device, const ProductSizes& sizes,
    std::optional<uint32_t> edge = std::nullopt, uint32_t sumBytes = sizeof(float));

} // namespace weightless::ops::product
