// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"
#include "engine/ops/conv/problem.h"

#include <cstdint>
#include <optional>

namespace weightless::ops::conv {

// Results of an invocation of convnarrow.comp: eight columns of so many rows of so many filters, and the
// channels that a round of its loop adds.
struct NarrowTile {
    uint32_t filters = 1;
    uint32_t rows = 1;
    uint32_t channels = 1;

    bool operator==(const NarrowTile&) const = default;
};

// For convolutions of up to two dimensions; nothing where one result's taps are too many to be unrolled.
[[nodiscard]] std::optional<NarrowTile> narrowTileOf(const Convolution& conv);
[[nodiscard]] uint64_t lanesOf(const Convolution& conv, const NarrowTile& tile);

[[nodiscard]] uint64_t multiplicationsOf(const Convolution& conv);

// As softwaretime.h has it; where there is a tile.
[[nodiscard]] double timeOfNarrow(const Convolution& conv, DataType type);

} // namespace weightless::ops::conv
