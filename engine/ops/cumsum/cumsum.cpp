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

// The input as lines of `size` elements, `inner` apart. In 64 bits: whether a kernel can index them is
// checked when it is launched.
struct Lines {
    uint64_t count;
    uint64_t size;
    uint64_t inner;
    bool isExclusive;
    bool isReverse;
};

Lines linesOf(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const std::vector<int64_t> given = node.ints(1, "axis");
    if (given.size() != 1) {
        failNode("input 'axis' is " + toString(node.input(1)) + ", expected a scalar");
    }
    const size_t axis = normalizeAxis(given[0], shape.size());
    const int64_t count = elementCount(shape).value_or(0);
    const Shape inner(shape.begin() + static_cast<ptrdiff_t>(axis) + 1, shape.end());
    return {.count = static_cast<uint64_t>(count / std::max<int64_t>(shape[axis], 1)),
        .size = static_cast<uint64_t>(shape[axis]),
        .inner = static_cast<uint64_t>(elementCount(inner).value_or(0)),
        .isExclusive = node.attributes->intOr("exclusive", 0) != 0,
        .isReverse = node.attributes->intOr("reverse", 0) != 0};
}

void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0)) && !isInteger(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a number");
    }
    static_cast<void>(linesOf(NodeView(context)));
    context.setOutput(0, context.type(0), context.shape(0));
}

template <bool multiplies>
void lower(LoweringContext& context)
{
    const Lines lines = linesOf(NodeView(context));
    CumSumParameters parameters {.lines = static_cast<uint32_t>(lines.count),
        .size = static_cast<uint32_t>(lines.size),
        .inner = static_cast<uint32_t>(lines.inner),
        .exclusive = lines.isExclusive ? 1u : 0u,
        .reverse = lines.isReverse ? 1u : 0u};
    const TensorRef result = context.output(0);
    const bool is16Bit = bitWidth(result.type()) == 16;
    const TensorRef sums =
        context.temporary({is16Bit ? DataType::Float32 : result.type(), {static_cast<int64_t>(lines.count)}});
    forEachPart(context.device(), lines.size, 1, [&](uint64_t first, uint64_t steps) {
        parameters.first = static_cast<uint32_t>(first);
        parameters.steps = static_cast<uint32_t>(steps);
        context.dispatch({.kernel = &kernels::cumsum().forTypes({result.type()}),
            .loopRounds = longLoopRounds(roundsOf(steps)),
            .specialization = {multiplies ? 1u : 0u},
            .bindings = {{context.input(0), Access::Read}, {result, Access::Write},
                {sums, Access::ReadWrite}},
            .parameters = parameterBytes(parameters),
            .groupCount = linearGroups(lines.count),
            .operations = lines.count * steps});
    });
}

template <bool multiplies, typename T, typename Get>
void accumulate(const Lines& lines, HostTensor& result, Get get)
{
    for (size_t line = 0; line < lines.count; ++line) {
        const size_t first = line / lines.inner * lines.size * lines.inner + line % lines.inner;
        T sum = multiplies ? T {1} : T {};
        for (size_t step = 0; step < lines.size; ++step) {
            const size_t position = lines.isReverse ? lines.size - 1 - step : step;
            const size_t i = first + position * lines.inner;
            const T next = multiplies ? sum * get(i) : sum + get(i);
            if constexpr (std::is_same_v<T, double>) {
                setElement(result, i, lines.isExclusive ? sum : next);
            } else {
                setElement(result, i, static_cast<int64_t>(lines.isExclusive ? sum : next));
            }
            sum = next;
        }
    }
}

template <bool multiplies>
std::vector<HostTensor> fold(const FoldContext& context)
{
    const Lines lines = linesOf(NodeView(context));
    HostTensor result = makeHostTensor(context.outputs[0]);
    const HostTensor& x = *context.inputs[0];
    if (isFloat(x.descriptor.type)) {
        accumulate<multiplies, double>(lines, result, [&](size_t i) { return elementAsDouble(x, i); });
    } else {
        // Unsigned, so that a sum that does not fit wraps.
        accumulate<multiplies, uint64_t>(
            lines, result, [&](size_t i) { return static_cast<uint64_t>(elementAsInt64(x, i)); });
    }
    return {std::move(result)};
}

} // namespace

void registerOperators(Registry& registry)
{
    for (const int64_t version : {11, 14}) {
        registry.add({.name = "CumSum",
            .sinceVersion = version,
            .minInputs = 2,
            .maxInputs = 2,
            .infer = infer,
            .lower = lower<false>,
            .fold = fold<false>});
    }
    registry.add({.name = "CumProd",
        .sinceVersion = 26,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower<true>,
        .fold = fold<true>});
}

} // namespace weightless::ops::cumsum
