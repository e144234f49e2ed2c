// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/convcolumns.h"
#include "engine/ops/kernels/convdepthwise.h"
#include "engine/ops/kernels/convdirect.h"
#include "engine/ops/kernels/convtaps.h"
#include "engine/ops/product/neighbours.h"

#include <algorithm>

namespace weightless::ops::conv {

namespace {

struct DirectParameters {
    uint32_t count, filters, filtersPerChannel;
    std::array<uint32_t, 3> inSize, outSize, kernel, strides, dilations;
    std::array<int32_t, 3> pads;
    float low, high;
};

// Rows of results that an invocation of convdepthwise.comp makes, so that what is unrolled for them compiles
// in reasonable time; 0 where one is too much.
uint32_t groupRows(const Window& w, const DirectParameters& q)
{
    constexpr uint64_t mostTaps = 100; // of all rows together
    constexpr uint64_t mostRows = 24;
    for (const uint32_t rows : {4u, 2u, 1u}) {
        if (rows <= std::max(q.outSize[1], 1u) && uint64_t {q.kernel[1]} * q.kernel[2] * rows <= mostTaps
            && inputRowsOf(w, rows) <= mostRows) {
            return rows;
        }
    }
    return 0;
}

bool fitsGroups(const LoweringContext& context, const Window& w, const DirectParameters& q)
{
    return groupRows(w, q) != 0 && devicePolicy(context.device()).prefersEights
        && context.attributes().stringOr(product::kernelAttribute, "") != "plain"
        && product::canReadNeighbours(
            context.device(), context.input(0), {q.kernel[2], q.strides[2], q.dilations[2]})
        && q.kernel[0] == 1 && q.inSize[0] == 1 && q.outSize[0] == 1;
}

// As convcolumns.comp has it.
constexpr uint32_t columnResults = 4;

// Taps that find room in registers, and are unrolled in reasonable time.
bool fitsColumns(const LoweringContext& context, const Window& w, const DirectParameters& q)
{
    constexpr uint64_t mostTaps = 49;
    constexpr uint64_t mostRows = 16;
    return kernels::convcolumns().hasTypes({context.input(0).type()}) && q.kernel[0] == 1 && q.inSize[0] == 1
        && q.outSize[0] == 1 && uint64_t {q.kernel[1]} * q.kernel[2] <= mostTaps
        && inputRowsOf(w, columnResults) <= mostRows;
}

// "columns" forces it where it can run.
bool takesColumns(const LoweringContext& context, const Window& w, const DirectParameters& q)
{
    const std::string forced = context.attributes().stringOr(product::kernelAttribute, "");
    const bool fits = fitsColumns(context, w, q);
    if (forced == "columns" && !fits) {
        context.unsupported("the kernel 'columns' cannot run this convolution");
    }
    return fits && (forced.empty() ? devicePolicy(context.device()).prefersColumns : forced == "columns");
}

// Taps of a row that convtaps.comp takes at once; 0 where the device has no such kernel, or what eight
// results see is too much of a row to be unrolled.
uint32_t tapsAtOnceOf(const LoweringContext& context, const DirectParameters& q)
{
    constexpr uint64_t mostNeighbours = 64;
    const TensorRef x = context.input(0);
    if (!devicePolicy(context.device()).prefersEights || !kernels::convtaps().hasTypes({x.type()})
        || context.attributes().stringOr(product::kernelAttribute, "") == "plain") {
        return 0;
    }
    for (const uint32_t most : {16u, 8u, 4u, 2u, 1u}) {
        const uint32_t taps = std::min(most, q.kernel[2]);
        if (product::canReadNeighbours(
                context.device(), x, {taps, q.strides[2], q.dilations[2]}, mostNeighbours)) {
            const LoopRounds rounds = longLoopRounds(tapRounds(q.kernel, taps));
            return rounds.count() <= context.device().maxLoopRounds ? taps : 0;
        }
    }
    return 0;
}

struct Shaped {
    bool inColumns = false;
    bool inGroups = false;
    bool walksRows = false; // by convtaps.comp
    uint32_t tapsAtOnce = 1;
    uint32_t rows = 1; // in groups
};

// Kernel, constants and work groups.
void shape(const LoweringContext& context, const Shaped& way, uint64_t planes, DirectParameters& q,
    DispatchStep& step)
{
    const DataType type = context.input(0).type();
    q.count = static_cast<uint32_t>(planes);
    if (way.inColumns) {
        step.kernel = &kernels::convcolumns().forTypes({type});
        step.specialization.insert(
            step.specialization.end(), {q.kernel[1], q.kernel[2], q.strides[1], q.dilations[1]});
        step.groupCount =
            linearGroups(planes * ceilDivide(q.outSize[1], columnResults) * uint64_t {q.outSize[2]});
    } else if (way.inGroups) {
        step.kernel = &kernels::convdepthwise().forTypes({type});
        const uint32_t rows = way.rows;
        step.specialization.insert(step.specialization.end(),
            {q.kernel[2], q.strides[2], q.dilations[2], q.kernel[1], q.strides[1], q.dilations[1], rows,
                product::storeWidthOf(context, context.output(0), q.outSize[2])});
        step.groupCount = linearGroups(planes * ceilDivide(q.outSize[1], rows) * ceilDivide(q.outSize[2], 8));
    } else if (way.walksRows) {
        step.kernel = &kernels::convtaps().forTypes({type});
        step.specialization.insert(step.specialization.end(),
            {way.tapsAtOnce, q.strides[2], q.dilations[2], q.kernel[2] % way.tapsAtOnce,
                product::storeWidthOf(context, context.output(0), q.outSize[2])});
        step.groupCount =
            linearGroups(planes * q.outSize[0] * q.outSize[1] * ceilDivide(uint64_t {q.outSize[2]}, 8u));
    } else {
        const auto elements = static_cast<uint64_t>(context.output(0).elements());
        step.kernel = &kernels::convdirect().forTypes({type});
        step.specialization.push_back(way.tapsAtOnce);
        step.groupCount = linearGroups(elements);
        q.count = static_cast<uint32_t>(elements);
    }
}

DirectParameters parametersOf(const Convolution& conv)
{
    const Window& w = conv.window;
    DirectParameters q {};
    q.filters = static_cast<uint32_t>(conv.groups * conv.filters);
    q.filtersPerChannel = static_cast<uint32_t>(conv.filters);
    q.inSize = inThree(w.in, 1);
    q.outSize = inThree(w.out, 1);
    q.kernel = inThree(w.kernel, 1);
    q.strides = inThree(w.strides, 1);
    q.dilations = inThree(w.dilations, 1);
    const std::array<uint32_t, 3> pads = inThree(w.padsBegin, 0);
    q.pads = {static_cast<int32_t>(pads[0]), static_cast<int32_t>(pads[1]), static_cast<int32_t>(pads[2])};
    return q;
}

} // namespace

bool takesDepthwiseGroups(const LoweringContext& context, const Convolution& conv)
{
    const DirectParameters q = parametersOf(conv);
    return fitsGroups(context, conv.window, q) && !takesColumns(context, conv.window, q);
}

void lowerDepthwise(LoweringContext& context, const Convolution& conv)
{
    const product::Epilogue epilogue = epilogueOf(context);
    DirectParameters q = parametersOf(conv);
    q.low = epilogue.low;
    q.high = epilogue.high;

    const auto elements = static_cast<uint64_t>(context.output(0).elements());
    const TensorRef x = context.input(0);
    const FilterBias bias = filterBias(context, conv.filters * conv.groups);
    const bool inColumns = takesColumns(context, conv.window, q);
    const uint32_t tapsOfRow = tapsAtOnceOf(context, q);
    const Shaped way {.inColumns = inColumns,
        .inGroups = !inColumns && fitsGroups(context, conv.window, q),
        .walksRows = !inColumns && tapsOfRow != 0,
        .tapsAtOnce = tapsOfRow != 0 ? tapsOfRow : stepsAtOnce(context.device(), tapRounds(q.kernel, 1)),
        .rows = groupRows(conv.window, q)};
    DispatchStep step {.loopRounds = way.inColumns || way.inGroups
            ? fewLoopRounds
            : longLoopRounds(tapRounds(q.kernel, way.tapsAtOnce))};
    step.specialization = {static_cast<uint32_t>(bias.kind), context.hasInput(3) ? 1u : 0u,
        static_cast<uint32_t>(epilogue.activation)};
    step.bindings = {{x}, {context.input(1)}, {context.output(0), Access::Write}, {bias.tensor.value_or(x)},
        {context.hasInput(3) ? context.input(3) : x}};
    shape(context, way, uint64_t {q.filters} * static_cast<uint64_t>(conv.images), q, step);
    step.operations = 2 * elements * q.kernel[0] * q.kernel[1] * q.kernel[2];
    step.parameters = parameterBytes(q);
    context.dispatch(std::move(step));
}

} // namespace weightless::ops::conv
