// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/movement/movement.h"
#include "engine/ops/stridedcopy.h"

#include <cstdint>

namespace weightless::ops::movement {

namespace {

// Required from opset 4 on; 1 before.
size_t axisOf(const NodeView& node)
{
    if (node.opset >= 4 && !node.attributes->has("axis")) {
        failNode("attribute 'axis' is required");
    }
    return normalizeAxis(node.attributes->intOr("axis", 1), node.shape(0).size());
}

void infer(InferenceContext& context)
{
    const size_t axis = axisOf(NodeView(context));
    Shape result = context.shape(0);
    for (size_t i = 1; i < context.inputCount(); ++i) {
        context.requireSameType(0, i);
        context.requireRank(i, result.size());
        const Shape& shape = context.shape(i);
        for (size_t d = 0; d < shape.size(); ++d) {
            if (d != axis && shape[d] != result[d]) {
                context.fail("inputs 0 and " + std::to_string(i) + " are " + toString(context.input(0))
                    + " and " + toString(context.input(i)) + ", which differ in dimension "
                    + std::to_string(d) + " beside the axis " + std::to_string(axis));
            }
        }
        if (shape[axis] > INT64_MAX - result[axis]) {
            context.fail(
                "the sizes along axis " + std::to_string(axis) + " add up to more than a tensor can have");
        }
        result[axis] += shape[axis];
    }
    context.setOutput(0, context.type(0), std::move(result));
}

std::vector<ElementCopy> copiesOf(const NodeView& node)
{
    const size_t axis = axisOf(node);
    const std::vector<int64_t> strides = contiguousStrides(node.outputs[0].shape);
    std::vector<ElementCopy> copies;
    int64_t position = 0;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
        const Shape& shape = node.shape(i);
        if (elementCount(shape) != 0) {
            copies.push_back({.input = i,
                .dims = shape,
                .sourceStrides = contiguousStrides(shape),
                .targetStrides = strides,
                .targetOffset = position * strides[axis]});
        }
        position += shape[axis];
    }
    return copies;
}

} // namespace

void registerConcat(Registry& registry)
{
    registry.add({.name = "Concat",
        .maxInputs = anyCount,
        .infer = infer,
        .lower = lowerCopies<copiesOf>,
        .fold = foldCopies<copiesOf>});
}

} // namespace weightless::ops::movement
