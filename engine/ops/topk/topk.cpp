// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/topk.h"
#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/topk_few.h"
#include "engine/ops/kernels/topk_merge.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/topk/topk.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace weightless::ops::topk {

namespace {

// Lines of so many elements are compared all with all; longer ones are cut into runs, which are merged.
constexpr uint64_t mostRanked = 128;
constexpr uint64_t runElements = 64;
constexpr uint64_t shortRun = 64;
// The first of a long run are found by one invocation where they are so few that it holds them in registers.
constexpr int64_t mostFew = 8;
constexpr int64_t leastWork = 2; // of so many that is less than choosing them from however long a line
constexpr uint64_t longForFew = 32'768;
constexpr uint64_t roundsPerStepOfFew = mostFew + 2; // should a compiler not unroll what goes through them

struct RankParameters {
    uint32_t count, size, inner, span, runs, kept, extent;
};

struct MergeParameters {
    uint32_t count, size, inner, span, runs, kept, merged, keptNow, runsNow;
};

Lines linesOf(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    Lines lines {.axis = normalizeAxis(node.attributes->intOr("axis", -1), shape.size())};
    for (size_t i = 0; i < shape.size(); ++i) {
        (i < lines.axis           ? lines.outer
                : i == lines.axis ? lines.size
                                  : lines.inner) *= static_cast<uint64_t>(shape[i]);
    }
    if (node.opset < 10) {
        lines.k = node.attributes->intOr("k", -1);
    } else {
        const std::vector<int64_t> given = node.ints(1, "K");
        lines.k = given.size() == 1 ? given[0] : -1;
    }
    if (lines.k < 0 || lines.k > shape[lines.axis]) {
        failNode("k is " + std::to_string(lines.k) + ", expected 0 to " + std::to_string(shape[lines.axis])
            + " for " + toString(node.input(0)));
    }
    lines.isLargest = node.attributes->intOr("largest", 1) != 0;
    return lines;
}

void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0)) && !isInteger(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected numbers");
    }
    const Lines lines = linesOf(NodeView(context));
    Shape shape = context.shape(0);
    shape[lines.axis] = lines.k;
    context.setOutput(0, context.type(0), shape);
    context.setOutput(1, DataType::Int64, shape);
}

// Sorted, of each line `count` next to each other, each the first of `span` elements of it.
struct Runs {
    uint64_t span;
    uint64_t count;
    uint64_t kept;
    TensorRef values;
    TensorRef places;
};

// What is sorted of lines: all, or as many elements as `chosen` names.
struct Sorting {
    Lines lines;
    TensorRef x;
    std::optional<TensorRef> chosen;
    Runs results; // of all that is sorted of a line

    [[nodiscard]] uint64_t extent() const { return results.span; }
};

// Of elements that lie `span` to a run; the results, where those are all.
Runs runsOf(LoweringContext& context, const Sorting& sorting, uint64_t span)
{
    const uint64_t extent = sorting.extent();
    Runs runs {.span = std::min(span, extent),
        .count = ceilDivide(extent, span),
        .kept = std::min(sorting.lines.kept(), span),
        .values = sorting.results.values,
        .places = sorting.results.places};
    if (runs.count > 1) {
        const auto elements = static_cast<int64_t>(sorting.lines.count() * runs.count * runs.kept);
        runs.values = context.temporary({sorting.results.values.type(), {elements}});
        runs.places = context.temporary({DataType::Int64, {elements}});
    }
    return runs;
}

std::vector<uint32_t> specializationFor(const Sorting& sorting, const Runs& target, uint32_t own)
{
    return {sorting.lines.isLargest ? 1u : 0u, target.count == 1 ? 1u : 0u, own};
}

RankParameters rankParameters(uint64_t count, const Sorting& sorting, const Runs& runs)
{
    return {static_cast<uint32_t>(count), static_cast<uint32_t>(sorting.lines.size),
        static_cast<uint32_t>(sorting.lines.inner), static_cast<uint32_t>(runs.span),
        static_cast<uint32_t>(runs.count), static_cast<uint32_t>(runs.kept),
        static_cast<uint32_t>(sorting.extent())};
}

// Compares all elements of a run with all.
void dispatchRanks(LoweringContext& context, const Sorting& sorting, const Runs& runs)
{
    const TensorRef& x = sorting.x;
    const uint64_t count = sorting.lines.count() * sorting.extent();
    context.dispatch({.kernel = &kernels::topk().forTypes({x.type()}),
        .loopRounds = longLoopRounds(roundsOf(runs.span)),
        .specialization = specializationFor(sorting, runs, sorting.chosen ? 1 : 0),
        .bindings = {{x, Access::Read}, {runs.values, Access::Write}, {runs.places, Access::Write},
            {sorting.chosen.value_or(x), Access::Read}},
        .parameters = parameterBytes(rankParameters(count, sorting, runs)),
        .groupCount = linearGroups(count),
        .operations = count * runs.span});
}

// Each invocation reads a run: that is for devices that read memory far apart as fast as side by side.
bool suitsFew(const LoweringContext& context, const Lines& lines)
{
    const bool areFew = lines.k <= (lines.size < longForFew ? mostFew : leastWork);
    return areFew && lines.size > mostRanked && devicePolicy(context.device()).prefersEights
        && mostSteps(context.device(), roundsPerStepOfFew) >= runElements;
}

// Long runs, as each begins with elements that are all kept, and enough of them for all processors.
uint64_t spanOfFew(const LoweringContext& context, const TensorRef& x)
{
    constexpr uint64_t enoughRuns = 8192;
    const uint64_t span = std::clamp<uint64_t>(static_cast<uint64_t>(x.elements()) / enoughRuns, 256, 4096);
    return std::min(span, mostSteps(context.device(), roundsPerStepOfFew));
}

// Compares each element of a run with those that are kept.
void dispatchFew(LoweringContext& context, const Sorting& sorting, const Runs& runs)
{
    const TensorRef& x = sorting.x;
    const uint64_t count = sorting.lines.count() * runs.count;
    context.dispatch({.kernel = &kernels::topk_few().forTypes({x.type()}),
        .loopRounds = longLoopRounds(roundsOf(runs.span, roundsPerStepOfFew - 1)),
        .specialization = specializationFor(sorting, runs, static_cast<uint32_t>(runs.kept)),
        .bindings = {{x, Access::Read}, {runs.values, Access::Write}, {runs.places, Access::Write}},
        .parameters = parameterBytes(rankParameters(count, sorting, runs)),
        .groupCount = linearGroups(count),
        .operations = static_cast<uint64_t>(x.elements()) * 2});
}

void dispatchMerge(
    LoweringContext& context, const Sorting& sorting, const Runs& runs, uint64_t merged, const Runs& target)
{
    const uint64_t count = sorting.lines.count() * runs.count * runs.kept;
    context.dispatch({.kernel = &kernels::topk_merge().forTypes({runs.values.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = specializationFor(sorting, target, sorting.chosen ? 1 : 0),
        .bindings = {{runs.values, Access::Read}, {runs.places, Access::Read}, {target.values, Access::Write},
            {target.places, Access::Write}},
        .parameters = parameterBytes(MergeParameters {static_cast<uint32_t>(count),
            static_cast<uint32_t>(sorting.extent()), static_cast<uint32_t>(sorting.lines.inner),
            static_cast<uint32_t>(runs.span), static_cast<uint32_t>(runs.count),
            static_cast<uint32_t>(runs.kept), static_cast<uint32_t>(merged),
            static_cast<uint32_t>(target.kept), static_cast<uint32_t>(target.count)}),
        .groupCount = linearGroups(count),
        .operations = count * merged * static_cast<uint64_t>(std::bit_width(runs.kept))});
}

// Chooses what is sorted, where that is less than all, and lays down runs, which are merged then.
Runs sortedRuns(LoweringContext& context, Sorting& sorting)
{
    const Lines& lines = sorting.lines;
    if (suitsFew(context, lines)) {
        const Runs runs = runsOf(context, sorting, spanOfFew(context, sorting.x));
        dispatchFew(context, sorting, runs);
        return runs;
    }
    if (lines.size > mostRanked) {
        sorting.chosen = choose(context, lines, sorting.x);
        sorting.results.span = sorting.chosen ? lines.kept() : lines.size;
    }
    const uint64_t most = mostSteps(context.device());
    const uint64_t extent = sorting.extent();
    const uint64_t span = extent <= std::min(mostRanked, most) ? extent : std::min(runElements, most);
    const Runs runs = runsOf(context, sorting, span);
    dispatchRanks(context, sorting, runs);
    return runs;
}

void lower(LoweringContext& context)
{
    const Lines lines = linesOf(NodeView(context));
    const TensorRef x = context.input(0);
    if (lines.k == 0 || x.elements() == 0) {
        return;
    }
    const TensorRef values =
        context.wantsOutput(0) ? context.output(0) : context.temporary(context.output(0).descriptor);
    const bool hasPlaces = context.outputCount() > 1 && context.wantsOutput(1);
    const TensorRef places =
        hasPlaces ? context.output(1) : context.temporary({DataType::Int64, values.shape()});
    Sorting sorting {.lines = lines,
        .x = x,
        .chosen = std::nullopt,
        .results = {
            .span = lines.size, .count = 1, .kept = lines.kept(), .values = values, .places = places}};
    Runs runs = sortedRuns(context, sorting);
    while (runs.count > 1) {
        // Every element looks for its place in each of the others: that is quick where they are short.
        const uint64_t merged = runs.kept <= shortRun ? 16 : 4;
        const Runs target = runsOf(context, sorting, runs.span * merged);
        dispatchMerge(context, sorting, runs, merged, target);
        runs = target;
    }
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const HostTensor& x = *context.inputs[0];
    const Lines lines = linesOf(NodeView(context));
    HostTensor values = makeHostTensor(context.outputs[0]);
    HostTensor places = makeHostTensor({DataType::Int64, context.outputs[0].shape});
    std::vector<size_t> order(lines.size);
    const auto k = static_cast<size_t>(lines.k);
    for (size_t line = 0; line < lines.outer * lines.inner; ++line) {
        const size_t outer = line / lines.inner;
        const size_t column = line % lines.inner;
        const auto at = [&](size_t i) { return (outer * lines.size + i) * lines.inner + column; };
        std::iota(order.begin(), order.end(), size_t {0});
        const auto isBefore = [&](size_t a, size_t b) {
            if (isFloat(x.descriptor.type)) {
                const double left = elementAsDouble(x, at(a));
                const double right = elementAsDouble(x, at(b));
                if (left != left || right != right) {
                    return lines.isLargest ? left != left && right == right : right != right && left == left;
                }
                return lines.isLargest ? left > right : left < right;
            }
            const int64_t left = elementAsInt64(x, at(a));
            const int64_t right = elementAsInt64(x, at(b));
            if (x.descriptor.type == DataType::UInt64) {
                const auto l = static_cast<uint64_t>(left);
                const auto r = static_cast<uint64_t>(right);
                return lines.isLargest ? l > r : l < r;
            }
            return lines.isLargest ? left > right : left < right;
        };
        std::ranges::stable_sort(order, isBefore);
        const size_t width = bitWidth(x.descriptor.type) / 8;
        for (size_t i = 0; i < k; ++i) {
            const size_t target = (outer * k + i) * lines.inner + column;
            std::copy_n(x.bytes.begin() + static_cast<ptrdiff_t>(at(order[i]) * width), width,
                values.bytes.begin() + static_cast<ptrdiff_t>(target * width));
            places.as<int64_t>()[target] = static_cast<int64_t>(order[i]);
        }
    }
    std::vector<HostTensor> outputs;
    outputs.push_back(std::move(values));
    outputs.push_back(std::move(places));
    return outputs;
}

} // namespace

void registerOperators(Registry& registry)
{
    for (const int64_t version : {1, 10, 11}) {
        registry.add({.name = "TopK",
            .sinceVersion = version,
            .minInputs = version < 10 ? 1u : 2u,
            .maxInputs = version < 10 ? 1u : 2u,
            .maxOutputs = 2,
            .infer = infer,
            .lower = lower,
            .fold = fold});
    }
}

} // namespace weightless::ops::topk
