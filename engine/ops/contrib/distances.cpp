// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contrib.h"

// CDist: how far each row of a is from each row of b.
namespace weightless::ops::contrib {

namespace {

bool isSquared(const Attributes& attributes)
{
    return attributes.stringOr("metric", "sqeuclidean") == "sqeuclidean";
}

void infer(InferenceContext& context)
{
    requireFloats(context, 0);
    context.requireSameType(0, 1);
    context.requireRank(0, 2);
    context.requireRank(1, 2);
    if (context.shape(0)[1] != context.shape(1)[1]) {
        context.fail(toString(context.input(0)) + " and " + toString(context.input(1))
            + " have rows of different lengths");
    }
    const std::string metric = context.attributes().stringOr("metric", "sqeuclidean");
    if (!isSquared(context.attributes()) && metric != "euclidean") {
        context.unsupported("metric = '" + metric + "', and not sqeuclidean or euclidean");
    }
    context.setOutput(0, context.type(0), {context.shape(0)[0], context.shape(1)[0]});
}

// |a|² - 2ab + |b|², so that nothing is as large as a times b. Rounding may leave less than 0.
void lower(LoweringContext& context)
{
    const TensorRef result = context.output(0);
    if (result.elements() == 0) {
        return;
    }
    Composer compose(context);
    const auto lengths = [&](size_t input) {
        const TensorRef x = context.input(input);
        return compose.add("ReduceSumSquare", {x}, attributesWith("axes", std::vector<int64_t> {1}));
    };
    const TensorRef product =
        compose.add("TransposedMatMul", {context.input(0), context.input(1)}, attributesWith("alpha", -2.0f));
    const TensorRef ofB = compose.reshaped(lengths(1), {1, result.shape()[1]});
    const TensorRef sum = compose.add("Add", {compose.add("Add", {product, lengths(0)}), ofB});
    const TensorRef least = compose.number(0, result.type());
    if (isSquared(context.attributes())) {
        compose.addTo(result, "Max", {sum, least});
    } else {
        compose.addTo(result, "Sqrt", {compose.add("Max", {sum, least})});
    }
}

} // namespace

void registerDistances(Registry& registry)
{
    registry.add({.name = "CDist",
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower,
        .domain = microsoft});
}

} // namespace weightless::ops::contrib
