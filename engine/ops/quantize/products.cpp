// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/quantize.h"

#include "engine/base/error.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/quantize/exact.h"
#include "engine/ops/quantize/integerrows.h"
#include "engine/ops/quantize/scaled.h"

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

// A scale or zero point of the rows of the left factor, of the columns of the right one, or of all: as a
// vector, or as a tensor of the factor's rank, whose batches may have their own.
void requirePlaces(const InferenceContext& context, size_t factor, size_t input, bool isLeft)
{
    Shape shape = context.shape(factor);
    const int64_t each = isLeft ? shape[shape.size() - 2] : shape.back();
    const Shape& given = context.shape(input);
    (isLeft ? shape.back() : shape[shape.size() - 2]) = 1;
    if (elementCount(given) != 1 && given != Shape {each} && given != shape) {
        context.fail("input " + std::to_string(input) + " is " + toString(context.input(input))
            + ", expected a scalar, [" + std::to_string(each) + "] or " + toString(shape));
    }
}

void requireZeroPoint(const InferenceContext& context, size_t factor, size_t zeroPoint, bool isLeft)
{
    if (context.hasInput(zeroPoint)) {
        context.requireSameType(factor, zeroPoint);
        requirePlaces(context, factor, zeroPoint, isLeft);
    }
}

// So that it broadcasts to the factor, and to the product: a vector of rows is a column.
TensorRef placed(LoweringContext& context, size_t input, bool isLeft)
{
    const TensorRef tensor = context.input(input);
    const int64_t elements = tensor.elements();
    if (elements == 1) {
        return Composer(context).reshaped(tensor, {});
    }
    return isLeft && tensor.shape().size() == 1 ? Composer(context).reshaped(tensor, {elements, 1}) : tensor;
}

// The factor with its zero point placed so that it broadcasts.
Factor placedFactor(LoweringContext& context, size_t bytes, size_t zeroPoint, bool isLeft)
{
    Factor factor = factorOf(context, bytes, zeroPoint);
    if (factor.zeroPoint) {
        factor.zeroPoint = placed(context, zeroPoint, isLeft);
    }
    return factor;
}

// With the activation of the node, by the kernels of float32.
void lowerWideProduct(
    LoweringContext& context, const Factor& a, const Factor& b, const TensorRef& factors, const TensorRef& y)
{
    Composer(context).addTo(y, "FusedMatMul",
        {widened(context, a), widened(context, b), std::nullopt, std::nullopt, factors},
        context.attributes());
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
    lowerExactProduct(
        context, placedFactor(context, 0, 2, true), placedFactor(context, 1, 3, false), context.output(0));
}

void inferScaledMatMulInteger(InferenceContext& context)
{
    if (!context.hasInput(quantizationInput)) {
        requireBytes(context, 0);
        requireZeroPoint(context, 0, 2, true);
    }
    requireBytes(context, 1);
    Shape shape = productShape(context, 0, 1);
    requireZeroPoint(context, 1, 3, false);
    checkScaled(context, shape.back());
    context.setOutput(0, DataType::Float32, std::move(shape));
}

void lowerScaledMatMulInteger(LoweringContext& context)
{
    const TensorRef y = context.output(0);
    if (y.elements() == 0) {
        return;
    }
    const Factor b = placedFactor(context, 1, 3, false);
    const TensorRef factors = scaledFactors(context, y.shape().back());
    if (!isUnquantized(context)) {
        const Factor a = placedFactor(context, 0, 2, true);
        if (suitsIntegerRows(context, a, b)) {
            lowerScaledRows(context, a, b, factors, y);
            return;
        }
        lowerWideProduct(context, a, b, factors, y);
        return;
    }
    lowerWideProduct(context, quantizedWhole(context), b, factors, y);
}

// a, its scale and zero point; b, its scale and zero point; the result's scale and zero point.
void inferQLinearMatMul(InferenceContext& context)
{
    requireBytes(context, 0);
    requireBytes(context, 3);
    requireBytes(context, 7);
    for (const size_t scale : {size_t {1}, size_t {4}, size_t {6}}) {
        if (!isFloat(context.type(scale))) {
            context.fail("input " + std::to_string(scale) + " is " + toString(context.input(scale))
                + ", expected a scale of floats");
        }
    }
    const Shape shape = productShape(context, 0, 3);
    requirePlaces(context, 0, 1, true);
    requirePlaces(context, 3, 4, false);
    requireZeroPoint(context, 0, 2, true);
    requireZeroPoint(context, 3, 5, false);
    if (elementCount(context.shape(6)) != 1) {
        context.unsupported("a scale of the result that is " + toString(context.input(6)));
    }
    if (elementCount(context.shape(7)) != 1) {
        context.unsupported("a zero point of the result that is " + toString(context.input(7)));
    }
    context.setOutput(0, context.type(7), shape);
}

void lowerQLinearMatMul(LoweringContext& context)
{
    Composer compose(context);
    const TensorRef sums = context.temporary({DataType::Int32, context.output(0).shape()});
    lowerExactProduct(context, placedFactor(context, 0, 2, true), placedFactor(context, 3, 5, false), sums);
    const auto scaleOf = [&](size_t input, bool isLeft) {
        return compose.cast(placed(context, input, isLeft), DataType::Float32);
    };
    // In this order, as ONNX Runtime has it: what lies between two numbers is rounded as it does.
    const TensorRef product = compose.add("Mul", {scaleOf(1, true), scaleOf(4, false)});
    const TensorRef values = compose.cast(sums, DataType::Float32);
    const TensorRef factors = compose.add("Div", {product, scaleOf(6, true)});
    const TensorRef zero = placed(context, 7, true);
    if (factors.elements() == 1) {
        compose.addTo(context.output(0), "QuantizeLinear", {values, factors, zero},
            attributesWith(std::string(multipliesAttribute), int64_t {1}));
        return;
    }
    // Rows and columns may each have a scale, which no single axis says.
    const TensorRef scaled = compose.add("Mul", {values, factors});
    compose.addTo(context.output(0), "QuantizeLinear",
        {scaled, compose.reshaped(compose.number(1, DataType::Float32), {}), zero},
        attributesWith(std::string(multipliesAttribute), int64_t {1}));
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
    registry.add({.name = "ScaledMatMulInteger",
        .minInputs = scaleInput + 1,
        .maxInputs = scaledInputCount,
        .infer = inferScaledMatMulInteger,
        .lower = lowerScaledMatMulInteger,
        .domain = "weightless"});
    registry.add({.name = "QLinearMatMul",
        .sinceVersion = 10,
        .minInputs = 8,
        .maxInputs = 8,
        .infer = inferQLinearMatMul,
        .lower = lowerQLinearMatMul});
}

} // namespace weightless::ops::quantize
