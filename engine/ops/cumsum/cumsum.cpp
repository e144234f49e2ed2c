// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/cumsum.h"
#include "engine/base/bytes.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/stridedloop.h"
#include "engine/ops/turns.h"

#include <algorithm>
#include <optional>

namespace weightless::ops::cumsum {

namespace {

struct CumSumParameters {
    uint32_t count, size, inner, chunk, chunks, exclusive, reverse;
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

// What an invocation walks: a line, or a part of it where there are too few to occupy the device, or where
// they are longer than it can walk.
template <bool multiplies>
uint64_t chunkFor(const LoweringContext& context, const Lines& lines)
{
    constexpr uint64_t fewest = 64;
    constexpr uint64_t most = 65'536; // in turn, so that no launch takes long
    constexpr uint64_t shortLine = 1024; // more launches take longer than they save
    constexpr uint64_t fewestParts = 8; // chunks are walked twice
    const uint64_t parts = loopPolicy(context).enoughRows / lines.count;
    const uint64_t longest = std::max<uint64_t>(std::min(mostSteps(context.device()), most), 2);
    // Products of a chunk may leave the range of numbers where that of all before is zero, or brings it back.
    const bool isCut = !multiplies && lines.size > shortLine && parts >= fewestParts;
    return std::min(isCut ? std::max(ceilDivide(lines.size, parts), fewest) : lines.size, longest);
}

uint32_t groupSizeFor(const DevicePolicy& policy, uint64_t invocations)
{
    constexpr uint32_t most = 64;
    return invocations < most * policy.enoughRows ? std::min(policy.fewestInvocationsPerRowGroup, most)
                                                  : most;
}

// `totals` of the chunks of the lines of x, or `results` behind them. What the kernel leaves alone is x once
// more.
struct Scan {
    TensorRef x;
    std::optional<TensorRef> results {};
    std::optional<TensorRef> totals {};
};

template <bool multiplies>
void dispatchScan(LoweringContext& context, const Lines& lines, uint64_t chunk, const Scan& scan)
{
    const uint64_t chunks = ceilDivide(lines.size, chunk);
    const uint64_t count = lines.count * chunks;
    const uint32_t groupSize = groupSizeFor(loopPolicy(context), count);
    const bool isTotal = !scan.results;
    context.dispatch({.kernel = &kernels::cumsum().forTypes({scan.x.type()}),
        .loopRounds = longLoopRounds(roundsOf(std::min(chunk, lines.size))),
        .specialization = {groupSize, multiplies ? 1u : 0u, scan.totals ? 1u : 0u, isTotal ? 1u : 0u},
        .bindings = {{scan.x, Access::Read},
            {scan.results.value_or(scan.x), isTotal ? Access::Read : Access::Write},
            {scan.totals.value_or(scan.x), isTotal ? Access::Write : Access::Read}},
        .parameters =
            parameterBytes(CumSumParameters {static_cast<uint32_t>(count), static_cast<uint32_t>(lines.size),
                static_cast<uint32_t>(lines.inner), static_cast<uint32_t>(chunk),
                static_cast<uint32_t>(chunks), lines.isExclusive ? 1u : 0u, lines.isReverse ? 1u : 0u}),
        .groupCount = linearGroups(count, groupSize),
        .operations = operationsInTurn(loopPolicy(context), count, std::min(chunk, lines.size))});
}

// Chunks of a line begin with what all before them come to, which is such a sum of their totals.
template <bool multiplies>
void lowerScan(LoweringContext& context, const Lines& lines, const TensorRef& x, const TensorRef& results)
{
    const uint64_t chunk = chunkFor<multiplies>(context, lines);
    const uint64_t chunks = ceilDivide(lines.size, chunk);
    if (chunks <= 1) {
        dispatchScan<multiplies>(context, lines, chunk, {.x = x, .results = results});
        return;
    }
    const TensorDescriptor partial {bitWidth(x.type()) == 16 ? DataType::Float32 : x.type(),
        {static_cast<int64_t>(lines.count * chunks)}};
    const TensorRef totals = context.temporary(partial);
    dispatchScan<multiplies>(context, lines, chunk, {.x = x, .totals = totals});
    const TensorRef before = context.temporary(partial);
    lowerScan<multiplies>(context,
        {.count = lines.count, .size = chunks, .inner = 1, .isExclusive = true, .isReverse = false}, totals,
        before);
    dispatchScan<multiplies>(context, lines, chunk, {.x = x, .results = results, .totals = before});
}

template <bool multiplies>
void lower(LoweringContext& context)
{
    const Lines lines = linesOf(NodeView(context));
    if (lines.count * lines.size > 0) {
        lowerScan<multiplies>(context, lines, context.input(0), context.output(0));
    }
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
