// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/kernelcode.h"

namespace weightless::testing {

// y[i] = x[i] * constant 0 + add, on 32-bit words; parameters are AffineParameters, 64 threads a group.
[[nodiscard]] vulkan::KernelCode affineKernel();

struct AffineParameters {
    uint32_t first = 0;
    uint32_t count = 0;
    uint32_t add = 0;
};

// Multiplies 16-bit floats by 3 in 16-bit arithmetic; descriptors only.
[[nodiscard]] vulkan::KernelCode halfKernel();

// y[i] = x[first + i] + add, on 32-bit words of which x's are read in texels; parameters are
// AffineParameters, 64 threads a group; descriptors only.
[[nodiscard]] vulkan::KernelCode texelKernel();

// y[0] = the sum of x[i % 64] for i in [0, first) and then [first, count), plus add, by one thread;
// parameters are AffineParameters; descriptors only.
[[nodiscard]] vulkan::KernelCode roundsKernel();

} // namespace weightless::testing
