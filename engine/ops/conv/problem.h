// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/problem.h"
#include "engine/ops/window.h"

#include <cstdint>
#include <optional>

// What a convolution is, for everything that makes one.
namespace weightless::ops::conv {

// A checked convolution node: x [images, groups * channels, in …], w [groups * filters, channels, kernel …].
struct Convolution {
    Window window;
    int64_t images = 0;
    int64_t groups = 1;
    int64_t channels = 0; // per group
    int64_t filters = 0; // per group
};

// Rows of the input from the first to the last that `resultRows` rows of results below each other see.
[[nodiscard]] inline uint64_t inputRowsOf(const Window& window, uint64_t resultRows)
{
    const auto step = inThree(window.strides, 1)[1];
    const auto reach = uint64_t {inThree(window.kernel, 1)[1] - 1} * inThree(window.dilations, 1)[1];
    return (resultRows - 1) * step + reach + 1;
}

// What is added per filter, or multiplied and added.
struct FilterBias {
    std::optional<TensorRef> tensor;
    product::BiasKind kind = product::BiasKind::None;
};

} // namespace weightless::ops::conv
