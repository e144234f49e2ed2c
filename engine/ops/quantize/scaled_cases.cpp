// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/quantizecases.h"

#include <algorithm>

namespace weightless::ops::quantize {

namespace {

constexpr double leftScale = 0.0625;

HostTensor bytes(DataType type, const Shape& shape, uint64_t seed)
{
    const double low = type == DataType::Int8 ? -128 : 0;
    return randomTensor(type, shape, seed, low, low + 255);
}

struct Sizes {
    Shape a, b;
    DataType type = DataType::Int8; // of b
    Shape bZero = {};
};

OperatorCase sumsCase(const Sizes& sizes)
{
    OperatorCase test {
        .name = toString(sizes.a) + " by " + toString(sizes.b), .opType = "MatMulInteger", .opset = 10};
    const HostTensor a = bytes(DataType::UInt8, sizes.a, 1);
    const HostTensor b = bytes(sizes.type, sizes.b, 2);
    test.inputs = {a, b, bytes(DataType::UInt8, {}, 3), bytes(sizes.type, sizes.bZero, 4)};
    HostTensor matrix = a;
    const int64_t depth = sizes.a.back();
    const Shape outer(sizes.a.begin(), sizes.a.end() - 1);
    matrix.descriptor.shape = {elementCount(outer).value_or(0), depth};
    test.expected = {integerProduct(matrix, &*test.inputs[2], b, &*test.inputs[3])};
    test.expected[0].descriptor.shape = sizes.a;
    test.expected[0].descriptor.shape.back() = sizes.b.back();
    return test;
}

} // namespace

HostTensor unquantizedOf(const HostTensor& bytes, const HostTensor& zero)
{
    HostTensor x = makeHostTensor({DataType::Float32, bytes.descriptor.shape});
    for (size_t i = 0; i < static_cast<size_t>(elementCount(bytes.descriptor.shape).value_or(0)); ++i) {
        const int64_t byte = elementAsInt64(bytes, i);
        const double beside = i % 2 == 0 ? 0.3 : -0.3;
        const double beyond = byte == 255 ? 40 : byte == 0 ? -40 : 0; // is clamped
        const auto steps = static_cast<double>(byte - elementAsInt64(zero, 0));
        setElement(x, i, (steps + beside + beyond) * scaledXScale);
    }
    return x;
}

OperatorCase scaledCase(OperatorCase sums, size_t axis, const Scaling& scaling)
{
    OperatorCase test = std::move(sums);
    const HostTensor whole = std::move(test.expected[0]);
    const Shape& shape = whole.descriptor.shape;
    const int64_t places = shape[axis];
    const HostTensor scale =
        randomTensor(DataType::Float32, scaling.isPerColumn ? Shape {places} : Shape {}, 5, 0.5, 0.9);
    test.domain = "weightless";
    test.opType = "Scaled" + test.opType;
    test.inputs.resize(4);
    test.inputs.insert(
        test.inputs.end(), {tensorOf(DataType::Float32, {}, {leftScale}), scale, std::nullopt});
    if (scaling.bias) {
        test.inputs.back() = randomTensor(*scaling.bias, {places}, 6, -900, 900);
    }
    const std::optional<HostTensor>& bias = test.inputs.back();
    HostTensor y = makeHostTensor({DataType::Float32, shape});
    for (size_t i = 0; i < static_cast<size_t>(elementCount(shape).value_or(0)); ++i) {
        const auto place = static_cast<size_t>(coordinatesOf(static_cast<int64_t>(i), shape)[axis]);
        const double factor = leftScale * elementAsDouble(scale, scaling.isPerColumn ? place : 0);
        const double added = bias ? elementAsDouble(*bias, place) : 0;
        double value =
            elementAsDouble(whole, i) * factor + added * (scaling.bias == DataType::Int32 ? factor : 1);
        setElement(y, i, scaling.activation == "Relu" ? std::max(value, 0.0) : value);
    }
    test.expected = {std::move(y)};
    test.relativeTolerance = 1e-6; // sums are exact
    test.absoluteTolerance = 1e-4;
    if (!scaling.activation.empty()) {
        test.attributes.set("activation", scaling.activation);
    }
    if (!scaling.kernel.empty()) {
        test.attributes.set("weightless.kernel", scaling.kernel);
    }
    if (scaling.isUnquantized) {
        test.inputs[0] = unquantizedOf(*test.inputs[0], *test.inputs[2]);
        test.inputs.emplace_back(tensorOf(DataType::Float32, {}, {scaledXScale}));
    }
    test.name += (scaling.isPerColumn ? ", scales per column" : "")
        + (scaling.bias ? ", bias " + toString(*scaling.bias) : std::string()) + " " + scaling.activation
        + (scaling.isUnquantized ? " unquantized " : " ") + scaling.kernel;
    return test;
}

void addScaledCases(CaseList& cases)
{
    const Scaling plain {};
    const Scaling all {.isPerColumn = true, .bias = DataType::Float32, .activation = "Relu"};
    const Scaling ofWhole {.bias = DataType::Int32};
    // Few rows, as bytes; and more than a kernel for those takes.
    for (const Shape& a : {Shape {1, 37}, Shape {2, 3, 64}, Shape {19, 37}, Shape {2, 11, 64}}) {
        for (const int64_t columns : {9, 48}) {
            const Sizes sizes {.a = a, .b = {a.back(), columns}};
            for (Scaling scaling : {plain, all, ofWhole}) {
                cases.push_back(scaledCase(sumsCase(sizes), a.size() - 1, scaling));
                scaling.isUnquantized = true;
                cases.push_back(scaledCase(sumsCase(sizes), a.size() - 1, scaling));
            }
        }
    }
    const Sizes rows {.a = {3, 70}, .b = {70, 40}, .type = DataType::UInt8, .bZero = {40}};
    const Sizes many {.a = {33, 70}, .b = {70, 40}, .type = DataType::UInt8, .bZero = {40}};
    for (const std::string kernel : {"cards", "plain", "vector", "shared", "wide"}) {
        Scaling scaling = all;
        scaling.kernel = kernel;
        cases.push_back(scaledCase(sumsCase(rows), 1, scaling));
        scaling.isUnquantized = true;
        cases.push_back(scaledCase(sumsCase(many), 1, scaling));
    }
    // Sums of nothing: biases alone.
    for (const bool isUnquantized : {false, true}) {
        Scaling scaling = all;
        scaling.isUnquantized = isUnquantized;
        cases.push_back(scaledCase(sumsCase({.a = {9, 0}, .b = {0, 16}}), 1, scaling));
        cases.push_back(scaledCase(sumsCase({.a = {0, 7}, .b = {7, 16}}), 1, scaling));
    }
    // Beyond what is exact.
    OperatorCase deep = scaledCase(sumsCase({.a = {9, 3000}, .b = {3000, 16}}), 1, all);
    deep.relativeTolerance = 1e-5;
    cases.push_back(std::move(deep));
    OperatorCase wrong = scaledCase(sumsCase(rows), 1, all);
    wrong.inputs[5] = randomTensor(DataType::Float32, {3}, 1);
    wrong.expectedError = "expected float32, one number or 40";
    cases.push_back(std::move(wrong));
}

} // namespace weightless::ops::quantize
