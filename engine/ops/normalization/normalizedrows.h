// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"
#include "engine/ops/product/product.h"

#include <optional>

namespace weightless::ops::normalization {

// Rows of contiguous elements, and what they are scaled by: numbers of rownorm.comp.
struct RowNorm {
    uint64_t rows = 1;
    uint64_t extent = 1;
    uint64_t period = 1;
    uint64_t rowStep = 0;
    uint64_t run = 1;
    std::optional<size_t> meanOutput = 1; // of the node
    size_t deviationOutput = 2;
    bool subtractsMean = true;
    std::optional<Shape> expanded; // what scale and bias broadcast to
    product::Epilogue epilogue;
};

// Normalises input 0, by input 1 as scale and input 2, which may be missing, as bias, to output 0; in one
// launch, or in three that cut few long rows into parts (rowParts()).
void dispatchRows(LoweringContext& context, const RowNorm& norm);

} // namespace weightless::ops::normalization
