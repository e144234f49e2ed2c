// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementwise/gated.h"

#include "engine/ops/kernels/gated.h"
#include "engine/ops/stridedloop.h"

namespace weightless::ops::elementwise {

namespace {

struct GatedParameters {
    uint32_t invocations, columns, pitch, firstGate;
    float alpha;
};

} // namespace

bool hasGatedKernel(DataType type)
{
    return kernels::gated().hasTypes({type});
}

void dispatchGated(
    LoweringContext& context, const GatedRows& rows, uint32_t operation, float alpha, const TensorRef& y)
{
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
