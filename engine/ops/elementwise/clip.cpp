// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/operations.h"
#include "engine/ops/nodeview.h"

#include <limits>
#include <utility>

namespace weightless::ops::elementwise {

namespace {

void inferAttributes(InferenceContext& context)
{
    requireTypes(context, 0, Types::Floats);
    context.setOutput(0, context.type(0), context.shape(0));
}

void inferInputs(InferenceContext& context)
{
    requireTypes(context, 0, Types::Numbers);
    for (size_t i = 1; i < context.inputCount(); ++i) {
        if (!context.hasInput(i)) {
            continue;
        }
        context.requireSameType(0, i);
        if (elementCount(context.shape(i)) != 1) {
            context.fail("input " + std::to_string(i) + " is " + toString(context.input(i))
                + ", expected a scalar bound");
        }
    }
    context.setOutput(0, context.type(0), context.shape(0));
}

void lowerAttributes(LoweringContext& context)
{
    constexpr float largest = std::numeric_limits<float>::max();
    const TensorRef x = context.input(0);
    if (x.type() == DataType::Float64) { // which has no clip of its own
        Operand clipped {x, x.shape()};
        for (const auto& [name, operation] : {std::pair("min", binaryMax), std::pair("max", binaryMin)}) {
            if (context.attributes().has(name)) {
                const auto bound = static_cast<double>(context.attributes().floatOr(name, 0));
                const TensorRef next = context.temporary(x.descriptor);
                dispatchBinary(context, operation, clipped, {scalarOf(context, x.type(), bound), {}}, next);
                clipped.tensor = next;
            }
        }
        context.aliasOutput(0, clipped.tensor);
        return;
    }
    dispatchUnary(context, unaryClip, context.attributes().floatOr("min", -largest),
        context.attributes().floatOr("max", largest), x, context.output(0));
}

// In fp32 arithmetic and with bounds that are known now, one launch.
bool lowerKnownBounds(LoweringContext& context)
{
    const DataType type = context.input(0).type();
    float bounds[2] = {-std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};
    for (size_t i = 1; i <= 2; ++i) {
        if (context.hasInput(i)) {
            if (context.value(i) == nullptr) {
                return false;
            }
            bounds[i - 1] = static_cast<float>(scalarAsDouble(*context.value(i), i == 1 ? "min" : "max"));
        }
    }
    if (!isFloat(type) || type == DataType::Float64) {
        return false;
    }
    dispatchUnary(context, unaryClip, bounds[0], bounds[1], context.input(0), context.output(0));
    return true;
}

void lowerInputs(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    if (!context.hasInput(1) && !context.hasInput(2)) {
        context.aliasOutput(0, x);
        return;
    }
    if (lowerKnownBounds(context)) {
        return;
    }
    Operand clipped {x, x.shape()};
    if (context.hasInput(1)) {
        const TensorRef raised = context.hasInput(2) ? context.temporary(y.descriptor) : y;
        dispatchBinary(context, binaryMax, clipped, {context.input(1), {}}, raised);
        clipped.tensor = raised;
    }
    if (context.hasInput(2)) {
        dispatchBinary(context, binaryMin, clipped, {context.input(2), {}}, y);
    }
}

std::vector<HostTensor> foldInputs(const FoldContext& context)
{
    HostTensor y = *context.inputs[0];
    for (size_t i = 1; i < context.inputs.size(); ++i) {
        if (context.inputs[i] != nullptr) {
            y = binaryOnHost(i == 1 ? binaryMax : binaryMin, y, y.descriptor.shape, *context.inputs[i], {},
                context.outputs[0]);
        }
    }
    return {std::move(y)};
}

} // namespace

void registerClip(Registry& registry)
{
    registry.add({.name = "Clip", .infer = inferAttributes, .lower = lowerAttributes});
    registry.add({.name = "Clip",
        .sinceVersion = 11,
        .maxInputs = 3,
        .infer = inferInputs,
        .lower = lowerInputs,
        .fold = foldInputs});
}

} // namespace weightless::ops::elementwise
