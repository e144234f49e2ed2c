// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/argreduce.h"
#include "engine/base/bytes.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/rows.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>
#include <optional>
#include <span>

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

// `elementAt` yields elements in a type that tells all of them apart.
template <bool isMinimum>
void findExtremes(const Axis& axis, bool selectsLast, std::span<int64_t> results, auto elementAt)
{
    for (size_t row = 0; row < results.size(); ++row) {
        const auto inner = static_cast<size_t>(axis.inner);
        const size_t begin = row / inner * static_cast<size_t>(axis.length) * inner + row % inner;
        auto best = elementAt(begin);
        for (int64_t i = 1; i < axis.length; ++i) {
            const auto value = elementAt(begin + static_cast<size_t>(i) * inner);
            const bool isNaN = value != value; // ahead of every number, and equal to another
            const bool isBestNaN = best != best;
            const bool isEqual = value == best || (isNaN && isBestNaN);
            const bool isBetter = (isMinimum ? value < best : value > best) || (isNaN && !isBestNaN);
            if (isBetter || (selectsLast && isEqual)) {
                best = value;
                results[row] = i;
            }
        }
    }
}

template <bool isMinimum>
std::vector<HostTensor> fold(const FoldContext& context)
{
    const NodeView node(context);
    const Axis axis = axisOf(node);
    const bool selectsLast = node.attributes->intOr("select_last_index", 0) != 0;
    const HostTensor& x = *context.inputs[0];
    HostTensor y = makeHostTensor(context.outputs[0]);
    const auto find = [&](auto elementAt) {
        findExtremes<isMinimum>(axis, selectsLast, y.as<int64_t>(), elementAt);
    };
    if (isFloat(x.descriptor.type)) {
        find([&](size_t i) { return elementAsDouble(x, i); });
    } else if (x.descriptor.type == DataType::UInt64) {
        find([&](size_t i) { return static_cast<uint64_t>(elementAsInt64(x, i)); });
    } else {
        find([&](size_t i) { return elementAsInt64(x, i); });
    }
    return {std::move(y)};
}

struct ArgReduceParameters {
    uint32_t teams, parts, partSize, count, length, inner;
};

// Of a row with so many candidates, whose number a part makes fewer: as many as it takes to occupy the device
// where there are few rows, and so many that it makes their loops.
uint64_t partSizeOf(const LoweringContext& context, uint64_t rows, uint64_t count)
{
    constexpr uint64_t fewest = 2048; // below, another launch takes longer than it saves
    const DevicePolicy policy = loopPolicy(context);
    const uint64_t most = std::max<uint64_t>(mostSteps(context.device()) - 1, 2);
    const uint64_t wanted = policy.enoughRows / policy.fewestInvocationsPerRowGroup / rows;
    const uint64_t parts = std::clamp<uint64_t>(wanted, 1, std::max<uint64_t>(count / fewest, 1));
    return std::min(ceilDivide(count, parts), most);
}

RowTeams teamsFor(const LoweringContext& context, const RowShape& shape)
{
    constexpr uint32_t group = 64;
    RowTeams teams = rowTeams(context, shape);
    // Where every processor has many rows, starting small groups takes longer than a short row.
    if (teams.teamSize == 1 && shape.rows >= group * loopPolicy(context).enoughRows) {
        teams.groupSize = std::max(teams.groupSize, group);
        teams.groups = linearGroups(shape.rows, teams.groupSize);
    }
    return teams;
}

template <bool isMinimum>
void lower(LoweringContext& context)
{
    const Axis axis = axisOf(NodeView(context));
    const TensorRef x = context.input(0);
    const auto rows = static_cast<uint64_t>(context.output(0).elements());
    if (rows == 0) {
        return;
    }
    const bool selectsLast = context.attributes().intOr("select_last_index", 0) != 0;
    std::optional<TensorRef> candidates;
    auto count = static_cast<uint64_t>(axis.length);
    for (bool isOver = false; !isOver;) {
        const uint64_t partSize = partSizeOf(context, rows, count);
        const uint64_t parts = ceilDivide(count, partSize);
        isOver = parts == 1;
        const TensorRef best = isOver
            ? context.output(0)
            : context.temporary({DataType::Int64, {static_cast<int64_t>(rows * parts)}});
        const RowTeams teams = teamsFor(context,
            {.rows = rows * parts,
                .length = partSize,
                .neighbours = axis.inner == 1 && !candidates ? partSize : 1});
        context.dispatch({.kernel = &kernels::argreduce().forTypes({x.type()}),
            .loopRounds = teams.loopRounds,
            .specialization = teams.specialization(
                {isMinimum ? 1u : 0u, selectsLast ? 1u : 0u, isOver ? 0u : 1u, candidates ? 1u : 0u}),
            .bindings = {{x}, {candidates.value_or(x)}, {best, Access::Write}},
            .parameters = parameterBytes(ArgReduceParameters {static_cast<uint32_t>(rows * parts),
                static_cast<uint32_t>(parts), static_cast<uint32_t>(partSize), static_cast<uint32_t>(count),
                static_cast<uint32_t>(axis.length), static_cast<uint32_t>(axis.inner)}),
            .groupCount = teams.groups,
            .operations = rows * count});
        candidates = best;
        count = parts;
    }
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
