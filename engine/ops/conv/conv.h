// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"
#include "engine/ops/product/product.h"
#include "engine/ops/window.h"

#include <optional>

namespace weightless::ops::conv {

// A checked convolution node: x [images, groups * channels, in …], w [groups * filters, channels, kernel …].
struct Convolution {
    Window window;
    int64_t images = 0;
    int64_t groups = 1;
    int64_t channels = 0; // per group
    int64_t filters = 0; // per group
};

[[nodiscard]] Convolution convolutionOf(const NodeView& node);

// Conv through the matrix product kernels.
void lowerAsProduct(LoweringContext& context, const Convolution& conv);
// Convolutions with one channel per group.
void lowerDepthwise(LoweringContext& context, const Convolution& conv);

void registerTransposed(Registry& registry); // ConvTranspose

} // namespace weightless::ops::conv
