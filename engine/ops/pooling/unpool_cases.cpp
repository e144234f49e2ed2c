// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/pooling/poolingcases.h"

#include <cmath>

namespace weightless::ops::pooling {

namespace {

OperatorCase unpoolCase(DataType type, const Shape& shape, const Shape& resultShape, bool isGiven)
{
    const HostTensor x = randomTensor(type, shape, 1);
    const Shape pooled {shape[0], shape[1], shape[2] * 2, shape[3] * 2};
    HostTensor indices = makeHostTensor({DataType::Int64, shape});
    HostTensor y = makeHostTensor({type, resultShape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        std::vector<int64_t> place = coordinatesOf(i, shape);
        place[2] = place[2] * 2 + i % 2;
        place[3] = place[3] * 2 + i / 2 % 2;
        setElement(indices, static_cast<size_t>(i), indexOf(place, pooled));
        setElement(
            y, static_cast<size_t>(indexOf(place, resultShape)), elementAsDouble(x, static_cast<size_t>(i)));
    }
    OperatorCase test {
        .name = toString(x.descriptor) + " to " + toString(resultShape), .opType = "MaxUnpool", .opset = 11};
    test.inputs = {x, indices};
    if (isGiven) {
        test.inputs.push_back(makeInt64Tensor(resultShape));
        test.constantInputs = {2};
    }
    test.attributes.set("kernel_shape", std::vector<int64_t> {2, 2});
    test.attributes.set("strides", std::vector<int64_t> {2, 2});
    test.expected = {std::move(y)};
    return test;
}

OperatorCase globalLpCase(DataType type, int64_t p, const Shape& shape = {2, 3, 5, 7})
{
    const HostTensor x = randomTensor(type, shape, 1);
    Shape result(shape.size(), 1);
    std::copy_n(shape.begin(), 2, result.begin());
    HostTensor y = makeHostTensor({type, result});
    const auto power = static_cast<double>(p);
    for (size_t plane = 0; plane < y.elementCount(); ++plane) {
        const size_t size = x.elementCount() / y.elementCount();
        double sum = 0;
        for (size_t i = 0; i < size; ++i) {
            sum += std::pow(std::fabs(elementAsDouble(x, plane * size + i)), power);
        }
        setElement(y, plane, std::pow(sum, 1 / power));
    }
    OperatorCase test {.name = toString(x.descriptor) + " p " + std::to_string(p), .opType = "GlobalLpPool"};
    test.inputs = {x};
    test.attributes.set("p", p);
    test.expected = {std::move(y)};
    test.relativeTolerance = type == DataType::Float32 ? 1e-4 : 1e-2;
    return test;
}

} // namespace

void addUnpoolCases(CaseList& cases)
{
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        cases.push_back(unpoolCase(type, {2, 3, 3, 2}, {2, 3, 6, 4}, false));
        cases.push_back(globalLpCase(type, 2));
        cases.push_back(globalLpCase(type, 3));
    }
    cases.push_back(unpoolCase(DataType::Float32, {1, 3, 3, 2}, {1, 3, 7, 5}, true));
    cases.push_back(unpoolCase(DataType::Float32, {1, 3, 3, 2}, {1, 3, 6, 4}, true));
    cases.push_back(unpoolCase(DataType::Float32, {0, 3, 3, 2}, {0, 3, 6, 4}, false));
    cases.push_back(globalLpCase(DataType::Float32, 1));
    cases.push_back(globalLpCase(DataType::Float32, 3, {1, 2, 3, 2, 2, 2}));
    cases.push_back(globalLpCase(DataType::Float32, 5, {1, 2, 9}));
    cases.push_back(globalLpCase(DataType::Float32, 4, {1, 2, 3, 4, 5}));
    for (const Shape& empty : {Shape {0, 2, 3, 3}, Shape {2, 2, 0, 3}}) {
        cases.push_back(globalLpCase(DataType::Float32, 3, empty));
    }
    OperatorCase wrong = unpoolCase(DataType::Float32, {1, 3, 3, 2}, {1, 3, 7, 5}, true);
    wrong.inputs[2] = int64Tensor({1, 3, 5, 5});
    wrong.expectedError = "output_shape is [1, 3, 5, 5], expected [1, 3, 6, 4] or larger";
    cases.push_back(wrong);
    wrong = globalLpCase(DataType::Float32, 1);
    wrong.attributes.set("p", int64_t {0});
    wrong.expectedError = "attribute 'p' is 0, expected 1 or more";
    cases.push_back(wrong);
}

} // namespace weightless::ops::pooling
