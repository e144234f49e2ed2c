// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/conv.h"

namespace weightless::ops::conv {

namespace {

// [filters], or as a sum with the result broadcasts it: [filters, 1 …], with ones before it.
bool isPerFilter(const Shape& shape, int64_t filters, size_t spatialRank)
{
    const size_t behind = shape.size() > 1 ? spatialRank : 0;
    return shape.size() > behind && shape.size() <= spatialRank + 2 && elementCount(shape) == filters
        && shape[shape.size() - 1 - behind] == filters;
}

void checkSlopes(
    InferenceContext& context, const product::Epilogue& epilogue, int64_t filters, size_t spatialRank)
{
    context.requireSameType(0, slopesInput);
    if (epilogue.activation != product::Activation::LeakyRelu || context.hasInput(factorsInput)) {
        context.fail("there are slopes without a LeakyRelu, or beside factors");
    }
    if (!isPerFilter(context.shape(slopesInput), filters, spatialRank)) {
        context.fail("the slopes are " + toString(context.input(slopesInput)) + ", expected "
            + std::to_string(filters) + " values, one per filter");
    }
}

void inferAs(InferenceContext& context, bool isFused)
{
    const NodeView node(context);
    const Convolution conv = convolutionOf(node);
    context.requireSameType(0, 1);
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
    const int64_t filters = conv.filters * conv.groups;
    if (context.hasInput(2)) {
        context.requireSameType(0, 2);
        const bool isBias = isFused ? isPerFilter(context.shape(2), filters, conv.window.rank())
                                    : context.shape(2) == Shape {filters};
        if (!isBias) {
            context.fail("the bias is " + toString(context.input(2)) + ", expected " + std::to_string(filters)
                + " values, one per filter");
        }
    }
    Shape result {conv.images, filters};
    result.insert(result.end(), conv.window.out.begin(), conv.window.out.end());
    const product::Epilogue epilogue = product::epilogueOf(context.attributes());
    if (context.hasInput(slopesInput)) {
        checkSlopes(context, epilogue, filters, conv.window.rank());
    }
    checkBatchNorm(context, filters);
    product::checkFactors(context, factorsInput, filters);
    if (context.hasInput(3) && context.input(3) != TensorDescriptor {context.type(0), result}) {
        context.fail("the residual is " + toString(context.input(3)) + ", expected "
            + toString(TensorDescriptor {context.type(0), result}));
    }
    context.setOutput(0, context.type(0), std::move(result));
}

void infer(InferenceContext& context)
{
    inferAs(context, false);
}

void inferFused(InferenceContext& context)
{
    inferAs(context, true);
}

void lower(LoweringContext& context)
{
    if (context.output(0).elements() == 0) {
        return;
    }
    const Convolution conv = convolutionOf(NodeView(context));
    if (hasBlockedFilter(context.attributes())) {
        lowerBlocked(context, conv);
    } else if (const auto product = wholeProduct(context, conv)) {
        product::dispatchProduct(context, *product);
    } else if (takesNarrow(context, conv)) {
        lowerNarrow(context, conv);
    } else if (conv.channels == 1 && conv.groups > 1) {
        lowerDepthwise(context, conv);
    } else if (const std::optional<WinogradTiling> tiling = winogradTiling(context, conv)) {
        lowerAsWinograd(context, conv, *tiling);
    } else {
        lowerAsProduct(context, conv);
    }
}

constexpr std::array versions {1, 11};

} // namespace

Convolution convolutionOf(const NodeView& node)
{
    const Shape& x = node.shape(0);
    const Shape& w = node.shape(1);
    if (x.size() < 3 || x.size() > 5) {
        failNode("input 0 is " + toString(node.input(0))
            + ", expected [images, channels] and one to three spatial dimensions");
    }
    if (w.size() != x.size()) {
        failNode("the filter is " + toString(node.input(1)) + ", expected rank " + std::to_string(x.size())
            + " as the input");
    }
    Convolution conv;
    conv.images = x[0];
    conv.groups = node.attributes->intOr("group", 1);
    if (conv.groups < 1 || x[1] % conv.groups != 0 || w[0] % conv.groups != 0 || w[1] != x[1] / conv.groups) {
        failNode("input " + toString(node.input(0)) + " and filter " + toString(node.input(1))
            + " do not go together with group = " + std::to_string(conv.groups));
    }
    conv.channels = w[1];
    conv.filters = w[0] / conv.groups;
    const Shape kernel(w.begin() + 2, w.end());
    if (node.attributes->ints("kernel_shape").value_or(kernel) != kernel) {
        failNode("attribute 'kernel_shape' is " + toString(*node.attributes->ints("kernel_shape"))
            + ", but the filter is " + toString(node.input(1)));
    }
    conv.window = windowOf(node, Shape(x.begin() + 2, x.end()), kernel);
    return conv;
}

void registerOperators(Registry& registry)
{
    for (const int version : versions) {
        registry.add({.name = "Conv",
            .sinceVersion = version,
            .minInputs = 2,
            .maxInputs = 3,
            .infer = infer,
            .lower = lower});
    }
    // Conv with attributes as product::epilogueOf(), a bias that may have ones around its filters, a batch
    // normalization (checkBatchNorm) or factors, a fourth input that is added before the activation, and
    // slopes.
    registry.add({.name = "FusedConv",
        .minInputs = 2,
        .maxInputs = slopesInput + 1,
        .infer = inferFused,
        .lower = lower,
        .domain = "weightless"});
    registerTransposed(registry);
}

} // namespace weightless::ops::conv
