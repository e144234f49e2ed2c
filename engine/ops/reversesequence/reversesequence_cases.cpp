// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::reversesequence {

namespace {

OperatorCase reverseCase(
    DataType type, const Shape& shape, size_t timeAxis, const std::vector<int64_t>& lengths)
{
    const HostTensor x = randomTensor(type, shape, 3, -90, 90);
    HostTensor expected = x;
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        std::vector<int64_t> at = coordinatesOf(i, shape);
        const int64_t length = lengths[static_cast<size_t>(at[1 - timeAxis])];
        if (at[timeAxis] < length) {
            at[timeAxis] = length - 1 - at[timeAxis];
        }
        setElement(
            expected, static_cast<size_t>(i), elementAsDouble(x, static_cast<size_t>(indexOf(at, shape))));
    }
    OperatorCase test {.name = toString(x.descriptor) + " along axis " + std::to_string(timeAxis),
        .opType = "ReverseSequence",
        .opset = 10};
    test.inputs = {x, makeInt64Tensor(lengths)};
    test.attributes.set("time_axis", static_cast<int64_t>(timeAxis));
    test.attributes.set("batch_axis", static_cast<int64_t>(1 - timeAxis));
    test.expected = {std::move(expected)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Int64, DataType::Bool}) {
        cases.push_back(reverseCase(type, {5, 3, 2}, 0, {5, 1, 3}));
        cases.push_back(reverseCase(type, {3, 5}, 1, {0, 5, 4}));
    }
    OperatorCase wrong = reverseCase(DataType::Float32, {5, 3}, 0, {1, 1, 1});
    wrong.inputs[1] = int64Tensor({1, 1});
    wrong.expectedError = "input 1 is int64[2], expected int64[3]";
    cases.push_back(wrong);
}

} // namespace weightless::ops::reversesequence
