// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/composer.h"
#include "engine/ops/conv/transposed.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/convgather.h"

#include <algorithm>

namespace weightless::ops::conv {

namespace {

using product::Product;

uint64_t countOf(const Shape& shape)
{
    return static_cast<uint64_t>(elementCount(shape).value_or(0));
}

// Whole images; or whole groups of one image; or filters of one group.
struct Part {
    uint64_t image = 0;
    uint64_t group = 0;
    uint64_t filter = 0;
    uint64_t images = 1;
    uint64_t groups = 1;
    uint64_t filters = 1;
};

uint64_t addendsOf(const TransposedConvolution& conv, const Part& part)
{
    return part.images * part.groups * part.filters * countOf(conv.kernel) * countOf(conv.in);
}

// The largest part whose addends fit.
Part stepOf(const TransposedConvolution& conv, uint64_t mostAddends)
{
    Part step {.images = static_cast<uint64_t>(conv.images),
        .groups = static_cast<uint64_t>(conv.groups),
        .filters = static_cast<uint64_t>(conv.filters)};
    for (uint64_t Part::*size : {&Part::images, &Part::groups, &Part::filters}) {
        while (step.*size > 1 && addendsOf(conv, step) > mostAddends) {
            step.*size = ceilDivide(step.*size, uint64_t {2});
        }
    }
    return step;
}

// From that element on.
TensorRef tailOf(LoweringContext& context, const TensorRef& tensor, uint64_t begin)
{
    const auto left = static_cast<int64_t>(static_cast<uint64_t>(tensor.elements()) - begin);
    return begin == 0 ? tensor : context.view(tensor, {tensor.type(), {left}}, begin);
}

// [images, groups, filters and taps, places of the input]
TensorRef addends(
    LoweringContext& context, const TransposedConvolution& conv, const TensorRef& filter, const Part& part)
{
    const auto channels = static_cast<uint64_t>(conv.channels);
    const uint64_t taps = countOf(conv.kernel);
    const uint64_t places = countOf(conv.in);
    const uint64_t allRows = static_cast<uint64_t>(conv.filters) * taps;
    const TensorRef& x = context.input(0);
    Product p;
    p.rows = part.filters * taps;
    p.depth = p.strideA = channels;
    p.columns = p.width = p.paddedWidth = p.channelStride = p.strideC = places;
    p.batchOuter = part.images;
    p.batchInner = part.groups;
    p.a = tailOf(context, filter, (part.group * allRows + part.filter * taps) * channels);
    p.b = tailOf(
        context, x, (part.image * static_cast<uint64_t>(conv.groups) + part.group) * channels * places);
    p.c = context.temporary({x.type(), {static_cast<int64_t>(addendsOf(conv, part))}});
    p.wholeSize = static_cast<uint64_t>(conv.images) * places * static_cast<uint64_t>(filter.elements());
    p.wholeRows = allRows;
    p.batchA = {0, allRows * channels};
    p.batchB = {part.groups * channels * p.channelStride, channels * p.channelStride};
    p.batchC = {part.groups * p.rows * places, p.rows * places};
    product::dispatchProduct(context, p);
    return p.c;
}

bool isDilated(const TransposedConvolution& conv)
{
    return std::ranges::any_of(conv.dilations, [](int64_t dilation) { return dilation != 1; });
}

LoopRounds gatherRounds(const TransposedConvolution& conv, uint64_t items)
{
    const std::array<uint32_t, 3> strides = inThree(conv.strides, 1);
    std::array<uint32_t, 3> taps = inThree(conv.kernel, 1);
    for (size_t axis = 0; axis < taps.size() && !isDilated(conv); ++axis) {
        taps[axis] = ceilDivide(taps[axis], strides[axis]);
    }
    return longLoopRounds(roundsOf(taps[0], roundsOf(taps[1], items * roundsOf(taps[2]))));
}

struct GatherParameters {
    uint32_t count, channels;
    std::array<uint32_t, 3> inSize, outSize, kernel, dilations, pads;
};

void gather(
    LoweringContext& context, const TransposedConvolution& conv, const TensorRef& addends, const Part& part)
{
    const uint64_t firstChannel = part.group * static_cast<uint64_t>(conv.filters) + part.filter;
    const uint64_t allChannels = static_cast<uint64_t>(conv.groups * conv.filters);
    const uint64_t channels = part.groups * part.filters;
    const std::array<uint32_t, 3> out = inThree(conv.out, 1);
    const uint64_t pixels = countOf(conv.out);
    const std::array<uint32_t, 3> strides = inThree(conv.strides, 1);
    const uint32_t items = std::min(devicePolicy(context.device()).mostItems, out[2]);
    const uint64_t runs = part.images * channels * (pixels / out[2]) * ceilDivide(out[2], items);
    DispatchStep step {.loopRounds = gatherRounds(conv, items)};
    step.kernel = &kernels::convgather().forTypes({addends.type()});
    step.specialization = {
        context.hasInput(2) ? 1u : 0u, items, isDilated(conv) ? 1u : 0u, strides[0], strides[1], strides[2]};
    step.bindings = {{addends},
        {context.hasInput(2) ? tailOf(context, context.input(2), firstChannel) : addends},
        {tailOf(context, context.output(0), (part.image * allChannels + firstChannel) * pixels),
            Access::Write}};
    step.groupCount = linearGroups(runs);
    step.operations = 2 * runs * items;
    step.parameters = parameterBytes(GatherParameters {.count = static_cast<uint32_t>(runs),
        .channels = static_cast<uint32_t>(channels),
        .inSize = inThree(conv.in, 1),
        .outSize = out,
        .kernel = inThree(conv.kernel, 1),
        .dilations = inThree(conv.dilations, 1),
        .pads = inThree(conv.pads, 0)});
    context.dispatch(std::move(step));
}

} // namespace

bool suitsTransposedProduct(const LoweringContext& context, const TransposedConvolution& conv)
{
    constexpr int64_t fewestChannels = 8; // of fewer, the addends are as many as what they are made of
    constexpr uint64_t mostAddendBytes = 64 << 20; // of one filter, the least that is done at once
    const DataType type = context.input(0).type();
    const bool hasKernels =
        type == DataType::Float32 || type == DataType::Float16; // bfloat16 would round addends away
    const DevicePolicy policy = devicePolicy(context.device());
    const uint64_t multiplications = static_cast<uint64_t>(conv.images) * countOf(conv.in)
        * static_cast<uint64_t>(context.input(1).elements());
    const uint64_t addendBytes = addendsOf(conv, {}) * bitWidth(type) / 8;
    return conv.channels >= fewestChannels && hasKernels && addendBytes <= mostAddendBytes
        && multiplications >= policy.fewestForLargeProduct
        && gatherRounds(conv, policy.mostItems).count() <= context.device().maxLoopRounds;
}

void lowerTransposedAsProduct(LoweringContext& context, const TransposedConvolution& conv)
{
    const TensorRef& w = context.input(1);
    Composer compose(context);
    const int64_t rows = conv.filters * static_cast<int64_t>(countOf(conv.kernel));
    const TensorRef filter = context.unkeptTemporary({w.type(), {conv.groups, rows, conv.channels}});
    compose.addTo(filter, "Transpose", {compose.reshaped(w, {conv.groups, conv.channels, rows})},
        attributesWith("perm", std::vector<int64_t> {0, 2, 1}));
    const uint64_t budget = std::min(context.scratchBytes(), context.device().maxStorageBufferRangeBytes / 2)
        / (bitWidth(w.type()) / 8);
    const Part step = stepOf(conv, budget);
    Part part = step;
    for (part.image = 0; part.image < static_cast<uint64_t>(conv.images); part.image += step.images) {
        part.images = std::min(step.images, static_cast<uint64_t>(conv.images) - part.image);
        for (part.group = 0; part.group < static_cast<uint64_t>(conv.groups); part.group += step.groups) {
            part.groups = std::min(step.groups, static_cast<uint64_t>(conv.groups) - part.group);
            for (part.filter = 0; part.filter < static_cast<uint64_t>(conv.filters);
                 part.filter += step.filters) {
                part.filters = std::min(step.filters, static_cast<uint64_t>(conv.filters) - part.filter);
                gather(context, conv, addends(context, conv, filter, part), part);
            }
        }
    }
}

} // namespace weightless::ops::conv
