// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/gated.h"
#include "engine/ops/elementwise/operations.h"
#include "engine/ops/nodeview.h"

// weightless.GatedGelu and weightless.GatedSigmoid: the first half along `axis`, the last one unless it is
// given, times the Gelu ("GEGLU") or the Sigmoid ("GLU") of the second, as one step: neither half is ever in
// memory of its own. `approximate` is that of Gelu.
namespace weightless::ops::elementwise {

namespace {

size_t axisOf(const NodeView& node)
{
    const auto rank = static_cast<int64_t>(node.shape(0).size());
    const int64_t axis = node.attributes->intOr("axis", -1);
    if (axis < -rank || axis >= rank) {
        failNode(
            "attribute 'axis' is " + std::to_string(axis) + ", and the input " + toString(node.input(0)));
    }
    return static_cast<size_t>(axis < 0 ? axis + rank : axis);
}

void infer(InferenceContext& context)
{
    Shape shape = context.shape(0);
    const DataType type = context.type(0);
    const size_t axis = axisOf(NodeView(context));
    if (!hasGatedKernel(type) || shape[axis] % 2 != 0) {
        context.fail("input 0 is " + toString(context.input(0))
            + ", expected float32, float16 or bfloat16, an even number of them along axis "
            + std::to_string(axis));
    }
    shape[axis] /= 2;
    context.setOutput(0, type, shape);
}

void lowerAs(LoweringContext& context, uint32_t operation)
{
    const TensorRef x = context.input(0);
    const TensorRef result = context.output(0);
    const auto begin = result.shape().begin() + static_cast<std::ptrdiff_t>(axisOf(NodeView(context)));
    const int64_t columns = elementCount(Shape(begin, result.shape().end())).value_or(0);
    dispatchGated(context, {x, x, columns, 2 * columns, columns}, operation, 0, result);
}

void lowerGelu(LoweringContext& context)
{
    const bool isTanh = context.attributes().stringOr("approximate", "none") == "tanh";
    lowerAs(context, isTanh ? unaryGeluTanh : unaryGelu);
}

void lowerSigmoid(LoweringContext& context)
{
    lowerAs(context, unarySigmoid);
}

} // namespace

void registerGatedHalves(Registry& registry)
{
    registry.add({.name = "GatedGelu", .infer = infer, .lower = lowerGelu, .domain = "weightless"});
    registry.add({.name = "GatedSigmoid", .infer = infer, .lower = lowerSigmoid, .domain = "weightless"});
}

} // namespace weightless::ops::elementwise
