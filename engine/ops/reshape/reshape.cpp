// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/nodeview.h"
#include "engine/ops/stridedcopy.h"
#include "engine/ops/valueneeded.h"

#include <algorithm>

namespace weightless::ops::reshape {

namespace {

// 0 keeps the input's dimension (unless allowzero), one -1 takes what is left.
Shape reshaped(const NodeView& node, const std::vector<int64_t>& target)
{
    const Shape& shape = node.shape(0);
    const bool zeroMeansZero = node.attributes->intOr("allowzero", 0) != 0;
    Shape result = target;
    std::optional<size_t> free;
    for (size_t i = 0; i < result.size(); ++i) {
        if (result[i] == 0 && !zeroMeansZero) {
            if (i >= shape.size()) {
                failNode("the target shape " + toString(target) + " keeps dimension " + std::to_string(i)
                    + ", which input 0 of " + toString(shape) + " does not have");
            }
            result[i] = shape[i];
        } else if (result[i] == -1 && !free) {
            free = i;
            result[i] = 1;
        }
    }
    const auto given = elementCount(result);
    const int64_t elements = elementCount(shape).value_or(0);
    const bool fits = given && (free ? *given > 0 && elements % *given == 0 : *given == elements);
    if (!fits) {
        failNode("input 0 is " + toString(node.input(0)) + " with " + std::to_string(elements)
            + " elements, which cannot take the shape " + toString(target));
    }
    if (free) {
        result[*free] = elements / *given;
    }
    return result;
}

void inferReshape(InferenceContext& context)
{
    const NodeView node(context);
    const auto target = node.optionalInts("shape", 1);
    if (!target) {
        context.fail("'shape' is required");
    }
    context.setOutput(0, context.type(0), reshaped(node, *target));
}

void inferFlatten(InferenceContext& context)
{
    const Shape& shape = context.shape(0);
    const int64_t axis = context.attributes().intOr("axis", 1);
    const auto rank = static_cast<int64_t>(shape.size());
    if (axis < -rank || axis > rank) {
        context.fail("axis " + std::to_string(axis) + " is outside a tensor of rank " + std::to_string(rank));
    }
    const auto split = shape.begin() + (axis < 0 ? axis + rank : axis);
    context.setOutput(0, context.type(0),
        {elementCount(Shape(shape.begin(), split)).value_or(0),
            elementCount(Shape(split, shape.end())).value_or(0)});
}

void inferSqueeze(InferenceContext& context)
{
    const Shape& shape = context.shape(0);
    const auto axes = NodeView(context).optionalInts("axes", 1);
    std::vector<bool> removed(shape.size());
    if (axes) {
        for (const size_t axis : context.normalizedAxes(*axes, shape.size())) {
            if (shape[axis] != 1) {
                context.fail("axis " + std::to_string(axis) + " of input 0, " + toString(context.input(0))
                    + ", is " + std::to_string(shape[axis]) + ", expected 1");
            }
            removed[axis] = true;
        }
    } else {
        std::transform(
            shape.begin(), shape.end(), removed.begin(), [](int64_t dimension) { return dimension == 1; });
    }
    Shape result;
    for (size_t i = 0; i < shape.size(); ++i) {
        if (!removed[i]) {
            result.push_back(shape[i]);
        }
    }
    context.setOutput(0, context.type(0), std::move(result));
}

void inferUnsqueeze(InferenceContext& context)
{
    const Shape& shape = context.shape(0);
    const auto axes = NodeView(context).optionalInts("axes", 1);
    if (!axes) {
        context.fail("'axes' is required");
    }
    const size_t rank = shape.size() + axes->size();
    std::vector<bool> isAdded(rank);
    for (const size_t axis : context.normalizedAxes(*axes, rank)) {
        isAdded[axis] = true;
    }
    Shape result;
    auto next = shape.begin();
    for (const bool added : isAdded) {
        result.push_back(added ? 1 : *next++);
    }
    context.setOutput(0, context.type(0), std::move(result));
}

void inferExpandDims(InferenceContext& context)
{
    if (elementCount(context.shape(1)) != 1) {
        context.fail("input 'axis' is " + toString(context.input(1)) + ", expected one number");
    }
    inferUnsqueeze(context);
}

void inferIdentity(InferenceContext& context)
{
    context.setOutput(0, context.type(0), context.shape(0));
}

double ratioOf(const InferenceContext& context)
{
    if (!context.hasInput(1)) {
        return 0.5;
    }
    if (context.value(1) == nullptr) {
        throw ValueNeeded(1, "ratio");
    }
    return scalarAsDouble(*context.value(1), "ratio");
}

// Inference, or training in which nothing is dropped: the data passes and the mask is all true.
void inferDropout(InferenceContext& context)
{
    if (context.hasInput(2)) {
        if (context.value(2) == nullptr) {
            throw ValueNeeded(2, "training_mode");
        }
        if (scalarAsInt64(*context.value(2), "training_mode") != 0 && ratioOf(context) != 0) {
            context.unsupported("training mode: input 'training_mode' is true");
        }
    }
    context.setOutput(0, context.type(0), context.shape(0));
    context.setOutput(1, context.opset() < 10 ? context.type(0) : DataType::Bool, context.shape(0));
}

void lowerView(LoweringContext& context)
{
    context.aliasOutput(0, context.input(0));
}

void lowerDropout(LoweringContext& context)
{
    lowerView(context);
    if (context.outputCount() > 1 && context.wantsOutput(1)) {
        const TensorRef mask = context.output(1);
        HostTensor one = makeHostTensor({mask.type(), {}});
        setElement(one, 0, int64_t {1});
        dispatchFill(context, context.constant(std::move(one)), mask);
    }
}

std::vector<HostTensor> foldView(const FoldContext& context)
{
    HostTensor result = *context.inputs[0];
    result.descriptor = context.outputs[0];
    return {std::move(result)};
}

} // namespace

void registerOperators(Registry& registry)
{
    const auto add = [&](std::string_view name, int64_t version, size_t maxInputs, InferFunction infer) {
        registry.add({.name = name,
            .sinceVersion = version,
            .maxInputs = maxInputs,
            .infer = infer,
            .lower = lowerView,
            .fold = foldView});
    };
    add("Reshape", 1, 1, inferReshape);
    add("Reshape", 5, 2, inferReshape);
    add("Flatten", 1, 1, inferFlatten);
    add("Squeeze", 1, 1, inferSqueeze);
    add("Squeeze", 13, 2, inferSqueeze);
    add("Unsqueeze", 1, 1, inferUnsqueeze);
    add("Unsqueeze", 13, 2, inferUnsqueeze);
    add("Identity", 1, 1, inferIdentity);
    registry.add({.name = "ExpandDims",
        .minInputs = 2,
        .maxInputs = 2,
        .infer = inferExpandDims,
        .lower = lowerView,
        .fold = foldView,
        .domain = "com.microsoft"});
    registry.add(
        {.name = "Dropout", .maxInputs = 3, .maxOutputs = 2, .infer = inferDropout, .lower = lowerDropout});
}

} // namespace weightless::ops::reshape
