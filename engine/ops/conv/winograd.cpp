// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/winogradfilter.h"
#include "engine/ops/kernels/winogradinput.h"
#include "engine/ops/kernels/winogradoutput.h"

#include <algorithm>

namespace weightless::ops::conv {

namespace {

using product::Product;

// Tiles of one row that are too many for the scratch memory there is as a rule are not worth it. Does not
// depend on what there is: the kernel decides the result's last bits.
constexpr uint64_t mostRowBytes = 32 * MiB;
constexpr uint64_t valuesPerTile = 16;
constexpr uint64_t valueBytes = valuesPerTile * sizeof(float);

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

// Tiles of one launch: `rows` rows of them from `row` on in each of `images` images from `image` on. Rows are
// runs of 4 tiles, and two runs are a group.
struct Band {
    uint64_t image, images, row, rows, runsAcross;

    [[nodiscard]] uint64_t groups() const { return ceilDivide(rows * runsAcross, 2); }
    [[nodiscard]] uint64_t tiles() const { return groups() * 8; }
};

Band wholeOf(const Convolution& conv)
{
    const Window& w = conv.window;
    return {0, static_cast<uint64_t>(conv.images), 0, ceilDivide(static_cast<uint64_t>(w.out[0]), 2),
        ceilDivide(static_cast<uint64_t>(w.out[1]), 8)};
}

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

TensorRef transformInput(LoweringContext& context, const Convolution& conv, const Band& band)
{
    const TensorRef x = context.input(0);
    const auto channels = static_cast<uint64_t>(conv.channels);
    const TensorRef v = scratch(context, band.images * valuesPerTile * channels * band.tiles());
    const Window& w = conv.window;
    const uint64_t count = band.images * channels * band.groups();
    DispatchStep step {.kernel = &kernels::winogradinput().forTypes({x.type()}), .loopRounds = fewLoopRounds};
    step.bindings = {{x}, {v, Access::Write}};
    step.parameters = parameterBytes(InputParameters {small(count), small(channels), small(uint64_t(w.in[0])),
        small(uint64_t(w.in[1])), small(band.groups()), small(band.runsAcross), small(band.row),
        small(band.image), static_cast<int32_t>(w.padsBegin[0]), static_cast<int32_t>(w.padsBegin[1])});
    step.groupCount = linearGroups(count);
    step.operations = count * 512;
    context.dispatch(std::move(step));
    return v;
}

TensorRef transformFilters(LoweringContext& context, const Convolution& conv, const FilterRange& filters)
{
    const TensorRef weights = context.input(1);
    const auto channels = static_cast<uint64_t>(conv.channels);
    const uint64_t groups = ceilDivide(channels, 8);
    const TensorRef u = scratch(context, valuesPerTile * filters.count * groups * 8);
    const uint64_t count = filters.count * groups;
    DispatchStep step {
        .kernel = &kernels::winogradfilter().forTypes({weights.type()}), .loopRounds = fewLoopRounds};
    // The kernel has no use for the input. What depends on constants alone would be kept, and this is up to
    // seven times the weights; making it again costs a few percent.
    step.bindings = {{weights}, {u, Access::Write}, {context.input(0)}};
    step.parameters = parameterBytes(FilterParameters {small(count), small(channels), small(groups),
        small(filters.first), small(static_cast<uint64_t>(weights.elements()) - 1)});
    step.groupCount = linearGroups(count);
    step.operations = count * 512;
    context.dispatch(std::move(step));
    return u;
}

// 16 products for each image.
TensorRef multiply(LoweringContext& context, const Convolution& conv, const Band& band,
    const FilterRange& filters, const TensorRef& u, const TensorRef& v)
{
    const auto channels = static_cast<uint64_t>(conv.channels);
    const uint64_t tiles = band.tiles();
    Product p;
    p.a = u;
    p.b = v;
    p.c = scratch(context, band.images * valuesPerTile * filters.count * tiles);
    p.alignedB = true;
    p.rows = filters.count;
    p.columns = p.width = p.paddedWidth = p.channelStride = p.strideC = tiles;
    p.depth = channels;
    p.strideA = alignUp(channels, 8);
    p.batchOuter = band.images;
    p.batchInner = valuesPerTile;
    const Band whole = wholeOf(conv);
    p.wholeSize =
        valuesPerTile * whole.images * whole.tiles() * channels * static_cast<uint64_t>(conv.filters);
    p.batchA = {0, p.rows * p.strideA};
    p.batchB = {valuesPerTile * channels * tiles, channels * tiles};
    p.batchC = {valuesPerTile * p.rows * tiles, p.rows * tiles};
    product::dispatchProduct(context, p);
    return p.c;
}

void transformOutput(LoweringContext& context, const Convolution& conv, const FilterBias& bias,
    const Band& band, const FilterRange& filters, const TensorRef& m)
{
    const TensorRef y = context.output(0);
    const product::Epilogue epilogue = product::epilogueOf(context.attributes());
    const Window& w = conv.window;
    const uint64_t count = band.images * filters.count * band.groups();
    DispatchStep step {
        .kernel = &kernels::winogradoutput().forTypes({y.type()}), .loopRounds = fewLoopRounds};
    step.specialization = {static_cast<uint32_t>(bias.kind), context.hasInput(3) ? 1u : 0u,
        static_cast<uint32_t>(epilogue.activation)};
    step.bindings = {
        {m}, {y, Access::Write}, {bias.tensor.value_or(m)}, {context.hasInput(3) ? context.input(3) : m}};
    step.parameters = parameterBytes(OutputParameters {small(count), small(filters.count),
        small(uint64_t(conv.filters)), small(filters.first), small(band.image), small(uint64_t(w.out[0])),
        small(uint64_t(w.out[1])), small(band.groups()), small(band.runsAcross), small(band.rows),
        small(band.row), epilogue.low, epilogue.high});
    step.groupCount = linearGroups(count);
    step.operations = count * 512;
    context.dispatch(std::move(step));
}

bool isThreeByThree(const Convolution& conv)
{
    const Window& w = conv.window;
    const Shape ones {1, 1};
    return conv.groups == 1 && w.kernel == Shape {3, 3} && w.strides == ones && w.dilations == ones;
}

} // namespace

bool suitsWinograd(const LoweringContext& context, const Convolution& conv)
{
    const std::string forced = context.attributes().stringOr(product::kernelAttribute, "");
    const DataType type = context.output(0).type();
    const bool can = isThreeByThree(conv) && context.device().hasInt64
        && (type == DataType::Float32 || type == DataType::Float16 || type == DataType::BFloat16);
    if (forced == "winograd" && !can) {
        context.unsupported("the kernel 'winograd' cannot run this convolution on this device");
    }
    if (!forced.empty() || !can) {
        return forced == "winograd";
    }
    // Few tiles do not pay for their filters' transformation, few channels not for their tiles'.
    constexpr uint64_t fewestTiles = 48;
    constexpr int64_t fewestChannels = 16;
    Band band = wholeOf(conv);
    const uint64_t directly =
        static_cast<uint64_t>(conv.window.out[0]) * 9 * alignUp(static_cast<uint64_t>(conv.window.out[1]), 8);
    const bool pays = band.tiles() * band.images >= fewestTiles && conv.channels >= fewestChannels
        && conv.filters >= fewestChannels && band.tiles() * valuesPerTile * 4 <= directly * 3;
    band.images = 1;
    band.rows = 1;
    return devicePolicy(context.device()).prefersWinograd && pays
        && band.tiles() * static_cast<uint64_t>(conv.channels) * valueBytes <= mostRowBytes;
}

void lowerAsWinograd(LoweringContext& context, const Convolution& conv)
{
    const FilterBias bias = filterBias(context, conv.filters);
    const auto channels = static_cast<uint64_t>(conv.channels);
    const auto allFilters = static_cast<uint64_t>(conv.filters);
    const Band whole = wholeOf(conv);
    // Half for the tiles of a band, half for the filters and products of a part of the filters.
    const uint64_t mostBytes = context.scratchBytes() / 2;
    Band step = whole;
    const auto bytesOf = [&](uint64_t planes) { return step.images * step.tiles() * planes * valueBytes; };
    while (step.images > 1 && bytesOf(channels) > mostBytes) {
        step.images = (step.images + 1) / 2;
    }
    while (step.rows > 1 && bytesOf(channels) > mostBytes) {
        step.rows = (step.rows + 1) / 2;
    }
    const uint64_t filterBytes = alignUp(channels, 8) * valueBytes + bytesOf(1);
    const uint64_t filtersAtOnce = std::clamp<uint64_t>(mostBytes / filterBytes, 1, allFilters);
    const bool filtersFit = filtersAtOnce == allFilters;
    std::optional<TensorRef> u;
    for (Band band = step; band.image < whole.images; band.image += step.images) {
        band.images = std::min(step.images, whole.images - band.image);
        for (band.row = 0; band.row < whole.rows; band.row += step.rows) {
            band.rows = std::min(step.rows, whole.rows - band.row);
            const TensorRef v = transformInput(context, conv, band);
            for (FilterRange part {0, filtersAtOnce}; part.first < allFilters; part.first += filtersAtOnce) {
                part.count = std::min(filtersAtOnce, allFilters - part.first);
                if (!u || !filtersFit) {
                    u = transformFilters(context, conv, part);
                }
                const TensorRef m = multiply(context, conv, band, part, *u, v);
                transformOutput(context, conv, bias, band, part, m);
            }
        }
    }
}

} // namespace weightless::ops::conv
