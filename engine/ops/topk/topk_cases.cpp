// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::ops::topk {

namespace {

OperatorCase topKCase(const HostTensor& x, int64_t axis, int64_t k, bool isLargest)
{
    const Shape& shape = x.descriptor.shape;
    const auto d = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    Shape resultShape = shape;
    resultShape[d] = k;
    HostTensor values = makeHostTensor({x.descriptor.type, resultShape});
    HostTensor places = makeHostTensor({DataType::Int64, resultShape});
    for (int64_t i = 0; i < elementCount(resultShape).value_or(0); ++i) {
        std::vector<int64_t> place = coordinatesOf(i, resultShape);
        const auto nth = static_cast<size_t>(place[d]);
        std::vector<std::pair<double, int64_t>> line;
        for (place[d] = 0; place[d] < shape[d]; ++place[d]) {
            const double value = elementAsDouble(x, static_cast<size_t>(indexOf(place, shape)));
            const double key = std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
            line.emplace_back(isLargest ? -key : key, place[d]);
        }
        std::ranges::sort(line);
        place[d] = line[nth].second;
        setElement(
            values, static_cast<size_t>(i), elementAsDouble(x, static_cast<size_t>(indexOf(place, shape))));
        setElement(places, static_cast<size_t>(i), line[nth].second);
    }
    OperatorCase test {.name = toString(x.descriptor) + " axis " + std::to_string(axis) + ", "
            + std::to_string(k) + (isLargest ? " largest" : " smallest"),
        .opType = "TopK",
        .opset = 11};
    test.inputs = {x, int64Tensor({k})};
    test.constantInputs = {1};
    test.attributes.set("axis", axis);
    test.attributes.set("largest", int64_t {isLargest});
    test.expected = {std::move(values), std::move(places)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
             DataType::Int32, DataType::Int64, DataType::UInt8}) {
        cases.push_back(topKCase(randomTensor(type, {3, 11}, 3, 0, 50), -1, 4, true));
        cases.push_back(topKCase(randomTensor(type, {2, 7, 3}, 4, 0, 5), 1, 7, false)); // with ties
    }
    cases.push_back(topKCase(randomTensor(DataType::Float32, {5}, 1), 0, 0, true));
    cases.push_back(topKCase(randomTensor(DataType::Float32, {0, 4}, 1), 1, 2, true));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    cases.push_back(topKCase(tensorOf(DataType::Float32, {4}, {1, nan, -2, 3}), 0, 3, true));
    cases.push_back(topKCase(tensorOf(DataType::Float32, {4}, {1, nan, -2, 3}), 0, 4, false));
    OperatorCase old = topKCase(randomTensor(DataType::Float32, {3, 5}, 9), 1, 2, true);
    old.opset = 1;
    old.inputs.pop_back();
    old.constantInputs.clear();
    old.attributes.set("k", int64_t {2});
    cases.push_back(old);
    OperatorCase wrong = topKCase(randomTensor(DataType::Float32, {3, 5}, 9), 1, 2, true);
    wrong.inputs[1] = int64Tensor({6});
    wrong.expectedError = "k is 6, expected 0 to 5";
    cases.push_back(wrong);
}

} // namespace weightless::ops::topk
