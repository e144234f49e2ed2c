// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/operator.h"
#include "engine/ops/product/product.h"
#include "engine/ops/product/register.h"

#include <cmath>

namespace weightless::ops::product {

namespace {

struct GemmSizes {
    int64_t rows;
    int64_t depth;
    int64_t columns;
};

GemmSizes sizesOf(const NodeView& node)
{
    const bool transA = node.attributes->intOr("transA", 0) != 0;
    const bool transB = node.attributes->intOr("transB", 0) != 0;
    for (const size_t i : {0u, 1u}) {
        if (node.shape(i).size() != 2) {
            failNode("input " + std::to_string(i) + " is " + toString(node.input(i)) + ", expected rank 2");
        }
    }
    const Shape& a = node.shape(0);
    const Shape& b = node.shape(1);
    if (a[transA ? 0 : 1] != b[transB ? 1 : 0]) {
        failNode("inputs " + toString(node.input(0)) + (transA ? " (transposed)" : "") + " and "
            + toString(node.input(1)) + (transB ? " (transposed)" : "")
            + " do not share their inner dimension");
    }
    return {a[transA ? 1 : 0], a[transA ? 0 : 1], b[transB ? 0 : 1]};
}

void inferGemm(InferenceContext& context)
{
    const GemmSizes sizes = sizesOf(NodeView(context));
    context.requireSameType(0, 1);
    const Shape result {sizes.rows, sizes.columns};
    if (context.hasInput(2)) {
        context.requireSameType(0, 2);
        if (broadcast(context.shape(2), result) != result) {
            context.fail("input 2 is " + toString(context.input(2)) + ", which does not broadcast to "
                + toString(result));
        }
    }
    if (!isFloat(context.type(0)) && !isInteger(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float or integer tensor");
    }
    context.setOutput(0, context.type(0), result);
}

// C is the bias where it is one row, one column or one value, and the residual where it is a matrix.
void addC(Product& p, const TensorRef& c, const GemmSizes& sizes, float beta)
{
    const int64_t rows = c.shape().size() == 2 ? c.shape()[0] : 1;
    const int64_t columns = c.shape().empty() ? 1 : c.shape().back();
    if (rows == 1) {
        p.bias = c;
        p.biasKind = BiasKind::PerColumn;
        p.biasStride = columns == 1 ? 0 : 1;
        p.beta = beta;
    } else if (columns == 1 && rows == sizes.rows) {
        p.bias = c;
        p.biasKind = BiasKind::PerRow;
        p.beta = beta;
    } else {
        p.residual = c;
        p.residualScale = beta;
    }
}

TensorRef transposed(LoweringContext& context, const TensorRef& matrix)
{
    const Shape& shape = matrix.shape();
    const TensorRef result = context.temporary({matrix.type(), {shape[1], shape[0]}});
    Attributes attributes;
    attributes.set("perm", std::vector<int64_t> {1, 0});
    const std::array<std::optional<TensorRef>, 1> inputs {matrix};
    context.lowerAs("Transpose", inputs, attributes, std::array {result});
    return result;
}

bool isWhole(float value)
{
    return std::nearbyint(value) == value;
}

// Integers times a fraction: multiplied and added as float64, and what is left of the fraction is dropped.
bool lowerFractions(LoweringContext& context)
{
    const DataType type = context.input(0).type();
    const Attributes& attributes = context.attributes();
    const bool addsWhole = !context.hasInput(2) || isWhole(attributes.floatOr("beta", 1.0f));
    if (isFloat(type) || (isWhole(attributes.floatOr("alpha", 1.0f)) && addsWhole)) {
        return false;
    }
    Composer compose(context);
    const auto wide = [&](size_t i) { return compose.cast(context.input(i), DataType::Float64); };
    const std::optional<TensorRef> c = context.hasInput(2) ? std::optional(wide(2)) : std::nullopt;
    finishOutput(context, 0, compose.add("Gemm", {wide(0), wide(1), c}, attributes));
    return true;
}

void lowerGemm(LoweringContext& context)
{
    const NodeView node(context);
    const GemmSizes sizes = sizesOf(node);
    if (sizes.rows == 0 || sizes.columns == 0 || lowerFractions(context)) {
        return;
    }
    Product p;
    p.a = context.input(0);
    if (node.attributes->intOr("transA", 0) != 0) {
        p.a = transposed(context, p.a);
    }
    p.b = context.input(1);
    p.c = context.output(0);
    p.rows = static_cast<uint64_t>(sizes.rows);
    p.depth = static_cast<uint64_t>(sizes.depth);
    p.columns = p.width = p.paddedWidth = static_cast<uint64_t>(sizes.columns);
    p.strideA = p.depth;
    p.strideC = p.width;
    p.transposedB = node.attributes->intOr("transB", 0) != 0 || p.columns == 1;
    p.channelStride = p.transposedB ? p.depth : p.columns;
    p.alpha = node.attributes->floatOr("alpha", 1.0f);
    p.epilogue = epilogueOf(*node.attributes);
    if (context.hasInput(2)) {
        addC(p, context.input(2), sizes, node.attributes->floatOr("beta", 1.0f));
    }
    dispatchProduct(context, p);
}

constexpr std::array versions {1, 6, 7, 9, 11, 13};

} // namespace

void registerGemm(Registry& registry)
{
    for (const int version : versions) {
        registry.add({.name = "Gemm",
            .sinceVersion = version,
            .minInputs = version >= 11 ? 2u : 3u,
            .maxInputs = 3,
            .infer = inferGemm,
            .lower = lowerGemm});
    }
    registry.add({.name = "FusedGemm",
        .minInputs = 2,
        .maxInputs = 3,
        .infer = inferGemm,
        .lower = lowerGemm,
        .domain = "weightless"});
}

void registerOperators(Registry& registry)
{
    registerMatMul(registry);
    registerGemm(registry);
}

} // namespace weightless::ops::product
