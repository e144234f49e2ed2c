// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/experts/mixture.h"

#include <cstdint>

// Products with the weights of experts that are chosen on the device.
namespace weightless::ops::experts {

// Which pair of a token and one of its experts a work group takes.
struct Route {
    TensorRef tensor; // the experts of all pairs, or tiles of pairs that share one
    int64_t pairs = 0;
    uint64_t tiles = 0;
    uint32_t tileRows = 1; // pairs in a tile, where they are grouped
    bool isGrouped = false;
};

// Pairs are grouped where an expert has several of them.
[[nodiscard]] Route routeOf(LoweringContext& context, const Mixture& mixture, const TensorRef& chosen);

// Pair p takes row p / pairsPerRow.
struct Operand {
    TensorRef rows;
    int64_t count = 0;
    int64_t pairsPerRow = 1;
};

// float32 [pairs, rows of the layer], without biases.
[[nodiscard]] TensorRef multiply(LoweringContext& context, const Mixture& mixture, const Route& route,
    const Layer& layer, const Operand& a);

} // namespace weightless::ops::experts
