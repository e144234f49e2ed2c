// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::cumsum {

namespace {

OperatorCase cumSumCase(
    DataType type, const Shape& shape, int64_t axis, bool exclusive, bool reverse, double highest = 9)
{
    const bool isUnsigned = isInteger(type) && !isSignedInteger(type);
    const HostTensor x = randomTensor(type, shape, 3, isUnsigned || highest < 1 ? 0 : -highest, highest);
    const auto d = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    HostTensor expected = makeHostTensor({type, shape});
    const int64_t count = elementCount(shape).value_or(0);
    std::vector<double> sums(static_cast<size_t>(count));
    for (int64_t n = 0; n < count; ++n) {
        const int64_t i = reverse ? count - 1 - n : n;
        std::vector<int64_t> before = coordinatesOf(i, shape);
        before[d] += reverse ? 1 : -1;
        const bool isFirst = before[d] < 0 || before[d] == shape[d];
        const double sum = isFirst ? 0 : sums[static_cast<size_t>(indexOf(before, shape))];
        sums[static_cast<size_t>(i)] = sum + elementAsDouble(x, static_cast<size_t>(i));
        setElement(expected, static_cast<size_t>(i), exclusive ? sum : sums[static_cast<size_t>(i)]);
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

OperatorCase chunksCase(DataType type, const Shape& shape, int64_t axis, bool exclusive, bool reverse)
{
    const bool isUnsigned = isInteger(type) && !isSignedInteger(type);
    OperatorCase test = cumSumCase(type, shape, axis, exclusive, reverse);
    const HostTensor signs = randomTensor(DataType::Int32, shape, 4, -1.99, 1.99);
    const auto d = static_cast<size_t>(axis);
    const int64_t count = elementCount(shape).value_or(0);
    int64_t inner = 1;
    for (size_t i = d + 1; i < shape.size(); ++i) {
        inner *= shape[i];
    }
    for (int64_t line = 0; line < count / shape[d]; ++line) {
        int64_t sum = 0;
        for (int64_t step = 0; step < shape[d]; ++step) {
            const int64_t at = reverse ? shape[d] - 1 - step : step;
            const auto i = static_cast<size_t>((line / inner * shape[d] + at) * inner + line % inner);
            // Back and forth, so that sums stay small.
            const int64_t value = isUnsigned ? signs.as<int32_t>()[i] & 1 : signs.as<int32_t>()[i];
            setElement(*test.inputs[0], i, value);
            setElement(test.expected[0], i, exclusive ? sum : sum + value);
            sum += value;
        }
    }
    test.name += ", in chunks";
    test.relativeTolerance = 0;
    test.absoluteTolerance = 0;
    return test;
}

OperatorCase cumProdCase(DataType type, const Shape& shape, bool exclusive, bool reverse)
{
    HostTensor x = randomTensor(type, shape, 3, 1, isInteger(type) ? 3 : 1.5);
    for (size_t i = 0; shape[1] > 30 && i < x.as<int64_t>().size(); ++i) { // that 64 bits hold
        x.as<int64_t>()[i] = i % 41 == 5 ? 2 : i % 5 == 0 ? -1 : 1;
    }
    HostTensor expected = makeHostTensor({type, shape});
    for (int64_t row = 0; row < shape[0]; ++row) {
        double product = 1;
        for (int64_t step = 0; step < shape[1]; ++step) {
            const auto i = static_cast<size_t>(row * shape[1] + (reverse ? shape[1] - 1 - step : step));
            const double next = product * elementAsDouble(x, i);
            setElement(expected, i, exclusive ? product : next);
            product = next;
        }
    }
    OperatorCase test {
        .name = toString(x.descriptor) + (exclusive ? ", exclusive" : "") + (reverse ? ", reverse" : ""),
        .opType = "CumProd",
        .opset = 26};
    test.inputs = {x, makeInt64Scalar(-1)};
    test.constantInputs = {1};
    test.attributes.set("exclusive", int64_t {exclusive});
    test.attributes.set("reverse", int64_t {reverse});
    test.expected = {std::move(expected)};
    test.relativeTolerance = isInteger(type) || type == DataType::Float32 ? 1e-4 : 2e-2;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Int64}) {
        cases.push_back(cumProdCase(type, {3, 7}, false, false));
    }
    for (const bool exclusive : {false, true}) {
        for (const bool reverse : {false, true}) {
            cases.push_back(cumProdCase(DataType::Float32, {5, 6}, exclusive, reverse));
            cases.push_back(cumSumCase(DataType::Float32, {3, 7, 5}, 1, exclusive, reverse));
            cases.push_back(cumSumCase(DataType::Int64, {11}, 0, exclusive, reverse));
        }
    }
    for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64, DataType::Int32,
             DataType::UInt32, DataType::UInt64}) {
        cases.push_back(cumSumCase(type, {3, 13}, -1, false, false));
    }
    // Lines that are cut into chunks, with sums that no order of them rounds.
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
             DataType::Int32, DataType::Int64, DataType::UInt32, DataType::UInt64}) {
        for (const bool isOther : {false, true}) {
            cases.push_back(chunksCase(type, {2, 1025}, 1, isOther, !isOther));
            cases.push_back(chunksCase(type, {3, 307, 2}, 1, isOther, isOther));
        }
    }
    cases.push_back(chunksCase(DataType::Float32, {100'003}, 0, true, true));
    cases.push_back(chunksCase(DataType::Int64, {100'003}, 0, false, false));
    for (const bool exclusive : {false, true}) {
        cases.push_back(cumProdCase(DataType::Int64, {3, 1201}, exclusive, exclusive));
    }
    // Longer than the loop rounds llvmpipe makes.
    cases.push_back(cumSumCase(DataType::Float32, {1, 66000, 2}, 1, false, false, 0.5));
    cases.push_back(cumSumCase(DataType::Float16, {66000}, 0, true, true, 0.5));
    cases.push_back(cumSumCase(DataType::Float32, {3, 0}, 0, false, false));
    cases.push_back(cumSumCase(DataType::Float32, {0, 3}, 0, false, false));
    OperatorCase wrong = cumSumCase(DataType::Float32, {3, 2}, 0, false, false);
    wrong.inputs[1] = makeInt64Scalar(2);
    wrong.expectedError = "axis 2 is outside a tensor of rank 2";
    cases.push_back(wrong);
}

} // namespace weightless::ops::cumsum
