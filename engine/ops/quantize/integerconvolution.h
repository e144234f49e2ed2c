// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/window.h"

#include <cstddef>
#include <cstdint>

namespace weightless::ops::quantize {

// The sizes of ConvInteger and QLinearConv.
struct IntegerConvolution {
    Window window;
    int64_t images = 0;
    int64_t groups = 1;
    int64_t channels = 0; // per group
    int64_t filters = 0; // per group

    [[nodiscard]] Shape result() const
    {
        Shape shape {images, groups * filters};
        shape.insert(shape.end(), window.out.begin(), window.out.end());
        return shape;
    }
};

// Which inputs hold what.
struct Places {
    size_t x, w, xZero, wZero;
};

// InvalidArgument where input, filters and groups do not go together, and as windowOf().
[[nodiscard]] IntegerConvolution convolutionOf(const NodeView& node, const Places& at);

} // namespace weightless::ops::quantize
