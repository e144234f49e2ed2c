// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementwise/gated.h"

#include "engine/ops/elementwise/groups.h"
#include "engine/ops/kernels/gated.h"
#include "engine/ops/kernels/gatedgroups.h"
#include "engine/ops/product/neighbours.h"
#include "engine/ops/stridedloop.h"

namespace weightless::ops::elementwise {

namespace {

struct GatedParameters {
    uint32_t invocations, columns, pitch, firstGate;
    float alpha;
};

// As groups.h has it.
std::optional<DispatchStep> gatedGroups(const LoweringContext& context, const GatedRows& rows,
    uint32_t operation, float alpha, const TensorRef& y)
{
    if (!kernels::gatedgroups().hasTypes({y.type()}) || !takesGroups(context, y)
        || !isWholeGroups(rows.columns) || y.elements() == 0
        || !product::canReadNeighbours(context.device(), rows.values, {})
        || !product::canReadNeighbours(context.device(), rows.gates, {})) {
        return std::nullopt;
    }
    const auto groups = static_cast<uint64_t>(y.elements()) / groupItems;
    return DispatchStep {.kernel = &kernels::gatedgroups().forTypes({y.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {1, groupItems, operation},
        .bindings = {{rows.values}, {rows.gates}, {y, Access::Write}},
        .parameters = parameterBytes(
            GatedParameters {static_cast<uint32_t>(groups), static_cast<uint32_t>(rows.columns),
                static_cast<uint32_t>(rows.pitch), static_cast<uint32_t>(rows.firstGate), alpha}),
        .groupCount = linearGroups(groups),
        .operations = static_cast<uint64_t>(y.elements())};
}

} // namespace

bool hasGatedKernel(DataType type)
{
    return kernels::gated().hasTypes({type});
}

void dispatchGated(
    LoweringContext& context, const GatedRows& rows, uint32_t operation, float alpha, const TensorRef& y)
{
    if (auto groups = gatedGroups(context, rows, operation, alpha, y)) {
        context.dispatch(std::move(*groups));
        return;
    }
    const int64_t columns = rows.columns;
    const StridedLoop loop {{columns == 0 ? 0 : y.elements() / columns, columns},
        {{rows.pitch, 1}, {rows.pitch, 1}, {columns, 1}}};
    const LoopLaunch launch =
        launchOf(loopPolicy(context), loop, {y.type()}, beginAtQuads(context, {rows.values, rows.gates, y}));
    context.dispatch({.kernel = &kernels::gated().forTypes({y.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = launch.specialization({operation}),
        .bindings = {{rows.values}, {rows.gates}, {y, Access::Write}},
        .parameters = parameterBytes(
            GatedParameters {static_cast<uint32_t>(launch.invocations), static_cast<uint32_t>(columns),
                static_cast<uint32_t>(rows.pitch), static_cast<uint32_t>(rows.firstGate), alpha}),
        .groupCount = linearGroups(launch.invocations),
        .operations = static_cast<uint64_t>(y.elements())});
}

} // namespace weightless::ops::elementwise
