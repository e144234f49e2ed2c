// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/where.h"
#include "engine/model/elementmoves.h"
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/operator.h"
#include "engine/ops/stridedloop.h"

namespace weightless::ops::where {

namespace {

struct WhereParameters {
    uint32_t invocations;
    std::array<uint32_t, maxLoopRank> dims;
    std::array<uint32_t, maxLoopRank> conditionStrides;
    std::array<uint32_t, maxLoopRank> leftStrides;
    std::array<uint32_t, maxLoopRank> rightStrides;
};

void infer(InferenceContext& context)
{
    if (context.type(0) != DataType::Bool) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected bool");
    }
    context.requireSameType(1, 2);
    const auto values = broadcast(context.shape(1), context.shape(2));
    const auto result = values ? broadcast(context.shape(0), *values) : std::nullopt;
    if (!result) {
        context.fail("inputs are " + toString(context.input(0)) + ", " + toString(context.input(1)) + " and "
            + toString(context.input(2)) + ", which do not broadcast");
    }
    context.setOutput(0, context.type(1), *result);
}

void lower(LoweringContext& context)
{
    const TensorRef result = context.output(0);
    const std::array<Shape, 3> shapes {
        context.input(0).shape(), context.input(1).shape(), context.input(2).shape()};
    const StridedLoop loop = collapsed(broadcastLoop(result.shape(), shapes));
    if (loop.elements() == 0) {
        return;
    }
    if (loop.dims.size() > maxLoopRank) {
        Composer(context).addTo(result, "Where",
            {expandedCopy(context, context.input(0), result.shape()),
                expandedCopy(context, context.input(1), result.shape()),
                expandedCopy(context, context.input(2), result.shape())});
        return;
    }
    const LoopLaunch launch = launchOf(loopPolicy(context), loop, {result.type()},
        beginAtQuads(context, loop, {result, context.input(0), context.input(1), context.input(2)}));
    const WhereParameters parameters {.invocations = static_cast<uint32_t>(launch.invocations),
        .dims = loopParameters(loop.dims),
        .conditionStrides = loopParameters(loop.strides[1]),
        .leftStrides = loopParameters(loop.strides[2]),
        .rightStrides = loopParameters(loop.strides[3])};
    context.dispatch({.kernel = &kernels::where().forWidthOf(result.type()),
        .loopRounds = fewLoopRounds,
        .specialization = launch.specialization(),
        .bindings = {{context.input(0), Access::Read}, {context.input(1), Access::Read},
            {context.input(2), Access::Read}, {result, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(launch.invocations),
        .operations = static_cast<uint64_t>(loop.elements()),
        .isElementwise = true});
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    HostTensor result = makeEmptyTensor(context.outputs[0]);
    const std::array<Shape, 3> shapes {context.inputDescriptors[0].shape, context.inputDescriptors[1].shape,
        context.inputDescriptors[2].shape};
    forEachOffset(broadcastLoop(result.descriptor.shape, shapes), [&](const std::vector<int64_t>& offsets) {
        const bool holds = elementAsInt64(*context.inputs[0], static_cast<size_t>(offsets[1])) != 0;
        const HostTensor& chosen = *context.inputs[holds ? 1 : 2];
        moveElements(
            chosen, static_cast<size_t>(offsets[holds ? 2 : 3]), 1, result, static_cast<size_t>(offsets[0]));
    });
    return {std::move(result)};
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "Where",
        .sinceVersion = 9,
        .minInputs = 3,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower,
        .fold = fold});
}

} // namespace weightless::ops::where
