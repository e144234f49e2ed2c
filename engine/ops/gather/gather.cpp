// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/gather/gather.h"

#include "engine/model/elementmoves.h"
#include "engine/ops/indices.h"
#include "engine/ops/kernels/gather.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>

namespace weightless::ops::gather {

namespace {

struct GatherParameters {
    uint32_t invocations;
    uint32_t size;
    uint32_t indexCount;
    uint32_t inner;
};

// The data as [outer, size, inner] around the axis.
struct AxisSplit {
    int64_t outer;
    int64_t size;
    int64_t inner;
};

AxisSplit splitAtAxis(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const auto axis = static_cast<ptrdiff_t>(normalizeAxis(node.attributes->intOr("axis", 0), shape.size()));
    return {elementCount(Shape(shape.begin(), shape.begin() + axis)).value_or(0),
        shape[static_cast<size_t>(axis)],
        elementCount(Shape(shape.begin() + axis + 1, shape.end())).value_or(0)};
}

void infer(InferenceContext& context)
{
    const Shape& data = context.shape(0);
    const size_t axis = context.normalizedAxis(context.attributes().intOr("axis", 0), data.size());
    requireIndices(context, 1, {&data[axis], 1});
    Shape result(data.begin(), data.begin() + static_cast<ptrdiff_t>(axis));
    result.insert(result.end(), context.shape(1).begin(), context.shape(1).end());
    result.insert(result.end(), data.begin() + static_cast<ptrdiff_t>(axis) + 1, data.end());
    context.setOutput(0, context.type(0), std::move(result));
}

void lower(LoweringContext& context)
{
    const AxisSplit split = splitAtAxis(NodeView(context));
    const TensorRef data = context.input(0);
    const TensorRef indices = context.input(1);
    const TensorRef result = context.output(0);
    if (result.elements() == 0) {
        return;
    }
    if (const HostTensor* known = context.value(1); known != nullptr && indices.elements() == 1) {
        const int64_t index = wrappedIndex(scalarAsInt64(*known, "indices"), split.size);
        ElementCopy copy =
            packedCopy({split.outer, split.inner}, {split.size * split.inner, 1}, index * split.inner);
        lowerCopy(context, data, copy);
        return;
    }
    const uint32_t items = itemsPerInvocation(context.device(), {{2, split.inner}, {}});
    const uint64_t lookups = static_cast<uint64_t>(split.outer * indices.elements());
    const auto runs = static_cast<uint64_t>((split.inner + items - 1) / items);
    const uint64_t invocations = lookups * runs;
    const uint64_t read = bytesLookedUp(data.type(), lookups, static_cast<uint64_t>(split.inner));
    const GatherParameters parameters {.invocations = static_cast<uint32_t>(invocations),
        .size = static_cast<uint32_t>(split.size),
        .indexCount = static_cast<uint32_t>(indices.elements()),
        .inner = static_cast<uint32_t>(split.inner)};
    const KernelFamily& family = kernels::gather();
    context.dispatch({.kernel = &family.forWidthAndType(result.type(), indices.type()),
        .loopRounds = fewLoopRounds,
        .specialization = {items},
        .bindings = {{data, Access::Read, read}, {indices, Access::Read}, {result, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(invocations),
        .operations = static_cast<uint64_t>(result.elements())});
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const AxisSplit split = splitAtAxis(NodeView(context));
    HostTensor result = makeEmptyTensor(context.outputs[0]);
    const auto sliceSize = static_cast<size_t>(split.inner);
    size_t to = 0;
    const std::vector<int64_t> indices = toInt64Vector(*context.inputs[1]);
    for (int64_t outer = 0; sliceSize > 0 && outer < split.outer; ++outer) {
        for (const int64_t index : indices) {
            const auto slice = static_cast<size_t>(outer * split.size + wrappedIndex(index, split.size));
            moveElements(*context.inputs[0], slice * sliceSize, sliceSize, result, to);
            to += sliceSize;
        }
    }
    return {std::move(result)};
}

} // namespace

void registerGather(Registry& registry)
{
    registry.add(
        {.name = "Gather", .minInputs = 2, .maxInputs = 2, .infer = infer, .lower = lower, .fold = fold});
}

void registerOperators(Registry& registry)
{
    registerGather(registry);
    registerGatherElements(registry);
    registerGatherND(registry);
}

} // namespace weightless::ops::gather
