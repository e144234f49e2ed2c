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

// What is added per filter, or multiplied and added.
struct FilterBias {
    std::optional<TensorRef> tensor;
    product::BiasKind kind = product::BiasKind::None;
};

} // namespace weightless::ops::conv
