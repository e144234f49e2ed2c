// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/quantize.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/ops/composer.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/quantize.h"
#include "engine/ops/kernels/quantizewide.h"
#include "engine/ops/narrow.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/scalelayout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::ops::quantize {

namespace {

struct QuantizeParameters {
    uint32_t count;
    ScaleLayout layout;
    float low;
    float high;
};

std::pair<float, float> limitsOf(DataType type)
{
    switch (type) {
    case DataType::Int8:
        return {-128, 127};
    case DataType::UInt8:
        return {0, 255};
    case DataType::Int16:
        return {-32768, 32767};
    case DataType::UInt16:
        return {0, 65535};
    case DataType::Int4:
        return {-8, 7};
    case DataType::UInt4:
        return {0, 15};
    case DataType::Int2:
        return {-2, 1};
    case DataType::UInt2:
        return {0, 3};
    default:
        throw Error(ErrorKind::Unsupported, "there is no quantization to " + toString(type));
    }
}

bool isKernelFloat(DataType type)
{
    return isFloat(type) && type != DataType::Float64;
}

DataType resultType(const InferenceContext& context)
{
    const auto given = static_cast<DataType>(context.attributes().intOr("output_dtype", 0));
    if (!context.hasInput(2)) {
        return given == DataType::Undefined ? DataType::UInt8 : given;
    }
    if (given != DataType::Undefined && given != context.type(2)) {
        context.fail("attribute 'output_dtype' is " + toString(given)
            + ", expected the type of the zero point, " + toString(context.type(2)));
    }
    return context.type(2);
}

// What x is divided by its scale in: the attribute 'precision', or the type of the scale. Types that nothing
// is divided in, int32 and powers of two, are divided in float32.
DataType precisionOf(const NodeView& node)
{
    const auto given = static_cast<DataType>(node.attributes->intOr("precision", 0));
    const DataType type = given == DataType::Undefined ? node.input(1).type : given;
    return isKernelFloat(type) ? type : DataType::Float32;
}

void checkTypes(InferenceContext& context)
{
    const DataType x = context.type(0);
    if (!isKernelFloat(x) && x != DataType::Int32) {
        context.unsupported("there is no quantization of " + toString(x));
    }
    const DataType scale = context.type(1);
    if (!isKernelFloat(scale) && scale != DataType::Int32 && scale != DataType::Float8E8M0) {
        context.fail("input 1 is " + toString(context.input(1))
            + ", expected a scale of float32, float16, bfloat16, int32 or float8e8m0");
    }
    const auto precision = static_cast<DataType>(context.attributes().intOr("precision", 0));
    if (precision != DataType::Undefined && !isKernelFloat(precision)) {
        context.unsupported(
            "attribute 'precision' is " + toString(precision) + ", expected float32, float16 or bfloat16");
    }
}

void infer(InferenceContext& context)
{
    checkTypes(context);
    if (!isNarrowFloat(resultType(context))) {
        static_cast<void>(limitsOf(resultType(context)));
    }
    if (context.hasInput(2) && !haveSamePlaces(context.shape(1), context.shape(2))) {
        context.fail("the zero point is " + toString(context.input(2)) + ", expected the shape of the scale "
            + toString(context.input(1)));
    }
    static_cast<void>(scaleLayoutOf(NodeView(context)));
    context.setOutput(0, resultType(context), context.shape(0));
}

// Sixteen at once, where a software device writes so many bytes as one.
bool suitsSixteens(
    const LoweringContext& context, const TensorRef& x, const ScaleLayout& layout, const TensorRef& y)
{
    return devicePolicy(context.device()).prefersEights && canReadEights(context.device(), x.type())
        && x.type() == DataType::Float32 && kernels::quantizewide().hasTypes({y.type()})
        && !context.mayBeginAnywhere(x) && !context.mayBeginAnywhere(y) && layout.isSharedBy(16)
        && x.elements() <= std::numeric_limits<int32_t>::max();
}

void lower(LoweringContext& context)
{
    Composer compose(context);
    const DataType precision = precisionOf(NodeView(context));
    const TensorRef x = compose.cast(context.input(0), precision);
    const TensorRef scale = compose.cast(context.input(1), precision);
    const TensorRef y = context.output(0);
    const bool hasZeroPoint = context.hasInput(2);
    if (isNarrow(y.type())) {
        const Scaling scaling {scale, hasZeroPoint ? std::optional(context.input(2)) : std::nullopt,
            scaleLayoutOf(NodeView(context))};
        dispatchPack(context, x, y, {.saturates = context.attributes().intOr("saturate", 1) != 0}, &scaling);
        return;
    }
    const auto count = static_cast<uint64_t>(y.elements());
    const auto [low, high] = limitsOf(y.type());
    const ScaleLayout layout = scaleLayoutOf(NodeView(context));
    const bool inSixteens = suitsSixteens(context, x, layout, y);
    context.dispatch({.kernel = inSixteens ? &kernels::quantizewide().forTypes({y.type()})
                                           : &kernels::quantize().forTypes({x.type(), y.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {hasZeroPoint ? 1u : 0u,
            context.attributes().intOr(multipliesAttribute, 0) != 0 ? 1u : 0u},
        .bindings = {{x, Access::Read}, {scale, Access::Read},
            {hasZeroPoint ? context.input(2) : x, Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(QuantizeParameters {static_cast<uint32_t>(count), layout, low, high}),
        .groupCount = linearGroups(inSixteens ? ceilDivide(count, 16) : count),
        .operations = 4 * count});
}

HostTensor converted(const HostTensor& tensor, DataType type)
{
    HostTensor result = makeHostTensor({type, tensor.descriptor.shape});
    for (size_t i = 0; i < static_cast<size_t>(elementCount(tensor.descriptor.shape).value_or(0)); ++i) {
        setElement(result, i, elementAsDouble(tensor, i));
    }
    return result;
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const DataType precision = precisionOf(NodeView(context));
    const HostTensor x = converted(*context.inputs[0], precision);
    const HostTensor scale = converted(*context.inputs[1], precision);
    const HostTensor* zeroPoint = context.inputs.size() > 2 ? context.inputs[2] : nullptr;
    const ScaleLayout layout = scaleLayoutOf(NodeView(context));
    HostTensor y = makeHostTensor(context.outputs[0]);
    const DataType type = y.descriptor.type;
    const auto [low, high] = isNarrowFloat(type) ? std::pair(0.0F, 0.0F) : limitsOf(type);
    const NarrowRules rules {.saturates = NodeView(context).attributes->intOr("saturate", 1) != 0};
    for (size_t i = 0; i < static_cast<size_t>(elementCount(y.descriptor.shape).value_or(0)); ++i) {
        const size_t s = layout.scaleOf(i);
        const double zero = zeroPoint != nullptr ? elementAsDouble(*zeroPoint, s) : 0;
        // Rounded to a float before it is rounded to a whole number, as on the device.
        const float quotient =
            static_cast<float>(elementAsDouble(x, i)) / static_cast<float>(elementAsDouble(scale, s));
        const auto scaled = static_cast<double>(quotient);
        if (isNarrowFloat(type)) {
            setNarrowCode(y.bytes, type, i, floatToNarrow(type, static_cast<float>(scaled + zero), rules));
        } else {
            setElement(
                y, i, static_cast<int64_t>(std::clamp<double>(std::nearbyint(scaled) + zero, low, high)));
        }
    }
    return {std::move(y)};
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "QuantizeLinear",
        .sinceVersion = 10,
        .minInputs = 2,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower,
        .fold = fold});
    registerDynamic(registry);
    registerProducts(registry);
    registerConvolutions(registry);
}

} // namespace weightless::ops::quantize
