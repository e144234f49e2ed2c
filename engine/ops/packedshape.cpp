// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/packedshape.h"

#include "engine/base/bytes.h"

#include <algorithm>
#include <bit>

namespace weightless::ops {

PackedShape packedShapeFor(
    const vulkan::DeviceTraits& device, const DevicePolicy& policy, const PackedSizes& sizes)
{
    constexpr uint32_t fewestTileColumns = 2; // half of what `a` is read for
    const bool isWide = sizes.wordsAtOnce > 1;
    PackedShape shape;
    shape.tileRows = static_cast<uint32_t>(std::min(sizes.rows, sizes.mostTileRows));
    const auto tiles = [&] {
        return ceilDivide(sizes.rows, uint64_t {shape.tileRows})
            * ceilDivide(sizes.columns, uint64_t {shape.tileColumns});
    };
    const uint64_t mostInTeam = std::min<uint64_t>(std::bit_floor(sizes.steps), policy.mostInvocationsPerRow);
    while (isWide && shape.tileColumns > fewestTileColumns && tiles() * mostInTeam < policy.enoughForPacked) {
        shape.tileColumns /= 2;
    }
    shape.tiles = tiles();
    DevicePolicy packed = policy;
    packed.enoughRows = isWide ? policy.enoughForPacked : policy.enoughRows;
    shape.teams =
        rowTeams(device, packed, {.rows = shape.tiles, .length = sizes.steps, .isOneEnough = isWide});
    return shape;
}

} // namespace weightless::ops
