// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/experts/mixture.h"
#include "engine/ops/experts/route.h"
#include "engine/ops/packedblocks.h"

#include <cstdint>

// Products with the weights of experts that are chosen on the device.
namespace weightless::ops::experts {

// Pair p takes row p / pairsPerRow; where pairs are sorted, each has its row.
struct Operand {
    TensorRef rows;
    int64_t count = 0;
    int64_t pairsPerRow = 1;
};

// The packed weights of all experts, one below the other.
[[nodiscard]] PackedBlocks packedBlocksOf(
    const LoweringContext& context, const Mixture& mixture, const Layer& layer);

// [rows of the route, rows of the layer], without biases: float32 or, of sorted pairs, the tokens' type times
// productScale().
[[nodiscard]] TensorRef multiply(LoweringContext& context, const Mixture& mixture, const Route& route,
    const Layer& layer, const Operand& a);

// The same of sorted pairs alone, whose rows `a` has: as products of matrices, of which packed ones become
// numbers in scratch memory, a part at a time.
[[nodiscard]] TensorRef multiplySorted(LoweringContext& context, const Mixture& mixture, const Route& route,
    const Layer& layer, const TensorRef& a);

} // namespace weightless::ops::experts
