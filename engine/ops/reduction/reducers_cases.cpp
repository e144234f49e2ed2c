// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/reduction/reductioncases.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weightless::ops::reduction {

namespace {

using Row = std::vector<double>;

double summed(const Row& row, const std::function<double(double)>& f)
{
    return std::accumulate(row.begin(), row.end(), 0.0, [&](double sum, double x) { return sum + f(x); });
}

} // namespace

const std::vector<Reducer>& reducers()
{
    static const std::vector<Reducer> all {
        {"ReduceSum", [](const Row& r) { return summed(r, [](double x) { return x; }); }},
        {"ReduceMean",
            [](const Row& r) {
                return summed(r, [](double x) { return x; }) / static_cast<double>(r.size());
            }},
        {"ReduceMax", [](const Row& r) { return *std::ranges::max_element(r); }},
        {"ReduceMin", [](const Row& r) { return *std::ranges::min_element(r); }},
        {"ReduceProd",
            [](const Row& r) { return std::accumulate(r.begin(), r.end(), 1.0, std::multiplies<double>()); }},
        {"ReduceL1", [](const Row& r) { return summed(r, [](double x) { return std::fabs(x); }); }},
        {"ReduceL2", [](const Row& r) { return std::sqrt(summed(r, [](double x) { return x * x; })); }},
        {"ReduceSumSquare", [](const Row& r) { return summed(r, [](double x) { return x * x; }); }},
        {"ReduceLogSum", [](const Row& r) { return std::log(summed(r, [](double x) { return x; })); }},
        {"ReduceLogSumExp",
            [](const Row& r) { return std::log(summed(r, [](double x) { return std::exp(x); })); }},
    };
    return all;
}

OperatorCase reduceCase(const Reducer& reducer, const HostTensor& x, const std::vector<int64_t>& axes,
    bool keepsDims, int64_t opset, bool asInput)
{
    OperatorCase test;
    test.opType = reducer.name;
    test.opset = opset;
    test.inputs = {x};
    const Shape& shape = x.descriptor.shape;
    std::vector<bool> isReduced(shape.size(), axes.empty());
    for (const int64_t axis : axes) {
        isReduced[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis)] = true;
    }
    Shape kept;
    Shape result;
    for (size_t i = 0; i < shape.size(); ++i) {
        kept.push_back(isReduced[i] ? 1 : shape[i]);
        if (!isReduced[i] || keepsDims) {
            result.push_back(kept.back());
        }
    }
    std::vector<Row> rows(static_cast<size_t>(elementCount(kept).value_or(0)));
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        std::vector<int64_t> place = coordinatesOf(i, shape);
        for (size_t d = 0; d < place.size(); ++d) {
            place[d] = isReduced[d] ? 0 : place[d];
        }
        rows[static_cast<size_t>(indexOf(place, kept))].push_back(elementAsDouble(x, static_cast<size_t>(i)));
    }
    HostTensor y = makeHostTensor({x.descriptor.type, result});
    for (size_t i = 0; i < rows.size(); ++i) {
        setElement(y, i, reducer.reduce(rows[i]));
    }
    test.expected = {y};
    if (!axes.empty()) {
        if (asInput) {
            test.inputs.emplace_back(makeInt64Tensor(axes));
            test.constantInputs = {1};
        } else {
            test.attributes.set("axes", axes);
        }
    }
    test.attributes.set("keepdims", int64_t {keepsDims});
    test.name = toString(x.descriptor) + " axes " + toString(axes) + (keepsDims ? "" : " dropped")
        + ", opset " + std::to_string(opset);
    const bool isHalf = bitWidth(x.descriptor.type) == 16;
    test.relativeTolerance = x.descriptor.type == DataType::BFloat16 ? 1e-2 : isHalf ? 2e-3 : 1e-4;
    test.absoluteTolerance = isHalf ? 1e-3 : 1e-5;
    return test;
}

} // namespace weightless::ops::reduction
