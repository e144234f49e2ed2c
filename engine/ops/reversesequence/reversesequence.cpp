// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/elementmoves.h"
#include "engine/ops/kernels/reverse_sequence.h"
#include "engine/ops/operator.h"

#include <algorithm>
#include <utility>

namespace weightless::ops::reversesequence {

namespace {

struct ReverseSequenceParameters {
    uint32_t count;
    uint32_t rows;
    uint32_t columns;
    uint32_t inner;
    uint32_t timeIsColumns;
};

void infer(InferenceContext& context)
{
    const Shape& shape = context.shape(0);
    const int64_t batchAxis = context.attributes().intOr("batch_axis", 1);
    const int64_t timeAxis = context.attributes().intOr("time_axis", 0);
    if (shape.size() < 2 || batchAxis < 0 || batchAxis > 1 || timeAxis != 1 - batchAxis) {
        context.fail("input 0 is " + toString(context.input(0)) + " with batch_axis "
            + std::to_string(batchAxis) + " and time_axis " + std::to_string(timeAxis)
            + ", expected rank 2 or more and the axes 0 and 1");
    }
    const Shape expected {shape[static_cast<size_t>(batchAxis)]};
    if (context.type(1) != DataType::Int64 || context.shape(1) != expected) {
        context.fail("input 1 is " + toString(context.input(1)) + ", expected int64" + toString(expected));
    }
    context.setOutput(0, context.type(0), shape);
}

void lower(LoweringContext& context)
{
    const TensorRef result = context.output(0);
    const Shape& shape = result.shape();
    const auto count = static_cast<uint64_t>(result.elements());
    const ReverseSequenceParameters parameters {.count = static_cast<uint32_t>(count),
        .rows = static_cast<uint32_t>(shape[0]),
        .columns = static_cast<uint32_t>(shape[1]),
        .inner = static_cast<uint32_t>(elementCount(Shape(shape.begin() + 2, shape.end())).value_or(0)),
        .timeIsColumns = context.attributes().intOr("time_axis", 0) == 1 ? 1u : 0u};
    context.dispatch({.kernel = &kernels::reverse_sequence().forWidthOf(result.type()),
        .loopRounds = fewLoopRounds,
        .specialization = {},
        .bindings = {{context.input(0), Access::Read}, {context.input(1), Access::Read},
            {result, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(count),
        .operations = count});
}

// Of strings, too, which no device holds.
std::vector<HostTensor> fold(const FoldContext& context)
{
    const HostTensor& x = *context.inputs[0];
    const Shape& shape = x.descriptor.shape;
    const bool timeIsColumns = context.attributes.intOr("time_axis", 0) == 1;
    const int64_t inner = elementCount(Shape(shape.begin() + 2, shape.end())).value_or(0);
    HostTensor result = makeEmptyTensor(context.outputs[0]);
    for (int64_t row = 0; row < shape[0]; ++row) {
        for (int64_t column = 0; column < shape[1]; ++column) {
            const auto sequence = static_cast<size_t>(timeIsColumns ? row : column);
            const int64_t size = std::clamp<int64_t>(
                elementAsInt64(*context.inputs[1], sequence), 0, timeIsColumns ? shape[1] : shape[0]);
            const int64_t time = timeIsColumns ? column : row;
            const int64_t source = time < size ? size - 1 - time : time;
            const int64_t from = timeIsColumns ? row * shape[1] + source : source * shape[1] + column;
            moveElements(x, static_cast<size_t>(from * inner), static_cast<size_t>(inner), result,
                static_cast<size_t>((row * shape[1] + column) * inner));
        }
    }
    return {std::move(result)};
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "ReverseSequence",
        .sinceVersion = 10,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower,
        .fold = fold});
}

} // namespace weightless::ops::reversesequence
