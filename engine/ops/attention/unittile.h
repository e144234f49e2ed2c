// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/attention/problem.h"
#include "engine/vulkan/devicetraits.h"

#include <optional>

namespace weightless::ops::attention {

// A work group's part of an attention on matrix units (attentionmatrix.comp).
struct UnitTile {
    uint32_t rows = 0; // of q; a subgroup has as many as a unit
    uint32_t keys = 0; // at a time
    uint32_t team = 0; // lanes of a subgroup that share a row of scores
    // Keys and values have shared memory of their own: two barriers for each tile, else four.
    bool isApart = false;
    bool isAhead = false; // the next keys or values wait in registers

    bool operator==(const UnitTile&) const = default;
};

// Shared memory of a work group.
[[nodiscard]] uint64_t sharedBytesOf(
    const vulkan::MatrixUnits& units, const AttentionSizes& sizes, const UnitTile& tile);

// Less of everything and larger teams, so that software devices run what cards do.
[[nodiscard]] UnitTile tightTile(const UnitTile& tile);

// nullopt where units or limits of the device allow none.
[[nodiscard]] std::optional<UnitTile> unitTileFor(
    const vulkan::DeviceTraits& device, const vulkan::MatrixUnits& units, const AttentionSizes& sizes);

} // namespace weightless::ops::attention
