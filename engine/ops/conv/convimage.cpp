// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/conv.h"

#include <limits>

namespace weightless::ops::conv {

namespace {

constexpr size_t mostAxes = 2;

// Of rows and columns; lines have one row.
std::array<uint32_t, mostAxes> inTwo(const Shape& values, uint32_t fill)
{
    const std::array<uint32_t, 3> three = inThree(values, fill);
    return {three[1], three[2]};
}

product::ImageMatrix imageOf(const Window& w)
{
    if (const auto pixels = static_cast<uint64_t>(elementCount(w.out).value_or(0));
        isPointwise(w) && pixels <= std::numeric_limits<uint16_t>::max()) {
        const std::array<uint32_t, mostAxes> line {1, static_cast<uint32_t>(pixels)};
        return {.in = line, .out = line}; // one row, so that more eights of pixels lie in one
    }
    return {.in = inTwo(w.in, 1),
        .out = inTwo(w.out, 1),
        .taps = inTwo(w.kernel, 1),
        .strides = inTwo(w.strides, 1),
        .dilations = inTwo(w.dilations, 1),
        .pads = inTwo(w.padsBegin, 0)};
}

} // namespace

std::optional<product::Product> imageProduct(
    LoweringContext& context, const Convolution& conv, const FilterBias& bias)
{
    const Window& w = conv.window;
    if (w.rank() > mostAxes) {
        return std::nullopt;
    }
    product::Product p = filterProduct(context, conv, bias);
    p.b = context.input(0);
    const auto channelSize = static_cast<uint64_t>(elementCount(w.in).value_or(0));
    p.batchB = {0, static_cast<uint64_t>(conv.channels) * channelSize};
    p.image = imageOf(w);
    p.image->imageStride = static_cast<uint64_t>(conv.groups) * p.batchB[1];
    // One product for all images: theirs may have few pixels.
    p.paddedWidth = p.strideC;
    p.columns = static_cast<uint64_t>(conv.images) * p.paddedWidth;
    p.width = p.batchC[0];
    p.batchOuter = 1;
    if (!product::suitsImage(context, p)) {
        return std::nullopt;
    }
    return p;
}

} // namespace weightless::ops::conv
