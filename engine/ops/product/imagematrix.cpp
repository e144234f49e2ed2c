// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/imagematrix.h"

#include <algorithm>
#include <limits>

namespace weightless::ops::product {

namespace {

bool areBelow(const std::array<uint32_t, 2>& values, uint32_t bits)
{
    return std::ranges::all_of(values, [bits](uint32_t value) { return value < uint32_t {1} << bits; });
}

uint32_t pairOf(const std::array<uint32_t, 2>& values)
{
    return values[0] | values[1] << 16;
}

// Rows and columns are counted as int, also those beyond the picture that the last tap of the last pixel
// looks at.
bool reachesNoFurther(const ImageMatrix& image)
{
    constexpr uint64_t furthest = std::numeric_limits<int32_t>::max();
    for (size_t axis = 0; axis < 2; ++axis) {
        if (uint64_t {image.out[axis]} * image.strides[axis]
                + uint64_t {image.taps[axis]} * image.dilations[axis]
            > furthest) {
            return false;
        }
    }
    return true;
}

} // namespace

bool fitsKernels(const ImageMatrix& image)
{
    constexpr uint32_t mostRows = 1U << 13; // imagematrix.comp counts them, and those above, in 14 bits
    return reachesNoFurther(image) && image.in[0] < mostRows && image.pads[0] < mostRows
        && areBelow(image.in, 16) && areBelow(image.out, 16) && areBelow(image.taps, 16)
        && areBelow(image.strides, 8) && areBelow(image.dilations, 16) && areBelow(image.pads, 16)
        && image.imageStride <= std::numeric_limits<uint32_t>::max();
}

bool hasRowsOfEights(const ImageMatrix& image)
{
    return image.strides[1] == 1 && image.out[1] % 8 == 0;
}

bool hasPlanesOfEights(const ImageMatrix& image)
{
    return uint64_t {image.in[0]} * image.in[1] % 8 == 0;
}

std::array<uint32_t, 5> wordsOf(const ImageMatrix& image)
{
    return {static_cast<uint32_t>(image.imageStride), pairOf(image.in),
        image.out[1] | image.strides[0] << 16 | image.strides[1] << 24, pairOf(image.dilations),
        pairOf(image.pads)};
}

} // namespace weightless::ops::product
