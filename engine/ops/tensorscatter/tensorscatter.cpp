// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/tensor_scatter.h"
#include "engine/ops/narrow.h"
#include "engine/ops/nodeview.h"

namespace weightless::ops::tensorscatter {

namespace {

struct TensorScatterParameters {
    uint32_t count, middle, size, updated, inner;
};

bool isCircular(const Attributes& attributes)
{
    const std::string mode = attributes.stringOr("mode", "linear");
    if (mode != "linear" && mode != "circular") {
        failNode("attribute 'mode' is '" + mode + "', expected linear or circular");
    }
    return mode == "circular";
}

size_t axisOf(const NodeView& node)
{
    const size_t axis = normalizeAxis(node.attributes->intOr("axis", -2), node.shape(0).size());
    if (axis == 0) {
        failNode("the axis is 0, which counts the batch");
    }
    return axis;
}

void infer(InferenceContext& context)
{
    const NodeView node(context);
    const size_t axis = axisOf(node);
    context.requireSameType(0, 1);
    Shape expected = context.shape(0);
    const Shape& update = context.shape(1);
    const int64_t updated = update.size() == expected.size() ? update[axis] : -1;
    const bool fits = updated >= 0 && updated <= expected[axis];
    expected[axis] = updated;
    if (!fits || update != expected) {
        context.fail("the update is " + toString(context.input(1)) + ", which is no part of "
            + toString(context.input(0)) + " along axis " + std::to_string(axis));
    }
    if (context.hasInput(2)
        && (context.type(2) != DataType::Int64 || context.shape(2) != Shape {expected[0]})) {
        context.fail("write_indices are " + toString(context.input(2)) + ", expected int64["
            + std::to_string(expected[0]) + "]");
    }
    static_cast<void>(isCircular(context.attributes()));
    context.setOutput(0, context.type(0), context.shape(0));
}

void lower(LoweringContext& context)
{
    const NodeView node(context);
    const size_t axis = axisOf(node);
    const TensorRef y = context.output(0);
    const Shape& shape = y.shape();
    uint64_t middle = 1;
    uint64_t inner = 1;
    for (size_t i = 1; i < shape.size(); ++i) {
        (i < axis ? middle : inner) *= i == axis ? 1 : static_cast<uint64_t>(shape[i]);
    }
    const auto count = static_cast<uint64_t>(y.elements());
    if (count == 0) {
        return;
    }
    const TensorRef begins = context.hasInput(2)
        ? context.input(2)
        : context.constant(makeHostTensor({DataType::Int64, {shape[0]}}));
    const TensorRef written = apartLike(context, y);
    context.dispatch({.kernel = &kernels::tensor_scatter().forWidthOf(written.type()),
        .loopRounds = fewLoopRounds,
        .specialization = {isCircular(context.attributes()) ? 1u : 0u},
        .bindings = {{takenApart(context, context.input(0)), Access::Read},
            {takenApart(context, context.input(1)), Access::Read}, {begins, Access::Read},
            {written, Access::Write}},
        .parameters = parameterBytes(TensorScatterParameters {.count = static_cast<uint32_t>(count),
            .middle = static_cast<uint32_t>(middle),
            .size = static_cast<uint32_t>(shape[axis]),
            .updated = static_cast<uint32_t>(context.input(1).shape()[axis]),
            .inner = static_cast<uint32_t>(inner)}),
        .groupCount = linearGroups(count),
        .operations = count});
    putTogether(context, written, y);
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "TensorScatter",
        .sinceVersion = 24,
        .minInputs = 2,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower});
}

} // namespace weightless::ops::tensorscatter
