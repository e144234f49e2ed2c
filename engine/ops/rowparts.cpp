// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/rowparts.h"
#include "engine/ops/kernels/mergeparts.h"
#include "engine/ops/kernels/reducepartsgroups.h"
#include "engine/ops/kernels/reducepartsheld.h"

namespace weightless::ops {

namespace {

struct PartParameters {
    uint32_t teams, parts, partLength, extent;
};

struct MergeParameters {
    uint32_t rows, parts, partLength, extent, neighbours, pitch;
    float epsilon;
};

void dispatchMerge(LoweringContext& context, const TensorRef& found, const RowParts& parts, RowReduction kind,
    float epsilon, const TensorRef& result, const TensorBinding& inverseDeviation)
{
    const RowTeams teams = rowTeams(context,
        {.rows = parts.rows,
            .length = parts.count,
            .walks = 2,
            .neighbours = parts.pitch == 1 ? parts.count : 1});
    context.dispatch({.kernel = &kernels::mergeparts().forTypes({result.type()}),
        .loopRounds = teams.loopRounds,
        .specialization = teams.specialization({static_cast<uint32_t>(kind)}),
        .bindings = {{found}, {result, Access::Write}, inverseDeviation},
        .parameters = parameterBytes(
            MergeParameters {static_cast<uint32_t>(parts.rows), static_cast<uint32_t>(parts.count),
                static_cast<uint32_t>(parts.length), static_cast<uint32_t>(parts.extent),
                static_cast<uint32_t>(parts.neighbours), static_cast<uint32_t>(parts.pitch), epsilon}),
        .groupCount = teams.groups,
        .operations = 8 * parts.rows * parts.count});
}

} // namespace

TensorRef reducedParts(LoweringContext& context, const TensorRef& x, const RowParts& parts, RowReduction kind)
{
    const uint64_t all = parts.rows * parts.count;
    TensorRef found = context.temporary({DataType::Float32, {2, static_cast<int64_t>(all)}});
    const bool areWholeGroups = parts.extent % groupElements == 0 && !context.mayBeginAnywhere(x);
    const KernelFamily& family = parts.areHeld ? kernels::reducepartsheld() : kernels::reducepartsgroups();
    context.dispatch({.kernel = &family.forTypes({x.type()}),
        .loopRounds = parts.teams.loopRounds,
        .specialization = parts.teams.specialization({static_cast<uint32_t>(kind), areWholeGroups ? 1u : 0u}),
        .bindings = {{x}, {found, Access::Write}},
        .parameters =
            parameterBytes(PartParameters {static_cast<uint32_t>(all), static_cast<uint32_t>(parts.count),
                static_cast<uint32_t>(parts.length), static_cast<uint32_t>(parts.extent)}),
        .groupCount = parts.teams.groups,
        .operations = 4 * parts.rows * parts.extent});
    return found;
}

void mergeParts(LoweringContext& context, const TensorRef& found, const RowParts& parts, RowReduction kind,
    const TensorRef& result)
{
    dispatchMerge(context, found, parts, kind, 0, result, {found});
}

void mergeMoments(LoweringContext& context, const TensorRef& found, const RowParts& parts, RowReduction kind,
    float epsilon, const RowMoments& results)
{
    dispatchMerge(
        context, found, parts, kind, epsilon, results.mean, {results.inverseDeviation, Access::Write});
}

} // namespace weightless::ops
