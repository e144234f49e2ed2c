// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace weightless::ops::product {

// A product's B that is not in memory as a matrix: a convolution's input, read where it lies (image.glsl).
// Its rows are channels seen through the taps of the filter, its columns the pixels of the result, of one
// image after the other. Pairs are rows and columns of the picture; one of lines has one row.
struct ImageMatrix {
    std::array<uint32_t, 2> in {1, 1};
    std::array<uint32_t, 2> out {1, 1};
    std::array<uint32_t, 2> taps {1, 1};
    std::array<uint32_t, 2> strides {1, 1};
    std::array<uint32_t, 2> dilations {1, 1};
    std::array<uint32_t, 2> pads {0, 0}; // before
    uint64_t imageStride = 0; // elements from one image to the next
};

// Whether the kernels have room for the numbers: strides have 8 bits, rows of the picture and above it 13,
// the others 16.
[[nodiscard]] bool fitsKernels(const ImageMatrix& image);

// Whether eight pixels of the result from a multiple of 8 on see eight neighbours in a row of the picture,
// through whichever tap.
[[nodiscard]] bool hasRowsOfEights(const ImageMatrix& image);

// Whether channels that begin at one place begin at the same element of an eight.
[[nodiscard]] bool hasPlanesOfEights(const ImageMatrix& image);

// The five words of the push constants that image.glsl reads. The numbers fit.
[[nodiscard]] std::array<uint32_t, 5> wordsOf(const ImageMatrix& image);

} // namespace weightless::ops::product
