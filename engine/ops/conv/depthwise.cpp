// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/convdepthwise.h"
#include "engine/ops/kernels/convdirect.h"

namespace weightless::ops::conv {

namespace {

struct DirectParameters {
    uint32_t count, filters, filtersPerChannel;
    std::array<uint32_t, 3> inSize, outSize, kernel, strides, dilations;
    std::array<int32_t, 3> pads;
    float low, high;
};

bool fitsGroups(const LoweringContext& context, const DirectParameters& q)
{
    return devicePolicy(context.device()).prefersEights
        && context.attributes().stringOr(product::kernelAttribute, "") != "plain"
        && canReadEights(context.device(), context.input(0).type()) && q.kernel[0] == 1 && q.inSize[0] == 1
        && q.outSize[0] == 1 && 7ull * q.strides[2] + uint64_t(q.kernel[2] - 1) * q.dilations[2] <= 16;
}

} // namespace

void lowerDepthwise(LoweringContext& context, const Convolution& conv)
{
    const Window& w = conv.window;
    const product::Epilogue epilogue = product::epilogueOf(context.attributes());
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
    q.low = epilogue.low;
    q.high = epilogue.high;

    const auto elements = static_cast<uint64_t>(context.output(0).elements());
    const TensorRef x = context.input(0);
    const FilterBias bias = filterBias(context, conv.filters * conv.groups);
    const bool inGroups = fitsGroups(context, q);
    const uint32_t tapsAtOnce = stepsAtOnce(context.device(), tapRounds(q.kernel, 1));
    DispatchStep step {
        .loopRounds = longLoopRounds(inGroups ? roundsOf(q.kernel[1]) : tapRounds(q.kernel, tapsAtOnce))};
    step.specialization = {static_cast<uint32_t>(bias.kind), context.hasInput(3) ? 1u : 0u,
        static_cast<uint32_t>(epilogue.activation)};
    step.bindings = {{x}, {context.input(1)}, {context.output(0), Access::Write}, {bias.tensor.value_or(x)},
        {context.hasInput(3) ? context.input(3) : x}};
    if (inGroups) {
        step.kernel = &kernels::convdepthwise().forTypes({x.type()});
        step.specialization.insert(step.specialization.end(), {q.kernel[2], q.strides[2], q.dilations[2]});
        q.count = q.filters * static_cast<uint32_t>(conv.images);
        step.groupCount = linearGroups(uint64_t(q.count) * q.outSize[1] * ceilDivide(q.outSize[2], 8));
    } else {
        step.groupCount = linearGroups(elements);
        step.kernel = &kernels::convdirect().forTypes({x.type()});
        step.specialization.push_back(tapsAtOnce);
        q.count = static_cast<uint32_t>(elements);
    }
    step.operations = 2 * elements * q.kernel[0] * q.kernel[1] * q.kernel[2];
    step.parameters = parameterBytes(q);
    context.dispatch(std::move(step));
}

} // namespace weightless::ops::conv
