// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/product/problem.h"
#include "engine/ops/quantize/exact.h"
#include "engine/ops/quantize/integerconvolution.h"
#include "engine/ops/quantize/quantize.h"
#include "engine/ops/quantize/scaled.h"
#include "engine/ops/stridedcopy.h"
#include "engine/ops/window.h"

#include <algorithm>
#include <array>
#include <utility>

// ConvInteger and QLinearConv: sums in int32 (exact.h).
namespace weightless::ops::quantize {

namespace {

constexpr Places integerPlaces {0, 1, 2, 3};
constexpr Places linearPlaces {0, 3, 2, 5};

void requireBytes(const InferenceContext& context, size_t input)
{
    if (context.type(input) != DataType::Int8 && context.type(input) != DataType::UInt8) {
        context.fail("input " + std::to_string(input) + " is " + toString(context.input(input))
            + ", expected int8 or uint8");
    }
}

void checkInput(InferenceContext& context, const Places& at)
{
    requireBytes(context, at.x);
    if (context.hasInput(at.xZero)) {
        context.requireSameType(at.x, at.xZero);
        if (elementCount(context.shape(at.xZero)) != 1) {
            context.fail(
                "the input's zero point is " + toString(context.input(at.xZero)) + ", expected one number");
        }
    }
}

void checkFilters(InferenceContext& context, const Places& at)
{
    requireBytes(context, at.w);
    const int64_t filters = context.shape(at.w).empty() ? 0 : context.shape(at.w)[0];
    if (context.hasInput(at.wZero)) {
        context.requireSameType(at.w, at.wZero);
        if (elementCount(context.shape(at.wZero)) != 1 && context.shape(at.wZero) != Shape {filters}) {
            context.fail("the filters' zero point is " + toString(context.input(at.wZero))
                + ", expected one number or one for each of " + std::to_string(filters) + " filters");
        }
    }
}

// One number, or one per channel as a dimension of a tensor of `rank`.
Shape channelShape(const TensorRef& tensor, size_t rank, size_t axis)
{
    Shape shape(rank, 1);
    shape[axis] = tensor.elements();
    return shape;
}

// The zero points of the channels on an axis, as they broadcast.
Factor channelFactor(LoweringContext& context, size_t bytes, size_t zeroPoint, size_t channelAxis)
{
    Factor factor = factorOf(context, bytes, zeroPoint);
    if (factor.zeroPoint) {
        factor.zeroPoint = Composer(context).reshaped(
            *factor.zeroPoint, channelShape(*factor.zeroPoint, factor.bytes.shape().size(), channelAxis));
    }
    return factor;
}

Attributes windowAttributes(const IntegerConvolution& conv, product::Exactness exactness)
{
    Attributes attributes;
    const Window& w = conv.window;
    std::vector<int64_t> pads = w.padsBegin;
    // Those at the end may be below zero, which a window does not say: what its results need.
    for (size_t d = 0; d < w.rank(); ++d) {
        const int64_t reach = (w.out[d] - 1) * w.strides[d] + w.dilations[d] * (w.kernel[d] - 1) + 1;
        pads.push_back(reach - w.in[d] - w.padsBegin[d]);
    }
    attributes.set("group", conv.groups);
    attributes.set("pads", std::move(pads));
    attributes.set("strides", std::vector<int64_t>(conv.window.strides));
    attributes.set("dilations", std::vector<int64_t>(conv.window.dilations));
    attributes.set(std::string(product::exactnessAttribute), static_cast<int64_t>(exactness));
    return attributes;
}

// As convolutions of so many channels that no sum can be inexact.
void lowerByChannels(LoweringContext& context, const IntegerConvolution& conv, const Factor& x,
    const Factor& w, int64_t channelsAtOnce, const TensorRef& sums)
{
    const Attributes attributes = windowAttributes(conv, product::Exactness::Always);
    ExactSums total(context, sums);
    for (int64_t begin = 0; begin < conv.channels; begin += channelsAtOnce) {
        const int64_t size = std::min(channelsAtOnce, conv.channels - begin);
        const bool isLast = begin + size == conv.channels;
        const TensorRef image = widened(
            context, conv.groups == 1 ? sliced(context, x, 1, begin, size) : x); // groups come in one piece
        const TensorRef filters = widened(context, sliced(context, w, 1, begin, size));
        const TensorRef part = context.unkeptTemporary({DataType::Float32, sums.shape()});
        Composer(context).addTo(part, "Conv", {image, filters}, attributes);
        total.add(part, isLast);
    }
}

TensorRef padded(LoweringContext& context, const TensorRef& x, const Window& window)
{
    Shape shape = x.shape();
    int64_t offset = 0;
    for (size_t d = 0; d < window.rank(); ++d) {
        shape[d + 2] += window.padsBegin[d] + window.padsEnd[d];
    }
    if (shape == x.shape()) {
        return x;
    }
    const std::vector<int64_t> strides = contiguousStrides(shape);
    for (size_t d = 0; d < window.rank(); ++d) {
        offset += window.padsBegin[d] * strides[d + 2];
    }
    TensorRef result = filledTensor(context, {x.type(), shape}, 0);
    dispatchCopy(context, x, result,
        {.dims = x.shape(),
            .sourceStrides = contiguousStrides(x.shape()),
            .targetStrides = strides,
            .targetOffset = offset});
    return result;
}

// What the windows over one image see: [channels, taps …, places …].
TensorRef patchesOf(
    LoweringContext& context, const TensorRef& x, int64_t image, const IntegerConvolution& conv)
{
    const std::vector<int64_t> strides = contiguousStrides(x.shape());
    const Window& w = conv.window;
    Shape dims {conv.groups * conv.channels};
    std::vector<int64_t> steps {strides[1]};
    for (size_t d = 0; d < w.rank(); ++d) {
        dims.push_back(w.kernel[d]);
        steps.push_back(strides[d + 2] * w.dilations[d]);
    }
    for (size_t d = 0; d < w.rank(); ++d) {
        dims.push_back(w.out[d]);
        steps.push_back(strides[d + 2] * w.strides[d]);
    }
    TensorRef patches = context.temporary({x.type(), dims});
    dispatchCopy(context, x, patches, packedCopy(dims, steps, image * strides[0]));
    return patches;
}

// As products of what the windows see, however many taps they have.
void lowerByPatches(LoweringContext& context, const IntegerConvolution& conv, const Factor& x,
    const Factor& w, const TensorRef& sums)
{
    const TensorRef image0 = padded(context, widened(context, x), conv.window);
    const int64_t taps = conv.channels * elementCount(conv.window.kernel).value_or(0);
    const int64_t places = elementCount(conv.window.out).value_or(0);
    const TensorRef filters =
        Composer(context).reshaped(widened(context, w), {conv.groups, conv.filters, taps});
    const int64_t each = conv.groups * conv.filters * places;
    for (int64_t image = 0; image < conv.images; ++image) {
        const TensorRef patches =
            Composer(context).reshaped(patchesOf(context, image0, image, conv), {conv.groups, taps, places});
        const TensorRef target = context.view(sums, {DataType::Int32, {conv.groups, conv.filters, places}},
            static_cast<uint64_t>(image * each));
        lowerExactProduct(context, {.bytes = filters, .zeroPoint = {}, .greatest = w.greatest},
            {.bytes = patches, .zeroPoint = {}, .greatest = x.greatest}, target);
    }
}

// Whether Conv makes such a convolution.
bool isOfConv(const IntegerConvolution& conv)
{
    constexpr size_t mostDimensions = 3;
    return conv.window.rank() <= mostDimensions && conv.channels > 0;
}

// [images, groups * filters, places …] in int32.
void lowerSums(
    LoweringContext& context, const IntegerConvolution& conv, const Places& at, const TensorRef& sums)
{
    if (sums.elements() == 0) {
        return;
    }
    const Factor x = channelFactor(context, at.x, at.xZero, 1);
    const Factor w = channelFactor(context, at.w, at.wZero, 0);
    const int64_t taps = std::max<int64_t>(elementCount(conv.window.kernel).value_or(0), 1);
    const int64_t channels = exactDepth(x, w) / taps;
    const bool suits = isOfConv(conv)
        && (conv.groups == 1 ? channels > 0 && conv.channels / channels < mostParts
                             : channels >= conv.channels);
    if (suits) {
        lowerByChannels(context, conv, x, w, std::min(channels, conv.channels), sums);
    } else {
        lowerByPatches(context, conv, x, w, sums);
    }
}

void inferConvInteger(InferenceContext& context)
{
    checkInput(context, integerPlaces);
    checkFilters(context, integerPlaces);
    context.setOutput(0, DataType::Int32, convolutionOf(NodeView(context), integerPlaces).result());
}

void lowerConvInteger(LoweringContext& context)
{
    lowerSums(context, convolutionOf(NodeView(context), integerPlaces), integerPlaces, context.output(0));
}

void inferScaledConvInteger(InferenceContext& context)
{
    if (!context.hasInput(quantizationInput)) {
        checkInput(context, integerPlaces);
    }
    checkFilters(context, integerPlaces);
    const IntegerConvolution conv = convolutionOf(NodeView(context), integerPlaces);
    checkScaled(context, conv.groups * conv.filters);
    context.setOutput(0, DataType::Float32, conv.result());
}

// Floats of the sums: by filter times a factor plus what is added, then the node's activation.
void lowerFloats(LoweringContext& context, const IntegerConvolution& conv, const Factor& x, const Factor& w,
    const TensorRef& factors, const TensorRef& y)
{
    Attributes attributes = context.attributes();
    const Attributes window = windowAttributes(conv, product::Exactness::Mostly);
    for (const Attribute& attribute : window.all()) {
        attributes.set(attribute.name, attribute.value);
    }
    attributes.set("auto_pad", "NOTSET");
    std::array<std::optional<TensorRef>, 9> inputs {widened(context, x), widened(context, w)};
    inputs.back() = factors;
    context.lowerAs("FusedConv", inputs, attributes, std::array {y});
}

void lowerScaledConvInteger(LoweringContext& context)
{
    if (context.output(0).elements() == 0) {
        return;
    }
    const IntegerConvolution conv = convolutionOf(NodeView(context), integerPlaces);
    const Factor x = isUnquantized(context) ? quantizedWhole(context) : channelFactor(context, 0, 2, 1);
    const Factor w = channelFactor(context, 1, 3, 0);
    const TensorRef factors = scaledFactors(context, conv.groups * conv.filters);
    lowerFloats(context, conv, x, w, factors, context.output(0));
}

// x, its scale and zero point; w, its scale and zero point; the result's scale and zero point; a bias.
void inferQLinearConv(InferenceContext& context)
{
    checkInput(context, linearPlaces);
    checkFilters(context, linearPlaces);
    requireBytes(context, 7);
    const IntegerConvolution conv = convolutionOf(NodeView(context), linearPlaces);
    const int64_t filters = conv.groups * conv.filters;
    for (const size_t scale : {size_t {1}, size_t {4}, size_t {6}}) {
        const bool isOne = elementCount(context.shape(scale)) == 1;
        if (context.type(scale) != DataType::Float32
            || !(isOne || (scale == 4 && context.shape(scale) == Shape {filters}))) {
            context.fail("input " + std::to_string(scale) + " is " + toString(context.input(scale))
                + ", expected one float32" + (scale == 4 ? " or one per filter" : ""));
        }
    }
    if (elementCount(context.shape(7)) != 1) {
        context.fail("the result's zero point is " + toString(context.input(7)) + ", expected one number");
    }
    if (context.hasInput(8) && (context.type(8) != DataType::Int32 || context.shape(8) != Shape {filters})) {
        context.fail("the bias is " + toString(context.input(8)) + ", expected int32["
            + std::to_string(filters) + "]");
    }
    context.setOutput(0, context.type(7), conv.result());
}

// By sums in int32, for what Conv does not make.
void lowerScaledSums(LoweringContext& context, const IntegerConvolution& conv, const TensorRef& values)
{
    Composer compose(context);
    const auto perFilter = [&](const TensorRef& tensor) {
        return compose.reshaped(tensor, channelShape(tensor, conv.window.rank() + 2, 1));
    };
    TensorRef sums = context.temporary({DataType::Int32, values.shape()});
    lowerSums(context, conv, linearPlaces, sums);
    if (context.hasInput(8)) {
        sums = compose.add("Add", {sums, perFilter(context.input(8))});
    }
    const TensorRef scale = compose.add("Mul", {compose.reshaped(context.input(1), {1}), context.input(4)});
    const TensorRef factors = compose.add("Div", {scale, compose.reshaped(context.input(6), {1})});
    compose.addTo(values, "Mul", {compose.cast(sums, DataType::Float32), perFilter(factors)});
}

// The scales of such a convolution as one number that a sum is multiplied with, in the order of ONNX Runtime.
TensorRef wholeFactor(LoweringContext& context)
{
    Composer compose(context);
    const auto scaleOf = [&](size_t input) { return compose.reshaped(context.input(input), {}); };
    return compose.add("Div", {compose.add("Mul", {scaleOf(1), scaleOf(4)}), scaleOf(6)});
}

// The factors have the result's scale, as ONNX Runtime's have: what lies between two numbers is rounded
// alike.
void lowerQLinearConv(LoweringContext& context)
{
    if (context.output(0).elements() == 0) {
        return;
    }
    Composer compose(context);
    const IntegerConvolution conv = convolutionOf(NodeView(context), linearPlaces);
    const TensorRef values = context.temporary({DataType::Float32, conv.result()});
    const TensorRef one = compose.reshaped(compose.number(1, DataType::Float32), {});
    TensorRef factor = one; // of values
    if (isOfConv(conv)) {
        ScalesAndBias numbers {.scale = context.input(1),
            .otherScale = context.input(4),
            .bias = context.hasInput(8) ? std::optional(context.input(8)) : std::nullopt,
            .resultScale = context.input(6)};
        if (context.input(4).elements() == 1) { // values are whole numbers, and so is the bias
            numbers = {.scale = one, .bias = numbers.bias};
            factor = wholeFactor(context);
        }
        lowerFloats(context, conv, channelFactor(context, linearPlaces.x, linearPlaces.xZero, 1),
            channelFactor(context, linearPlaces.w, linearPlaces.wZero, 0),
            factorTable(context, numbers, conv.groups * conv.filters), values);
    } else {
        lowerScaledSums(context, conv, values);
    }
    compose.addTo(context.output(0), "QuantizeLinear",
        {values, factor, compose.reshaped(context.input(7), {})},
        attributesWith(std::string(multipliesAttribute), int64_t {1}));
}

} // namespace

void registerConvolutions(Registry& registry)
{
    registry.add({.name = "ConvInteger",
        .sinceVersion = 10,
        .minInputs = 2,
        .maxInputs = 4,
        .infer = inferConvInteger,
        .lower = lowerConvInteger});
    registry.add({.name = "ScaledConvInteger",
        .minInputs = scaleInput + 1,
        .maxInputs = scaledInputCount,
        .infer = inferScaledConvInteger,
        .lower = lowerScaledConvInteger,
        .domain = "weightless"});
    registry.add({.name = "QLinearConv",
        .sinceVersion = 10,
        .minInputs = 8,
        .maxInputs = 9,
        .infer = inferQLinearConv,
        .lower = lowerQLinearConv});
}

} // namespace weightless::ops::quantize
