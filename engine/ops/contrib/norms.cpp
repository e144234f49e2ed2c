// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contrib.h"

// Normalisation of sums, and of images whose channels come last.
namespace weightless::ops::contrib {

namespace {

// What an optional output is written to: nobody may ask for it.
std::optional<TensorRef> wanted(const LoweringContext& context, size_t index)
{
    return index < context.outputCount() && context.wantsOutput(index) ? std::optional(context.output(index))
                                                                       : std::nullopt;
}

// The number of the input with the bias: SkipLayerNormalization has a beta before it.
template <size_t biasInput>
void inferSkip(InferenceContext& context)
{
    requireFloats(context, 0);
    const Shape& x = context.shape(0);
    if (x.size() < 2) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected rank 2 or 3");
    }
    context.requireSameType(0, 1);
    if (broadcast(x, context.shape(1)) != x) {
        context.fail(
            "the skip is " + toString(context.input(1)) + ", which does not broadcast to " + toString(x));
    }
    for (size_t i = 2; i <= biasInput; ++i) {
        if (i == 2 || context.hasInput(i)) {
            requirePerColumn(context, i);
        }
    }
    Shape statistics = x;
    statistics.back() = 1;
    context.setOutput(0, context.type(0), x);
    context.setOutput(1, DataType::Float32, statistics);
    context.setOutput(2, DataType::Float32, statistics);
    context.setOutput(3, context.type(0), x);
}

Attributes epsilonOf(const LoweringContext& context, float fallback)
{
    return attributesWith("epsilon", context.attributes().floatOr("epsilon", fallback));
}

// Of input + skip + bias, which is an output as well.
template <size_t biasInput>
void lowerSkip(LoweringContext& context)
{
    constexpr bool isSimplified = biasInput == 3;
    if (isSimplified && wanted(context, 1)) {
        context.unsupported("the mean is an output, which this normalization does not have");
    }
    TensorRef x = context.input(0);
    if (context.hasInput(biasInput)) {
        x = Composer(context).add("Add", {x, context.input(biasInput)});
    }
    std::vector<std::optional<TensorRef>> inputs {x, context.input(1), context.input(2)};
    if (!isSimplified && context.hasInput(3)) {
        inputs.emplace_back(context.input(3));
    }
    std::vector<TensorRef> outputs {context.output(0)};
    const auto sum = wanted(context, 3);
    const bool hasStatistics = wanted(context, 1) || wanted(context, 2);
    if (sum || hasStatistics) {
        outputs.push_back(sum.value_or(context.temporary(x.descriptor)));
    }
    Shape rows = x.shape();
    rows.back() = 1;
    for (size_t i = isSimplified ? 2 : 1; hasStatistics && i <= 2; ++i) {
        outputs.push_back(wanted(context, i).value_or(context.temporary({DataType::Float32, rows})));
    }
    Attributes attributes = epsilonOf(context, 1e-12f);
    attributes.set("simplified", int64_t {isSimplified ? 1 : 0});
    context.lowerAs("AddLayerNormalization", inputs, attributes, outputs);
}

// Images [n, height, width, channels], or channels first.
bool isChannelsLast(const Attributes& attributes)
{
    return attributes.intOr("channels_last", 1) != 0;
}

int64_t channelsOf(const Shape& x, const Attributes& attributes)
{
    return isChannelsLast(attributes) ? x.back() : x[1];
}

template <bool hasSkip>
void inferGroup(InferenceContext& context)
{
    requireFloats(context, 0);
    const Shape& x = context.shape(0);
    const int64_t groups = context.attributes().intOr("groups", 0);
    const int64_t channels = x.size() < 3 ? 0 : channelsOf(x, context.attributes());
    if (x.size() < 3 || groups < 1 || channels % groups != 0) {
        context.fail("input 0 is " + toString(context.input(0))
            + ", whose channels do not divide into groups = " + std::to_string(groups));
    }
    const int64_t activation = context.attributes().intOr("activation", 0);
    if (activation != 0 && activation != 1) {
        context.fail("activation is " + std::to_string(activation) + ", expected 0 (none) or 1 (SiLU)");
    }
    for (const size_t i : {size_t {1}, size_t {2}}) {
        requireFloats(context, i);
        requireShape(context, i, {channels});
    }
    if (hasSkip) {
        context.requireSameType(0, 3);
        const Shape& skip = context.shape(3);
        const bool isPerImage = skip == Shape {x[0], channels} || skip == Shape {x[0], 1, 1, channels};
        if (skip != x && !(isPerImage && isChannelsLast(context.attributes()))) {
            context.fail("the skip is " + toString(context.input(3)) + ", which does not go with "
                + toString(context.input(0)));
        }
        if (context.hasInput(4)) {
            context.requireSameType(0, 4);
            requireShape(context, 4, {channels});
        }
    }
    context.setOutput(0, context.type(0), x);
    context.setOutput(1, context.type(0), x);
}

// The image, the skip and the bias, as it came: an output as well.
TensorRef skipped(LoweringContext& context, Composer& compose)
{
    TensorRef x = context.input(0);
    if (context.inputCount() < 4) {
        return x;
    }
    TensorRef skip = context.input(3);
    if (skip.shape().size() == 2) {
        skip = compose.reshaped(skip, {skip.shape()[0], 1, 1, skip.shape()[1]});
    }
    x = compose.add("Add", {x, skip});
    if (context.hasInput(4)) {
        Shape perChannel(x.shape().size(), 1);
        perChannel[isChannelsLast(context.attributes()) ? perChannel.size() - 1 : 1] =
            context.input(4).elements();
        x = compose.add("Add", {x, compose.reshaped(context.input(4), perChannel)});
    }
    if (const auto sum = wanted(context, 1)) {
        context.aliasOutput(1, x);
    }
    return x;
}

void lowerGroup(LoweringContext& context)
{
    Composer compose(context);
    TensorRef x = skipped(context, compose);
    const auto rank = static_cast<int64_t>(x.shape().size());
    const bool isLast = isChannelsLast(context.attributes());
    std::vector<int64_t> toFirst {0, rank - 1};
    std::vector<int64_t> toLast {0};
    for (int64_t i = 1; i + 1 < rank; ++i) {
        toFirst.push_back(i);
        toLast.push_back(i + 1);
    }
    toLast.push_back(1);
    if (isLast) {
        x = compose.transposed(x, toFirst);
    }
    Attributes attributes = epsilonOf(context, 1e-5f);
    attributes.set("num_groups", context.attributes().intOr("groups", 1));
    if (context.attributes().intOr("activation", 0) != 0) {
        attributes.set("activation", std::string("Silu"));
    }
    const TensorRef y = isLast ? context.temporary(x.descriptor) : context.output(0);
    compose.addTo(y, "FusedGroupNormalization",
        {x, compose.cast(context.input(1), x.type()), compose.cast(context.input(2), x.type())}, attributes);
    if (isLast) {
        compose.addTo(context.output(0), "Transpose", {y}, attributesWith("perm", toLast));
    }
}

} // namespace

void registerNorms(Registry& registry)
{
    registry.add({.name = "SkipLayerNormalization",
        .minInputs = 3,
        .maxInputs = 5,
        .maxOutputs = 4,
        .infer = inferSkip<4>,
        .lower = lowerSkip<4>,
        .domain = microsoft});
    registry.add({.name = "SkipSimplifiedLayerNormalization",
        .minInputs = 3,
        .maxInputs = 4,
        .maxOutputs = 4,
        .infer = inferSkip<3>,
        .lower = lowerSkip<3>,
        .domain = microsoft});
    registry.add({.name = "GroupNorm",
        .minInputs = 3,
        .maxInputs = 3,
        .infer = inferGroup<false>,
        .lower = lowerGroup,
        .domain = microsoft});
    registry.add({.name = "SkipGroupNorm",
        .minInputs = 4,
        .maxInputs = 5,
        .maxOutputs = 2,
        .infer = inferGroup<true>,
        .lower = lowerGroup,
        .domain = microsoft});
}

} // namespace weightless::ops::contrib
