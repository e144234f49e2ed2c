// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/selection/selection.h"

#include "engine/base/error.h"
#include "engine/model/elementmoves.h"
#include "engine/model/narrowtypes.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <numeric>

namespace weightless::ops::selection {

namespace {

// Slices of a tensor along an axis; without an axis, its elements.
struct Slices {
    const HostTensor& tensor;
    size_t outer;
    size_t count;
    size_t inner;

    // By value, element after element; NaN comes last and equals itself.
    [[nodiscard]] int compare(size_t a, size_t b) const
    {
        for (size_t o = 0; o < outer; ++o) {
            for (size_t i = 0; i < inner; ++i) {
                if (const int order =
                        compareElements((o * count + a) * inner + i, (o * count + b) * inner + i)) {
                    return order;
                }
            }
        }
        return 0;
    }

    [[nodiscard]] int compareElements(size_t a, size_t b) const
    {
        const DataType type = tensor.descriptor.type;
        const auto sign = [](const auto& x, const auto& y) { return x < y ? -1 : x > y ? 1 : 0; };
        if (type == DataType::String) {
            return sign(tensor.strings[a], tensor.strings[b]);
        }
        if (type == DataType::UInt64) {
            return sign(tensor.as<uint64_t>()[a], tensor.as<uint64_t>()[b]);
        }
        if (!isFloat(type) && !isNarrowFloat(type)) {
            return sign(elementAsInt64(tensor, a), elementAsInt64(tensor, b));
        }
        const double x = elementAsDouble(tensor, a);
        const double y = elementAsDouble(tensor, b);
        return x != x || y != y ? sign(x != x ? 1 : 0, y != y ? 1 : 0) : sign(x, y);
    }
};

Slices slicesOf(const HostContext& context, const HostTensor& x)
{
    const Shape& shape = x.descriptor.shape;
    const auto elements = static_cast<size_t>(elementCount(shape).value_or(0));
    if (!context.attributes.has("axis")) {
        return {x, 1, elements, 1};
    }
    const size_t axis = normalizeAxis(context.attributes.intOr("axis", 0), shape.size());
    constexpr int64_t mostEmptySlices = int64_t {1} << 20; // which no bytes of the tensor bound
    if (elements == 0 && shape[axis] > mostEmptySlices) {
        throw Error(ErrorKind::Unsupported,
            "input 0 is " + toString(x.descriptor) + ": " + std::to_string(shape[axis])
                + " slices without an element, of which at most " + std::to_string(mostEmptySlices)
                + " are taken");
    }
    size_t outer = 1;
    size_t inner = 1;
    for (size_t i = 0; i < shape.size(); ++i) {
        (i < axis ? outer : inner) *= i == axis ? 1 : static_cast<size_t>(shape[i]);
    }
    return {x, outer, static_cast<size_t>(shape[axis]), inner};
}

HostTensor indexTensor(const std::vector<size_t>& values)
{
    std::vector<int64_t> widened(values.begin(), values.end());
    return makeInt64Tensor(widened);
}

HostTensor chosen(const HostContext& context, const Slices& slices, const std::vector<size_t>& firsts)
{
    Shape shape {static_cast<int64_t>(firsts.size())};
    if (context.attributes.has("axis")) {
        shape = slices.tensor.descriptor.shape;
        shape[normalizeAxis(context.attributes.intOr("axis", 0), shape.size())] =
            static_cast<int64_t>(firsts.size());
    }
    HostTensor result = makeEmptyTensor({slices.tensor.descriptor.type, shape});
    for (size_t o = 0; o < slices.outer && slices.inner > 0; ++o) {
        for (size_t i = 0; i < firsts.size(); ++i) {
            moveElements(slices.tensor, (o * slices.count + firsts[i]) * slices.inner, slices.inner, result,
                (o * firsts.size() + i) * slices.inner);
        }
    }
    return result;
}

std::vector<HostValue> uniqueOf(const HostContext& context, bool isSorted)
{
    const Slices slices = slicesOf(context, context.tensor(0));
    std::vector<size_t> order(slices.count);
    std::iota(order.begin(), order.end(), size_t {0});
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return slices.compare(a, b) < 0; });
    std::vector<size_t> groupOf(slices.count); // by slice
    std::vector<size_t> firsts; // by group, the first slice with that value
    for (size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || slices.compare(order[i - 1], order[i]) != 0) {
            firsts.push_back(order[i]);
        }
        groupOf[order[i]] = firsts.size() - 1;
    }
    std::vector<size_t> rank(firsts.size()); // of groups, in the order of the result
    std::iota(rank.begin(), rank.end(), size_t {0});
    if (!isSorted) {
        std::ranges::sort(rank, {}, [&](size_t group) { return firsts[group]; });
    }
    std::vector<size_t> placeOf(firsts.size());
    std::vector<size_t> resultFirsts;
    for (size_t i = 0; i < rank.size(); ++i) {
        placeOf[rank[i]] = i;
        resultFirsts.push_back(firsts[rank[i]]);
    }
    std::vector<size_t> inverse;
    std::vector<size_t> counts(firsts.size());
    for (const size_t group : groupOf) {
        inverse.push_back(placeOf[group]);
        ++counts[placeOf[group]];
    }
    return {makeHostValue(chosen(context, slices, resultFirsts)), makeHostValue(indexTensor(resultFirsts)),
        makeHostValue(indexTensor(inverse)), makeHostValue(indexTensor(counts))};
}

std::vector<HostValue> unique(const HostContext& context)
{
    return uniqueOf(context, context.attributes.intOr("sorted", 1) != 0);
}

// com.microsoft's: in the order in which they occur, and not where they did.
std::vector<HostValue> uniqueAsTheyOccur(const HostContext& context)
{
    std::vector<HostValue> results = uniqueOf(context, false);
    results.erase(results.begin() + 1);
    return results;
}

} // namespace

void registerUnique(HostRegistry& registry)
{
    registry.add(
        {.op = {.name = "Unique", .maxOutputs = 3, .domain = "com.microsoft"}, .run = uniqueAsTheyOccur});
    registry.add({.op = {.name = "Unique", .sinceVersion = 11, .maxOutputs = 4}, .run = unique});
}

} // namespace weightless::ops::selection
