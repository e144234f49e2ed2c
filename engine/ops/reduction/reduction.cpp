// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/reduce.h"
#include "engine/ops/kernels/reducegroups.h"
#include "engine/ops/kernels/reduceheld.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/reduction/columns.h"
#include "engine/ops/rowparts.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace weightless::ops::reduction {

namespace {

using Kind = RowReduction;

struct Reduction {
    std::vector<bool> isReduced; // per axis
    bool reducesNothing = false; // noop_with_empty_axes
    Shape result;
};

Reduction reductionOf(const NodeView& node)
{
    const Shape& x = node.shape(0);
    Reduction reduction;
    reduction.isReduced.assign(x.size(), false);
    const std::vector<int64_t> axes = node.optionalInts("axes", 1).value_or(std::vector<int64_t> {});
    for (const int64_t axis : axes) {
        const size_t index = normalizeAxis(axis, x.size());
        if (reduction.isReduced[index]) {
            failNode("axis " + std::to_string(axis) + " is given twice");
        }
        reduction.isReduced[index] = true;
    }
    reduction.reducesNothing = axes.empty() && node.attributes->intOr("noop_with_empty_axes", 0) != 0;
    if (axes.empty() && !reduction.reducesNothing) {
        reduction.isReduced.assign(x.size(), true);
    }
    const bool keepsDims = node.attributes->intOr("keepdims", 1) != 0;
    for (size_t i = 0; i < x.size(); ++i) {
        if (!reduction.isReduced[i]) {
            reduction.result.push_back(x[i]);
        } else if (keepsDims) {
            reduction.result.push_back(1);
        }
    }
    return reduction;
}

// What is made of one element alone is that element; others still square it, or take its logarithm.
constexpr bool keepsOne(Kind kind)
{
    return kind != Kind::L1 && kind != Kind::L2 && kind != Kind::SumSquare && kind != Kind::LogSum;
}

template <Kind kind>
void infer(InferenceContext& context)
{
    const DataType type = context.type(0);
    const bool isOrder = kind == Kind::Max || kind == Kind::Min;
    if (!isFloat(type) && !isInteger(type) && !(isOrder && type == DataType::Bool)) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a numeric tensor");
    }
    context.setOutput(0, type, reductionOf(NodeView(context)).result);
}

double foldRow(Kind kind, const std::vector<double>& row)
{
    double result = kind == Kind::Prod ? 1 : 0;
    double shift = 0;
    if (kind == Kind::Max || kind == Kind::Min) {
        result = kind == Kind::Max ? -std::numeric_limits<double>::infinity()
                                   : std::numeric_limits<double>::infinity();
    }
    if (kind == Kind::LogSumExp && !row.empty()) {
        shift = *std::ranges::max_element(row);
        shift = std::isinf(shift) ? 0 : shift;
    }
    for (const double value : row) {
        switch (kind) {
        case Kind::Max: // a NaN wins
            result = value > result || std::isnan(value) ? value : result;
            break;
        case Kind::Min:
            result = value < result || std::isnan(value) ? value : result;
            break;
        case Kind::Prod:
            result *= value;
            break;
        case Kind::L1:
            result += std::abs(value);
            break;
        case Kind::L2:
        case Kind::SumSquare:
            result += value * value;
            break;
        case Kind::LogSumExp:
            result += std::exp(value - shift);
            break;
        default:
            result += value;
        }
    }
    switch (kind) {
    case Kind::Mean:
        return result / static_cast<double>(row.size());
    case Kind::L2:
        return std::sqrt(result);
    case Kind::LogSum:
    case Kind::LogSumExp:
        return std::log(result) + shift;
    default:
        return result;
    }
}

// What the greatest or the least of no elements of a type is. Integer has its sign.
template <typename Integer>
Integer extremeOfNothing(Kind kind, DataType type)
{
    using Limits = std::numeric_limits<Integer>;
    const unsigned bits = type == DataType::Bool ? 1 : bitWidth(type);
    return (kind == Kind::Max ? Limits::min() : Limits::max()) >> (64 - bits);
}

// 64-bit integers stay 64-bit; overflow wraps around as it does on the device. Integer is int64_t or
// uint64_t.
template <typename Integer>
Integer foldIntegers(Kind kind, const std::vector<Integer>& row, DataType type)
{
    if (kind == Kind::Max || kind == Kind::Min) {
        return row.empty()      ? extremeOfNothing<Integer>(kind, type)
            : kind == Kind::Max ? *std::ranges::max_element(row)
                                : *std::ranges::min_element(row);
    }
    uint64_t result = kind == Kind::Prod ? 1 : 0;
    for (const Integer value : row) {
        const auto bits = static_cast<uint64_t>(value);
        if (kind == Kind::Prod) {
            result *= bits;
        } else if (kind == Kind::L1) {
            result += std::cmp_less(value, 0) ? uint64_t(0) - bits : bits;
        } else if (kind == Kind::SumSquare) {
            result += bits * bits;
        } else {
            result += bits;
        }
    }
    const auto sum = static_cast<Integer>(result);
    return kind == Kind::Mean && !row.empty() ? sum / static_cast<Integer>(row.size()) : sum;
}

// `places` has the row of each element.
template <typename Integer>
void foldIntegerRows(Kind kind, const HostTensor& x, const std::vector<size_t>& places, HostTensor& y)
{
    std::vector<std::vector<Integer>> rows(y.elementCount());
    for (size_t i = 0; i < places.size(); ++i) {
        rows[places[i]].push_back(static_cast<Integer>(elementAsInt64(x, i)));
    }
    for (size_t i = 0; i < rows.size(); ++i) {
        setElement(y, i, static_cast<int64_t>(foldIntegers(kind, rows[i], x.descriptor.type)));
    }
}

// Index of the result each element of x belongs to.
std::vector<size_t> resultOfElement(const Shape& x, const std::vector<bool>& isReduced)
{
    std::vector<size_t> results(static_cast<size_t>(elementCount(x).value_or(0)), 0);
    for (size_t i = 0; i < results.size(); ++i) {
        size_t rest = i;
        size_t stride = 1;
        for (size_t axis = x.size(); axis-- > 0;) {
            const auto size = static_cast<size_t>(x[axis]);
            if (!isReduced[axis]) {
                results[i] += rest % size * stride;
                stride *= size;
            }
            rest /= size;
        }
    }
    return results;
}

template <Kind kind>
std::vector<HostTensor> fold(const FoldContext& context)
{
    const NodeView node(context);
    const HostTensor& x = *context.inputs[0];
    const Reduction reduction = reductionOf(node);
    HostTensor y = makeHostTensor(context.outputs[0]);
    if (reduction.reducesNothing && keepsOne(kind)) {
        y.bytes = x.bytes;
        return {std::move(y)};
    }
    const auto results = static_cast<size_t>(elementCount(y.descriptor.shape).value_or(0));
    const std::vector<size_t> places = resultOfElement(x.descriptor.shape, reduction.isReduced);
    const bool isRounding = kind == Kind::L2 || kind == Kind::LogSum || kind == Kind::LogSumExp;
    if (isFloat(x.descriptor.type) || isRounding) {
        std::vector<std::vector<double>> rows(results);
        for (size_t i = 0; i < places.size(); ++i) {
            rows[places[i]].push_back(elementAsDouble(x, i));
        }
        for (size_t i = 0; i < results; ++i) {
            setElement(y, i, foldRow(kind, rows[i]));
        }
    } else if (isSignedInteger(x.descriptor.type)) {
        foldIntegerRows<int64_t>(kind, x, places, y);
    } else {
        foldIntegerRows<uint64_t>(kind, x, places, y);
    }
    return {std::move(y)};
}

// Dimensions of one kind, innermost last, neighbours in memory merged.
struct Dimensions {
    std::vector<uint32_t> sizes;
    std::vector<uint32_t> strides;

    void addOuter(uint64_t size, uint64_t stride)
    {
        if (size == 1) {
            return;
        }
        if (!sizes.empty() && stride == uint64_t(sizes.front()) * strides.front()) {
            sizes.front() *= static_cast<uint32_t>(size);
            return;
        }
        sizes.insert(sizes.begin(), static_cast<uint32_t>(size));
        strides.insert(strides.begin(), static_cast<uint32_t>(stride));
    }
    void fill(std::array<uint32_t, 3>& toSizes, std::array<uint32_t, 3>& toStrides) const
    {
        toSizes = {1, 1, 1};
        toStrides = {0, 0, 0};
        for (size_t i = 0; i < sizes.size(); ++i) {
            toSizes[i + 3 - sizes.size()] = sizes[i];
            toStrides[i + 3 - sizes.size()] = strides[i];
        }
    }
};

constexpr std::array<std::string_view, 10> names {"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin",
    "ReduceProd", "ReduceL1", "ReduceL2", "ReduceSumSquare", "ReduceLogSum", "ReduceLogSumExp"};

// More groups of axes than the kernel walks: as rows, of a copy with all reduced axes behind the others.
void lowerSorted(LoweringContext& context, Kind kind, const Reduction& reduction)
{
    const TensorRef x = context.input(0);
    const std::vector<int64_t> strides = contiguousStrides(x.shape());
    ElementCopy sorted;
    int64_t length = 1;
    for (const bool wanted : {false, true}) {
        for (size_t axis = 0; axis < x.shape().size(); ++axis) {
            if (reduction.isReduced[axis] == wanted) {
                sorted.dims.push_back(x.shape()[axis]);
                sorted.sourceStrides.push_back(strides[axis]);
                length *= wanted ? x.shape()[axis] : 1;
            }
        }
    }
    sorted.targetStrides = contiguousStrides(sorted.dims);
    const TensorRef result = context.output(0);
    const TensorRef rows = context.temporary({x.type(), {result.elements(), length}});
    dispatchCopy(context, x, rows, sorted);
    Composer compose(context);
    const TensorRef sums = reducedOver(context, names.at(static_cast<size_t>(kind)), rows, {1});
    context.aliasOutput(0, compose.reshaped(sums, result.shape()));
}

template <Kind kind>
void lower(LoweringContext& context)
{
    const NodeView node(context);
    const Reduction reduction = reductionOf(node);
    const Shape& x = node.shape(0);
    if (reduction.reducesNothing && keepsOne(kind)) {
        context.aliasOutput(0, context.input(0));
        return;
    }
    Dimensions kept;
    Dimensions reduced;
    uint64_t stride = 1;
    uint64_t length = 1;
    for (size_t axis = x.size(); axis-- > 0;) {
        const auto size = static_cast<uint64_t>(x[axis]);
        (reduction.isReduced[axis] ? reduced : kept).addOuter(size, stride);
        length *= reduction.isReduced[axis] ? size : 1;
        stride *= size;
    }
    if (kept.sizes.size() > 3 || reduced.sizes.size() > 3) {
        lowerSorted(context, kind, reduction);
        return;
    }
    const auto rows = static_cast<uint64_t>(context.output(0).elements());
    ReduceParameters q {static_cast<uint32_t>(rows), static_cast<uint32_t>(length), {}, {}, {}, {}};
    kept.fill(q.keptSize, q.keptStride);
    reduced.fill(q.reducedSize, q.reducedStride);
    if (lowerColumns(context, q, kind)) {
        return;
    }
    const DataType type = context.input(0).type();
    RowShape shape {.rows = rows,
        .length = length,
        .walks = kind == Kind::LogSumExp ? 2u : 1u,
        .neighbours = q.reducedStride[2] == 1 ? q.reducedSize[2] : 1u};
    const bool areNeighbours =
        length == shape.neighbours && (rows == 1 || (kept.sizes.size() == 1 && kept.strides[0] == length));
    if (const auto parts = areNeighbours ? rowParts(context, rows, length, type) : std::nullopt) {
        const TensorRef found = reducedParts(context, context.input(0), *parts, kind);
        mergeParts(context, found, *parts, kind, context.output(0));
        return;
    }
    const bool inGroups =
        areNeighbours && length >= groupElements && suitsGroups(context, kernels::reducegroups(), type);
    if (inGroups) {
        shape.length = ceilDivide(length, groupElements);
        shape.neighbours = 1;
    }
    const auto& [kernel, teams] = inGroups ? rowKernel(context, kernels::reducegroups(), nullptr, shape, type)
                                           : rowKernel(context, kernels::reduce(),
                                               isFloat(type) ? &kernels::reduceheld() : nullptr, shape, type);
    DispatchStep step {.loopRounds = teams.loopRounds};
    step.kernel = &kernel;
    const bool isOneDimension = reduced.sizes.size() < 2 && &kernel == &kernels::reduce().forTypes({type});
    step.specialization = teams.specialization({static_cast<uint32_t>(kind), isOneDimension ? 1u : 0u});
    step.bindings = {{context.input(0)}, {context.output(0), Access::Write}};
    step.groupCount = teams.groups;
    step.operations = rows * length;
    step.parameters = parameterBytes(q);
    context.dispatch(std::move(step));
}

template <Kind kind>
void add(Registry& registry, bool isSum = false)
{
    // Other versions change types alone.
    for (const int version : {1, isSum ? 13 : 18}) {
        registry.add({.name = names[static_cast<size_t>(kind)],
            .sinceVersion = version,
            .maxInputs = version > 1 ? 2u : 1u,
            .infer = infer<kind>,
            .lower = lower<kind>,
            .fold = fold<kind>});
    }
}

} // namespace

void registerOperators(Registry& registry)
{
    add<Kind::Sum>(registry, true);
    add<Kind::Mean>(registry);
    add<Kind::Max>(registry);
    add<Kind::Min>(registry);
    add<Kind::Prod>(registry);
    add<Kind::L1>(registry);
    add<Kind::L2>(registry);
    add<Kind::SumSquare>(registry);
    add<Kind::LogSum>(registry);
    add<Kind::LogSumExp>(registry);
}

} // namespace weightless::ops::reduction
