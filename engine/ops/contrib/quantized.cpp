// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/channelorder.h"
#include "engine/ops/contrib/contrib.h"
#include "engine/ops/window.h"

#include <algorithm>
#include <array>

// QLinear…: dequantize, compute in float32, quantize. Scales and zero points are one for a tensor.
namespace weightless::ops::contrib {

namespace {

void requireQuantized(const InferenceContext& context, size_t index)
{
    if (context.type(index) != DataType::Int8 && context.type(index) != DataType::UInt8) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected int8 or uint8");
    }
}

void requireScale(const InferenceContext& context, size_t scale, DataType type)
{
    if (context.type(scale) != DataType::Float32 || elementCount(context.shape(scale)) != 1) {
        context.unsupported("a scale that is " + toString(context.input(scale)) + " and not one float32");
    }
    const size_t zero = scale + 1;
    if (context.hasInput(zero) && (context.type(zero) != type || elementCount(context.shape(zero)) != 1)) {
        context.fail(
            "the zero point is " + toString(context.input(zero)) + ", expected one " + toString(type));
    }
}

// A tensor, its scale and its zero point: three inputs from `index` on.
void requireTriple(const InferenceContext& context, size_t index)
{
    requireQuantized(context, index);
    requireScale(context, index + 1, context.type(index));
}

std::optional<TensorRef> scalarAt(LoweringContext& context, size_t index)
{
    return context.hasInput(index) ? std::optional(Composer(context).reshaped(context.input(index), {}))
                                   : std::nullopt;
}

TensorRef dequantized(LoweringContext& context, size_t index)
{
    return Composer(context).add("DequantizeLinear",
        {context.input(index), scalarAt(context, index + 1), scalarAt(context, index + 2)});
}

// The result with the scale at `scale` and the zero point behind it; 0 of the result's type where there is
// none.
void quantize(LoweringContext& context, const TensorRef& y, size_t scale)
{
    Composer compose(context);
    const auto zero = scalarAt(context, scale + 1);
    compose.addTo(context.output(0), "QuantizeLinear",
        {y, scalarAt(context, scale), zero ? *zero : compose.number(0, context.output(0).type())});
}

void inferBinary(InferenceContext& context)
{
    requireTriple(context, 0);
    requireTriple(context, 3);
    context.requireSameType(0, 3);
    requireScale(context, 6, context.type(0));
    const auto shape = broadcast(context.shape(0), context.shape(3));
    if (!shape) {
        context.fail(toString(context.input(0)) + " and " + toString(context.input(3)) + " do not broadcast");
    }
    context.setOutput(0, context.type(0), *shape);
}

void lowerAdd(LoweringContext& context)
{
    quantize(context, Composer(context).add("Add", {dequantized(context, 0), dequantized(context, 3)}), 6);
}

void lowerMul(LoweringContext& context)
{
    quantize(context, Composer(context).add("Mul", {dequantized(context, 0), dequantized(context, 3)}), 6);
}

void inferUnary(InferenceContext& context)
{
    requireTriple(context, 0);
    requireScale(context, 3, context.type(0));
    context.setOutput(0, context.type(0), context.shape(0));
}

void lowerSigmoid(LoweringContext& context)
{
    quantize(context, Composer(context).add("Sigmoid", {dequantized(context, 0)}), 3);
}

void lowerLeakyRelu(LoweringContext& context)
{
    const Attributes alpha = attributesWith("alpha", context.attributes().floatOr("alpha", 0.01f));
    quantize(context, Composer(context).add("LeakyRelu", {dequantized(context, 0)}, alpha), 3);
}

// Below opset 13 a softmax goes over all dimensions from the axis on: `opset` says which is meant.
void inferSoftmax(InferenceContext& context)
{
    inferUnary(context);
    (void)context.normalizedAxis(context.attributes().intOr("axis", -1), context.shape(0).size());
    if (context.attributes().intOr("opset", 13) < 1) {
        context.fail("opset is " + std::to_string(context.attributes().intOr("opset", 13)));
    }
}

void lowerSoftmax(LoweringContext& context)
{
    Composer compose(context);
    const TensorRef x = dequantized(context, 0);
    const size_t axis = normalizeAxis(context.attributes().intOr("axis", -1), x.shape().size());
    const auto split = x.shape().begin() + static_cast<ptrdiff_t>(axis);
    const bool isFlat = context.attributes().intOr("opset", 13) < 13;
    // As a matrix whose columns the softmax takes, or with the axis last.
    const int64_t rows = elementCount(Shape(x.shape().begin(), split)).value_or(0);
    const int64_t extent = isFlat ? elementCount(Shape(split, x.shape().end())).value_or(0) : *split;
    if (isFlat || axis + 1 == x.shape().size()) {
        const TensorRef matrix = compose.reshaped(x, {rows, extent});
        const TensorRef y = compose.add("Softmax", {matrix}, attributesWith("axis", int64_t {1}));
        quantize(context, compose.reshaped(y, x.shape()), 3);
        return;
    }
    const int64_t inner = elementCount(Shape(split + 1, x.shape().end())).value_or(0);
    const TensorRef moved = compose.transposed(compose.reshaped(x, {rows, extent, inner}), {0, 2, 1});
    const TensorRef matrix = compose.reshaped(moved, {rows * inner, extent});
    const TensorRef y = compose.add("Softmax", {matrix}, attributesWith("axis", int64_t {1}));
    const TensorRef back = compose.transposed(compose.reshaped(y, {rows, inner, extent}), {0, 2, 1});
    quantize(context, compose.reshaped(back, x.shape()), 3);
}

std::vector<int64_t> pooledAxes(const Shape& x, const Attributes& attributes)
{
    const bool isLast = attributes.intOr("channels_last", 0) != 0;
    std::vector<int64_t> axes;
    for (size_t i = isLast ? 1 : 2; i < x.size() - (isLast ? 1 : 0); ++i) {
        axes.push_back(static_cast<int64_t>(i));
    }
    return axes;
}

void inferPool(InferenceContext& context)
{
    requireTriple(context, 0);
    requireScale(context, 3, context.type(0));
    Shape shape = context.shape(0);
    if (shape.size() < 3) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected [images, channels, spatial …]");
    }
    for (const int64_t axis : pooledAxes(shape, context.attributes())) {
        shape[static_cast<size_t>(axis)] = 1;
    }
    context.setOutput(0, context.type(0), shape);
}

void lowerPool(LoweringContext& context)
{
    const TensorRef x = dequantized(context, 0);
    const TensorRef mean = context.temporary({DataType::Float32, context.output(0).shape()});
    Attributes attributes = attributesWith("axes", pooledAxes(x.shape(), context.attributes()));
    attributes.set("keepdims", int64_t {1});
    Composer(context).addTo(mean, "ReduceMean", {x}, attributes);
    quantize(context, mean, 3);
}

// Scale and zero point of the result, then triples.
void inferConcat(InferenceContext& context)
{
    if (context.inputCount() < 5 || (context.inputCount() - 2) % 3 != 0) {
        context.fail("there are " + std::to_string(context.inputCount())
            + " inputs, expected two and three for each tensor");
    }
    requireTriple(context, 2);
    requireScale(context, 0, context.type(2));
    Shape result = context.shape(2);
    const size_t axis = context.normalizedAxis(context.attributes().intOr("axis", 0), result.size());
    for (size_t i = 5; i < context.inputCount(); i += 3) {
        requireTriple(context, i);
        context.requireSameType(2, i);
        Shape same = context.shape(i);
        const bool isRank = same.size() == result.size();
        const int64_t added = isRank ? same[axis] : 0;
        if (isRank) {
            same[axis] = result[axis];
        }
        if (same != result) {
            context.fail(toString(context.input(2)) + " and " + toString(context.input(i))
                + " cannot be joined along axis " + std::to_string(axis));
        }
        result[axis] += added;
    }
    context.setOutput(0, context.type(2), result);
}

void lowerConcat(LoweringContext& context)
{
    std::vector<std::optional<TensorRef>> parts;
    for (size_t i = 2; i < context.inputCount(); i += 3) {
        parts.emplace_back(dequantized(context, i));
    }
    const TensorRef joined = context.temporary({DataType::Float32, context.output(0).shape()});
    context.lowerAs(
        "Concat", parts, attributesWith("axis", context.attributes().intOr("axis", 0)), std::array {joined});
    quantize(context, joined, 0);
}

bool hasChannelsLast(const Attributes& attributes)
{
    return attributes.intOr("channels_last", 0) != 0;
}

void inferAveragePool(InferenceContext& context)
{
    requireTriple(context, 0);
    requireScale(context, 3, context.type(0));
    const bool isLast = hasChannelsLast(context.attributes());
    Shape shape = context.shape(0);
    const size_t rank = shape.size();
    if (rank < 3) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected [images, channels, spatial …]");
    }
    shape = isLast ? permuted(shape, toFirst(rank)) : shape;
    const Operator* op = loweringTarget("AveragePool", context.opset());
    InferenceContext inner(*op, context.attributes(), context.opset(),
        {InferenceInput {{DataType::Float32, std::move(shape)}}}, 1);
    op->infer(inner);
    const Shape& result = inner.outputs()[0].shape;
    context.setOutput(0, context.type(0), isLast ? permuted(result, toLast(rank)) : result);
}

// ONNX Runtime's divides by the whole window where pads count, also where ceil_mode lets it reach beyond
// them: by pads that reach as far.
Attributes poolAttributes(const Attributes& attributes, const Shape& x, const Shape& y)
{
    const auto kernel = attributes.ints("kernel_shape");
    const size_t rank = x.size() - 2;
    if (!kernel || attributes.intOr("ceil_mode", 0) == 0 || attributes.intOr("count_include_pad", 0) == 0
        || padModeOf(attributes) != "NOTSET") {
        return attributes;
    }
    Attributes result = attributes;
    std::vector<int64_t> pads = attributes.ints("pads").value_or(std::vector<int64_t>(2 * rank, 0));
    const std::vector<int64_t> strides = attributes.ints("strides").value_or(std::vector<int64_t>(rank, 1));
    for (size_t i = 0; i < rank; ++i) {
        const int64_t reach = (y[i + 2] - 1) * strides[i] + (*kernel)[i] - pads[i] - x[i + 2];
        pads[i + rank] = std::max(pads[i + rank], reach);
    }
    result.set("pads", pads);
    result.set("ceil_mode", int64_t {0});
    return result;
}

void lowerAveragePool(LoweringContext& context)
{
    Composer compose(context);
    const bool isLast = hasChannelsLast(context.attributes());
    TensorRef x = dequantized(context, 0);
    const size_t rank = x.shape().size();
    x = isLast ? compose.transposed(x, toFirst(rank)) : x;
    const Shape result =
        isLast ? permuted(context.output(0).shape(), toFirst(rank)) : context.output(0).shape();
    const TensorRef y =
        compose.add("AveragePool", {x}, poolAttributes(context.attributes(), x.shape(), result));
    quantize(context, isLast ? compose.transposed(y, toLast(rank)) : y, 3);
}

// A condition, then the triples that it chooses from.
void inferWhere(InferenceContext& context)
{
    if (context.type(0) != DataType::Bool) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected bool");
    }
    requireTriple(context, 1);
    requireTriple(context, 4);
    context.requireSameType(1, 4);
    requireScale(context, 7, context.type(1));
    auto shape = broadcast(context.shape(1), context.shape(4));
    shape = shape ? broadcast(context.shape(0), *shape) : shape;
    if (!shape) {
        context.fail(toString(context.input(0)) + ", " + toString(context.input(1)) + " and "
            + toString(context.input(4)) + " do not broadcast");
    }
    context.setOutput(0, context.type(1), *shape);
}

void lowerWhere(LoweringContext& context)
{
    const TensorRef chosen =
        Composer(context).add("Where", {context.input(0), dequantized(context, 1), dequantized(context, 4)});
    quantize(context, chosen, 7);
}

void addOperator(Registry& registry, std::string_view name, size_t least, size_t most, InferFunction infer,
    LowerFunction lower)
{
    registry.add({.name = name,
        .minInputs = least,
        .maxInputs = most,
        .infer = infer,
        .lower = lower,
        .domain = microsoft});
}

} // namespace

void registerQuantized(Registry& registry)
{
    addOperator(registry, "QLinearAdd", 7, 8, inferBinary, lowerAdd);
    addOperator(registry, "QLinearMul", 7, 8, inferBinary, lowerMul);
    addOperator(registry, "QLinearSigmoid", 4, 5, inferUnary, lowerSigmoid);
    addOperator(registry, "QLinearLeakyRelu", 4, 5, inferUnary, lowerLeakyRelu);
    addOperator(registry, "QLinearSoftmax", 4, 5, inferSoftmax, lowerSoftmax);
    addOperator(registry, "QLinearGlobalAveragePool", 4, 5, inferPool, lowerPool);
    addOperator(registry, "QLinearAveragePool", 4, 5, inferAveragePool, lowerAveragePool);
    addOperator(registry, "QLinearWhere", 9, 9, inferWhere, lowerWhere);
    addOperator(registry, "QLinearConcat", 5, anyCount, inferConcat, lowerConcat);
}

} // namespace weightless::ops::contrib
