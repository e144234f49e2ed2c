// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/normalization/normalizedrows.h"
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/rownorm.h"
#include "engine/ops/kernels/rownormgroups.h"
#include "engine/ops/kernels/rownormheld.h"
#include "engine/ops/kernels/scalepartsgroups.h"
#include "engine/ops/kernels/scalepartsheld.h"
#include "engine/ops/rowparts.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>

namespace weightless::ops::normalization {

namespace {

struct RowNormParameters {
    uint32_t rows, extent, period, rowStep, run;
    float epsilon, low, high;
};

// In the input's type, and written out.
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

struct Operands {
    TensorRef x;
    TensorRef scale;
    bool hasBias = false;
    TensorRef bias {}; // x where there is none
    std::optional<TensorRef> mean {}; // where somebody reads it
    std::optional<TensorRef> inverseDeviation {};
};

Operands operandsOf(LoweringContext& context, const RowNorm& norm)
{
    Operands operands {
        .x = context.input(0), .scale = parameterOf(context, 1, norm), .hasBias = context.hasInput(2)};
    operands.bias = operands.hasBias ? parameterOf(context, 2, norm) : operands.x;
    const auto wanted = [&](size_t index) {
        return index < context.outputCount() && context.wantsOutput(index)
            ? std::optional(context.output(index))
            : std::nullopt;
    };
    operands.mean = norm.meanOutput ? wanted(*norm.meanOutput) : std::nullopt;
    operands.inverseDeviation = wanted(norm.deviationOutput);
    return operands;
}

uint32_t runOf(const RowNorm& norm)
{
    return static_cast<uint32_t>(std::max<uint64_t>(norm.run, 1));
}

// Few long rows; nothing where they are better off whole, or a group of eight may have elements of three
// runs.
std::optional<RowParts> partsOf(const LoweringContext& context, const RowNorm& norm)
{
    DevicePolicy policy = loopPolicy(context);
    if (policy.prefersEights && !fitsGroups(context, norm)) { // whole ones are walked element by element
        policy.mostRowBytes = std::min(policy.mostRowBytes, policy.rowPartBytes);
        policy.enoughLongRows = DevicePolicy::never;
    }
    const DataType type = context.input(0).type();
    const auto parts = rowParts(context.device(), policy, norm.rows, norm.extent, type);
    return parts && !parts->areHeld && norm.run != 1 && norm.run < groupElements ? std::nullopt : parts;
}

struct ScaleParameters {
    uint32_t teams, parts, partLength, extent, period, rowStep, run;
    float low, high;
};

void dispatchScale(LoweringContext& context, const RowNorm& norm, const RowParts& parts,
    const Operands& operands, const RowMoments& moments)
{
    const TensorRef y = context.output(0);
    const uint64_t all = parts.rows * parts.count;
    const bool areWhole = norm.extent % groupElements == 0;
    const bool isAligned =
        (areWhole || norm.rows == 1) && !context.mayBeginAnywhere(operands.x) && !context.mayBeginAnywhere(y);
    const bool endsRuns = norm.run != norm.extent && (!isAligned || norm.run % groupElements != 0);
    const KernelFamily& family = parts.areHeld ? kernels::scalepartsheld() : kernels::scalepartsgroups();
    DispatchStep step {.loopRounds = parts.teams.loopRounds};
    step.kernel = &family.forTypes({operands.x.type()});
    step.specialization = parts.teams.specialization({operands.hasBias ? 1u : 0u, 0u, 0u, 0u,
        static_cast<uint32_t>(norm.epilogue.activation), norm.run == 1 ? 1u : 0u, isAligned ? 1u : 0u,
        endsRuns ? 1u : 0u, isAligned && areWhole ? 1u : 0u});
    step.bindings = {{operands.x}, {operands.scale}, {operands.bias}, {y, Access::Write}, {moments.mean},
        {moments.inverseDeviation}};
    step.groupCount = parts.teams.groups;
    step.operations = 4 * norm.rows * norm.extent;
    step.isElementwise = parts.areHeld; // texels are not for what is written
    step.parameters = parameterBytes(ScaleParameters {static_cast<uint32_t>(all),
        static_cast<uint32_t>(parts.count), static_cast<uint32_t>(parts.length),
        static_cast<uint32_t>(norm.extent), static_cast<uint32_t>(norm.period),
        static_cast<uint32_t>(norm.rowStep), runOf(norm), norm.epilogue.low, norm.epilogue.high});
    context.dispatch(std::move(step));
}

void dispatchParts(
    LoweringContext& context, const RowNorm& norm, const RowParts& parts, const Operands& operands)
{
    const auto kind = norm.subtractsMean ? RowReduction::Moments : RowReduction::MeanSquare;
    const TensorDescriptor perRow {DataType::Float32, {static_cast<int64_t>(norm.rows)}};
    const auto orTemporary = [&](const std::optional<TensorRef>& output) {
        return output ? *output : context.temporary(perRow);
    };
    const TensorRef found = reducedParts(context, operands.x, parts, kind);
    const RowMoments moments {orTemporary(operands.mean), orTemporary(operands.inverseDeviation)};
    mergeMoments(context, found, parts, kind, context.attributes().floatOr("epsilon", 1e-5f), moments);
    dispatchScale(context, norm, parts, operands, moments);
}

} // namespace

void dispatchRows(LoweringContext& context, const RowNorm& norm)
{
    if (norm.rows * norm.extent == 0) {
        return;
    }
    const Operands operands = operandsOf(context, norm);
    if (const auto parts = partsOf(context, norm)) {
        dispatchParts(context, norm, *parts, operands);
        return;
    }
    const DataType type = operands.x.type();
    const bool inGroups = fitsGroups(context, norm);
    const auto& [kernel, teams] = inGroups
        ? rowKernel(context, kernels::rownormgroups(), nullptr,
            {.rows = norm.rows, .length = norm.extent / groupElements, .walks = 3}, type)
        : rowKernel(context, kernels::rownorm(), &kernels::rownormheld(),
            {.rows = norm.rows, .length = norm.extent, .walks = 3, .neighbours = norm.extent}, type);
    const auto written = [&](const std::optional<TensorRef>& output) {
        return output ? TensorBinding {*output, Access::Write} : TensorBinding {operands.x};
    };
    DispatchStep step {.loopRounds = teams.loopRounds};
    step.kernel = &kernel;
    step.specialization = teams.specialization({operands.hasBias ? 1u : 0u, norm.subtractsMean ? 1u : 0u,
        operands.mean ? 1u : 0u, operands.inverseDeviation ? 1u : 0u,
        static_cast<uint32_t>(norm.epilogue.activation), norm.run == 1 ? 1u : 0u});
    step.bindings = {{operands.x}, {operands.scale}, {operands.bias}, {context.output(0), Access::Write},
        written(operands.mean), written(operands.inverseDeviation)};
    step.groupCount = teams.groups;
    step.operations = 8 * norm.rows * norm.extent;
    // A lane reads and writes the same elements of its row; but texels are not for what is written.
    step.isElementwise = !inGroups;
    step.parameters = parameterBytes(
        RowNormParameters {static_cast<uint32_t>(norm.rows), static_cast<uint32_t>(norm.extent),
            static_cast<uint32_t>(norm.period), static_cast<uint32_t>(norm.rowStep), runOf(norm),
            context.attributes().floatOr("epsilon", 1e-5f), norm.epilogue.low, norm.epilogue.high});
    context.dispatch(std::move(step));
}

} // namespace weightless::ops::normalization
