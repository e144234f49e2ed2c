// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/dequantize.h"
#include "engine/base/bytes.h"
#include "engine/ops/composer.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/dequantizewide.h"
#include "engine/ops/narrow.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/scalelayout.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>
#include <array>
#include <limits>

namespace weightless::ops::dequantize {

namespace {

constexpr std::array quantizedTypes {
    DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Int32};
constexpr std::array floatTypes {DataType::Float32, DataType::Float16, DataType::BFloat16};

struct DequantizeParameters {
    uint32_t count;
    ScaleLayout layout;
};

void infer(InferenceContext& context)
{
    const auto isOneOf = [](const auto& types, DataType type) {
        return std::ranges::find(types, type) != types.end();
    };
    const bool isQuantized = isNarrow(context.type(0)) || isOneOf(quantizedTypes, context.type(0));
    const bool isScale = isOneOf(floatTypes, context.type(1)) || context.type(1) == DataType::Float8E8M0;
    if (!isQuantized || !isScale) {
        context.unsupported("there is no dequantization of " + toString(context.type(0)) + " by scales of "
            + toString(context.type(1)));
    }
    if (context.hasInput(2)) {
        if (!isNarrow(context.type(0))
            || !NodeView(context).isWidened(2)) { // a constant beside what was computed
            context.requireSameType(0, 2);
        }
        if (!haveSamePlaces(context.shape(1), context.shape(2))) {
            context.fail("the zero point is " + toString(context.input(2))
                + ", expected the shape of the scale " + toString(context.input(1)));
        }
    }
    static_cast<void>(scaleLayoutOf(NodeView(context)));
    const auto type = static_cast<DataType>(context.attributes().intOr("output_dtype", 0));
    if (type != DataType::Undefined && !isOneOf(floatTypes, type)) {
        context.unsupported("output_dtype is " + toString(type));
    }
    if (type == DataType::Undefined && !isOneOf(floatTypes, context.type(1))) {
        context.fail("attribute 'output_dtype' is not given, and the scale's type "
            + toString(context.type(1)) + " is none of a result");
    }
    context.setOutput(0, type == DataType::Undefined ? context.type(1) : type, context.shape(0));
}

void dispatchEach(LoweringContext& context, const TensorRef& x, const TensorRef& scale, const TensorRef& y)
{
    const auto count = static_cast<uint64_t>(y.elements());
    const uint32_t items = itemsPerInvocation(context.device(), {{y.elements()}, {}});
    const bool hasZeroPoint = context.hasInput(2);
    context.dispatch({.kernel = &kernels::dequantize().forTypes({x.type(), scale.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {items, hasZeroPoint ? 1u : 0u},
        .bindings = {{x, Access::Read}, {scale, Access::Read},
            {hasZeroPoint ? context.input(2) : x, Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(
            DequantizeParameters {static_cast<uint32_t>(count), scaleLayoutOf(NodeView(context))}),
        .groupCount = linearGroups(ceilDivide(count, items)),
        .operations = 2 * count});
}

// Sixteen at once, where a software device reads so many bytes as one.
bool suitsSixteens(
    const LoweringContext& context, const TensorRef& x, const TensorRef& scale, const TensorRef& y)
{
    return devicePolicy(context.device()).prefersEights && canReadEights(context.device(), y.type())
        && kernels::dequantizewide().hasTypes({x.type()}) && scale.type() == DataType::Float32
        && !context.mayBeginAnywhere(y) && scaleLayoutOf(NodeView(context)).isSharedBy(16)
        && x.elements() <= std::numeric_limits<int32_t>::max();
}

void dispatchSixteens(
    LoweringContext& context, const TensorRef& x, const TensorRef& scale, const TensorRef& y)
{
    const auto count = static_cast<uint64_t>(y.elements());
    const bool hasZeroPoint = context.hasInput(2);
    context.dispatch({.kernel = &kernels::dequantizewide().forTypes({x.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {hasZeroPoint ? 1u : 0u},
        .bindings = {{x, Access::Read}, {scale, Access::Read},
            {hasZeroPoint ? context.input(2) : x, Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(
            DequantizeParameters {static_cast<uint32_t>(count), scaleLayoutOf(NodeView(context))}),
        .groupCount = linearGroups(ceilDivide(count, 16)),
        .operations = 2 * count});
}

void lower(LoweringContext& context)
{
    // A scale of another type than the result is multiplied in float32, which holds both.
    const TensorRef x = context.input(0);
    const TensorRef result = context.output(0);
    const bool isCast = result.type() != context.input(1).type() && result.type() != DataType::Float32;
    const DataType type = isCast ? DataType::Float32 : result.type();
    const TensorRef scale = Composer(context).cast(context.input(1), type);
    const TensorRef y = isCast ? context.temporary({type, result.shape()}) : result;
    if (isNarrow(x.type())) {
        const auto zeroPoint = context.hasInput(2)
            ? std::optional(Composer(context).cast(context.input(2), x.type()))
            : std::nullopt;
        const Scaling scaling {scale, zeroPoint, scaleLayoutOf(NodeView(context))};
        dispatchUnpack(context, x, y, &scaling);
    } else if (suitsSixteens(context, x, scale, y)) {
        dispatchSixteens(context, x, scale, y);
    } else {
        dispatchEach(context, x, scale, y);
    }
    if (isCast) {
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(result.type()));
        context.lowerAs("Cast", std::array {std::optional(y)}, attributes, std::array {result});
    }
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const HostTensor& x = *context.inputs[0];
    const HostTensor* zeroPoint = context.inputs.size() > 2 ? context.inputs[2] : nullptr;
    const ScaleLayout layout = scaleLayoutOf(NodeView(context));
    HostTensor y = makeHostTensor(context.outputs[0]);
    const auto count = static_cast<size_t>(elementCount(y.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        const size_t scale = layout.scaleOf(i);
        const double zero = zeroPoint != nullptr ? elementAsDouble(*zeroPoint, scale) : 0;
        setElement(y, i, (elementAsDouble(x, i) - zero) * elementAsDouble(*context.inputs[1], scale));
    }
    return {std::move(y)};
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "DequantizeLinear",
        .sinceVersion = 10,
        .minInputs = 2,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower,
        .fold = fold});
}

} // namespace weightless::ops::dequantize
