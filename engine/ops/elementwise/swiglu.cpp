// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/gated.h"
#include "engine/ops/elementwise/operations.h"
#include "engine/ops/nodeview.h"

// SwiGLU: the Swish of a gate times a value of the same shape.
namespace weightless::ops::elementwise {

namespace {

void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
    context.requireSameType(0, 1);
    if (context.shape(0) != context.shape(1)) {
        context.fail("the gate is " + toString(context.input(0)) + " and the value "
            + toString(context.input(1)) + ", expected the same shape");
    }
    context.setOutput(0, context.type(0), context.shape(0));
}

void lower(LoweringContext& context)
{
    const TensorRef y = context.output(0);
    const GatedRows rows {.values = context.input(1),
        .gates = context.input(0),
        .columns = y.elements(),
        .pitch = y.elements()};
    const float alpha = context.attributes().floatOr("alpha", 1.0f);
    dispatchGated(context, rows, unarySwish, alpha, y);
}

} // namespace

void registerSwiGlu(Registry& registry)
{
    registry.add({.name = "SwiGLU",
        .sinceVersion = 28,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower});
}

} // namespace weightless::ops::elementwise
