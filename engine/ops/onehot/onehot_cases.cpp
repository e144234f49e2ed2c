// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::onehot {

namespace {

OperatorCase oneHotCase(DataType indexType, DataType type, int64_t axis)
{
    const Shape shape {2, 3};
    const std::vector<double> values {0, 4, 2, 5, 1, 9}; // 5 and 9 are nowhere on
    constexpr int64_t depth = 5;
    Shape result = shape;
    const auto position = static_cast<size_t>(axis < 0 ? axis + 3 : axis);
    result.insert(result.begin() + static_cast<ptrdiff_t>(position), depth);
    HostTensor expected = makeHostTensor({type, result});
    for (int64_t i = 0; i < elementCount(result).value_or(0); ++i) {
        std::vector<int64_t> at = coordinatesOf(i, result);
        const auto step = static_cast<double>(at[position]);
        at.erase(at.begin() + static_cast<ptrdiff_t>(position));
        setElement(expected, static_cast<size_t>(i),
            values[static_cast<size_t>(indexOf(at, shape))] == step ? 7.0 : 2.0);
    }
    OperatorCase test {.name = toString(indexType) + ", " + toString(type) + ", axis " + std::to_string(axis),
        .opType = "OneHot",
        .opset = 11};
    test.inputs = {tensorOf(indexType, shape, values), tensorOf(DataType::Int64, {}, {depth}),
        tensorOf(type, {2}, {2, 7})};
    test.constantInputs = {1};
    test.expected = {std::move(expected)};
    test.attributes.set("axis", axis);
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType indexType :
        {DataType::Int32, DataType::Int64, DataType::Float32, DataType::UInt8, DataType::Float16}) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Int64, DataType::UInt8}) {
            cases.push_back(oneHotCase(indexType, type, -1));
        }
    }
    cases.push_back(oneHotCase(DataType::Int64, DataType::Float32, 0));
    cases.push_back(oneHotCase(DataType::Int64, DataType::Float32, 1));
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        OperatorCase fraction {
            .name = "fractions are cut off, " + toString(type), .opType = "OneHot", .opset = 11};
        fraction.inputs = {tensorOf(type, {4}, {1.5, -0.5, 2.875, -1.25}), tensorOf(DataType::Int64, {}, {4}),
            tensorOf(DataType::Float32, {2}, {0, 1})};
        fraction.constantInputs = {1};
        fraction.expected = {
            tensorOf(DataType::Float32, {4, 4}, {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})};
        cases.push_back(fraction);
    }
    OperatorCase negative = oneHotCase(DataType::Int64, DataType::Float32, -1);
    negative.name = "negative indices count from the end";
    negative.inputs[0] = tensorOf(DataType::Int64, {2, 3}, {-5, -1, -3, -9, -4, 100});
    cases.push_back(negative);
    OperatorCase wrong = oneHotCase(DataType::Int64, DataType::Float32, -1);
    wrong.constantInputs = {1};
    wrong.inputs[2] = tensorOf(DataType::Float32, {1}, {1});
    wrong.expectedError = "input 'values' is float32[1], expected two elements";
    cases.push_back(wrong);
}

} // namespace weightless::ops::onehot
