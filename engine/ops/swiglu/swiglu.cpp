// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composer.h"
#include "engine/ops/elementwise/gated.h"
#include "engine/ops/elementwise/operations.h"
#include "engine/ops/nodeview.h"

// SwiGLU: the Swish of a gate times a value of the same shape, as one step but for float64.
namespace weightless::ops::swiglu {

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
    const float alpha = context.attributes().floatOr("alpha", 1.0f);
    const TensorRef y = context.output(0);
    if (elementwise::hasGatedKernel(y.type())) {
        const elementwise::GatedRows rows {.values = context.input(1),
            .gates = context.input(0),
            .columns = y.elements(),
            .pitch = y.elements()};
        elementwise::dispatchGated(context, rows, elementwise::unarySwish, alpha, y);
        return;
    }
    Composer compose(context);
    const TensorRef gate = compose.add("Swish", {context.input(0)}, attributesWith("alpha", alpha));
    compose.addTo(y, "Mul", {gate, context.input(1)});
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "SwiGLU",
        .sinceVersion = 28,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower});
}

} // namespace weightless::ops::swiglu
