// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contrib.h"

#include <array>

// Products of 8-bit integers whose result is a float: exact sums, scaled once.
namespace weightless::ops::contrib {

namespace {

// [batch …, rows, depth] times [depth, columns].
Shape productShape(const InferenceContext& context, size_t left, size_t right)
{
    Shape result = context.shape(left);
    const Shape& b = context.shape(right);
    if (result.size() < 2 || b.size() != 2 || result.back() != b[0]) {
        context.fail(toString(context.input(left)) + " and " + toString(context.input(right))
            + " have no matrix product");
    }
    result.back() = b[1];
    return result;
}

void requireBytes(const InferenceContext& context, size_t index)
{
    if (context.type(index) != DataType::Int8 && context.type(index) != DataType::UInt8) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected int8 or uint8");
    }
}

// One value, or one for each column of the result.
void requireOneOrPerColumn(const InferenceContext& context, size_t index, DataType type, int64_t columns)
{
    if (!context.hasInput(index)) {
        return;
    }
    const bool isRight = elementCount(context.shape(index)) == 1 || context.shape(index) == Shape {columns};
    if (context.type(index) != type || !isRight) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected " + toString(type) + ", one or " + std::to_string(columns));
    }
}

void requireOne(const InferenceContext& context, size_t index, DataType type)
{
    if (context.hasInput(index) && (context.type(index) != type || elementCount(context.shape(index)) != 1)) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected one " + toString(type));
    }
}

std::optional<TensorRef> optionalInput(const LoweringContext& context, size_t index)
{
    return context.hasInput(index) ? std::optional(context.input(index)) : std::nullopt;
}

// Scalars without dimensions, so that they broadcast to whatever they meet.
TensorRef flat(Composer& compose, const TensorRef& tensor)
{
    return tensor.elements() == 1 ? compose.reshaped(tensor, {}) : tensor;
}

// a, b, scale and zero point of b, bias.
void inferDynamic(InferenceContext& context)
{
    if (context.type(0) != DataType::Float32) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected float32");
    }
    requireBytes(context, 1);
    Shape result = productShape(context, 0, 1);
    requireOneOrPerColumn(context, 2, DataType::Float32, result.back());
    requireOneOrPerColumn(context, 3, context.type(1), result.back());
    if (context.hasInput(4)) {
        context.requireSameType(0, 4);
        requireShape(context, 4, {result.back()});
    }
    context.setOutput(0, DataType::Float32, std::move(result));
}

void lowerDynamic(LoweringContext& context)
{
    const TensorRef a = context.temporary({DataType::UInt8, context.input(0).shape()});
    const TensorRef scale = context.temporary({DataType::Float32, {}});
    const TensorRef zero = context.temporary({DataType::UInt8, {}});
    context.lowerAs("DynamicQuantizeLinear", std::array {std::optional(context.input(0))}, {},
        std::array {a, scale, zero});
    Composer(context).addTo(context.output(0), "ScaledMatMulInteger",
        {a, context.input(1), zero, optionalInput(context, 3), scale, context.input(2),
            optionalInput(context, 4)});
}

// a, b, their scales, their zero points, bias.
void inferToFloat(InferenceContext& context)
{
    requireBytes(context, 0);
    requireBytes(context, 1);
    Shape result = productShape(context, 0, 1);
    requireOne(context, 2, DataType::Float32);
    requireOneOrPerColumn(context, 3, DataType::Float32, result.back());
    requireOne(context, 4, context.type(0));
    requireOneOrPerColumn(context, 5, context.type(1), result.back());
    if (context.hasInput(6)) {
        requireOneOrPerColumn(context, 6, DataType::Float32, result.back());
    }
    context.setOutput(0, DataType::Float32, std::move(result));
}

void lowerToFloat(LoweringContext& context)
{
    Composer(context).addTo(context.output(0), "ScaledMatMulInteger",
        {context.input(0), context.input(1), optionalInput(context, 4), optionalInput(context, 5),
            context.input(2), context.input(3), optionalInput(context, 6)});
}

// QGemm: a, scale, zero point, b, scale, zero point, c in int32, scale and zero point of the result. Without
// the last two the result is float32.
void inferGemm(InferenceContext& context)
{
    requireBytes(context, 0);
    requireBytes(context, 3);
    context.requireRank(0, 2);
    context.requireRank(3, 2);
    const bool isTransposedA = context.attributes().intOr("transA", 0) != 0;
    const bool isTransposedB = context.attributes().intOr("transB", 0) != 0;
    const Shape& a = context.shape(0);
    const Shape& b = context.shape(3);
    const int64_t columns = b[isTransposedB ? 0 : 1];
    if (a[isTransposedA ? 0 : 1] != b[isTransposedB ? 1 : 0]) {
        context.fail(
            toString(context.input(0)) + " and " + toString(context.input(3)) + " have no matrix product");
    }
    Shape result {a[isTransposedA ? 1 : 0], columns};
    requireOne(context, 1, DataType::Float32);
    requireOne(context, 2, context.type(0));
    requireOneOrPerColumn(context, 4, DataType::Float32, columns);
    requireOneOrPerColumn(context, 5, context.type(3), columns);
    if (context.hasInput(6)
        && (context.type(6) != DataType::Int32 || broadcast(context.shape(6), result) != result)) {
        context.fail(
            "c is " + toString(context.input(6)) + ", expected int32 that broadcasts to " + toString(result));
    }
    requireOne(context, 7, DataType::Float32);
    if (context.hasInput(8)) {
        requireBytes(context, 8);
        requireOne(context, 8, context.type(8));
    }
    if (context.hasInput(7) != context.hasInput(8)) {
        context.fail("scale and zero point of the result come together or not at all");
    }
    context.setOutput(0, context.hasInput(8) ? context.type(8) : DataType::Float32, std::move(result));
}

void lowerGemm(LoweringContext& context)
{
    Composer compose(context);
    const auto operand = [&](size_t index, const char* attribute) {
        const TensorRef tensor = context.input(index);
        return context.attributes().intOr(attribute, 0) != 0 ? compose.transposed(tensor, {1, 0}) : tensor;
    };
    TensorRef sums = compose.add("MatMulInteger",
        {operand(0, "transA"), operand(3, "transB"), optionalInput(context, 2), optionalInput(context, 5)});
    if (context.hasInput(6)) {
        sums = compose.add("Add", {sums, context.input(6)});
    }
    // In this order, as ONNX Runtime has it: what lies between two numbers is rounded as it does.
    const double alpha = static_cast<double>(context.attributes().floatOr("alpha", 1.0f));
    const TensorRef left =
        compose.add("Mul", {compose.number(alpha, DataType::Float32), flat(compose, context.input(1))});
    const TensorRef scale = compose.add("Mul", {left, flat(compose, context.input(4))});
    const TensorRef wide = compose.cast(sums, DataType::Float32);
    if (!context.hasInput(8)) {
        compose.addTo(context.output(0), "Mul", {wide, scale});
        return;
    }
    const TensorRef factors = compose.add("Div", {scale, flat(compose, context.input(7))});
    compose.addTo(context.output(0), "QuantizeLinear",
        {compose.add("Mul", {wide, factors}), flat(compose, compose.number(1, DataType::Float32)),
            flat(compose, context.input(8))},
        attributesWith(std::string(multipliesAttribute), int64_t {1}));
}

} // namespace

void registerQuantizedProducts(Registry& registry)
{
    registry.add({.name = "DynamicQuantizeMatMul",
        .minInputs = 3,
        .maxInputs = 5,
        .infer = inferDynamic,
        .lower = lowerDynamic,
        .domain = microsoft});
    registry.add({.name = "MatMulIntegerToFloat",
        .minInputs = 4,
        .maxInputs = 7,
        .infer = inferToFloat,
        .lower = lowerToFloat,
        .domain = microsoft});
    registry.add({.name = "QGemm",
        .minInputs = 6,
        .maxInputs = 9,
        .infer = inferGemm,
        .lower = lowerGemm,
        .domain = microsoft});
}

} // namespace weightless::ops::contrib
