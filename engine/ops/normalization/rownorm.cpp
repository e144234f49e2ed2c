// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/normalization/normalization.h"
#include "engine/ops/normalization/normalizedrows.h"

#include <algorithm>
#include <array>
#include <optional>

namespace weightless::ops::normalization {

namespace {

void requireFloat(const InferenceContext& context)
{
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
}

void requireChannels(InferenceContext& context, size_t index, int64_t count)
{
    context.requireSameType(0, index);
    if (context.shape(index) != Shape {count}) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected " + std::to_string(count) + " values");
    }
}

void inferInstance(InferenceContext& context)
{
    requireFloat(context);
    if (context.shape(0).size() < 3) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected [images, channels, spatial …]");
    }
    requireChannels(context, 1, context.shape(0)[1]);
    requireChannels(context, 2, context.shape(0)[1]);
    context.setOutput(0, context.type(0), context.shape(0));
}

void lowerInstance(LoweringContext& context)
{
    const Shape x = context.input(0).shape();
    RowNorm norm;
    norm.rows = static_cast<uint64_t>(x[0] * x[1]);
    for (size_t i = 2; i < x.size(); ++i) {
        norm.extent *= static_cast<uint64_t>(x[i]);
    }
    norm.period = static_cast<uint64_t>(x[1]);
    norm.rowStep = 1;
    norm.run = norm.extent;
    dispatchRows(context, norm);
}

// ONNX Runtime's version has a scale of any float type, which is also the bias's and the result's.
void requireParameterType(const InferenceContext& context, size_t index)
{
    const bool mayDiffer = context.op().sinceVersion < 17;
    context.requireSameType(mayDiffer ? 1 : 0, index);
    if (!isFloat(context.type(1))) {
        context.fail("the scale is " + toString(context.input(1)) + ", expected floats");
    }
}

void inferLayer(InferenceContext& context)
{
    requireFloat(context);
    const LayerRows rows = layerRows(NodeView(context));
    for (size_t i = 1; i < context.inputCount(); ++i) {
        if (!context.hasInput(i)) {
            continue;
        }
        requireParameterType(context, i);
        if (broadcast(context.shape(i), context.shape(0)) != context.shape(0)) {
            context.fail("input " + std::to_string(i) + " is " + toString(context.input(i)) + ", expected "
                + toString(rows.normalized) + " or what broadcasts to " + toString(context.shape(0)));
        }
    }
    context.setOutput(0, context.type(1), context.shape(0));
    context.setOutput(1, DataType::Float32, rows.statistics);
    context.setOutput(2, DataType::Float32, rows.statistics);
}

// Where x and the scale are of two types: both in float32, or in float64 where one of them is, which loses
// nothing of either.
void lowerInOneType(LoweringContext& context, std::string_view opType)
{
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    const bool isDouble = x.type() == DataType::Float64 || y.type() == DataType::Float64;
    const DataType type = isDouble ? DataType::Float64 : DataType::Float32;
    Composer compose(context);
    std::vector<std::optional<TensorRef>> inputs;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.push_back(
            context.hasInput(i) ? std::optional(compose.cast(context.input(i), type)) : std::nullopt);
    }
    std::vector<TensorRef> outputs {y.type() == type ? y : context.temporary({type, y.shape()})};
    for (size_t i = 1; i < context.outputCount(); ++i) {
        outputs.push_back(context.output(i));
    }
    context.lowerAs(opType, inputs, context.attributes(), outputs);
    if (y.type() != type) {
        finishOutput(context, 0, outputs[0]);
    }
}

// Scale and bias that differ from row to row follow the normalization.
void lowerLayerApart(LoweringContext& context, const LayerRows& rows)
{
    const TensorRef x = context.input(0);
    const TensorRef ones = filledTensor(context, {x.type(), rows.normalized}, 1);
    const TensorRef y = context.temporary(x.descriptor);
    std::vector<TensorRef> outputs {y};
    for (size_t i = 1; i < context.outputCount(); ++i) {
        outputs.push_back(context.output(i));
    }
    context.lowerAs("LayerNormalization", std::array {std::optional(x), std::optional(ones)},
        context.attributes(), outputs);
    Composer compose(context);
    if (context.hasInput(2)) {
        const TensorRef scaled = compose.add("Mul", {y, context.input(1)});
        compose.addTo(context.output(0), "Add", {scaled, context.input(2)});
    } else {
        compose.addTo(context.output(0), "Mul", {y, context.input(1)});
    }
}

void lowerLayer(LoweringContext& context)
{
    if (context.input(0).type() != context.output(0).type()) {
        lowerInOneType(context, "LayerNormalization");
        return;
    }
    const LayerRows rows = layerRows(NodeView(context));
    RowNorm norm;
    for (size_t i = 1; i < context.inputCount(); ++i) {
        if (!context.hasInput(i)) {
            continue;
        }
        const Shape own = context.input(i).shape();
        if (broadcast(own, rows.normalized) != rows.normalized) {
            lowerLayerApart(context, rows);
            return;
        }
        if (elementCount(own) != elementCount(rows.normalized)) {
            norm.expanded = rows.normalized;
        }
    }
    norm.rows = static_cast<uint64_t>(elementCount(rows.statistics).value_or(0));
    norm.extent = static_cast<uint64_t>(elementCount(rows.normalized).value_or(0));
    dispatchRows(context, norm);
}

void inferSimplified(InferenceContext& context)
{
    requireFloat(context);
    const LayerRows rows = layerRows(NodeView(context));
    if (!isFloat(context.type(1)) || context.shape(1) != rows.normalized) {
        context.fail("the scale is " + toString(context.input(1)) + ", expected floats of shape "
            + toString(rows.normalized));
    }
    context.setOutput(0, context.type(1), context.shape(0));
    context.setOutput(1, DataType::Float32, rows.statistics);
}

void lowerSimplified(LoweringContext& context)
{
    if (context.input(0).type() != context.output(0).type()) {
        lowerInOneType(context, "SimplifiedLayerNormalization");
        return;
    }
    const LayerRows rows = layerRows(NodeView(context));
    RowNorm norm;
    norm.rows = static_cast<uint64_t>(elementCount(rows.statistics).value_or(0));
    norm.extent = static_cast<uint64_t>(elementCount(rows.normalized).value_or(0));
    norm.meanOutput.reset();
    norm.deviationOutput = 1;
    norm.subtractsMean = false;
    dispatchRows(context, norm);
}

int64_t groupsOf(const InferenceContext& context)
{
    const int64_t groups = context.attributes().intOr("num_groups", 0);
    const Shape& x = context.shape(0);
    if (x.size() < 2 || groups < 1 || x[1] % groups != 0) {
        context.fail("input 0 is " + toString(context.input(0))
            + ", whose channels do not divide into num_groups = " + std::to_string(groups));
    }
    return groups;
}

void inferGroup(InferenceContext& context)
{
    requireFloat(context);
    const int64_t groups = groupsOf(context);
    const int64_t parameters = context.op().sinceVersion < 21 ? groups : context.shape(0)[1];
    requireChannels(context, 1, parameters);
    requireChannels(context, 2, parameters);
    context.setOutput(0, context.type(0), context.shape(0));
}

RowNorm groupRows(const LoweringContext& context)
{
    const Shape x = context.input(0).shape();
    const int64_t groups = context.attributes().intOr("num_groups", 1);
    const bool isPerChannel = context.input(1).elements() == x[1];
    const auto channels = static_cast<uint64_t>(x[1] / groups);
    uint64_t pixels = 1;
    for (size_t i = 2; i < x.size(); ++i) {
        pixels *= static_cast<uint64_t>(x[i]);
    }
    RowNorm norm;
    norm.rows = static_cast<uint64_t>(x[0] * groups);
    norm.extent = channels * pixels;
    norm.period = static_cast<uint64_t>(groups);
    norm.rowStep = isPerChannel ? channels : 1;
    norm.run = isPerChannel ? pixels : norm.extent;
    return norm;
}

void lowerGroup(LoweringContext& context)
{
    dispatchRows(context, groupRows(context));
}

// weightless.FusedGroupNormalization: x, scale, bias, which may be missing, and then an activation as a
// product's (epilogueOf()). Scale and bias have one value per group or per channel, in any shape.
void inferFusedGroup(InferenceContext& context)
{
    requireFloat(context);
    const int64_t groups = groupsOf(context);
    for (size_t i = 1; i < context.inputCount(); ++i) {
        context.requireSameType(0, i);
        const int64_t count = elementCount(context.shape(i)).value_or(0);
        if ((count != groups && count != context.shape(0)[1])
            || count != elementCount(context.shape(1)).value_or(0)) {
            context.fail("input " + std::to_string(i) + " is " + toString(context.input(i))
                + ", expected one value per group or per channel");
        }
    }
    (void)product::epilogueOf(context.attributes());
    context.setOutput(0, context.type(0), context.shape(0));
}

void lowerFusedGroup(LoweringContext& context)
{
    RowNorm norm = groupRows(context);
    norm.epilogue = product::epilogueOf(context.attributes());
    dispatchRows(context, norm);
}

} // namespace

LayerRows layerRows(const NodeView& node)
{
    const Shape& x = node.shape(0);
    const size_t axis = normalizeAxis(node.attributes->intOr("axis", -1), x.size());
    LayerRows rows {x, Shape(x.begin() + static_cast<int64_t>(axis), x.end())};
    std::fill(rows.statistics.begin() + static_cast<int64_t>(axis), rows.statistics.end(), 1);
    return rows;
}

void registerRowNorms(Registry& registry)
{
    for (const int version : {1, 6}) {
        registry.add({.name = "InstanceNormalization",
            .sinceVersion = version,
            .minInputs = 3,
            .maxInputs = 3,
            .infer = inferInstance,
            .lower = lowerInstance});
    }
    // Version 1 is ONNX Runtime's, which its optimizer puts into the domain ai.onnx of older models.
    for (const int version : {1, 17}) {
        registry.add({.name = "LayerNormalization",
            .sinceVersion = version,
            .minInputs = 2,
            .maxInputs = 3,
            .maxOutputs = 3,
            .infer = inferLayer,
            .lower = lowerLayer});
    }
    for (const std::string_view domain : {"", "com.microsoft"}) {
        registry.add({.name = "SimplifiedLayerNormalization",
            .minInputs = 2,
            .maxInputs = 2,
            .maxOutputs = 2,
            .infer = inferSimplified,
            .lower = lowerSimplified,
            .domain = domain});
    }
    for (const int version : {18, 21}) {
        registry.add({.name = "GroupNormalization",
            .sinceVersion = version,
            .minInputs = 3,
            .maxInputs = 3,
            .infer = inferGroup,
            .lower = lowerGroup});
    }
    registry.add({.name = "FusedGroupNormalization",
        .minInputs = 2,
        .maxInputs = 3,
        .infer = inferFusedGroup,
        .lower = lowerFusedGroup,
        .domain = "weightless"});
}

} // namespace weightless::ops::normalization
