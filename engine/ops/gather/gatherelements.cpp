// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/elementmoves.h"
#include "engine/ops/composer.h"
#include "engine/ops/elementindices.h"
#include "engine/ops/gather/gather.h"
#include "engine/ops/indices.h"
#include "engine/ops/kernels/gather_elements.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/stridedcopy.h"

namespace weightless::ops::gather {

namespace {

struct GatherElementsParameters {
    uint32_t invocations;
    uint32_t axisSize;
    uint32_t axisStride;
    std::array<uint32_t, maxLoopRank> dims;
    std::array<uint32_t, maxLoopRank> strides;
};

void infer(InferenceContext& context)
{
    requireElementIndices(context);
    context.setOutput(0, context.type(0), context.shape(1));
}

// Data as large as the indices in every other dimension: then all dimensions but the axis are two.
void lowerNarrowed(LoweringContext& context, size_t axis)
{
    const TensorRef data = context.input(0);
    Shape shape = context.input(1).shape();
    shape[axis] = data.shape()[axis];
    const TensorRef narrowed = context.temporary({data.type(), shape});
    dispatchCopy(context, data, narrowed, packedCopy(shape, contiguousStrides(data.shape())));
    Composer(context).addTo(
        context.output(0), "GatherElements", {narrowed, context.input(1)}, context.attributes());
}

void lower(LoweringContext& context)
{
    const NodeView node(context);
    const size_t axis = indexedAxis(node);
    const StridedLoop loop = collapsed(indexedElements(node));
    if (loop.elements() == 0) {
        return;
    }
    if (loop.dims.size() > maxLoopRank) {
        lowerNarrowed(context, axis);
        return;
    }
    const uint32_t items = itemsPerInvocation(context.device(), loop);
    const uint64_t invocations = invocationCount(loop, items);
    const GatherElementsParameters parameters {.invocations = static_cast<uint32_t>(invocations),
        .axisSize = static_cast<uint32_t>(node.shape(0)[axis]),
        .axisStride = static_cast<uint32_t>(contiguousStrides(node.shape(0))[axis]),
        .dims = loopParameters(loop.dims),
        .strides = loopParameters(loop.strides[1])};
    context.dispatch(
        {.kernel = &kernels::gather_elements().forWidthAndType(node.input(0).type, node.input(1).type),
            .loopRounds = fewLoopRounds,
            .specialization = {static_cast<uint32_t>(loop.dims.size()), items},
            .bindings = {{context.input(0), Access::Read}, {context.input(1), Access::Read},
                {context.output(0), Access::Write}},
            .parameters = parameterBytes(parameters),
            .groupCount = linearGroups(invocations),
            .operations = static_cast<uint64_t>(loop.elements())});
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const NodeView node(context);
    const size_t axis = indexedAxis(node);
    const int64_t axisStride = contiguousStrides(node.shape(0))[axis];
    HostTensor result = makeEmptyTensor(context.outputs[0]);
    forEachOffset(indexedElements(node), [&](const std::vector<int64_t>& offsets) {
        const int64_t index = wrappedIndex(
            elementAsInt64(*context.inputs[1], static_cast<size_t>(offsets[0])), node.shape(0)[axis]);
        const auto from = static_cast<size_t>(offsets[1] + index * axisStride);
        moveElements(*context.inputs[0], from, 1, result, static_cast<size_t>(offsets[0]));
    });
    return {std::move(result)};
}

} // namespace

void registerGatherElements(Registry& registry)
{
    registry.add({.name = "GatherElements",
        .sinceVersion = 11,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower,
        .fold = fold});
}

} // namespace weightless::ops::gather
