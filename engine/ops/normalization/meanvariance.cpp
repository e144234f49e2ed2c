// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/normalization/normalization.h"

#include <algorithm>
#include <numeric>

// Norms that are a formula: MeanVarianceNormalization, LpNormalization, RMSNormalization, and what
// BatchNormalization does while it is trained. In fp32 for 16-bit types.
namespace weightless::ops::normalization {

namespace {

void requireFloats(const InferenceContext& context)
{
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
}

DataType widened(DataType type)
{
    return type == DataType::Float64 ? type : DataType::Float32;
}

std::vector<int64_t> axesOf(const NodeView& node)
{
    std::vector<int64_t> axes = node.attributes->ints("axes").value_or(std::vector<int64_t> {0, 2, 3});
    for (int64_t& axis : axes) {
        axis = static_cast<int64_t>(normalizeAxis(axis, node.shape(0).size()));
    }
    return axes;
}

struct Moments {
    TensorRef mean;
    TensorRef centered;
    TensorRef variance;
};

Moments momentsOf(LoweringContext& context, const TensorRef& x, const std::vector<int64_t>& axes)
{
    Composer compose(context);
    Moments moments;
    moments.mean = reducedOver(context, "ReduceMean", x, axes);
    moments.centered = compose.add("Sub", {x, moments.mean});
    moments.variance =
        reducedOver(context, "ReduceMean", compose.add("Mul", {moments.centered, moments.centered}), axes);
    return moments;
}

void inferMeanVariance(InferenceContext& context)
{
    requireFloats(context);
    const std::vector<int64_t> axes = axesOf(NodeView(context));
    static_cast<void>(context.normalizedAxes(axes, context.shape(0).size())); // none twice
    context.setOutput(0, context.type(0), context.shape(0));
}

void lowerMeanVariance(LoweringContext& context)
{
    Composer compose(context);
    const DataType type = widened(context.input(0).type());
    const TensorRef x = compose.cast(context.input(0), type);
    const Moments moments = momentsOf(context, x, axesOf(NodeView(context)));
    const TensorRef deviation = compose.add("Sqrt", {moments.variance});
    const TensorRef divisor = compose.add("Add", {deviation, scalarOf(context, type, 1e-9)});
    finishOutput(context, 0, compose.add("Div", {moments.centered, divisor}));
}

void inferLp(InferenceContext& context)
{
    requireFloats(context);
    const int64_t p = context.attributes().intOr("p", 2);
    if (p != 1 && p != 2) {
        context.fail("attribute 'p' is " + std::to_string(p) + ", expected 1 or 2");
    }
    static_cast<void>(
        context.normalizedAxis(context.attributes().intOr("axis", -1), context.shape(0).size()));
    context.setOutput(0, context.type(0), context.shape(0));
}

// A row of zeros has no direction: it stays one of zeros, as ONNX has it from release 1.21 on (NaN before).
void lowerLp(LoweringContext& context)
{
    Composer compose(context);
    const DataType type = widened(context.input(0).type());
    const TensorRef x = compose.cast(context.input(0), type);
    const size_t axis = normalizeAxis(context.attributes().intOr("axis", -1), x.shape().size());
    const TensorRef norm = reducedOver(context,
        context.attributes().intOr("p", 2) == 1 ? "ReduceL1" : "ReduceL2", x, {static_cast<int64_t>(axis)});
    const TensorRef isZero = compose.add("Equal", {norm, scalarOf(context, type, 0)});
    const TensorRef divisor = compose.add("Where", {isZero, scalarOf(context, type, 1), norm});
    finishOutput(context, 0, compose.add("Div", {x, divisor}));
}

void inferRms(InferenceContext& context)
{
    requireFloats(context);
    static_cast<void>(
        context.normalizedAxis(context.attributes().intOr("axis", -1), context.shape(0).size()));
    if (!isFloat(context.type(1)) || broadcast(context.shape(1), context.shape(0)) != context.shape(0)) {
        context.fail("the scale is " + toString(context.input(1)) + ", which does not broadcast to "
            + toString(context.input(0)));
    }
    context.setOutput(0, context.type(1), context.shape(0));
}

void lowerRms(LoweringContext& context)
{
    Composer compose(context);
    const TensorRef given = context.input(0);
    const Shape& shape = given.shape();
    const size_t first = normalizeAxis(context.attributes().intOr("axis", -1), shape.size());
    const Shape normalized(shape.begin() + static_cast<ptrdiff_t>(first), shape.end());
    if (context.input(1).type() == given.type() && context.input(1).shape() == normalized) {
        compose.addTo(context.output(0), "SimplifiedLayerNormalization", {given, context.input(1)},
            context.attributes()); // one launch
        return;
    }
    const DataType type = widened(given.type());
    const TensorRef x = compose.cast(given, type);
    std::vector<int64_t> axes(x.shape().size() - first);
    std::iota(axes.begin(), axes.end(), static_cast<int64_t>(first));
    const TensorRef mean = reducedOver(context, "ReduceMean", compose.add("Mul", {x, x}), axes);
    const double epsilon = static_cast<double>(context.attributes().floatOr("epsilon", 1e-5f));
    const TensorRef rms = compose.add("Sqrt", {compose.add("Add", {mean, scalarOf(context, type, epsilon)})});
    const TensorRef scale = compose.cast(context.input(1), type);
    finishOutput(context, 0, compose.add("Mul", {compose.add("Div", {x, rms}), scale}));
}

} // namespace

void lowerTrainingBatchNorm(LoweringContext& context)
{
    Composer compose(context);
    const DataType type = widened(context.input(0).type());
    const TensorRef x = compose.cast(context.input(0), type);
    std::vector<int64_t> axes;
    Shape channels(x.shape().size(), 1);
    for (size_t i = 0; i < x.shape().size(); ++i) {
        if (i == 1) {
            channels[i] = x.shape()[i];
        } else {
            axes.push_back(static_cast<int64_t>(i));
        }
    }
    const auto perChannel = [&](size_t input) {
        return compose.reshaped(compose.cast(context.input(input), type), channels);
    };
    const Moments moments = momentsOf(context, x, axes);
    const double epsilon = static_cast<double>(context.attributes().floatOr("epsilon", 1e-5f));
    const TensorRef deviation =
        compose.add("Sqrt", {compose.add("Add", {moments.variance, scalarOf(context, type, epsilon)})});
    const TensorRef factor = compose.add("Div", {perChannel(1), deviation});
    finishOutput(
        context, 0, compose.add("Add", {compose.add("Mul", {moments.centered, factor}), perChannel(2)}));
    const double momentum = static_cast<double>(context.attributes().floatOr("momentum", 0.9f));
    const auto running = [&](size_t output, const TensorRef& before, const TensorRef& now) {
        if (wantsOutput(context, output)) {
            const TensorRef kept = compose.add("Mul", {before, scalarOf(context, type, momentum)});
            const TensorRef added = compose.add("Mul", {now, scalarOf(context, type, 1 - momentum)});
            finishOutput(context, output, compose.add("Add", {kept, added}));
        }
    };
    running(1, perChannel(3), moments.mean);
    running(2, perChannel(4), moments.variance);
    if (wantsOutput(context, 3)) {
        finishOutput(context, 3, moments.mean);
    }
    if (wantsOutput(context, 4)) {
        finishOutput(context, 4, compose.add("Reciprocal", {deviation}));
    }
}

void registerMeanVariance(Registry& registry)
{
    for (const int version : {9, 13}) {
        registry.add({.name = "MeanVarianceNormalization",
            .sinceVersion = version,
            .infer = inferMeanVariance,
            .lower = lowerMeanVariance});
    }
    for (const int version : {1, 22}) {
        registry.add(
            {.name = "LpNormalization", .sinceVersion = version, .infer = inferLp, .lower = lowerLp});
    }
    registry.add({.name = "RMSNormalization",
        .sinceVersion = 23,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = inferRms,
        .lower = lowerRms});
}

} // namespace weightless::ops::normalization
