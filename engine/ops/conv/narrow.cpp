// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/conv/narrowtile.h"
#include "engine/ops/conv/softwaretime.h"
#include "engine/ops/kernels/convnarrow.h"
#include "engine/ops/product/neighbours.h"

namespace weightless::ops::conv {

namespace {

constexpr std::string_view kernelName = "narrow";
constexpr uint64_t mostNeighbours = 41; // that are unrolled in reasonable time

struct NarrowParameters {
    uint32_t count, groups, channels, filters, blocks;
    std::array<uint32_t, 2> inSize, outSize;
    std::array<int32_t, 2> pads;
    float low, high;
};

LoopRounds roundsOfLane(const Convolution& conv, const NarrowTile& tile)
{
    return longLoopRounds(roundsOf(static_cast<uint64_t>(conv.channels) / tile.channels));
}

bool canBeNarrow(const LoweringContext& context, const Convolution& conv)
{
    const vulkan::DeviceTraits& device = context.device();
    const TensorRef x = context.input(0);
    if (conv.window.rank() > 2 || conv.channels == 0 || !kernels::convnarrow().hasTypes({x.type()})) {
        return false;
    }
    const product::RowWindow row {inThree(conv.window.kernel, 1)[2], inThree(conv.window.strides, 1)[2],
        inThree(conv.window.dilations, 1)[2]};
    const std::optional<NarrowTile> tile = narrowTileOf(conv);
    return tile && product::canReadNeighbours(device, x, row, mostNeighbours)
        && roundsOfLane(conv, *tile).count() <= device.maxLoopRounds;
}

bool isFastest(const LoweringContext& context, const Convolution& conv)
{
    if (conv.channels == 1 && conv.groups > 1) {
        return !takesDepthwiseGroups(context, conv); // one result per invocation
    }
    if (isPointwise(conv.window)) {
        return false;
    }
    // A fifth of a millisecond a run: less is not worth the third of a second that the driver compiles.
    constexpr double leastGain = 8e6;
    const double time = timeOfNarrow(conv, context.input(0).type()) + leastGain;
    const std::optional<WinogradTiling> tiling = winogradTiling(context, conv);
    return time < (tiling ? timeOfWinograd(conv, *tiling) : timeOfPatches(conv));
}

} // namespace

bool takesNarrow(const LoweringContext& context, const Convolution& conv)
{
    const std::string forced = context.attributes().stringOr(product::kernelAttribute, "");
    const bool can = canBeNarrow(context, conv);
    if (forced == kernelName && !can) {
        context.unsupported("the kernel 'narrow' cannot run this convolution on this device");
    }
    return can
        && (forced.empty() ? devicePolicy(context.device()).prefersEights && isFastest(context, conv)
                           : forced == kernelName);
}

void lowerNarrow(LoweringContext& context, const Convolution& conv)
{
    const Window& w = conv.window;
    const NarrowTile tile = narrowTileOf(conv).value();
    const std::array<uint32_t, 3> in = inThree(w.in, 1);
    const std::array<uint32_t, 3> out = inThree(w.out, 1);
    const std::array<uint32_t, 3> kernel = inThree(w.kernel, 1);
    const std::array<uint32_t, 3> strides = inThree(w.strides, 1);
    const std::array<uint32_t, 3> dilations = inThree(w.dilations, 1);
    const std::array<uint32_t, 3> pads = inThree(w.padsBegin, 0);
    const product::Epilogue epilogue = epilogueOf(context);
    const uint64_t blocks = ceilDivide(static_cast<uint64_t>(conv.filters), uint64_t {tile.filters});
    NarrowParameters q {};
    q.count = static_cast<uint32_t>(conv.images * conv.groups);
    q.groups = static_cast<uint32_t>(conv.groups);
    q.channels = static_cast<uint32_t>(conv.channels);
    q.filters = static_cast<uint32_t>(conv.filters);
    q.blocks = static_cast<uint32_t>(blocks);
    q.inSize = {in[1], in[2]};
    q.outSize = {out[1], out[2]};
    q.pads = {static_cast<int32_t>(pads[1]), static_cast<int32_t>(pads[2])};
    q.low = epilogue.low;
    q.high = epilogue.high;

    const TensorRef x = context.input(0);
    const FilterBias bias = filterBias(context, conv.filters * conv.groups);
    DispatchStep step {
        .kernel = &kernels::convnarrow().forTypes({x.type()}), .loopRounds = roundsOfLane(conv, tile)};
    step.specialization = {static_cast<uint32_t>(bias.kind), context.hasInput(3) ? 1u : 0u,
        static_cast<uint32_t>(epilogue.activation), kernel[2], strides[2], dilations[2], kernel[1],
        strides[1], dilations[1], tile.rows, product::storeWidthOf(context, context.output(0), out[2]),
        tile.filters, tile.channels};
    step.bindings = {{x}, {context.input(1)}, {context.output(0), Access::Write}, {bias.tensor.value_or(x)},
        {context.hasInput(3) ? context.input(3) : x}};
    step.groupCount = linearGroups(lanesOf(conv, tile));
    step.operations = 2 * multiplicationsOf(conv);
    step.parameters = parameterBytes(q);
    context.dispatch(std::move(step));
}

} // namespace weightless::ops::conv
