// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/cumsum.h"
#include "engine/ops/nodeview.h"

#include <algorithm>

namespace weightless::ops::cumsum {

namespace {

struct CumSumParameters {
    uint32_t lines;
    uint32_t size;
    uint32_t inner;
    uint32_t exclusive;
    uint32_t reverse;
    uint32_t first = 0;
    uint32_t steps = 0;
};

CumSumParameters parametersOf(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const std::vector<int64_t> given = node.ints(1, "axis");
    if (given.size() != 1) {
        failNode("input 'axis' is " + toString(node.input(1)) + ", expected a scalar");
    }
    const size_t axis = normalizeAxis(given[0], shape.size());
    const int64_t count = elementCount(shape).value_or(0);
    const Shape inner(shape.begin() + static_cast<ptrdiff_t>(axis) + 1, shape.end());
    return {.lines = static_cast<uint32_t>(count / std::max<int64_t>(shape[axis], 1)),
        .size = static_cast<uint32_t>(shape[axis]),
        .inner = static_cast<uint32_t>(elementCount(inner).value_or(0)),
        .exclusive = node.attributes->intOr("exclusive", 0) != 0 ? 1u : 0u,
        .reverse = node.attributes->intOr("reverse", 0) != 0 ? 1u : 0u};
}

void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0)) && !isInteger(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a number");
    }
    static_cast<void>(parametersOf(NodeView(context)));
    context.setOutput(0, context.type(0), context.shape(0));
}

void lower(LoweringContext& context)
{
    CumSumParameters parameters = parametersOf(NodeView(context));
    const TensorRef result = context.output(0);
    const bool is16Bit = bitWidth(result.type()) == 16;
    const TensorRef sums = context.temporary(
        {is16Bit ? DataType::Float32 : result.type(), {static_cast<int64_t>(parameters.lines)}});
    forEachPart(context.device(), parameters.size, 1, [&](uint64_t first, uint64_t steps) {
        parameters.first = static_cast<uint32_t>(first);
        parameters.steps = static_cast<uint32_t>(steps);
        context.dispatch({.kernel = &kernels::cumsum().forTypes({result.type()}),
            .loopRounds = longLoopRounds(roundsOf(steps)),
            .bindings = {{context.input(0), Access::Read}, {result, Access::Write},
                {sums, Access::ReadWrite}},
            .parameters = parameterBytes(parameters),
            .groupCount = linearGroups(parameters.lines),
            .operations = parameters.lines * steps});
    });
}

template <typename T, typename Get>
void accumulate(const CumSumParameters& parameters, HostTensor& result, Get get)
{
    for (size_t line = 0; line < parameters.lines; ++line) {
        const size_t first =
            line / parameters.inner * parameters.size * parameters.inner + line % parameters.inner;
        T sum {};
        for (size_t step = 0; step < parameters.size; ++step) {
            const size_t position = parameters.reverse != 0 ? parameters.size - 1 - step : step;
            const size_t i = first + position * parameters.inner;
            const T next = sum + get(i);
            if constexpr (std::is_same_v<T, double>) {
                setElement(result, i, parameters.exclusive != 0 ? sum : next);
            } else {
                setElement(result, i, static_cast<int64_t>(parameters.exclusive != 0 ? sum : next));
            }
            sum = next;
        }
    }
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const CumSumParameters parameters = parametersOf(NodeView(context));
    HostTensor result = makeHostTensor(context.outputs[0]);
    const HostTensor& x = *context.inputs[0];
    if (isFloat(x.descriptor.type)) {
        accumulate<double>(parameters, result, [&](size_t i) { return elementAsDouble(x, i); });
    } else {
        // Unsigned, so that a sum that does not fit wraps.
        accumulate<uint64_t>(
            parameters, result, [&](size_t i) { return static_cast<uint64_t>(elementAsInt64(x, i)); });
    }
    return {std::move(result)};
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "CumSum",
        .sinceVersion = 11,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower,
        .fold = fold});
}

} // namespace weightless::ops::cumsum
