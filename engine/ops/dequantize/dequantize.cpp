// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/dequantize.h"
#include "engine/base/bytes.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>
#include <array>

namespace weightless::ops::dequantize {

namespace {

constexpr std::array quantizedTypes {
    DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Int32};
constexpr std::array scaleTypes {DataType::Float32, DataType::Float16, DataType::BFloat16};

// Which scale (and zero point) an element takes. Its place is (outer, on the axis, inner); the strides step
// the scales, and `block` neighbours on the axis share one.
struct ScaleLayout {
    uint32_t axisSize = 1;
    uint32_t innerSize = 1;
    uint32_t block = 1;
    uint32_t outerStride = 0;
    uint32_t axisStride = 0;
    uint32_t innerStride = 0;

    [[nodiscard]] size_t scaleOf(size_t element) const
    {
        const size_t line = element / innerSize;
        return line / axisSize * outerStride + line % axisSize / block * axisStride
            + element % innerSize * innerStride;
    }
};

struct DequantizeParameters {
    uint32_t count;
    ScaleLayout layout;
};

int64_t productOf(const Shape& shape, size_t begin, size_t end)
{
    int64_t product = 1;
    for (size_t i = begin; i < end; ++i) {
        product *= shape[i];
    }
    return product;
}

[[noreturn]] void failScale(const NodeView& node, const std::string& expected)
{
    failNode("the scale of " + toString(node.input(0)) + " is " + toString(node.input(1)) + ", expected "
        + expected);
}

// One scale for each of the axis, or for each block of the axis at each other place.
ScaleLayout layoutOf(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const Shape& scale = node.shape(1);
    const int64_t block = node.attributes->intOr("block_size", 0);
    if (block < 0) {
        failNode("block_size is " + std::to_string(block) + ", expected 0 or more");
    }
    if (block == 0 && scale.size() <= 1 && elementCount(scale) == 1) {
        return {};
    }
    const size_t axis = normalizeAxis(node.attributes->intOr("axis", 1), shape.size());
    const int64_t inner = productOf(shape, axis + 1, shape.size());
    ScaleLayout layout {.axisSize = static_cast<uint32_t>(std::max<int64_t>(shape[axis], 1)),
        .innerSize = static_cast<uint32_t>(std::max<int64_t>(inner, 1)),
        .axisStride = 1};
    if (block == 0) {
        if (scale != Shape {shape[axis]}) {
            failScale(node, "a scalar or one for each of axis " + std::to_string(axis));
        }
        return layout;
    }
    Shape expected = shape;
    expected[axis] =
        static_cast<int64_t>(ceilDivide(static_cast<uint64_t>(shape[axis]), static_cast<uint64_t>(block)));
    if (scale != expected) {
        failScale(node, "shape " + toString(expected) + " for blocks of " + std::to_string(block));
    }
    layout.block = static_cast<uint32_t>(std::min<int64_t>(block, layout.axisSize));
    layout.outerStride = static_cast<uint32_t>(expected[axis] * inner);
    layout.axisStride = static_cast<uint32_t>(inner);
    layout.innerStride = 1;
    return layout;
}

void infer(InferenceContext& context)
{
    const auto isOneOf = [](const auto& types, DataType type) {
        return std::ranges::find(types, type) != types.end();
    };
    if (!isOneOf(quantizedTypes, context.type(0)) || !isOneOf(scaleTypes, context.type(1))) {
        context.unsupported("there is no dequantization of " + toString(context.type(0)) + " by scales of "
            + toString(context.type(1)));
    }
    if (context.hasInput(2)) {
        context.requireSameType(0, 2);
        if (context.shape(1) != context.shape(2)) {
            context.fail("the zero point is " + toString(context.input(2))
                + ", expected the shape of the scale " + toString(context.input(1)));
        }
    }
    static_cast<void>(layoutOf(NodeView(context)));
    const auto type = static_cast<DataType>(context.attributes().intOr("output_dtype", 0));
    if (type != DataType::Undefined && !isOneOf(scaleTypes, type)) {
        context.unsupported("output_dtype is " + toString(type));
    }
    context.setOutput(0, type == DataType::Undefined ? context.type(1) : type, context.shape(0));
}

void lower(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const TensorRef scale = context.input(1);
    const TensorRef result = context.output(0);
    const bool isCast = result.type() != scale.type();
    const TensorRef y = isCast ? context.temporary({scale.type(), result.shape()}) : result;
    const auto count = static_cast<uint64_t>(y.elements());
    const uint32_t items = itemsPerInvocation(context.device(), {{y.elements()}, {}});
    const bool hasZeroPoint = context.hasInput(2);
    context.dispatch({.kernel = &kernels::dequantize().forTypes({x.type(), scale.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {items, hasZeroPoint ? 1u : 0u},
        .bindings = {{x, Access::Read}, {scale, Access::Read},
            {hasZeroPoint ? context.input(2) : x, Access::Read}, {y, Access::Write}},
        .parameters =
            parameterBytes(DequantizeParameters {static_cast<uint32_t>(count), layoutOf(NodeView(context))}),
        .groupCount = linearGroups(ceilDivide(count, items)),
        .operations = 2 * count});
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
    const ScaleLayout layout = layoutOf(NodeView(context));
    HostTensor y = makeHostTensor(context.outputs[0]);
    const auto count = static_cast<size_t>(elementCount(y.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        const size_t scale = layout.scaleOf(i);
        const int64_t zero = zeroPoint != nullptr ? elementAsInt64(*zeroPoint, scale) : 0;
        setElement(y, i,
            static_cast<double>(elementAsInt64(x, i) - zero) * elementAsDouble(*context.inputs[1], scale));
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
