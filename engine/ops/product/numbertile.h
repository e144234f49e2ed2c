// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/parameters.h"

#include <cstdint>

namespace weightless::ops::product {

// Results of a lane of gemmnumbers.comp.
struct NumberTile {
    uint32_t rows = 0;
    uint32_t columns = 0;

    bool operator==(const NumberTile&) const = default;
};

// As many as registers and the driver's compiler bear, and the product has.
[[nodiscard]] NumberTile numberTileFor(const Product& product);

// Adds shape, constants and groups of that kernel to a step of the product.
void shapeNumbers(const LoweringContext& context, const Product& product, ProductParameters& parameters,
    DispatchStep& step);

} // namespace weightless::ops::product
