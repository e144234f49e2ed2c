// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/lrn.h"
#include "engine/ops/normalization/normalization.h"

#include <algorithm>

namespace weightless::ops::normalization {

namespace {

void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0)) || context.shape(0).size() < 2) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor with channels");
    }
    const int64_t size = context.attributes().intOr("size", 0);
    if (size < 1 || size > INT32_MAX) {
        context.fail("attribute 'size' is " + std::to_string(size) + ", expected a number of channels");
    }
    context.setOutput(0, context.type(0), context.shape(0));
}

struct LrnParameters {
    uint32_t count, channels, pixels, before, after;
    float alpha, beta, bias;
};

void lower(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    if (x.elements() == 0) {
        return;
    }
    const Attributes& attributes = context.attributes();
    const auto size = static_cast<uint32_t>(attributes.intOr("size", 1));
    const int64_t planes = x.shape()[0] * x.shape()[1];
    const auto window = std::min<uint64_t>(size, static_cast<uint64_t>(x.shape()[1]));
    DispatchStep step {.loopRounds = longLoopRounds(roundsOf(window))};
    step.kernel = &kernels::lrn().forTypes({x.type()});
    step.bindings = {{x}, {context.output(0), Access::Write}};
    step.groupCount = linearGroups(static_cast<uint64_t>(x.elements()));
    step.operations = static_cast<uint64_t>(x.elements()) * size;
    step.parameters = parameterBytes(LrnParameters {static_cast<uint32_t>(x.elements()),
        static_cast<uint32_t>(x.shape()[1]), static_cast<uint32_t>(x.elements() / planes), (size - 1) / 2,
        size / 2, attributes.floatOr("alpha", 1e-4f), attributes.floatOr("beta", 0.75f),
        attributes.floatOr("bias", 1.0f)});
    context.dispatch(std::move(step));
}

} // namespace

void registerLrn(Registry& registry)
{
    for (const int version : {1, 13}) {
        registry.add({.name = "LRN", .sinceVersion = version, .infer = infer, .lower = lower});
    }
}

} // namespace weightless::ops::normalization
