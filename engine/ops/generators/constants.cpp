// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/model/model.h"
#include "engine/ops/generators/generators.h"
#include "engine/ops/nodeview.h"

#include <algorithm>

namespace weightless::ops::generators {

namespace {

HostTensor floatTensor(const std::vector<float>& values, Shape shape)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, std::move(shape)});
    std::ranges::copy(values, tensor.as<float>().begin());
    return tensor;
}

// Whichever of the value attributes the node has.
HostTensor constantValue(const NodeView& node)
{
    const Attributes& attributes = *node.attributes;
    if (const auto tensor = attributes.tensor("value")) {
        if (!tensor->value) {
            throw Error(ErrorKind::Unsupported,
                "attribute 'value' is " + toString(tensor->descriptor)
                    + " whose data is not read; pass it as a constant of the graph");
        }
        return *tensor->value;
    }
    if (attributes.has("value_float")) {
        return floatTensor({attributes.floatOr("value_float", 0)}, {});
    }
    if (const auto values = attributes.floats("value_floats")) {
        return floatTensor(*values, {static_cast<int64_t>(values->size())});
    }
    if (attributes.has("value_int")) {
        return makeInt64Scalar(attributes.intOr("value_int", 0));
    }
    if (const auto values = attributes.ints("value_ints")) {
        return makeInt64Tensor(*values);
    }
    for (const char* name : {"sparse_value", "value_string", "value_strings"}) {
        if (attributes.has(name)) {
            throw Error(ErrorKind::Unsupported,
                std::string("attribute '") + name
                    + "' has no implementation here; store the constant as a dense tensor, 'value'");
        }
    }
    failNode(
        "none of the attributes 'value', 'value_float', 'value_floats', 'value_int', 'value_ints' is given");
}

// From `start` to `end` as attributes, from opset 15 on.
HostTensor shapeValue(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const auto rank = static_cast<int64_t>(shape.size());
    const auto position = [&](const char* name, int64_t fallback) {
        const int64_t given = node.attributes->intOr(name, fallback);
        return std::clamp<int64_t>(given < 0 ? given + rank : given, 0, rank);
    };
    const int64_t start = position("start", 0);
    const int64_t end = std::max(start, position("end", rank));
    return makeInt64Tensor(
        std::span(shape).subspan(static_cast<size_t>(start), static_cast<size_t>(end - start)));
}

HostTensor sizeValue(const NodeView& node)
{
    return makeInt64Scalar(elementCount(node.shape(0)).value_or(0));
}

using ValueFunction = HostTensor (*)(const NodeView&);

template <ValueFunction valueOf>
void infer(InferenceContext& context)
{
    const TensorDescriptor descriptor = valueOf(NodeView(context)).descriptor;
    context.setOutput(0, descriptor.type, descriptor.shape);
}

template <ValueFunction valueOf>
void lower(LoweringContext& context)
{
    context.aliasOutput(0, context.constant(valueOf(NodeView(context))));
}

template <ValueFunction valueOf>
std::vector<HostTensor> fold(const FoldContext& context)
{
    return {valueOf(NodeView(context))};
}

} // namespace

void registerConstants(Registry& registry)
{
    registry.add({.name = "Constant",
        .minInputs = 0,
        .maxInputs = 0,
        .infer = infer<constantValue>,
        .lower = lower<constantValue>,
        .fold = fold<constantValue>});
    registry.add({.name = "Shape",
        .infer = infer<shapeValue>,
        .lower = lower<shapeValue>,
        .fold = fold<shapeValue>,
        .foldsFromShapes = true});
    registry.add({.name = "Size",
        .infer = infer<sizeValue>,
        .lower = lower<sizeValue>,
        .fold = fold<sizeValue>,
        .foldsFromShapes = true});
}

} // namespace weightless::ops::generators
