// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/model/model.h"
#include "engine/ops/generators/generators.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>

namespace weightless::ops::generators {

namespace {

// The one element of attribute 'value', float 0 without it.
HostTensor fillValue(const NodeView& node)
{
    const auto tensor = node.attributes->tensor("value");
    if (!tensor) {
        return makeHostTensor({DataType::Float32, {}});
    }
    if (!tensor->value || elementCount(tensor->descriptor.shape) != 1) {
        failNode("attribute 'value' is " + toString(tensor->descriptor) + ", expected one element");
    }
    HostTensor value = *tensor->value;
    value.descriptor.shape = {};
    return value;
}

void inferConstantOfShape(InferenceContext& context)
{
    const NodeView node(context);
    context.setOutput(0, fillValue(node).descriptor.type, node.ints(0, "shape"));
}

void lowerConstantOfShape(LoweringContext& context)
{
    dispatchFill(context, context.constant(fillValue(NodeView(context))), context.output(0));
}

std::vector<HostTensor> foldConstantOfShape(const FoldContext& context)
{
    HostTensor result = makeHostTensor(context.outputs[0]);
    const Shape& shape = result.descriptor.shape;
    copyOnHost(
        fillValue(NodeView(context)), result, packedCopy(shape, std::vector<int64_t>(shape.size(), 0)));
    return {std::move(result)};
}

void inferEyeLike(InferenceContext& context)
{
    context.requireRank(0, 2);
    const auto type =
        static_cast<DataType>(context.attributes().intOr("dtype", static_cast<int64_t>(context.type(0))));
    if (typeSuffix(type).empty()) {
        context.unsupported("there are no kernels for " + toString(type));
    }
    context.setOutput(0, type, context.shape(0));
}

HostTensor scalarOf(DataType type, int64_t value)
{
    HostTensor scalar = makeHostTensor({type, {}});
    setElement(scalar, 0, value);
    return scalar;
}

// Ones along the k-th diagonal: a copy of one element with steps of a row and a column.
ElementCopy diagonalCopy(const Attributes& attributes, const Shape& shape)
{
    const int64_t k = std::clamp(attributes.intOr("k", 0), -shape[0], shape[1]);
    const int64_t row = std::max<int64_t>(-k, 0);
    const int64_t column = std::max<int64_t>(k, 0);
    return {.dims = {std::max<int64_t>(std::min(shape[0] - row, shape[1] - column), 0)},
        .sourceStrides = {0},
        .targetStrides = {shape[1] + 1},
        .targetOffset = row * shape[1] + column};
}

void lowerEyeLike(LoweringContext& context)
{
    const TensorRef result = context.output(0);
    dispatchFill(context, context.constant(scalarOf(result.type(), 0)), result);
    dispatchCopy(context, context.constant(scalarOf(result.type(), 1)), result,
        diagonalCopy(context.attributes(), result.shape()));
}

std::vector<HostTensor> foldEyeLike(const FoldContext& context)
{
    HostTensor result = makeHostTensor(context.outputs[0]);
    copyOnHost(scalarOf(result.descriptor.type, 1), result,
        diagonalCopy(context.attributes, result.descriptor.shape));
    return {std::move(result)};
}

} // namespace

void registerFills(Registry& registry)
{
    registry.add({.name = "ConstantOfShape",
        .sinceVersion = 9,
        .infer = inferConstantOfShape,
        .lower = lowerConstantOfShape,
        .fold = foldConstantOfShape});
    registry.add({.name = "EyeLike",
        .sinceVersion = 9,
        .infer = inferEyeLike,
        .lower = lowerEyeLike,
        .fold = foldEyeLike,
        .foldsFromShapes = true});
}

} // namespace weightless::ops::generators
