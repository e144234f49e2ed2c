// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/gated.h"
#include "engine/ops/elementwise/operations.h"
#include "engine/ops/nodeview.h"

// weightless.GatedGelu: the first half of the last axis times the Gelu of the second ("GEGLU"), as one step:
// neither half is ever in memory of its own. `approximate` is that of Gelu.
namespace weightless::ops::elementwise {

namespace {

void infer(InferenceContext& context)
{
    Shape shape = context.shape(0);
    const DataType type = context.type(0);
    if (!hasGatedKernel(type) || shape.empty() || shape.back() % 2 != 0) {
        context.fail("input 0 is " + toString(context.input(0))
            + ", expected float32, float16 or bfloat16, an even number of them along the last axis");
    }
    shape.back() /= 2;
    context.setOutput(0, type, shape);
}

void lower(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const TensorRef result = context.output(0);
    const int64_t columns = result.shape().back();
    const bool isTanh = context.attributes().stringOr("approximate", "none") == "tanh";
    dispatchGated(
        context, {x, x, columns, 2 * columns, columns}, isTanh ? unaryGeluTanh : unaryGelu, 0, result);
}

} // namespace

void registerGatedGelu(Registry& registry)
{
    registry.add({.name = "GatedGelu", .infer = infer, .lower = lower, .domain = "weightless"});
}

} // namespace weightless::ops::elementwise
