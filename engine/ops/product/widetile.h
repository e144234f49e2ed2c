// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/parameters.h"

#include <cstdint>

namespace weightless::ops::product {

// What the choice of a tile for gemmwide.comp looks at.
struct WideSizes {
    uint64_t rows = 0;
    uint64_t depth = 0;
    uint32_t mostTileRows = 8; // a power of two
    uint32_t rowStep = 1; // so far apart, rows of C begin at the same phase of a group of eight: 1, 2, 4 or 8
};

// The rows that a lane makes: `rows` of them, a power of two, `rowStep` apart.
struct WideTile {
    uint32_t rows = 8;
    uint32_t rowStep = 1; // 1, or that of the sizes, whose tiles write whole groups

    bool operator==(const WideTile&) const = default;
};

// Whichever takes less by a count of instructions: tiles whose rows lie apart write eight results at once,
// and have fewer rows to share what is read of B.
[[nodiscard]] WideTile wideTileFor(const WideSizes& sizes);

// How many lanes of a work group lie beside each other, the others below these: lanes without columns are
// lost, those below each other read B again.
[[nodiscard]] uint32_t lanesAcrossFor(uint64_t tilesAcross);

// Adds shape, constants and groups of the wide kernel to a step of the product.
void shapeWide(const LoweringContext& context, const Product& product, ProductParameters& parameters,
    DispatchStep& step);

} // namespace weightless::ops::product
