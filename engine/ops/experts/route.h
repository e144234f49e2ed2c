// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/experts/mixture.h"

#include <cstdint>
#include <optional>

namespace weightless::ops::experts {

// How pairs of a token and one of its experts reach what multiplies them. Few of them are taken one by one.
// Where an expert has several they are grouped in tiles, which share what is read of its weights; where it
// has many they are sorted as well, so that the kernels of matrices multiply them.
struct Route {
    // Known on the device alone: where pairs are sorted, each row's token, int32, and each pair's row.
    struct Order {
        TensorRef tokens;
        TensorRef rows;
    };

    TensorRef tensor; // the experts of all pairs, or tiles of pairs that share one
    int64_t pairs = 0;
    uint64_t tiles = 0;
    uint32_t tileRows = 1; // pairs in a tile, where they are grouped
    bool isGrouped = false;
    std::optional<Order> order = {};

    // Of what is multiplied, and of what that yields.
    [[nodiscard]] int64_t rows() const { return order ? static_cast<int64_t>(tiles) * tileRows : pairs; }
    [[nodiscard]] uint32_t tileStride() const { return isGrouped ? 1 + tileRows : 1; }
};

[[nodiscard]] Route routeOf(LoweringContext& context, const Mixture& mixture, const TensorRef& chosen);

// Tokens whose pairs are worked on at once, so that what lies between the products takes a few times scratch
// memory: the experts' weights are read, or unpacked, again for each part.
[[nodiscard]] int64_t tokensAtOnce(const LoweringContext& context, const Mixture& mixture);

} // namespace weightless::ops::experts
