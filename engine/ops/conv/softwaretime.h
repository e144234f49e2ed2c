// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/conv/problem.h"

#include <cstdint>
#include <numeric>

// What the ways of a convolution cost a software device, for what chooses between them (narrowtile.h,
// winogradtiles.h): times are counted in those of a multiplication in the products' kernel, and fitted to
// layers of 1 to 2,560 channels and 7 to 512 pixels a side (product/README.md).
namespace weightless::ops::conv {

inline constexpr double launchTime = 2e6;
inline constexpr double storeTime = 110; // of as many neighbouring results as are written at once

// Writing results in rows of `width`: eight, four or two at once where that is a multiple of them.
[[nodiscard]] constexpr double timeOfStores(double results, uint64_t width)
{
    return results * storeTime / static_cast<double>(std::gcd(width, uint64_t {8}));
}

// The whole result of a convolution, written once.
[[nodiscard]] double timeOfStores(const Convolution& conv);
// Patches and their products: a copy of the input per column of the filter, or per tap where steps ask for
// it.
[[nodiscard]] double timeOfPatches(const Convolution& conv);

} // namespace weightless::ops::conv
