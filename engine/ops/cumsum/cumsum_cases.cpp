// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::cumsum {

namespace {

OperatorCase cumSumCase(DataType type, const Shape& shape, int64_t axis, bool exclusive, bool reverse)
{
    const bool isUnsigned = isInteger(type) && !isSignedInteger(type);
    const HostTensor x = randomTensor(type, shape, 3, isUnsigned ? 0 : -9, 9);
    const auto d = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    HostTensor expected = makeHostTensor({type, shape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const std::vector<int64_t> at = coordinatesOf(i, shape);
        double sum = 0;
        for (int64_t step = 0; step < shape[d]; ++step) {
            const bool isBefore = reverse ? step > at[d] : step < at[d];
            if (isBefore || (step == at[d] && !exclusive)) {
                std::vector<int64_t> from = at;
                from[d] = step;
                sum += elementAsDouble(x, static_cast<size_t>(indexOf(from, shape)));
            }
        }
        setElement(expected, static_cast<size_t>(i), sum);
    }
    OperatorCase test {.name = toString(x.descriptor) + " on axis " + std::to_string(axis)
            + (exclusive ? ", exclusive" : "") + (reverse ? ", reverse" : ""),
        .opType = "CumSum",
        .opset = 14};
    test.inputs = {x, makeInt64Scalar(axis)};
    test.constantInputs = {1};
    test.attributes.set("exclusive", int64_t {exclusive ? 1 : 0});
    test.attributes.set("reverse", int64_t {reverse ? 1 : 0});
    test.expected = {std::move(expected)};
    test.relativeTolerance = type == DataType::BFloat16 ? 1e-2 : 2e-3;
    test.absoluteTolerance = type == DataType::BFloat16 ? 0.2 : 1e-3;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const bool exclusive : {false, true}) {
        for (const bool reverse : {false, true}) {
            cases.push_back(cumSumCase(DataType::Float32, {3, 7, 5}, 1, exclusive, reverse));
            cases.push_back(cumSumCase(DataType::Int64, {11}, 0, exclusive, reverse));
        }
    }
    for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64, DataType::Int32,
             DataType::UInt32, DataType::UInt64}) {
        cases.push_back(cumSumCase(type, {3, 13}, -1, false, false));
    }
    cases.push_back(cumSumCase(DataType::Float32, {3, 0}, 0, false, false));
    cases.push_back(cumSumCase(DataType::Float32, {0, 3}, 0, false, false));
    OperatorCase wrong = cumSumCase(DataType::Float32, {3, 2}, 0, false, false);
    wrong.inputs[1] = makeInt64Scalar(2);
    wrong.expectedError = "axis 2 is outside a tensor of rank 2";
    cases.push_back(wrong);
}

} // namespace weightless::ops::cumsum
