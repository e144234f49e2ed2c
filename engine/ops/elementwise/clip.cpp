// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/operations.h"
#include "engine/ops/largestfloat.h"
#include "engine/ops/nodeview.h"

#include <optional>
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
    const TensorRef x = context.input(0);
    const auto largest = static_cast<float>(largestFloat(x.type()));
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

// A bound that is not given is the type's lowest or greatest number: it changes infinities, and nothing else.
// Those of integers change nothing.
bool isBounded(DataType type, bool isGiven)
{
    return isGiven || isFloat(type);
}

double missingBound(DataType type, size_t input)
{
    return input == 1 ? -largestFloat(type) : largestFloat(type);
}

// In fp32 arithmetic and with bounds that are known now, one launch.
bool lowerKnownBounds(LoweringContext& context)
{
    const DataType type = context.input(0).type();
    if (!isFloat(type) || type == DataType::Float64) {
        return false;
    }
    float bounds[2] = {};
    for (size_t i = 1; i <= 2; ++i) {
        if (!context.hasInput(i)) {
            bounds[i - 1] = static_cast<float>(missingBound(type, i));
        } else if (context.value(i) == nullptr) {
            return false;
        } else {
            bounds[i - 1] = static_cast<float>(scalarAsDouble(*context.value(i), i == 1 ? "min" : "max"));
        }
    }
    dispatchUnary(context, unaryClip, bounds[0], bounds[1], context.input(0), context.output(0));
    return true;
}

void lowerInputs(LoweringContext& context)
{
    const TensorRef y = context.output(0);
    if (lowerKnownBounds(context)) {
        return;
    }
    Operand clipped {context.input(0), context.input(0).shape()};
    const bool isBoundedAbove = isBounded(y.type(), context.hasInput(2));
    const auto bound = [&](size_t input) {
        return context.hasInput(input) ? context.input(input)
                                       : scalarOf(context, y.type(), missingBound(y.type(), input));
    };
    if (isBounded(y.type(), context.hasInput(1))) {
        const TensorRef raised = isBoundedAbove ? context.temporary(y.descriptor) : y;
        dispatchBinary(context, binaryMax, clipped, {bound(1), {}}, raised);
        clipped.tensor = raised;
    } else if (!isBoundedAbove) {
        context.aliasOutput(0, clipped.tensor);
    }
    if (isBoundedAbove) {
        dispatchBinary(context, binaryMin, clipped, {bound(2), {}}, y);
    }
}

std::vector<HostTensor> foldInputs(const FoldContext& context)
{
    HostTensor y = *context.inputs[0];
    const DataType type = y.descriptor.type;
    for (size_t i = 1; i <= 2; ++i) {
        const HostTensor* given = i < context.inputs.size() ? context.inputs[i] : nullptr;
        if (!isBounded(type, given != nullptr)) {
            continue;
        }
        HostTensor missing = makeHostTensor({type, {}});
        if (given == nullptr) {
            setElement(missing, 0, missingBound(type, i));
        }
        y = binaryOnHost(i == 1 ? binaryMax : binaryMin, y, y.descriptor.shape,
            given != nullptr ? *given : missing, {}, context.outputs[0]);
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
