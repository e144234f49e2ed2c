// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/quantize.h"

#include "engine/base/error.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"

#include <optional>

namespace weightless::ops::quantize {

namespace {

// The shape of a matrix product as MatMul has it.
Shape productShape(const InferenceContext& context, size_t left, size_t right)
{
    Shape a = context.shape(left);
    Shape b = context.shape(right);
    if (a.size() < 2 || b.size() < 2 || a.back() != b[b.size() - 2]) {
        context.fail(toString(context.input(left)) + " and " + toString(context.input(right))
            + " have no matrix product");
    }
    const int64_t rows = a[a.size() - 2];
    const int64_t columns = b.back();
    a.resize(a.size() - 2);
    b.resize(b.size() - 2);
    std::optional<Shape> result = broadcast(a, b);
    if (!result) {
        context.fail(
            toString(context.input(left)) + " and " + toString(context.input(right)) + " do not broadcast");
    }
    result->push_back(rows);
    result->push_back(columns);
    return *result;
}

void requireBytes(const InferenceContext& context, size_t input)
{
    if (context.type(input) != DataType::Int8 && context.type(input) != DataType::UInt8) {
        context.fail("input " + std::to_string(input) + " is " + toString(context.input(input))
            + ", expected int8 or uint8");
    }
}

// Of the rows of the left factor, of the columns of the right one, or of all.
void requireZeroPoint(const InferenceContext& context, size_t factor, size_t zeroPoint, bool isLeft)
{
    if (!context.hasInput(zeroPoint)) {
        return;
    }
    context.requireSameType(factor, zeroPoint);
    const Shape& shape = context.shape(factor);
    const int64_t each = isLeft ? shape[shape.size() - 2] : shape.back();
    const Shape& given = context.shape(zeroPoint);
    if (elementCount(given) != 1 && given != Shape {each}) {
        context.fail("input " + std::to_string(zeroPoint) + " is " + toString(context.input(zeroPoint))
            + ", expected a scalar or [" + std::to_string(each) + "]");
    }
}

// The factor without its zero point, in integers that hold every product and sum exactly.
TensorRef centered(LoweringContext& context, size_t factor, size_t zeroPoint, bool isLeft)
{
    Composer compose(context);
    const TensorRef wide = compose.cast(context.input(factor), DataType::Int32);
    if (!context.hasInput(zeroPoint)) {
        return wide;
    }
    TensorRef zero = compose.cast(context.input(zeroPoint), DataType::Int32);
    if (zero.elements() != 1 && isLeft) {
        zero = compose.reshaped(zero, {zero.elements(), 1});
    }
    return compose.add("Sub", {wide, zero});
}

void inferMatMulInteger(InferenceContext& context)
{
    requireBytes(context, 0);
    requireBytes(context, 1);
    const Shape shape = productShape(context, 0, 1);
    requireZeroPoint(context, 0, 2, true);
    requireZeroPoint(context, 1, 3, false);
    context.setOutput(0, DataType::Int32, shape);
}

void lowerMatMulInteger(LoweringContext& context)
{
    const TensorRef a = centered(context, 0, 2, true);
    const TensorRef b = centered(context, 1, 3, false);
    Composer(context).addTo(context.output(0), "MatMul", {a, b});
}

// a, its scale and zero point; b, its scale and zero point; the result's scale and zero point.
void inferQLinearMatMul(InferenceContext& context)
{
    requireBytes(context, 0);
    requireBytes(context, 3);
    requireBytes(context, 7);
    for (const size_t scale : {size_t {1}, size_t {4}, size_t {6}}) {
        if (!isFloat(context.type(scale)) || elementCount(context.shape(scale)) != 1) {
            context.unsupported("a scale that is " + toString(context.input(scale)) + " and not one float");
        }
    }
    const Shape shape = productShape(context, 0, 3);
    requireZeroPoint(context, 0, 2, true);
    requireZeroPoint(context, 3, 5, false);
    if (elementCount(context.shape(7)) != 1) {
        context.unsupported("a zero point of the result that is " + toString(context.input(7)));
    }
    context.setOutput(0, context.type(7), shape);
}

void lowerQLinearMatMul(LoweringContext& context)
{
    const TensorRef a = centered(context, 0, 2, true);
    const TensorRef b = centered(context, 3, 5, false);
    Composer compose(context);
    const TensorRef sums = compose.add("MatMul", {a, b});
    const auto one = [&](size_t input) { return compose.reshaped(context.input(input), {}); };
    const auto scaleOf = [&](size_t input) { return compose.cast(one(input), DataType::Float32); };
    const TensorRef product = compose.add("Mul", {scaleOf(1), scaleOf(4)});
    const TensorRef scale = compose.add("Div", {scaleOf(6), product});
    compose.addTo(
        context.output(0), "QuantizeLinear", {compose.cast(sums, DataType::Float32), scale, one(7)});
}

} // namespace

void registerProducts(Registry& registry)
{
    registry.add({.name = "MatMulInteger",
        .sinceVersion = 10,
        .minInputs = 2,
        .maxInputs = 4,
        .infer = inferMatMulInteger,
        .lower = lowerMatMulInteger});
    registry.add({.name = "QLinearMatMul",
        .sinceVersion = 10,
        .minInputs = 8,
        .maxInputs = 8,
        .infer = inferQLinearMatMul,
        .lower = lowerQLinearMatMul});
}

} // namespace weightless::ops::quantize
