// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/scatter/scatter.h"

#include "engine/ops/composer.h"
#include "engine/ops/elementindices.h"
#include "engine/ops/indices.h"
#include "engine/ops/kernels/scatter_elements.h"
#include "engine/ops/stridedcopy.h"
#include "engine/ops/turns.h"

namespace weightless::ops::scatter {

namespace {

struct ScatterElementsParameters {
    uint32_t count;
    uint32_t firstStep;
    uint32_t steps;
    uint32_t updateStep;
    uint32_t axisSize;
    uint32_t axisStride;
    std::array<uint32_t, maxLoopRank> dims;
    std::array<uint32_t, maxLoopRank> strides;
    std::array<uint32_t, maxLoopRank> updateStrides;
};

void infer(InferenceContext& context)
{
    const NodeView node(context);
    static_cast<void>(reductionOf(node));
    requireElementIndices(context);
    context.requireSameType(0, 2);
    if (context.shape(2) != context.shape(1)) {
        context.fail("inputs 1 and 2 are " + toString(context.input(1)) + " and " + toString(context.input(2))
            + ", expected one shape");
    }
    context.setOutput(0, context.type(0), context.shape(0));
}

// Into the part of the result that updates reach, as large as they are in every dimension but the axis: then
// all others are two. The result has the data already.
void lowerNarrowed(LoweringContext& context, size_t axis)
{
    const TensorRef result = context.output(0);
    Shape shape = context.input(1).shape();
    shape[axis] = result.shape()[axis];
    const ElementCopy out = packedCopy(shape, contiguousStrides(result.shape()));
    const TensorRef part = context.temporary({result.type(), shape});
    dispatchCopy(context, context.input(0), part, out);
    const TensorRef updated = context.temporary(part.descriptor);
    Composer(context).addTo(
        updated, "ScatterElements", {part, context.input(1), context.input(2)}, context.attributes());
    dispatchCopy(context, updated, result,
        {.dims = shape, .sourceStrides = out.targetStrides, .targetStrides = out.sourceStrides});
}

ScatterElementsParameters parametersFor(const NodeView& node, size_t axis, const StridedLoop& loop)
{
    return {.count = static_cast<uint32_t>(loop.elements()),
        .firstStep = 0,
        .steps = 1,
        .updateStep = static_cast<uint32_t>(contiguousStrides(node.shape(1))[axis]),
        .axisSize = static_cast<uint32_t>(node.shape(0)[axis]),
        .axisStride = static_cast<uint32_t>(contiguousStrides(node.shape(0))[axis]),
        .dims = loopParameters(loop.dims),
        .strides = loopParameters(loop.strides[1]),
        .updateStrides = loopParameters(loop.strides[0])};
}

// The loop is over all updates.
void lowerSorted(LoweringContext& context, Reduction reduction, size_t axis, const StridedLoop& loop)
{
    const TensorRef indices = context.input(1);
    const auto count = static_cast<uint64_t>(loop.elements());
    const TensorRef keys = context.temporary({DataType::UInt32, {loop.elements()}});
    context.dispatch({.kernel = &kernels::scatter_elements().forWidthAndType(keys.type(), indices.type()),
        .loopRounds = fewLoopRounds,
        .specialization = {static_cast<uint32_t>(loop.dims.size()), static_cast<uint32_t>(Reduction::Replace),
            1},
        .bindings = {{indices, Access::Read}, {indices, Access::Read}, {keys, Access::Write}},
        .parameters = parameterBytes(parametersFor(NodeView(context), axis, loop)),
        .groupCount = linearGroups(count),
        .operations = count});
    reduceSorted(context, reduction, keys, 1);
}

void lower(LoweringContext& context)
{
    const NodeView node(context);
    const size_t axis = indexedAxis(node);
    const Reduction reduction = reductionOf(node);
    if (lowerWidened(context, "ScatterElements", reduction)) {
        return;
    }
    copyData(context);
    StridedLoop loop = indexedElements(node);
    if (loop.elements() == 0) {
        return;
    }
    const auto updates = static_cast<uint64_t>(loop.dims[axis]);
    const auto lines = static_cast<uint64_t>(loop.elements()) / updates;
    const bool sorts = reduction != Reduction::Replace && suitsSorting(context, updates, lines);
    const uint64_t steps = reduction == Reduction::Replace ? 1 : updates;
    if (reduction != Reduction::Replace && !sorts) {
        loop.dims[axis] = 1;
    }
    loop = collapsed(loop);
    if (loop.dims.size() > maxLoopRank) {
        lowerNarrowed(context, axis);
        return;
    }
    if (sorts) {
        lowerSorted(context, reduction, axis, loop);
        return;
    }
    const auto count = static_cast<uint64_t>(loop.elements());
    ScatterElementsParameters parameters = parametersFor(node, axis, loop);
    forEachTurn(context.device(), steps, 1, [&](uint64_t first, uint64_t partSteps) {
        parameters.firstStep = static_cast<uint32_t>(first);
        parameters.steps = static_cast<uint32_t>(partSteps);
        context.dispatch({.kernel = &kernelFor(
                              kernels::scatter_elements(), reduction, node.input(0).type, node.input(1).type),
            .loopRounds = longLoopRounds(roundsOf(partSteps)),
            .specialization = {static_cast<uint32_t>(loop.dims.size()), static_cast<uint32_t>(reduction), 0},
            .bindings = {{context.input(1), Access::Read}, {context.input(2), Access::Read},
                {context.output(0), Access::ReadWrite}},
            .parameters = parameterBytes(parameters),
            .groupCount = linearGroups(count),
            .operations = operationsInTurn(devicePolicy(context.device()), count, partSteps)});
    });
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const NodeView node(context);
    const size_t axis = indexedAxis(node);
    const int64_t axisStride = contiguousStrides(node.shape(0))[axis];
    const Reduction reduction = reductionOf(node);
    HostTensor result = *context.inputs[0];
    forEachOffset(indexedElements(node), [&](const std::vector<int64_t>& offsets) {
        const auto from = static_cast<size_t>(offsets[0]);
        const int64_t index = wrappedIndex(elementAsInt64(*context.inputs[1], from), node.shape(0)[axis]);
        updateOnHost(reduction, result, static_cast<size_t>(offsets[1] + index * axisStride),
            *context.inputs[2], from);
    });
    return {std::move(result)};
}

} // namespace

void registerScatterElements(Registry& registry)
{
    Operator scatter {.name = "ScatterElements",
        .sinceVersion = 11,
        .minInputs = 3,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower,
        .fold = fold};
    registry.add(scatter);
    scatter.name = "Scatter";
    scatter.sinceVersion = 9;
    registry.add(scatter);
}

} // namespace weightless::ops::scatter
