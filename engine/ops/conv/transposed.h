// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/conv/conv.h"

namespace weightless::ops::conv {

// A checked node: x [images, groups * channels, in …], w [groups * channels, filters, kernel …],
// y [images, groups * filters, out …].
struct TransposedConvolution {
    Shape in, kernel, strides, dilations, pads, out; // pads: before
    int64_t images = 0;
    int64_t groups = 1;
    int64_t channels = 0; // of x, per group
    int64_t filters = 0; // of y, per group
};

// Whether lowerTransposedAsProduct() can be used and pays.
[[nodiscard]] bool suitsTransposedProduct(const LoweringContext& context, const TransposedConvolution& conv);
// A product of the filter, transposed, and the input gives what every input adds to every tap's result;
// convgather.comp adds those up for each result. In parts, where all of them are more than the scratch
// memory.
void lowerTransposedAsProduct(LoweringContext& context, const TransposedConvolution& conv);

} // namespace weightless::ops::conv
