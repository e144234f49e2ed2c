// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/attention/problem.h"

namespace weightless::ops::attention {

// Whether the kernels for graphics cards that never write scores to memory (tile.glsl) take this attention:
// rows enough for a tile, values of at most 256 columns, a type and a device that they can. The attribute
// `weightless.kernel` = `tiled`, `tiledmatrix` or `tiledmatrixtight` (tightTile()) forces one of them where
// it can run (Unsupported where it cannot); any other value but the empty one forbids them.
[[nodiscard]] bool isTiled(const LoweringContext& context, const AttentionSizes& sizes);

// Lays down one step, without scratch memory.
void dispatchTiled(LoweringContext& context, const AttentionSizes& sizes, const Operands& operands);

} // namespace weightless::ops::attention
