// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace weightless::ops::elementwise {

void addGatedCases(CaseList& cases);

namespace {

double geluOf(double x, bool isTanh)
{
    const double inner = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
    return x / 2 * (1 + (isTanh ? std::tanh(inner) : std::erf(x / std::numbers::sqrt2)));
}

// A Sigmoid along an axis.
OperatorCase gluCase(DataType type, const Shape& shape, size_t axis)
{
    const HostTensor x = randomTensor(type, shape, 7, -4, 4);
    OperatorCase test {.name = toString(x.descriptor) + " along " + std::to_string(axis),
        .opType = "GatedSigmoid",
        .domain = "weightless"};
    test.attributes.set("axis", static_cast<int64_t>(axis));
    Shape half = shape;
    half[axis] /= 2;
    HostTensor y = makeHostTensor({type, half});
    for (size_t i = 0; i < static_cast<size_t>(elementCount(half).value_or(0)); ++i) {
        std::vector<int64_t> place = coordinatesOf(static_cast<int64_t>(i), half);
        const double value = elementAsDouble(x, static_cast<size_t>(indexOf(place, shape)));
        place[axis] += half[axis];
        const double gate = elementAsDouble(x, static_cast<size_t>(indexOf(place, shape)));
        setElement(y, i, value / (1 + std::exp(-gate)));
    }
    test.inputs = {x};
    test.expected = {std::move(y)};
    test.relativeTolerance = type == DataType::BFloat16 ? 0x1p-7 : 1e-3;
    return test;
}

OperatorCase gatedCase(DataType type, const Shape& shape, bool isTanh)
{
    const HostTensor x = randomTensor(type, shape, 7, -4, 4);
    OperatorCase test {.name = (isTanh ? "tanh of " : "erf of ") + toString(x.descriptor),
        .opType = "GatedGelu",
        .domain = "weightless"};
    if (isTanh) {
        test.attributes.set("approximate", std::string("tanh"));
    }
    Shape half = shape;
    half.back() /= 2;
    HostTensor y = makeHostTensor({type, half});
    const auto columns = static_cast<size_t>(half.back());
    for (size_t i = 0; i < static_cast<size_t>(elementCount(half).value_or(0)); ++i) {
        const size_t value = i + i / columns * columns;
        setElement(y, i, elementAsDouble(x, value) * geluOf(elementAsDouble(x, value + columns), isTanh));
    }
    test.inputs = {x};
    test.absoluteTolerance = 1e-5; // 1 + erf cancels where x is far below zero
    if (type == DataType::BFloat16) {
        test.relativeTolerance = 0x1p-7; // one step of the type, where a product lies between two
    }
    test.expected = {std::move(y)};
    return test;
}

} // namespace

void addGatedCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const Shape& shape : {Shape {2}, Shape {3, 14}, Shape {2, 5, 130}, Shape {3, 2, 80},
                 Shape {5, 24}, Shape {0, 4}, Shape {3, 0}}) {
            cases.push_back(gatedCase(type, shape, false));
        }
        cases.push_back(gatedCase(type, {7, 22}, true));
        cases.push_back(gluCase(type, {2, 6, 5}, 1));
        cases.push_back(gluCase(type, {4, 3, 7}, 0));
        cases.push_back(gluCase(type, {3, 2, 64}, 2));
    }
    OperatorCase outside = gluCase(DataType::Float32, {2, 4}, 1);
    outside.attributes.set("axis", int64_t {2});
    outside.expectedError = "attribute 'axis' is 2";
    cases.push_back(outside);
    OperatorCase odd = gatedCase(DataType::Float32, {2, 4}, false);
    odd.inputs = {randomTensor(DataType::Float32, {4, 5}, 1)};
    odd.expectedError = "input 0 is float32[4, 5], expected float32, float16 or bfloat16, an even number";
    cases.push_back(odd);
    OperatorCase wide = odd;
    wide.inputs = {randomTensor(DataType::Float64, {4, 6}, 1)};
    wide.expectedError = "input 0 is float64[4, 6], expected float32";
    cases.push_back(wide);
}

} // namespace weightless::ops::elementwise
