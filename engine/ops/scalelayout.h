// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/nodeview.h"

#include <cstddef>
#include <cstdint>

namespace weightless::ops {

// Which scale (and zero point) an element takes. Its place is (outer, on the axis, inner); the strides step
// the scales, and `block` neighbours on the axis share one.
struct ScaleLayout {
    uint32_t axisSize = 1;
    uint32_t innerSize = 1;
    uint32_t block = 1;
    uint32_t outerStride = 0;
    uint32_t axisStride = 0;
    uint32_t innerStride = 0;

    // Whether each of so many neighbours, from a multiple of as many on, takes the same one.
    [[nodiscard]] bool isSharedBy(uint32_t neighbours) const
    {
        return innerStride == 0 && ((outerStride == 0 && axisStride == 0) || innerSize % neighbours == 0);
    }
    [[nodiscard]] size_t scaleOf(size_t element) const
    {
        const size_t line = element / innerSize;
        return line / axisSize * outerStride + line % axisSize / block * axisStride
            + element % innerSize * innerStride;
    }
};

// One scale (input 1) for each of the axis of input 0, or for each block of the axis at each other place.
// InvalidArgument when scale, axis and block do not fit the tensor.
[[nodiscard]] ScaleLayout scaleLayoutOf(const NodeView& node);

// Whether zero points are laid out as scales are: of the same shape, or both one number.
[[nodiscard]] bool haveSamePlaces(const Shape& scale, const Shape& zeroPoint);

} // namespace weightless::ops
