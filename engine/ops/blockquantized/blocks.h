// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"
#include "engine/ops/packedblocks.h"

#include <cstdint>

namespace weightless::ops::blockquantized {

// The numbers of rows [first, first + rows), in y's type, which is that of the scales.
void dispatchUnpack(
    LoweringContext& context, const PackedBlocks& blocks, uint64_t first, uint64_t rows, const TensorRef& y);

void registerGather(Registry& registry);

} // namespace weightless::ops::blockquantized
