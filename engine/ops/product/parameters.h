// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/problem.h"

#include <array>
#include <cstdint>

namespace weightless::ops::product {

// The push constants of parameters.glsl.
struct ProductParameters {
    uint32_t rows, columns, depth, strideA;
    std::array<uint32_t, 5>
        b; // wordsOf() an image, or channelStride, tapRowStride, tapStride, taps, lanesAcross
    uint32_t paddedWidth, width, strideC, batchInner;
    std::array<uint32_t, 2> batchA, batchB, batchC;
    uint32_t biasStride;
    float alpha, beta, residualScale, low, high;
    uint32_t bands; // WorkGrid::packed(), or the wide kernel's flags
};

inline constexpr uint32_t mostLanesAcross = 8; // a work group of the wide kernel

// Unsupported, naming the number, for what is beyond 32 bits.
[[nodiscard]] uint32_t narrowed(uint64_t value);

// All but `bands`. `lanesAcross` is the most.
[[nodiscard]] ProductParameters parametersOf(const Product& product);

} // namespace weightless::ops::product
