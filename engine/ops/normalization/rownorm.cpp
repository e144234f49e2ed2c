// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/rownorm.h"
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/rownormgroups.h"
#include "engine/ops/kernels/rownormheld.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/normalization/normalization.h"
#include "engine/ops/product/product.h"
#include "engine/ops/rows.h"

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

// Numbers of rownorm.comp.
struct RowNorm {
    uint64_t rows = 1;
    uint64_t extent = 1;
    uint64_t period = 1;
    uint64_t rowStep = 0;
    uint64_t run = 1;
    std::optional<size_t> meanOutput = 1; // of the node
    size_t deviationOutput = 2;
    bool subtractsMean = true;
    std::optional<Shape> expanded; // what scale and bias broadcast to
    product::Epilogue epilogue;
};

struct RowNormParameters {
    uint32_t rows, extent, period, rowStep, run;
    float epsilon, low, high;
};

// In the input's type, as SimplifiedLayerNormalization's scale may have another one, and written out.
TensorRef parameterOf(LoweringContext& context, size_t input, const RowNorm& norm)
{
    const TensorRef parameter = Composer(context).cast(context.input(input), context.input(0).type());
    return norm.expanded ? expandedCopy(context, parameter, *norm.expanded) : parameter;
}

// Whether rownormgroups.comp can run it, and suits the device.
bool fitsGroups(const LoweringContext& context, const RowNorm& norm)
{
    return suitsGroups(context, kernels::rownormgroups(), context.input(0).type())
        && norm.extent % groupElements == 0 && (norm.run == 1 || norm.run % groupElements == 0)
        && !context.mayBeginAnywhere(context.input(0)) && !context.mayBeginAnywhere(context.output(0));
}

void dispatchRows(LoweringContext& context, const RowNorm& norm)
{
    if (norm.rows * norm.extent == 0) {
        return;
    }
    const TensorRef x = context.input(0);
    const bool inGroups = fitsGroups(context, norm);
    const auto& [kernel, teams] = inGroups
        ? rowKernel(context, kernels::rownormgroups(), nullptr,
            {.rows = norm.rows, .length = norm.extent / groupElements, .walks = 3}, x.type())
        : rowKernel(context, kernels::rownorm(), &kernels::rownormheld(),
            {.rows = norm.rows, .length = norm.extent, .walks = 3, .neighbours = norm.extent}, x.type());
    const TensorRef scale = parameterOf(context, 1, norm);
    const auto wants = [&](size_t index) {
        return index < context.outputCount() && context.wantsOutput(index);
    };
    const bool writesMean = norm.meanOutput && wants(*norm.meanOutput);
    const bool writesDeviation = wants(norm.deviationOutput);
    const bool hasBias = context.hasInput(2);
    DispatchStep step {.loopRounds = teams.loopRounds};
    step.kernel = &kernel;
    step.specialization = teams.specialization(
        {hasBias ? 1u : 0u, norm.subtractsMean ? 1u : 0u, writesMean ? 1u : 0u, writesDeviation ? 1u : 0u,
            static_cast<uint32_t>(norm.epilogue.activation), norm.run == 1 ? 1u : 0u});
    step.bindings = {
        {x}, {scale}, {hasBias ? parameterOf(context, 2, norm) : x}, {context.output(0), Access::Write}};
    step.bindings.push_back(
        writesMean ? TensorBinding {context.output(*norm.meanOutput), Access::Write} : TensorBinding {x});
    step.bindings.push_back(writesDeviation
            ? TensorBinding {context.output(norm.deviationOutput), Access::Write}
            : TensorBinding {x});
    step.groupCount = teams.groups;
    step.operations = 8 * norm.rows * norm.extent;
    // A lane reads and writes the same elements of its row; but texels are not for what is written.
    step.isElementwise = !inGroups;
    step.parameters = parameterBytes(RowNormParameters {static_cast<uint32_t>(norm.rows),
        static_cast<uint32_t>(norm.extent), static_cast<uint32_t>(norm.period),
        static_cast<uint32_t>(norm.rowStep), static_cast<uint32_t>(std::max<uint64_t>(norm.run, 1)),
        context.attributes().floatOr("epsilon", 1e-5f), norm.epilogue.low, norm.epilogue.high});
    context.dispatch(std::move(step));
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

void inferLayer(InferenceContext& context)
{
    requireFloat(context);
    const LayerRows rows = layerRows(NodeView(context));
    for (size_t i = 1; i < context.inputCount(); ++i) {
        if (!context.hasInput(i)) {
            continue;
        }
        context.requireSameType(0, i);
        if (broadcast(context.shape(i), context.shape(0)) != context.shape(0)) {
            context.fail("input " + std::to_string(i) + " is " + toString(context.input(i)) + ", expected "
                + toString(rows.normalized) + " or what broadcasts to " + toString(context.shape(0)));
        }
    }
    context.setOutput(0, context.type(0), context.shape(0));
    context.setOutput(1, DataType::Float32, rows.statistics);
    context.setOutput(2, DataType::Float32, rows.statistics);
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
    context.setOutput(0, context.type(0), context.shape(0));
    context.setOutput(1, DataType::Float32, rows.statistics);
}

void lowerSimplified(LoweringContext& context)
{
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
