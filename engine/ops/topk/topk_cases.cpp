// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::ops::topk {

namespace {

// Places of a line's elements in their order; NaN is larger than every number.
std::vector<int64_t> sortedPlaces(
    const HostTensor& x, std::vector<int64_t> coordinates, size_t axis, bool isLargest)
{
    struct Element {
        bool isNan;
        double value;
        int64_t place;
    };
    const Shape& shape = x.descriptor.shape;
    std::vector<Element> line;
    for (coordinates[axis] = 0; coordinates[axis] < shape[axis]; ++coordinates[axis]) {
        const double value = elementAsDouble(x, static_cast<size_t>(indexOf(coordinates, shape)));
        line.push_back({std::isnan(value), std::isnan(value) ? 0 : value, coordinates[axis]});
    }
    std::ranges::stable_sort(line, [&](const Element& left, const Element& right) {
        const Element& less = isLargest ? right : left;
        const Element& more = isLargest ? left : right;
        return less.isNan != more.isNan ? more.isNan : less.value < more.value;
    });
    std::vector<int64_t> places;
    for (const Element& element : line) {
        places.push_back(element.place);
    }
    return places;
}

OperatorCase topKCase(const HostTensor& x, int64_t axis, int64_t k, bool isLargest)
{
    const Shape& shape = x.descriptor.shape;
    const auto d = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    Shape resultShape = shape;
    resultShape[d] = k;
    HostTensor values = makeHostTensor({x.descriptor.type, resultShape});
    HostTensor places = makeHostTensor({DataType::Int64, resultShape});
    for (int64_t i = 0; i < elementCount(resultShape).value_or(0); ++i) {
        std::vector<int64_t> to = coordinatesOf(i, resultShape);
        if (to[d] != 0) {
            continue;
        }
        const std::vector<int64_t> sorted = sortedPlaces(x, to, d, isLargest);
        std::vector<int64_t> from = to;
        for (to[d] = 0; to[d] < k; ++to[d]) {
            from[d] = sorted[static_cast<size_t>(to[d])];
            const auto target = static_cast<size_t>(indexOf(to, resultShape));
            setElement(values, target, elementAsDouble(x, static_cast<size_t>(indexOf(from, shape))));
            setElement(places, target, from[d]);
        }
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

// Lines that are sorted in runs, with many equal elements.
void addLong(CaseList& cases, DataType type)
{
    const bool isUnsigned = isInteger(type) && !isSignedInteger(type);
    const double low = isUnsigned ? 0 : -100;
    cases.push_back(topKCase(randomTensor(type, {2, 129}, 5, low, 100), 1, 129, true));
    cases.push_back(topKCase(randomTensor(type, {3, 1027}, 6, low, 100), 1, 5, false));
    cases.push_back(topKCase(randomTensor(type, {2, 700, 3}, 7, low, 100), 1, 300, true));
    cases.push_back(topKCase(randomTensor(type, {2, 700, 3}, 7, 0, 5), 1, 8, true)); // with ties
}

void addUnordered(CaseList& cases, DataType type)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    HostTensor x = randomTensor(type, {2, 611}, 8, -5, 5);
    for (size_t i = 0; i < 2 * 611; ++i) {
        const std::vector<double> others {nan, inf, -inf, 0, -0.0};
        if (i % 3 == 0) {
            setElement(x, i, others[i / 3 % others.size()]);
        }
    }
    for (const bool isLargest : {true, false}) {
        cases.push_back(topKCase(x, 1, 611, isLargest));
        cases.push_back(topKCase(x, 1, 70, isLargest));
        cases.push_back(topKCase(x, 1, 7, isLargest));
    }
}

// Lines of which the first are chosen before they are sorted, of all elements or of groups, with many equal
// ones.
void addChosen(CaseList& cases, DataType type)
{
    const bool isUnsigned = isInteger(type) && !isSignedInteger(type);
    const double low = isUnsigned ? 0 : -100;
    cases.push_back(topKCase(randomTensor(type, {2, 4099}, 14, low, 100), 1, 70, true));
    cases.push_back(topKCase(randomTensor(type, {2, 4501, 3}, 15, low, 100), 1, 150, false));
    cases.push_back(
        topKCase(randomTensor(type, {5000}, 16, 0, 1), 0, 129, isUnsigned)); // nearly all are equal
}

// What compares as no two other numbers do, or is taken for zero by devices that flush the least numbers.
void addUnorderedChosen(CaseList& cases)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    const double least = std::numeric_limits<float>::denorm_min();
    const std::vector<double> values {0, -0.0, least, -least, 5 * least, nan, inf, -inf, 1, -1};
    HostTensor x = makeHostTensor({DataType::Float32, {6007}});
    const HostTensor which =
        randomTensor(DataType::Int32, {6007}, 17, 0, static_cast<double>(values.size() - 1));
    for (size_t i = 0; i < 6007; ++i) {
        setElement(x, i, values[static_cast<size_t>(elementAsDouble(which, i))]);
    }
    for (const int64_t k : {3, 40, 700, 3000, 3003, 3004, 6007}) { // from 3,004 on all are sorted
        cases.push_back(topKCase(x, 0, k, true));
        cases.push_back(topKCase(x, 0, k, false));
    }
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
             DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64, DataType::UInt8,
             DataType::UInt16, DataType::UInt32, DataType::UInt64}) {
        cases.push_back(topKCase(randomTensor(type, {3, 11}, 3, 0, 50), -1, 4, true));
        cases.push_back(topKCase(randomTensor(type, {2, 7, 3}, 4, 0, 5), 1, 7, false)); // with ties
        addLong(cases, type);
        addChosen(cases, type);
        if (isFloat(type)) {
            addUnordered(cases, type);
        }
    }
    cases.push_back(topKCase(randomTensor(DataType::Float32, {100'003}, 10), 0, 50, true));
    cases.push_back(topKCase(randomTensor(DataType::Float16, {100'003}, 10), 0, 1, false));
    cases.push_back(topKCase(randomTensor(DataType::Float16, {100'003}, 10), 0, 1000, true));
    cases.push_back(topKCase(randomTensor(DataType::Float32, {32'771}, 18), 0, 3, true));
    cases.push_back(topKCase(randomTensor(DataType::Float32, {4095}, 20), 0, 50, true)); // of all elements
    cases.push_back(
        topKCase(randomTensor(DataType::Int64, {1, 40'000}, 19, -20'000, 20'000), 1, 2500, false));
    addUnorderedChosen(cases);
    cases.push_back(topKCase(randomTensor(DataType::Float32, {2, 150, 40}, 13), 1, 3, true)); // one run
    cases.push_back(topKCase(randomTensor(DataType::Int32, {30'011}, 11, 0, 1000), 0, 30'011, false));
    cases.push_back(topKCase(randomTensor(DataType::Float32, {300, 2, 2}, 12), 0, 0, true));
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
