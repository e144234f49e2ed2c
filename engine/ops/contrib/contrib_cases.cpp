// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contribcases.h"

#include <cmath>

namespace weightless::ops::contrib {

namespace {

double gelu(double x)
{
    return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
}

double fastGelu(double x)
{
    return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

// x + bias per column, and then a function.
OperatorCase biasedCase(const std::string& opType, DataType type, const Shape& shape, bool hasBias,
    const std::function<double(double)>& f)
{
    OperatorCase test =
        contribCase(toString(TensorDescriptor {type, shape}) + (hasBias ? " and a bias" : ""), opType, type);
    const HostTensor x = randomTensor(type, shape, 1);
    const HostTensor bias = randomTensor(type, {shape.back()}, 2);
    HostTensor y = makeHostTensor({type, shape});
    for (size_t i = 0; i < y.elementCount(); ++i) {
        const double added = hasBias ? elementAsDouble(bias, i % static_cast<size_t>(shape.back())) : 0;
        setElement(y, i, f(elementAsDouble(x, i) + added));
    }
    test.inputs = {x};
    if (hasBias) {
        test.inputs.emplace_back(bias);
    }
    test.expected = {std::move(y)};
    return test;
}

OperatorCase splitCase(DataType type, const Shape& shape)
{
    OperatorCase test = contribCase(toString(TensorDescriptor {type, shape}), "BiasSplitGelu", type);
    const HostTensor x = randomTensor(type, shape, 1);
    const HostTensor bias = randomTensor(type, {shape.back()}, 2);
    Shape half = shape;
    half.back() /= 2;
    const auto width = static_cast<size_t>(half.back());
    HostTensor y = makeHostTensor({type, half});
    for (size_t i = 0; i < y.elementCount(); ++i) {
        const size_t row = i / width * 2 * width;
        const auto at = [&](size_t column) {
            return elementAsDouble(x, row + column) + elementAsDouble(bias, column);
        };
        setElement(y, i, at(i % width) * gelu(at(i % width + width)));
    }
    test.inputs = {x, bias};
    test.expected = {std::move(y)};
    return test;
}

OperatorCase biasAddCase(DataType type)
{
    OperatorCase test = biasedCase("BiasAdd", type, {2, 3, 5}, true, [](double x) { return x; });
    const HostTensor skip = randomTensor(type, {2, 3, 5}, 9);
    test.inputs.emplace_back(skip);
    for (size_t i = 0; i < skip.elementCount(); ++i) {
        setElement(test.expected[0], i, elementAsDouble(test.expected[0], i) + elementAsDouble(skip, i));
    }
    return test;
}

void addActivationCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(biasedCase("Gelu", type, {3, 7}, false, gelu));
        cases.push_back(biasedCase("BiasGelu", type, {2, 3, 11}, true, gelu));
        cases.push_back(biasedCase("FastGelu", type, {3, 7}, false, fastGelu));
        cases.push_back(biasedCase("FastGelu", type, {5, 13}, true, fastGelu));
        cases.push_back(biasedCase(
            "QuickGelu", type, {3, 7}, false, [](double x) { return x / (1 + std::exp(-1.702 * x)); }));
        cases.push_back(splitCase(type, {2, 3, 14}));
        cases.push_back(biasAddCase(type));
    }
    cases.push_back(biasedCase("BiasGelu", DataType::Float32, {0, 3}, true, gelu));
    cases.push_back(splitCase(DataType::Float32, {2, 0, 6}));
    OperatorCase slow = biasedCase(
        "QuickGelu", DataType::Float32, {9}, false, [](double x) { return x / (1 + std::exp(-x)); });
    slow.attributes.set("alpha", 1.0f);
    cases.push_back(slow);
    OperatorCase odd = splitCase(DataType::Float32, {2, 6});
    odd.inputs = {randomTensor(DataType::Float32, {2, 7}, 1), randomTensor(DataType::Float32, {7}, 1)};
    odd.expectedError = "no two halves";
    cases.push_back(odd);
    OperatorCase wrong = biasedCase("BiasGelu", DataType::Float32, {3, 7}, true, gelu);
    wrong.inputs[1] = randomTensor(DataType::Float32, {3}, 1);
    wrong.expectedError = "expected the shape [7]";
    cases.push_back(wrong);
}

// com.microsoft had these with more types before ai.onnx did.
void addLinearCases(CaseList& cases)
{
    OperatorCase test = contribCase("int16", "QuantizeLinear", DataType::Int16, 13);
    test.inputs = {tensorOf(DataType::Float32, {4}, {-1, 0.75, 3, 9000}),
        tensorOf(DataType::Float32, {}, {0.25}), tensorOf(DataType::Int16, {}, {5})};
    test.expected = {tensorOf(DataType::Int16, {4}, {1, 8, 17, 32767})};
    cases.push_back(test);
    test = contribCase("uint16", "DequantizeLinear", DataType::Float32, 13);
    test.inputs = {tensorOf(DataType::UInt16, {3}, {0, 7, 65535}), tensorOf(DataType::Float32, {}, {0.5}),
        tensorOf(DataType::UInt16, {}, {3})};
    test.expected = {tensorOf(DataType::Float32, {3}, {-1.5, 2, 32766})};
    cases.push_back(test);
}

} // namespace

void addCases(CaseList& cases)
{
    addLinearCases(cases);
    addActivationCases(cases);
    addChannelsLastBytesCases(cases);
    addNormCases(cases);
    addProductCases(cases);
    addQuantizedCases(cases);
    addQuantizedRecurrentCases(cases);
    addDistanceCases(cases);
}

} // namespace weightless::ops::contrib
