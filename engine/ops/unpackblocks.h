// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"
#include "engine/ops/packedblocks.h"

#include <cstdint>

namespace weightless::ops {

// Rows [first, first + count), and as many of other groups, each `distance` rows further.
struct RowGroups {
    uint64_t first = 0;
    uint64_t count = 0;
    uint64_t groups = 1;
    uint64_t distance = 0;
};

// Their numbers, group by group, in y's type, which is that of the scales. Where rows are not of whole blocks
// there is one group, and `first` is a multiple of 64.
void unpackBlocks(
    LoweringContext& context, const PackedBlocks& blocks, const RowGroups& rows, const TensorRef& y);

} // namespace weightless::ops
