// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/operations.h"
#include "engine/ops/kernels/gated_gelu.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/stridedloop.h"

// weightless.GatedGelu: the first half of the last axis times the Gelu of the second ("GEGLU"), as one step:
// neither half is ever in memory of its own. `approximate` is that of Gelu.
namespace weightless::ops::elementwise {

namespace {

struct GatedParameters {
    uint32_t invocations;
    uint32_t columns;
};

void infer(InferenceContext& context)
{
    Shape shape = context.shape(0);
    const DataType type = context.type(0);
    const bool hasKernel =
        type == DataType::Float32 || type == DataType::Float16 || type == DataType::BFloat16;
    if (!hasKernel || shape.empty() || shape.back() % 2 != 0) {
        context.fail("input 0 is " + toString(context.input(0))
            + ", expected float32, float16 or bfloat16, an even number of them along the last axis");
    }
    shape.back() /= 2;
    context.setOutput(0, type, shape);
}

void lower(LoweringContext& context)
{
    const TensorRef result = context.output(0);
    const int64_t columns = result.shape().back();
    const StridedLoop loop {
        {columns == 0 ? 0 : result.elements() / columns, columns}, {{2 * columns, 1}, {columns, 1}}};
    const LoopLaunch launch = launchOf(
        loopPolicy(context), loop, {result.type()}, beginAtQuads(context, {context.input(0), result}));
    const bool isTanh = context.attributes().stringOr("approximate", "none") == "tanh";
    context.dispatch({.kernel = &kernels::gated_gelu().forTypes({result.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = launch.specialization({isTanh ? unaryGeluTanh : unaryGelu}),
        .bindings = {{context.input(0), Access::Read}, {result, Access::Write}},
        .parameters = parameterBytes(
            GatedParameters {static_cast<uint32_t>(launch.invocations), static_cast<uint32_t>(columns)}),
        .groupCount = linearGroups(launch.invocations),
        .operations = static_cast<uint64_t>(result.elements())});
}

} // namespace

void registerGatedGelu(Registry& registry)
{
    registry.add({.name = "GatedGelu", .infer = infer, .lower = lower, .domain = "weightless"});
}

} // namespace weightless::ops::elementwise
