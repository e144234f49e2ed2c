// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::centercroppad {

namespace {

using Ints = std::vector<int64_t>;

OperatorCase cropCase(DataType type, const Shape& from, const Shape& to, const Ints& axes = {})
{
    Shape shape = from;
    for (size_t i = 0; i < to.size(); ++i) {
        const int64_t axis = axes.empty() ? static_cast<int64_t>(i) : axes[i];
        shape[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(from.size()) : axis)] = to[i];
    }
    const HostTensor x = randomTensor(type, from, 1);
    HostTensor y = makeHostTensor({type, shape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        Ints place = coordinatesOf(i, shape);
        bool isInside = true;
        for (size_t d = 0; d < shape.size(); ++d) {
            place[d] += from[d] > shape[d] ? (from[d] - shape[d]) / 2 : -((shape[d] - from[d]) / 2);
            isInside = isInside && place[d] >= 0 && place[d] < from[d];
        }
        if (isInside) {
            setElement(
                y, static_cast<size_t>(i), elementAsDouble(x, static_cast<size_t>(indexOf(place, from))));
        }
    }
    OperatorCase test {
        .name = toString(x.descriptor) + " to " + toString(shape), .opType = "CenterCropPad", .opset = 18};
    test.inputs = {x, makeInt64Tensor(to)};
    test.constantInputs = {1};
    if (!axes.empty()) {
        test.attributes.set("axes", axes);
    }
    test.expected = {std::move(y)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::UInt8, DataType::Int64}) {
        cases.push_back(cropCase(type, {5, 8, 3}, {4, 5, 6}));
    }
    cases.push_back(cropCase(DataType::Float32, {5, 8, 3}, {2, 7, 3}));
    cases.push_back(cropCase(DataType::Float32, {5, 8, 3}, {9, 11}, {-1, 0}));
    cases.push_back(cropCase(DataType::Float32, {5, 8, 3}, {5, 8, 3}));
    cases.push_back(cropCase(DataType::Float32, {5, 0, 3}, {5, 2, 3}));
    cases.push_back(cropCase(DataType::Float32, {5, 2, 3}, {5, 0, 3}));
    OperatorCase wrong = cropCase(DataType::Float32, {5, 8, 3}, {9, 11}, {-1, 0});
    wrong.attributes.set("axes", Ints {0, -3});
    wrong.expectedError = "axis -3 is given twice";
    cases.push_back(wrong);
    wrong = cropCase(DataType::Float32, {5, 8, 3}, {4, 5, 6});
    wrong.inputs[1] = int64Tensor({4, 5});
    wrong.expectedError = "has 2 sizes, expected one for each of 3 axes";
    cases.push_back(wrong);
}

} // namespace weightless::ops::centercroppad
