// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/elementmoves.h"
#include "engine/ops/kernels/one_hot.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/valueneeded.h"

namespace weightless::ops::onehot {

namespace {

struct OneHotParameters {
    uint32_t count;
    uint32_t depth;
    uint32_t inner;
};

size_t axisOf(const NodeView& node)
{
    return normalizeAxis(node.attributes->intOr("axis", -1), node.shape(0).size() + 1);
}

int64_t depthOf(const InferenceContext& context)
{
    if (elementCount(context.shape(1)) != 1) {
        context.fail("input 'depth' is " + toString(context.input(1)) + ", expected a scalar");
    }
    if (context.value(1) == nullptr) {
        throw ValueNeeded(1, "depth");
    }
    return scalarAsInt64(*context.value(1), "depth");
}

void infer(InferenceContext& context)
{
    for (size_t i = 0; i < 2; ++i) {
        if (!isFloat(context.type(i)) && !isInteger(context.type(i))) {
            context.fail(
                "input " + std::to_string(i) + " is " + toString(context.input(i)) + ", expected a number");
        }
    }
    if (elementCount(context.shape(2)) != 2) {
        context.fail(
            "input 'values' is " + toString(context.input(2)) + ", expected two elements, off and on");
    }
    Shape shape = context.shape(0);
    shape.insert(shape.begin() + static_cast<ptrdiff_t>(axisOf(NodeView(context))), depthOf(context));
    context.setOutput(0, context.type(2), std::move(shape));
}

// Indices in a type that has a kernel. Floats lose what is behind their point, as the operator says.
TensorRef kernelIndices(LoweringContext& context)
{
    const TensorRef indices = context.input(0);
    const DataType type = indices.type();
    if (type == DataType::Int32 || type == DataType::Int64) {
        return indices;
    }
    const TensorRef whole = context.temporary({DataType::Int64, indices.shape()});
    Attributes attributes;
    attributes.set("to", static_cast<int64_t>(DataType::Int64));
    const std::optional<TensorRef> input = indices;
    context.lowerAs("Cast", {&input, 1}, attributes, {&whole, 1});
    return whole;
}

void lower(LoweringContext& context)
{
    const TensorRef result = context.output(0);
    const auto count = static_cast<uint64_t>(result.elements());
    if (count == 0) {
        return;
    }
    const size_t axis = axisOf(NodeView(context));
    const TensorRef indices = kernelIndices(context);
    const Shape inner(result.shape().begin() + static_cast<ptrdiff_t>(axis) + 1, result.shape().end());
    const OneHotParameters parameters {.count = static_cast<uint32_t>(count),
        .depth = static_cast<uint32_t>(result.shape()[axis]),
        .inner = static_cast<uint32_t>(elementCount(inner).value_or(0))};
    context.dispatch({.kernel = &kernels::one_hot().forTypeAndWidth(indices.type(), result.type()),
        .loopRounds = fewLoopRounds,
        .specialization = {},
        .bindings = {{indices, Access::Read}, {context.input(2), Access::Read}, {result, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(count),
        .operations = count});
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    HostTensor result = makeEmptyTensor(context.outputs[0]);
    const Shape& shape = result.descriptor.shape;
    const size_t axis = axisOf(NodeView(context));
    const auto depth = shape[axis];
    const auto inner = static_cast<size_t>(
        elementCount(Shape(shape.begin() + static_cast<ptrdiff_t>(axis) + 1, shape.end())).value_or(0));
    for (size_t i = 0; i < static_cast<size_t>(elementCount(shape).value_or(0)); ++i) {
        const size_t line = i / inner;
        const size_t outer = line / static_cast<size_t>(depth);
        const auto position = static_cast<int64_t>(line) % depth;
        int64_t index = elementAsInt64(*context.inputs[0], outer * inner + i % inner);
        index = index < 0 ? index + depth : index;
        const size_t which = index == position ? 1 : 0;
        moveElements(*context.inputs[2], which, 1, result, i);
    }
    return {std::move(result)};
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "OneHot",
        .sinceVersion = 9,
        .minInputs = 3,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower,
        .fold = fold});
}

} // namespace weightless::ops::onehot
