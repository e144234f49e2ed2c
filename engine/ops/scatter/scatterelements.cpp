// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/scatter/scatter.h"

#include "engine/ops/indices.h"
#include "engine/ops/kernels/scatter_elements.h"
#include "engine/ops/stridedloop.h"

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

size_t axisOf(const NodeView& node)
{
    return normalizeAxis(node.attributes->intOr("axis", 0), node.shape(0).size());
}

void infer(InferenceContext& context)
{
    const NodeView node(context);
    const Shape& data = context.shape(0);
    const Shape& indices = context.shape(1);
    const size_t axis = axisOf(node);
    static_cast<void>(reductionOf(node));
    requireIndices(context, 1, {&data[axis], 1});
    context.requireRank(1, data.size());
    context.requireSameType(0, 2);
    if (context.shape(2) != indices) {
        context.fail("inputs 1 and 2 are " + toString(context.input(1)) + " and " + toString(context.input(2))
            + ", expected one shape");
    }
    for (size_t d = 0; d < data.size(); ++d) {
        if (d != axis && indices[d] > data[d]) {
            context.fail("input 1 is " + toString(context.input(1)) + ", larger than input 0 of "
                + toString(context.input(0)) + " in dimension " + std::to_string(d));
        }
    }
    context.setOutput(0, context.type(0), data);
}

// Over the updates (operand 0, packed) and the data without its axis (operand 1).
StridedLoop loopOf(const NodeView& node)
{
    std::vector<int64_t> strides = contiguousStrides(node.shape(0));
    strides[axisOf(node)] = 0;
    return {node.shape(1), {contiguousStrides(node.shape(1)), std::move(strides)}};
}

void lower(LoweringContext& context)
{
    const NodeView node(context);
    const size_t axis = axisOf(node);
    const Reduction reduction = reductionOf(node);
    copyData(context);
    StridedLoop loop = loopOf(node);
    if (loop.elements() == 0) {
        return;
    }
    const int64_t steps = reduction == Reduction::Replace ? 1 : loop.dims[axis];
    const int64_t updateStep = loop.strides[0][axis];
    if (reduction != Reduction::Replace) {
        loop.dims[axis] = 1;
    }
    loop = collapsed(loop);
    if (loop.dims.size() > maxLoopRank) {
        context.unsupported("its input has " + std::to_string(loop.dims.size())
            + " separate dimensions, at most " + std::to_string(maxLoopRank) + " are supported");
    }
    const auto count = static_cast<uint64_t>(loop.elements());
    ScatterElementsParameters parameters {.count = static_cast<uint32_t>(count),
        .firstStep = 0,
        .steps = 0,
        .updateStep = static_cast<uint32_t>(updateStep),
        .axisSize = static_cast<uint32_t>(node.shape(0)[axis]),
        .axisStride = static_cast<uint32_t>(contiguousStrides(node.shape(0))[axis]),
        .dims = loopParameters(loop.dims),
        .strides = loopParameters(loop.strides[1]),
        .updateStrides = loopParameters(loop.strides[0])};
    forEachPart(context.device(), static_cast<uint64_t>(steps), 1, [&](uint64_t first, uint64_t partSteps) {
        parameters.firstStep = static_cast<uint32_t>(first);
        parameters.steps = static_cast<uint32_t>(partSteps);
        context.dispatch({.kernel = &kernelFor(
                              kernels::scatter_elements(), reduction, node.input(0).type, node.input(1).type),
            .loopRounds = longLoopRounds(roundsOf(partSteps)),
            .specialization = {static_cast<uint32_t>(loop.dims.size()), static_cast<uint32_t>(reduction)},
            .bindings = {{context.input(1), Access::Read}, {context.input(2), Access::Read},
                {context.output(0), Access::ReadWrite}},
            .parameters = parameterBytes(parameters),
            .groupCount = linearGroups(count),
            .operations = count * partSteps});
    });
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const NodeView node(context);
    const size_t axis = axisOf(node);
    const int64_t axisStride = contiguousStrides(node.shape(0))[axis];
    const Reduction reduction = reductionOf(node);
    HostTensor result = *context.inputs[0];
    forEachOffset(loopOf(node), [&](const std::vector<int64_t>& offsets) {
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
