// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::trilu {

namespace {

OperatorCase triluCase(DataType type, const Shape& shape, bool upper, std::optional<int64_t> k)
{
    const HostTensor x = randomTensor(type, shape, 3, 1, 90);
    HostTensor expected = x;
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const std::vector<int64_t> at = coordinatesOf(i, shape);
        const int64_t diagonal = at[at.size() - 2] + k.value_or(0);
        if (upper ? at.back() < diagonal : at.back() > diagonal) {
            setElement(expected, static_cast<size_t>(i), int64_t {0});
        }
    }
    OperatorCase test {.name = std::string(upper ? "upper " : "lower ") + std::to_string(k.value_or(0))
            + " of " + toString(x.descriptor),
        .opType = "Trilu",
        .opset = 14};
    test.inputs = {x};
    test.attributes.set("upper", int64_t {upper ? 1 : 0});
    if (k) {
        test.inputs.emplace_back(makeInt64Scalar(*k));
        test.constantInputs = {1};
    }
    test.expected = {std::move(expected)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const bool upper : {true, false}) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Int64, DataType::Bool}) {
            cases.push_back(triluCase(type, {5, 7}, upper, {}));
        }
        for (const int64_t k : {2, -3, 9, -9}) {
            cases.push_back(triluCase(DataType::Float32, {2, 3, 4, 4}, upper, k));
        }
        cases.push_back(triluCase(DataType::Float32, {0, 4}, upper, 1));
        OperatorCase microsoft = triluCase(DataType::Float32, {2, 4, 4}, upper, -1);
        microsoft.domain = "com.microsoft";
        microsoft.opset = 11;
        cases.push_back(microsoft);
    }
    OperatorCase far = triluCase(DataType::Float32, {3, 3}, true, 1000);
    far.inputs[1] = makeInt64Scalar(INT64_MAX);
    cases.push_back(far);
    OperatorCase wrong = triluCase(DataType::Float32, {3, 3}, true, {});
    wrong.inputs = {randomTensor(DataType::Float32, {3}, 1)};
    wrong.expectedError = "input 0 is float32[3], expected rank 2 or more";
    cases.push_back(wrong);
}

} // namespace weightless::ops::trilu
