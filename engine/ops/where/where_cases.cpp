// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::where {

namespace {

OperatorCase whereCase(
    DataType type, const Shape& condition, const Shape& left, const Shape& right, const Shape& shape)
{
    OperatorCase test {.name = toString(condition) + " ? " + toString(left) + " : " + toString(right) + ", "
            + toString(type),
        .opType = "Where",
        .opset = 16};
    test.inputs = {randomTensor(DataType::Bool, condition, 1), randomTensor(type, left, 2, -90, 90),
        randomTensor(type, right, 3, -90, 90)};
    HostTensor expected = makeHostTensor({type, shape});
    const auto element = [&](size_t input, const std::vector<int64_t>& at) {
        const HostTensor& x = *test.inputs[input];
        const Shape& own = x.descriptor.shape;
        std::vector<int64_t> from(at.end() - static_cast<ptrdiff_t>(own.size()), at.end());
        for (size_t d = 0; d < own.size(); ++d) {
            from[d] %= own[d];
        }
        return elementAsDouble(x, static_cast<size_t>(indexOf(from, own)));
    };
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const std::vector<int64_t> at = coordinatesOf(i, shape);
        setElement(expected, static_cast<size_t>(i), element(element(0, at) != 0 ? 1 : 2, at));
    }
    test.expected = {std::move(expected)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
             DataType::Int32, DataType::Int64, DataType::UInt8, DataType::Bool}) {
        cases.push_back(whereCase(type, {3, 1, 7}, {5, 1}, {}, {3, 5, 7}));
        cases.push_back(whereCase(type, {3, 1, 48}, {5, 48}, {}, {3, 5, 48}));
        cases.push_back(whereCase(type, {139}, {1}, {139}, {139}));
    }
    cases.push_back(whereCase(DataType::Float32, {1001}, {1001}, {1001}, {1001}));
    cases.push_back(whereCase(DataType::Float32, {2, 1, 5, 11}, {}, {2, 3, 5, 11}, {2, 3, 5, 11}));
    cases.push_back(whereCase(DataType::Float32, {}, {3, 1}, {1, 2}, {3, 2}));
    cases.push_back(whereCase(DataType::Float32, {0, 1}, {3}, {}, {0, 3}));
    OperatorCase wrong = whereCase(DataType::Float32, {3}, {3}, {3}, {3});
    wrong.inputs[0] = randomTensor(DataType::Float32, {3}, 1);
    wrong.expectedError = "input 0 is float32[3], expected bool";
    cases.push_back(wrong);
    wrong = whereCase(DataType::Float32, {3}, {3}, {3}, {3});
    wrong.inputs[1] = randomTensor(DataType::Float32, {2}, 1);
    wrong.expectedError = "which do not broadcast";
    cases.push_back(wrong);
}

} // namespace weightless::ops::where
