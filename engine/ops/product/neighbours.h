// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/devicepolicy.h"
#include "engine/ops/loweringcontext.h"

#include <cstdint>
#include <limits>

namespace weightless::ops::product {

// Windows along the rows of pictures.
struct RowWindow {
    uint32_t kernel = 1;
    uint32_t stride = 1;
    uint32_t dilation = 1;
};

// Elements of a row that eight neighbouring windows see, from their first to their last.
[[nodiscard]] constexpr uint64_t neighboursOf(const RowWindow& window)
{
    return 7ull * window.stride + uint64_t {window.kernel - 1} * window.dilation + 1;
}

// Whether kernels that include neighbours.glsl can run on the device and find in its NEIGHBOURS elements,
// seventeen as a rule, what eight neighbouring windows on `x` ask for; places in x are 32-bit integers there.
[[nodiscard]] inline bool canReadNeighbours(
    const vulkan::DeviceTraits& device, const TensorRef& x, const RowWindow& window, uint64_t neighbours = 17)
{
    return canReadEights(device, x.type()) && x.elements() <= std::numeric_limits<int32_t>::max() - 64
        && neighboursOf(window) <= neighbours;
}

// How many neighbours of rows of `width` such a kernel writes at once (storerow.glsl).
[[nodiscard]] inline uint32_t storeWidthOf(const LoweringContext& context, const TensorRef& y, uint64_t width)
{
    for (const uint32_t count : {8u, 4u, 2u}) {
        if (width % count == 0 && !context.mayBeginAnywhere(y)) {
            return count;
        }
    }
    return 1;
}

} // namespace weightless::ops::product
