// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/winogradfilter.h"
#include "engine/ops/kernels/winogradinput.h"
#include "engine/ops/kernels/winogradoutput.h"
#include "engine/ops/product/neighbours.h"

#include <algorithm>

namespace weightless::ops::conv {

namespace {

using product::Product;

struct InputParameters {
    uint32_t count, channels, height, width, groups, runsAcross, firstTileRow, firstImage;
    int32_t padRow, padColumn;
};

struct FilterParameters {
    uint32_t count, channels, groups, firstFilter, lastWeight;
};

struct OutputParameters {
    uint32_t count, filters, allFilters, firstFilter, firstImage, height, width, groups, runsAcross, tileRows,
        firstTileRow;
    float low, high;
};

// Filters of one launch.
struct FilterRange {
    uint64_t first, count;
};

TensorRef scratch(LoweringContext& context, uint64_t elements)
{
    return context.temporary({DataType::Float32, {static_cast<int64_t>(elements)}});
}

uint32_t small(uint64_t value)
{
    return static_cast<uint32_t>(value); // bounded by the scratch memory, or a dimension that fits 31 bits
}

// The transformations read and write as many values as there are products; about as much is computed for
// each.
uint64_t operationsOf(uint64_t count, const WinogradTiling& tiling)
{
    return count * tiling.values() * 32;
}

TensorRef transformInput(LoweringContext& context, const Convolution& conv, const WinogradBand& band)
{
    const TensorRef x = context.input(0);
    const auto channels = static_cast<uint64_t>(conv.channels);
    const TensorRef v = scratch(context, band.images * band.tiling.values() * channels * band.tiles());
    const Window& w = conv.window;
    const uint64_t count = band.images * channels * band.groups();
    DispatchStep step {.kernel = &kernels::winogradinput().forTypes({x.type()}), .loopRounds = fewLoopRounds};
    step.specialization = {small(band.tiling.edge)};
    step.bindings = {{x}, {v, Access::Write}};
    step.parameters = parameterBytes(InputParameters {small(count), small(channels), small(uint64_t(w.in[0])),
        small(uint64_t(w.in[1])), small(band.groups()), small(band.runsAcross), small(band.row),
        small(band.image), static_cast<int32_t>(w.padsBegin[0]), static_cast<int32_t>(w.padsBegin[1])});
    step.groupCount = linearGroups(count);
    step.operations = operationsOf(count, band.tiling);
    context.dispatch(std::move(step));
    return v;
}

TensorRef transformFilters(LoweringContext& context, const Convolution& conv, const WinogradTiling& tiling,
    const FilterRange& filters)
{
    const TensorRef weights = context.input(1);
    const auto channels = static_cast<uint64_t>(conv.channels);
    const uint64_t groups = ceilDivide(channels, 8);
    const TensorRef u = scratch(context, tiling.values() * filters.count * groups * 8);
    const uint64_t count = filters.count * groups;
    DispatchStep step {
        .kernel = &kernels::winogradfilter().forTypes({weights.type()}), .loopRounds = fewLoopRounds};
    step.specialization = {small(tiling.edge)};
    // The kernel has no use for the input. What depends on constants alone would be kept, and this is a
    // multiple of the weights.
    step.bindings = {{weights}, {u, Access::Write}, {context.input(0)}};
    step.parameters = parameterBytes(FilterParameters {small(count), small(channels), small(groups),
        small(filters.first), small(static_cast<uint64_t>(weights.elements()) - 1)});
    step.groupCount = linearGroups(count);
    step.operations = operationsOf(count, tiling);
    context.dispatch(std::move(step));
    return u;
}

// As many products for each image as a tile has values.
TensorRef multiply(LoweringContext& context, const Convolution& conv, const WinogradBand& band,
    const FilterRange& filters, const TensorRef& u, const TensorRef& v)
{
    const auto channels = static_cast<uint64_t>(conv.channels);
    const uint64_t tiles = band.tiles();
    const uint64_t values = band.tiling.values();
    Product p;
    p.a = u;
    p.b = v;
    p.c = scratch(context, band.images * values * filters.count * tiles);
    p.alignedB = true;
    p.rows = filters.count;
    p.columns = p.width = p.paddedWidth = p.channelStride = p.strideC = tiles;
    p.depth = channels;
    p.strideA = alignUp(channels, 8);
    p.batchOuter = band.images;
    p.batchInner = values;
    const WinogradBand whole = wholeBand(conv, band.tiling);
    // As if it were large: the kernel of small products would take longer than the patches that are saved.
    const uint64_t size =
        values * whole.images * whole.tiles() * channels * static_cast<uint64_t>(conv.filters);
    p.wholeSize = std::max(size, devicePolicy(context.device()).fewestForLargeProduct);
    p.batchA = {0, p.rows * p.strideA};
    p.batchB = {values * channels * tiles, channels * tiles};
    p.batchC = {values * p.rows * tiles, p.rows * tiles};
    product::dispatchProduct(context, p);
    return p.c;
}

void transformOutput(LoweringContext& context, const Convolution& conv, const FilterBias& bias,
    const WinogradBand& band, const FilterRange& filters, const TensorRef& m)
{
    const TensorRef y = context.output(0);
    const product::Epilogue epilogue = epilogueOf(context);
    const Window& w = conv.window;
    const uint64_t count = band.images * filters.count * band.groups();
    DispatchStep step {
        .kernel = &kernels::winogradoutput().forTypes({y.type()}), .loopRounds = fewLoopRounds};
    step.specialization = {small(band.tiling.edge), static_cast<uint32_t>(bias.kind),
        context.hasInput(3) ? 1u : 0u, static_cast<uint32_t>(epilogue.activation),
        product::storeWidthOf(context, y, static_cast<uint64_t>(w.out[1]))};
    step.bindings = {
        {m}, {y, Access::Write}, {bias.tensor.value_or(m)}, {context.hasInput(3) ? context.input(3) : m}};
    step.parameters = parameterBytes(OutputParameters {small(count), small(filters.count),
        small(uint64_t(conv.filters)), small(filters.first), small(band.image), small(uint64_t(w.out[0])),
        small(uint64_t(w.out[1])), small(band.groups()), small(band.runsAcross), small(band.rows),
        small(band.row), epilogue.low, epilogue.high});
    step.groupCount = linearGroups(count);
    step.operations = operationsOf(count, band.tiling);
    context.dispatch(std::move(step));
}

bool isThreeByThree(const Convolution& conv)
{
    const Window& w = conv.window;
    const Shape ones {1, 1};
    return conv.groups == 1 && w.kernel == Shape {3, 3} && w.strides == ones && w.dilations == ones;
}

// "winograd2" and "winograd4" ask for a tiling, "winograd" for the faster one.
constexpr std::string_view kernelName = "winograd";

} // namespace

std::optional<WinogradTiling> winogradTiling(const LoweringContext& context, const Convolution& conv)
{
    const std::string forced = context.attributes().stringOr(product::kernelAttribute, "");
    const bool isForced = forced.starts_with(kernelName);
    const DataType type = context.output(0).type();
    const bool can = isThreeByThree(conv) && context.device().hasInt64
        && (type == DataType::Float32 || type == DataType::Float16 || type == DataType::BFloat16);
    if (isForced && !can) {
        context.unsupported("the kernel 'winograd' cannot run this convolution on this device");
    }
    if (isForced) {
        return forced == "winograd2" ? WinogradTiling {2}
            : forced == "winograd4"  ? WinogradTiling {4}
                                     : fastestWinogradTiling(conv);
    }
    const auto exactness =
        static_cast<product::Exactness>(context.attributes().intOr(product::exactnessAttribute, 0));
    if (!forced.empty() || !can || !devicePolicy(context.device()).prefersWinograd
        || exactness == product::Exactness::Always) {
        return std::nullopt;
    }
    return winogradTilingFor(conv, exactness == product::Exactness::Mostly);
}

void lowerAsWinograd(LoweringContext& context, const Convolution& conv, const WinogradTiling& tiling)
{
    const FilterBias bias = filterBias(context, conv.filters);
    const auto channels = static_cast<uint64_t>(conv.channels);
    const auto allFilters = static_cast<uint64_t>(conv.filters);
    const WinogradBand whole = wholeBand(conv, tiling);
    // Half for the tiles of a band, half for the filters and products of a part of the filters.
    const uint64_t mostBytes = context.scratchBytes() / 2;
    WinogradBand step = whole;
    const auto bytesOf = [&](uint64_t planes) {
        return step.images * step.tiles() * planes * tiling.valueBytes();
    };
    while (step.images > 1 && bytesOf(channels) > mostBytes) {
        step.images = (step.images + 1) / 2;
    }
    while (step.rows > 1 && bytesOf(channels) > mostBytes) {
        step.rows = (step.rows + 1) / 2;
    }
    const uint64_t filterBytes = alignUp(channels, 8) * tiling.valueBytes() + bytesOf(1);
    const uint64_t mostFilters = std::clamp<uint64_t>(mostBytes / filterBytes, 1, allFilters);
    const uint64_t filtersAtOnce =
        ceilDivide(allFilters, ceilDivide(allFilters, mostFilters)); // parts of a size
    const bool filtersFit = filtersAtOnce == allFilters;
    std::optional<TensorRef> u;
    for (WinogradBand band = step; band.image < whole.images; band.image += step.images) {
        band.images = std::min(step.images, whole.images - band.image);
        for (band.row = 0; band.row < whole.rows; band.row += step.rows) {
            band.rows = std::min(step.rows, whole.rows - band.row);
            const TensorRef v = transformInput(context, conv, band);
            for (FilterRange part {0, filtersAtOnce}; part.first < allFilters; part.first += filtersAtOnce) {
                part.count = std::min(filtersAtOnce, allFilters - part.first);
                if (!u || !filtersFit) {
                    u = transformFilters(context, conv, tiling, part);
                }
                const TensorRef m = multiply(context, conv, band, part, *u, v);
                transformOutput(context, conv, bias, band, part, m);
            }
        }
    }
}

} // namespace weightless::ops::conv
