// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/argreduce.h"
#include "engine/ops/nodeview.h"

namespace weightless::ops::argreduce {

namespace {

struct Axis {
    size_t index = 0;
    int64_t length = 1;
    int64_t inner = 1;
};

Axis axisOf(const NodeView& node)
{
    const Shape& x = node.shape(0);
    Axis axis;
    axis.index = normalizeAxis(node.attributes->intOr("axis", 0), x.size());
    axis.length = x[axis.index];
    for (size_t i = axis.index + 1; i < x.size(); ++i) {
        axis.inner *= x[i];
    }
    return axis;
}

void infer(InferenceContext& context)
{
    const DataType type = context.type(0);
    if (!isFloat(type) && !isInteger(type)) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a numeric tensor");
    }
    const Axis axis = axisOf(NodeView(context));
    if (axis.length == 0) {
        context.fail("axis " + std::to_string(axis.index) + " of " + toString(context.input(0))
            + " is empty and has no extreme value");
    }
    Shape result = context.shape(0);
    result[axis.index] = 1;
    if (context.attributes().intOr("keepdims", 1) == 0) {
        result.erase(result.begin() + static_cast<int64_t>(axis.index));
    }
    context.setOutput(0, DataType::Int64, std::move(result));
}

template <bool isMinimum>
std::vector<HostTensor> fold(const FoldContext& context)
{
    const NodeView node(context);
    const Axis axis = axisOf(node);
    const bool selectsLast = node.attributes->intOr("select_last_index", 0) != 0;
    const HostTensor& x = *context.inputs[0];
    HostTensor y = makeHostTensor(context.outputs[0]);
    const auto results = y.as<int64_t>();
    for (size_t row = 0; row < results.size(); ++row) {
        const auto inner = static_cast<size_t>(axis.inner);
        const size_t begin = row / inner * static_cast<size_t>(axis.length) * inner + row % inner;
        double best = elementAsDouble(x, begin);
        for (int64_t i = 1; i < axis.length; ++i) {
            const double value = elementAsDouble(x, begin + static_cast<size_t>(i) * inner);
            if ((isMinimum ? value < best : value > best) || (selectsLast && value == best)) {
                best = value;
                results[row] = i;
            }
        }
    }
    return {std::move(y)};
}

struct ArgReduceParameters {
    uint32_t rows, length, inner, first, steps;
};

template <bool isMinimum>
void lower(LoweringContext& context)
{
    const Axis axis = axisOf(NodeView(context));
    const auto rows = static_cast<uint64_t>(context.output(0).elements());
    const auto length = static_cast<uint64_t>(axis.length);
    forEachPart(context.device(), length, 1, [&](uint64_t first, uint64_t steps) {
        DispatchStep step {.loopRounds = longLoopRounds(roundsOf(steps))};
        step.kernel = &kernels::argreduce().forTypes({context.input(0).type()});
        step.specialization = {
            isMinimum ? 1u : 0u, context.attributes().intOr("select_last_index", 0) != 0 ? 1u : 0u};
        step.bindings = {{context.input(0)}, {context.output(0), Access::ReadWrite}};
        step.groupCount = linearGroups(rows);
        step.operations = rows * steps;
        step.parameters = parameterBytes(ArgReduceParameters {static_cast<uint32_t>(rows),
            static_cast<uint32_t>(length), static_cast<uint32_t>(axis.inner), static_cast<uint32_t>(first),
            static_cast<uint32_t>(steps)});
        context.dispatch(std::move(step));
    });
}

} // namespace

void registerOperators(Registry& registry)
{
    for (const int version : {1, 11, 12, 13}) {
        registry.add({.name = "ArgMax",
            .sinceVersion = version,
            .infer = infer,
            .lower = lower<false>,
            .fold = fold<false>});
        registry.add({.name = "ArgMin",
            .sinceVersion = version,
            .infer = infer,
            .lower = lower<true>,
            .fold = fold<true>});
    }
}

} // namespace weightless::ops::argreduce
