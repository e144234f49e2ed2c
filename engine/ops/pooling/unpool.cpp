// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/pooling/pooling.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>

namespace weightless::ops::pooling {

namespace {

// The shape that a MaxPool with these attributes came from; its places are counted in that.
Shape pooledShape(const NodeView& node)
{
    Shape shape = node.shape(0);
    const auto kernel = node.attributes->ints("kernel_shape");
    if (!kernel || shape.size() != kernel->size() + 2) {
        failNode("attribute 'kernel_shape' is required and has one number for each spatial dimension of "
            + toString(node.input(0)));
    }
    const size_t rank = kernel->size();
    const auto strides = node.attributes->ints("strides").value_or(std::vector<int64_t>(rank, 1));
    const auto pads = node.attributes->ints("pads").value_or(std::vector<int64_t>(2 * rank, 0));
    if (strides.size() != rank || pads.size() != 2 * rank) {
        failNode(
            "attributes 'strides' and 'pads' do not fit " + std::to_string(rank) + " spatial dimensions");
    }
    for (size_t d = 0; d < rank; ++d) {
        constexpr int64_t most = INT32_MAX;
        for (const int64_t number : {shape[d + 2], strides[d], kernel->at(d), pads[d], pads[d + rank]}) {
            if (number < 0 || number > most) {
                failNode("a kernel, stride or pad of " + std::to_string(number) + " is impossible");
            }
        }
        shape[d + 2] = (shape[d + 2] - 1) * strides[d] - pads[d] - pads[d + rank] + kernel->at(d);
    }
    if (!elementCount(shape)) {
        failNode("the unpooled shape would be " + toString(shape));
    }
    return shape;
}

Shape resultShape(const NodeView& node)
{
    Shape pooled = pooledShape(node);
    if (!node.hasInput(2)) {
        return pooled;
    }
    Shape given = node.ints(2, "output_shape");
    bool holds = given.size() == pooled.size() && elementCount(given).has_value();
    for (size_t d = 0; holds && d < given.size(); ++d) {
        holds = given[d] >= pooled[d];
    }
    if (!holds) {
        failNode("output_shape is " + toString(given) + ", expected " + toString(pooled) + " or larger");
    }
    return given;
}

void infer(InferenceContext& context)
{
    if (context.type(1) != DataType::Int64 || context.shape(1) != context.shape(0)) {
        context.fail("the indices are " + toString(context.input(1)) + ", expected int64"
            + toString(context.shape(0)));
    }
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
    context.setOutput(0, context.type(0), resultShape(NodeView(context)));
}

void lower(LoweringContext& context)
{
    Composer compose(context);
    const NodeView node(context);
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    const Shape pooled = pooledShape(node);
    const int64_t count = elementCount(pooled).value_or(0);
    const TensorRef zeros = filledTensor(context, {x.type(), {count}}, 0);
    const bool isWhole = y.shape() == pooled;
    const TensorRef places =
        isWhole ? context.view(y, {y.type(), {count}}) : context.temporary({x.type(), {count}});
    compose.addTo(places, "ScatterElements",
        {zeros, compose.reshaped(context.input(1), {x.elements()}), compose.reshaped(x, {x.elements()})});
    if (!isWhole) { // the rest of a larger result is zero
        dispatchFill(context, scalarOf(context, y.type(), 0), y);
        dispatchCopy(context, places, y,
            {.dims = pooled,
                .sourceStrides = contiguousStrides(pooled),
                .targetStrides = contiguousStrides(y.shape())});
    }
}

} // namespace

void registerUnpool(Registry& registry)
{
    for (const int64_t version : {9, 11, 22}) {
        registry.add({.name = "MaxUnpool",
            .sinceVersion = version,
            .minInputs = 2,
            .maxInputs = 3,
            .infer = infer,
            .lower = lower});
    }
}

} // namespace weightless::ops::pooling
