// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/scatter/scatter.h"

#include "engine/ops/indices.h"
#include "engine/ops/kernels/scatter_nd.h"
#include "engine/ops/stridedloop.h"
#include "engine/ops/turns.h"

namespace weightless::ops::scatter {

namespace {

struct ScatterNDParameters {
    uint32_t count;
    uint32_t first;
    uint32_t steps;
    uint32_t sliceSize;
    uint32_t depth;
    std::array<uint32_t, mostTupleElements> dims;
};

// Tuples of indices into the leading dimensions of the data, and the slice behind each.
struct Parts {
    int64_t tuples = 1;
    int64_t sliceSize = 1;
    std::vector<int64_t> dims;
    std::vector<int64_t> strides;
};

Parts partsOf(const NodeView& node)
{
    const Shape& data = node.shape(0);
    const Shape& indices = node.shape(1);
    if (indices.empty() || indices.back() < 1 || indices.back() > static_cast<int64_t>(data.size())) {
        failNode("inputs are " + toString(node.input(0)) + " and indices " + toString(node.input(1))
            + ", which do not go together");
    }
    const auto depth = static_cast<size_t>(indices.back());
    const std::vector<int64_t> strides = contiguousStrides(data);
    Parts parts {.dims = {data.begin(), data.begin() + static_cast<ptrdiff_t>(depth)},
        .strides = {strides.begin(), strides.begin() + static_cast<ptrdiff_t>(depth)}};
    for (size_t d = depth; d < data.size(); ++d) {
        parts.sliceSize *= data[d];
    }
    for (size_t d = 0; d + 1 < indices.size(); ++d) {
        parts.tuples *= indices[d];
    }
    return parts;
}

void infer(InferenceContext& context)
{
    const NodeView node(context);
    const Parts parts = partsOf(node);
    static_cast<void>(reductionOf(node));
    requireIndices(context, 1, parts.dims);
    context.requireSameType(0, 2);
    const Shape& data = context.shape(0);
    Shape expected(context.shape(1).begin(), context.shape(1).end() - 1);
    expected.insert(expected.end(), data.begin() + static_cast<ptrdiff_t>(parts.dims.size()), data.end());
    if (context.shape(2) != expected) {
        context.fail(
            "input 2 is " + toString(context.input(2)) + ", expected updates of shape " + toString(expected));
    }
    context.setOutput(0, context.type(0), data);
}

void lower(LoweringContext& context)
{
    const NodeView node(context);
    const Parts parts = partsOf(node);
    const Reduction reduction = reductionOf(node);
    if (lowerWidened(context, "ScatterND", reduction)) {
        return;
    }
    copyData(context);
    if (context.input(2).elements() == 0) {
        return;
    }
    if (parts.dims.size() > mostTupleElements) {
        context.unsupported("its index tuples have " + std::to_string(parts.dims.size())
            + " elements, at most " + std::to_string(mostTupleElements) + " are supported");
    }
    const auto tuples = static_cast<uint64_t>(parts.tuples);
    const bool sorts = reduction != Reduction::Replace && suitsSorting(context, tuples, 1);
    const uint64_t depth = parts.dims.size();
    ScatterNDParameters parameters {.count = 0,
        .first = 0,
        .steps = 1,
        .sliceSize = sorts ? 1 : static_cast<uint32_t>(parts.sliceSize),
        .depth = static_cast<uint32_t>(depth),
        .dims = tupleParameters(parts.dims)};
    if (sorts) {
        const TensorRef keys = context.temporary({DataType::UInt32, {parts.tuples}});
        parameters.count = static_cast<uint32_t>(tuples);
        context.dispatch({.kernel = &kernels::scatter_nd().forWidthAndType(keys.type(), node.input(1).type),
            .loopRounds = fewLoopRounds,
            .specialization = {static_cast<uint32_t>(Reduction::Replace), 1},
            .bindings = {{context.input(1), Access::Read}, {context.input(1), Access::Read},
                {keys, Access::Write}},
            .parameters = parameterBytes(parameters),
            .groupCount = linearGroups(tuples),
            .operations = tuples * depth});
        reduceSorted(context, reduction, keys, static_cast<uint64_t>(parts.sliceSize));
        return;
    }
    const uint64_t steps = reduction == Reduction::Replace ? 1 : tuples;
    const uint64_t count = tuples / steps * static_cast<uint64_t>(parts.sliceSize);
    parameters.count = static_cast<uint32_t>(count);
    const uint64_t roundsPerStep = 1 + roundsOf(depth);
    forEachTurn(context.device(), steps, roundsPerStep, [&](uint64_t first, uint64_t partSteps) {
        parameters.first = static_cast<uint32_t>(first);
        parameters.steps = static_cast<uint32_t>(partSteps);
        context.dispatch(
            {.kernel = &kernelFor(kernels::scatter_nd(), reduction, node.input(0).type, node.input(1).type),
                .loopRounds = longLoopRounds(partSteps * roundsPerStep + 1),
                .specialization = {static_cast<uint32_t>(reduction), 0},
                .bindings = {{context.input(1), Access::Read}, {context.input(2), Access::Read},
                    {context.output(0), Access::ReadWrite}},
                .parameters = parameterBytes(parameters),
                .groupCount = linearGroups(count),
                .operations =
                    operationsInTurn(devicePolicy(context.device()), count, partSteps * roundsPerStep)});
    });
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const NodeView node(context);
    const Parts parts = partsOf(node);
    const Reduction reduction = reductionOf(node);
    const size_t depth = parts.dims.size();
    HostTensor result = *context.inputs[0];
    const auto sliceSize = static_cast<size_t>(parts.sliceSize);
    for (size_t tuple = 0; tuple < static_cast<size_t>(parts.tuples); ++tuple) {
        int64_t to = 0;
        for (size_t d = 0; d < depth; ++d) {
            to += wrappedIndex(elementAsInt64(*context.inputs[1], tuple * depth + d), parts.dims[d])
                * parts.strides[d];
        }
        for (size_t i = 0; i < sliceSize; ++i) {
            updateOnHost(
                reduction, result, static_cast<size_t>(to) + i, *context.inputs[2], tuple * sliceSize + i);
        }
    }
    return {std::move(result)};
}

} // namespace

void registerScatterND(Registry& registry)
{
    registry.add({.name = "ScatterND",
        .sinceVersion = 11,
        .minInputs = 3,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower,
        .fold = fold});
}

} // namespace weightless::ops::scatter
