// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"
#include "engine/ops/packedblocks.h"

#include <cstdint>

namespace weightless::ops {

// The numbers of rows [first, first + rows), in y's type, which is that of the scales. Where rows are not of
// whole blocks, `first` is a multiple of 64.
void unpackBlocks(
    LoweringContext& context, const PackedBlocks& blocks, uint64_t first, uint64_t rows, const TensorRef& y);

} // namespace weightless::ops
