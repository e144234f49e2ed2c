// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/shrink.h"
#include "engine/ops/nodeview.h"

namespace weightless::ops::shrink {

namespace {

struct ShrinkParameters {
    uint32_t count;
    float bias;
    float lambda;
};

void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0)) && !isInteger(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a numeric tensor");
    }
    context.setOutput(0, context.type(0), context.shape(0));
}

void lower(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const auto count = static_cast<uint64_t>(x.elements());
    context.dispatch({.kernel = &kernels::shrink().forTypes({x.type()}),
        .loopRounds = fewLoopRounds,
        .bindings = {{x, Access::Read}, {context.output(0), Access::Write}},
        .parameters = parameterBytes(ShrinkParameters {static_cast<uint32_t>(count),
            context.attributes().floatOr("bias", 0), context.attributes().floatOr("lambd", 0.5f)}),
        .groupCount = linearGroups(count),
        .operations = count});
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "Shrink", .sinceVersion = 9, .infer = infer, .lower = lower});
}

} // namespace weightless::ops::shrink
