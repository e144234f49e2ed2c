// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/product/forced.h"

#include <algorithm>
#include <utility>

namespace weightless::ops::conv {

namespace {

using product::Patches;
using product::Product;

uint64_t productOf(const Shape& shape)
{
    uint64_t result = 1;
    for (const int64_t dim : shape) {
        result *= static_cast<uint64_t>(dim);
    }
    return result;
}

// 1 x 1: the input is the matrix already, one row of pixels per channel.
void lowerPointwise(LoweringContext& context, const Convolution& conv, const FilterBias& bias)
{
    const uint64_t pixels = productOf(conv.window.out);
    const auto channels = static_cast<uint64_t>(conv.channels);
    Product p = filterProduct(context, conv, bias);
    p.b = context.input(0);
    p.columns = p.width = p.paddedWidth = p.channelStride = pixels;
    p.batchB = {p.batchInner * channels * p.channelStride, channels * p.channelStride};
    product::dispatchProduct(context, p);
}

// Taps of the rows need no copies of their own where rows step by one in a picture: a tap is rows further on.
bool sharesRows(const Window& w)
{
    return w.rank() < 2 || (w.rank() == 2 && w.strides[0] == 1);
}

// A part of the output: `images` images from `image` on, of these planes [plane, plane + planes), and rows
// [row, row + rows) where that is one plane, or all rows.
struct Band {
    uint64_t image;
    uint64_t images;
    uint32_t plane;
    uint32_t planes;
    uint32_t row;
    uint32_t rows;
};

Patches patchesOf(const Convolution& conv, const Band& band)
{
    const Window& w = conv.window;
    Patches patches;
    patches.channels = static_cast<uint32_t>(
        band.images * static_cast<uint64_t>(conv.groups) * static_cast<uint64_t>(conv.channels));
    patches.in = inThree(w.in, 1);
    patches.out = inThree(w.out, 1);
    patches.out[0] = band.planes;
    patches.out[1] = band.rows;
    patches.taps = inThree(w.kernel, 1);
    patches.strides = inThree(w.strides, 1);
    patches.dilations = inThree(w.dilations, 1);
    const std::array<uint32_t, 3> pads = inThree(w.padsBegin, 0);
    patches.pads = {
        static_cast<int32_t>(pads[0]), static_cast<int32_t>(pads[1]), static_cast<int32_t>(pads[2])};
    patches.pads[0] -= static_cast<int32_t>(band.plane * patches.strides[0]);
    patches.pads[1] -= static_cast<int32_t>(band.row * patches.strides[1]);
    if (sharesRows(w)) {
        patches.out[1] += (patches.taps[1] - 1) * patches.dilations[1];
        patches.taps[1] = 1;
    }
    return patches;
}

// The first of those whose patches have room in scratch memory.
Band bandFor(const LoweringContext& context, const Convolution& conv)
{
    const std::array<uint32_t, 3> out = inThree(conv.window.out, 1);
    const uint64_t elementBytes = bitWidth(context.input(0).type()) / 8;
    const uint64_t budget =
        std::min(context.scratchBytes(), context.device().maxStorageBufferRangeBytes / 2) / elementBytes;
    Band band {0, static_cast<uint64_t>(conv.images), 0, out[0], 0, out[1]};
    const auto isTooLarge = [&] { return product::patchElements(patchesOf(conv, band)) > budget; };
    while (band.images > 1 && isTooLarge()) {
        band.images = (band.images + 1) / 2;
    }
    while (band.planes > 1 && isTooLarge()) {
        band.planes = (band.planes + 1) / 2;
    }
    constexpr uint32_t fewestRows = 2; // taps reach beyond a band: what is copied for them grows with fewer
    while (band.planes == 1 && band.rows > fewestRows && isTooLarge()) {
        band.rows = (band.rows + 1) / 2;
    }
    return band;
}

void dispatchBand(LoweringContext& context, const Convolution& conv, const FilterBias& bias, const Band& band)
{
    const Window& w = conv.window;
    const uint64_t imageSize = productOf(w.in) * static_cast<uint64_t>(conv.groups * conv.channels);
    Patches patches = patchesOf(conv, band);
    const TensorRef& x = context.input(0);
    patches.x =
        context.view(x, {x.type(), {static_cast<int64_t>(imageSize * band.images)}}, band.image * imageSize);
    patches.y = context.temporary({x.type(), {static_cast<int64_t>(product::patchElements(patches))}});
    product::dispatchPatches(context, patches);

    const std::array<uint32_t, 3> kernel = inThree(w.kernel, 1);
    const uint64_t padded = alignUp(patches.out[2], 8);
    const uint64_t channelSize = uint64_t(patches.out[0]) * patches.out[1] * padded;
    const uint64_t copySize = channelSize * patches.channels;
    Product p = filterProduct(context, conv, bias);
    p.b = patches.y;
    p.alignedB = true;
    // The taps of planes and rows are one count: their copies follow each other.
    p.tapRows = kernel[0] * kernel[1];
    p.tapColumns = kernel[2];
    p.channelStride = channelSize;
    p.tapStride = copySize;
    p.tapRowStride = sharesRows(w) ? patches.dilations[1] * padded : copySize * kernel[2];
    p.width = patches.out[2];
    p.paddedWidth = padded;
    p.columns = uint64_t(patches.out[0]) * band.rows * padded;
    if (p.width == padded) { // the rows of pixels are one
        p.width = p.paddedWidth = p.columns;
    }
    p.batchOuter = band.images;
    const std::array<uint32_t, 3> out = inThree(w.out, 1);
    p.wholeSize =
        p.rows * p.depth * p.batchInner * static_cast<uint64_t>(conv.images) * out[0] * out[1] * padded;
    p.batchB = {static_cast<uint64_t>(conv.groups * conv.channels) * channelSize,
        static_cast<uint64_t>(conv.channels) * channelSize};
    const uint64_t first = band.image * p.batchC[0] + (uint64_t(band.plane) * out[1] + band.row) * out[2];
    if (first != 0) {
        const auto left = static_cast<int64_t>(static_cast<uint64_t>(p.c.elements()) - first);
        p.c = context.view(p.c, {p.c.type(), {left}}, first);
        if (p.residual) {
            p.residual = context.view(*p.residual, {p.c.type(), {left}}, first);
        }
    }
    product::dispatchProduct(context, p);
}

} // namespace

bool isPointwise(const Window& w)
{
    const auto all = [](const Shape& values, int64_t wanted) {
        return std::ranges::all_of(values, [wanted](int64_t value) { return value == wanted; });
    };
    return all(w.kernel, 1) && all(w.strides, 1) && all(w.padsBegin, 0) && w.out == w.in;
}

Product filterProduct(LoweringContext& context, const Convolution& conv, const FilterBias& bias)
{
    Product p;
    p.a = context.input(1);
    p.blockedA = hasBlockedFilter(context.attributes());
    p.c = context.output(0);
    p.bias = bias.tensor;
    p.biasKind = bias.kind;
    if (context.hasInput(3)) {
        p.residual = context.input(3);
    }
    p.epilogue = epilogueOf(context);
    p.rows = static_cast<uint64_t>(conv.filters);
    p.depth = static_cast<uint64_t>(conv.channels) * productOf(conv.window.kernel);
    p.strideA = p.depth;
    p.strideC = productOf(conv.window.out);
    p.batchOuter = static_cast<uint64_t>(conv.images);
    p.batchInner = static_cast<uint64_t>(conv.groups);
    p.batchA = {0, p.rows * p.depth};
    p.batchC = {p.batchInner * p.rows * p.strideC, p.rows * p.strideC};
    return p;
}

std::optional<Product> wholeProduct(LoweringContext& context, const Convolution& conv)
{
    const Window& w = conv.window;
    const auto isZero = [](int64_t pad) { return pad == 0; };
    const bool seesAll = w.kernel == w.in && std::ranges::all_of(w.padsBegin, isZero)
        && std::ranges::all_of(w.padsEnd, isZero);
    // Slopes are read by rows alone, and kernels that were asked for may be of convolutions alone.
    if (conv.groups != 1 || !seesAll || !product::forcedKernel(context).empty()
        || epilogueOf(context).activation == product::Activation::Sloped) {
        return std::nullopt;
    }
    const FilterBias bias = filterBias(context, conv.filters);
    Product p = filterProduct(context, conv, bias);
    p.b = std::exchange(p.a, context.input(0));
    p.columns = std::exchange(p.rows, static_cast<uint64_t>(conv.images));
    p.transposedB = true;
    p.channelStride = p.depth;
    p.width = p.paddedWidth = p.strideC = p.columns;
    p.batchOuter = 1;
    if (p.bias) {
        const bool isScaled = p.biasKind == product::BiasKind::PerRowScaled;
        p.biasKind = isScaled ? product::BiasKind::PerColumnScaled : product::BiasKind::PerColumn;
        p.biasStride = 1;
    }
    return p;
}

void lowerAsProduct(LoweringContext& context, const Convolution& conv)
{
    const Window& w = conv.window;
    const std::array<uint32_t, 3> kernel = inThree(w.kernel, 1);
    if (uint64_t(kernel[0]) * kernel[1] > 0xffff || kernel[2] > 0xffff) {
        context.unsupported("a kernel of " + toString(w.kernel) + " is larger than 65535 in a direction");
    }
    const FilterBias bias = filterBias(context, conv.filters * conv.groups);
    // One image is the matrix already; of several, each would be a product of its own.
    const bool isMatrix = isPointwise(w);
    constexpr uint64_t fewPixels = 1024;
    if (!isMatrix || (conv.images > 1 && productOf(w.out) < fewPixels)) {
        if (const auto product = imageProduct(context, conv, bias)) {
            product::dispatchProduct(context, *product);
            return;
        }
    }
    if (isMatrix) {
        lowerPointwise(context, conv, bias);
        return;
    }
    const Band step = bandFor(context, conv);
    const std::array<uint32_t, 3> out = inThree(w.out, 1);
    Band band = step;
    for (band.image = 0; band.image < static_cast<uint64_t>(conv.images); band.image += step.images) {
        band.images = std::min(step.images, static_cast<uint64_t>(conv.images) - band.image);
        for (band.plane = 0; band.plane < out[0]; band.plane += step.planes) {
            band.planes = std::min(step.planes, out[0] - band.plane);
            for (band.row = 0; band.row < out[1]; band.row += step.rows) {
                band.rows = std::min(step.rows, out[1] - band.row);
                dispatchBand(context, conv, bias, band);
            }
        }
    }
}

} // namespace weightless::ops::conv
