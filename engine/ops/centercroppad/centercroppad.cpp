// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>
#include <numeric>

namespace weightless::ops::centercroppad {

namespace {

Shape resultShape(const NodeView& node)
{
    Shape shape = node.shape(0);
    const std::vector<int64_t> sizes = node.ints(1, "shape");
    std::vector<int64_t> axes(shape.size());
    std::iota(axes.begin(), axes.end(), int64_t {0});
    axes = node.attributes->ints("axes").value_or(axes);
    if (axes.size() != sizes.size()) {
        failNode("input 'shape' has " + std::to_string(sizes.size()) + " sizes, expected one for each of "
            + std::to_string(axes.size()) + " axes");
    }
    std::vector<bool> isSet(shape.size());
    for (size_t i = 0; i < axes.size(); ++i) {
        const size_t axis = normalizeAxis(axes[i], shape.size());
        if (isSet[axis] || sizes[i] < 0) {
            failNode(isSet[axis] ? "axis " + std::to_string(axes[i]) + " is given twice"
                                 : "input 'shape' is " + toString(sizes) + ", expected sizes");
        }
        isSet[axis] = true;
        shape[axis] = sizes[i];
    }
    return shape;
}

// The middle of the input, as much of it as the result has, to the middle of the result.
std::vector<ElementCopy> copiesOf(const NodeView& node)
{
    const Shape& from = node.shape(0);
    const Shape to = resultShape(node);
    ElementCopy copy;
    copy.sourceStrides = contiguousStrides(from);
    copy.targetStrides = contiguousStrides(to);
    for (size_t d = 0; d < from.size(); ++d) {
        copy.dims.push_back(std::min(from[d], to[d]));
        copy.sourceOffset += std::max<int64_t>(from[d] - to[d], 0) / 2 * copy.sourceStrides[d];
        copy.targetOffset += std::max<int64_t>(to[d] - from[d], 0) / 2 * copy.targetStrides[d];
    }
    return {copy};
}

void infer(InferenceContext& context)
{
    context.setOutput(0, context.type(0), resultShape(NodeView(context)));
}

void lower(LoweringContext& context)
{
    const ElementCopy copy = copiesOf(NodeView(context)).front();
    const TensorRef y = context.output(0);
    if (copy.dims == y.shape()) {
        lowerCopy(context, context.input(0), copy);
        return;
    }
    dispatchFill(context, scalarOf(context, y.type(), 0), y);
    dispatchCopy(context, context.input(0), y, copy);
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "CenterCropPad",
        .sinceVersion = 18,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower,
        .fold = foldCopies<copiesOf>});
}

} // namespace weightless::ops::centercroppad
