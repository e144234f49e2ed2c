// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <cmath>

namespace weightless::ops::elementwise {

void addSwiGluCases(CaseList& cases);

namespace {

OperatorCase swigluCase(DataType type, const Shape& shape, float alpha)
{
    const HostTensor gate = randomTensor(type, shape, 1, -6, 6);
    const HostTensor value = randomTensor(type, shape, 2);
    HostTensor y = makeHostTensor({type, shape});
    for (size_t i = 0; i < static_cast<size_t>(*elementCount(shape)); ++i) {
        const double a = elementAsDouble(gate, i);
        setElement(y, i, a / (1 + std::exp(-static_cast<double>(alpha) * a)) * elementAsDouble(value, i));
    }
    OperatorCase test {.name = toString(gate.descriptor) + ", alpha " + std::to_string(alpha),
        .opType = "SwiGLU",
        .opset = 28,
        .inputs = {gate, value}};
    if (alpha != 1) {
        test.attributes.set("alpha", alpha);
    }
    test.expected = {std::move(y)};
    test.relativeTolerance = type == DataType::Float32 ? 1e-5 : type == DataType::Float16 ? 4e-3 : 3e-2;
    test.absoluteTolerance = type == DataType::Float32 ? 1e-5 : type == DataType::Float16 ? 4e-3 : 3e-2;
    return test;
}

} // namespace

void addSwiGluCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(swigluCase(type, {3, 7}, 1));
        cases.push_back(swigluCase(type, {2, 3, 5}, 1.702f));
    }
    cases.push_back(swigluCase(DataType::Float32, {}, 1));
    cases.push_back(swigluCase(DataType::Float32, {2, 0, 3}, 1));
    OperatorCase broadcasting = swigluCase(DataType::Float32, {3, 7}, 1);
    broadcasting.name = "values that would have to be broadcast";
    broadcasting.inputs[1] = randomTensor(DataType::Float32, {7}, 2);
    broadcasting.expectedError = "expected the same shape";
    cases.push_back(broadcasting);
}

} // namespace weightless::ops::elementwise
