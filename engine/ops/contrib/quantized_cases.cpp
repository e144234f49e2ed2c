// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contribcases.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::contrib {

namespace {

// A tensor of bytes with its scale and zero point; scales are powers of two, so that nothing is rounded that
// the operator does not round.
struct Triple {
    HostTensor values;
    double scale;
    int64_t zero;

    [[nodiscard]] double at(size_t i) const
    {
        return static_cast<double>(elementAsInt64(values, i) - zero) * scale;
    }
    [[nodiscard]] HostTensor scaleTensor() const { return tensorOf(DataType::Float32, {}, {scale}); }
    [[nodiscard]] HostTensor zeroTensor() const
    {
        return tensorOf(values.descriptor.type, {1}, {static_cast<double>(zero)});
    }
};

Triple tripleOf(DataType type, const Shape& shape, uint64_t seed)
{
    const bool isSigned = type == DataType::Int8;
    return {randomTensor(type, shape, seed, isSigned ? -128 : 0, isSigned ? 127 : 255), 0.03125,
        isSigned ? -5 : 120};
}

void append(OperatorCase& test, const Triple& triple)
{
    test.inputs.insert(test.inputs.end(), {triple.values, triple.scaleTensor(), triple.zeroTensor()});
}

// What the results are quantized by.
struct Target {
    double scale = 0.0625;
    int64_t zero = 3;
};

void appendTarget(OperatorCase& test, DataType type, const Target& target)
{
    test.inputs.insert(test.inputs.end(),
        {tensorOf(DataType::Float32, {}, {target.scale}),
            tensorOf(type, {}, {static_cast<double>(target.zero)})});
}

HostTensor quantized(
    DataType type, const Shape& shape, const std::vector<double>& values, const Target& target)
{
    HostTensor y = makeHostTensor({type, shape});
    const double low = type == DataType::Int8 ? -128 : 0;
    for (size_t i = 0; i < values.size(); ++i) {
        const double value = std::nearbyint(values[i] / target.scale) + static_cast<double>(target.zero);
        setElement(y, i, static_cast<int64_t>(std::clamp(value, low, low + 255)));
    }
    return y;
}

OperatorCase binaryCase(const std::string& opType, DataType type, const Shape& left, const Shape& right)
{
    OperatorCase test =
        contribCase(toString(TensorDescriptor {type, left}) + " and " + toString(right), opType, type);
    const Triple a = tripleOf(type, left, 1);
    const Triple b = tripleOf(type, right, 2);
    const Shape& shape = left; // right is broadcast along the first dimension, or not at all
    std::vector<double> values(a.values.bytes.size());
    for (size_t i = 0; i < values.size(); ++i) {
        const double other = b.at(i % b.values.bytes.size());
        values[i] = opType == "QLinearAdd" ? a.at(i) + other : a.at(i) * other;
    }
    append(test, a);
    append(test, b);
    appendTarget(test, type, {});
    test.expected = {quantized(type, shape, values, {})};
    return test;
}

OperatorCase unaryCase(const std::string& opType, DataType type, const Shape& shape, const Target& target,
    const std::function<double(double)>& f)
{
    OperatorCase test = contribCase(toString(TensorDescriptor {type, shape}), opType, type);
    const Triple x = tripleOf(type, shape, 1);
    std::vector<double> values(x.values.bytes.size());
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = f(x.at(i));
    }
    append(test, x);
    appendTarget(test, type, target);
    test.expected = {quantized(type, shape, values, target)};
    return test;
}

// Along one axis, or over everything from it on as before opset 13.
OperatorCase softmaxCase(DataType type, const Shape& shape, size_t axis, bool isFlat)
{
    const Target target {.scale = 1.0 / 256, .zero = type == DataType::Int8 ? -128 : 0};
    OperatorCase test = contribCase(toString(TensorDescriptor {type, shape}) + ", axis "
            + std::to_string(axis) + (isFlat ? ", flat" : ""),
        "QLinearSoftmax", type);
    const Triple x = tripleOf(type, shape, 1);
    std::vector<double> values(x.values.bytes.size());
    for (size_t i = 0; i < values.size(); ++i) {
        const auto here = coordinatesOf(static_cast<int64_t>(i), shape);
        double sum = 0;
        for (size_t j = 0; j < values.size(); ++j) {
            const auto there = coordinatesOf(static_cast<int64_t>(j), shape);
            bool isSame = true;
            for (size_t d = 0; d < shape.size(); ++d) {
                isSame = isSame && (here[d] == there[d] || d == axis || (isFlat && d > axis));
            }
            sum += isSame ? std::exp(x.at(j)) : 0;
        }
        values[i] = std::exp(x.at(i)) / sum;
    }
    append(test, x);
    appendTarget(test, type, target);
    test.attributes.set("axis", static_cast<int64_t>(axis));
    test.attributes.set("opset", int64_t {isFlat ? 11 : 13});
    test.expected = {quantized(type, shape, values, target)};
    return test;
}

OperatorCase poolCase(DataType type, bool isLast)
{
    const Shape shape = isLast ? Shape {2, 4, 5, 3} : Shape {2, 3, 4, 5};
    const Shape result = isLast ? Shape {2, 1, 1, 3} : Shape {2, 3, 1, 1};
    OperatorCase test =
        contribCase(toString(type) + (isLast ? " last" : " first"), "QLinearGlobalAveragePool", type);
    const Triple x = tripleOf(type, shape, 1);
    std::vector<double> values(6, 0.0);
    for (size_t i = 0; i < x.values.bytes.size(); ++i) {
        const auto at = coordinatesOf(static_cast<int64_t>(i), shape);
        values[static_cast<size_t>(at[0] * 3 + at[isLast ? 3 : 1])] += x.at(i) / 20;
    }
    append(test, x);
    const Target target {.scale = 0.017, .zero = 60}; // no mean lies half way between two results
    appendTarget(test, type, target);
    test.attributes.set("channels_last", int64_t {isLast ? 1 : 0});
    test.expected = {quantized(type, result, values, target)};
    return test;
}

// Windows of 2 x 3 that step by 2 x 1, with a pad before the rows and one behind the columns.
// With ceil_mode the windows go on beyond the row's pad.
OperatorCase averageCase(DataType type, bool isLast, bool countsPads, bool goesOn)
{
    const Shape planes {2, 3, 4, 5};
    const Shape result {2, 3, goesOn ? 3 : 2, 4};
    const auto turned = [&](const Shape& p) { return isLast ? Shape {p[0], p[2], p[3], p[1]} : p; };
    OperatorCase test = contribCase(toString(type) + (isLast ? " last" : " first")
            + (countsPads ? ", pads count" : "") + (goesOn ? ", ceil_mode" : ""),
        "QLinearAveragePool", type);
    const Triple x = tripleOf(type, turned(planes), 1);
    std::vector<double> values(static_cast<size_t>(elementCount(result).value_or(0)), 0.0);
    for (int64_t i = 0; i < static_cast<int64_t>(values.size()); ++i) {
        const auto at = coordinatesOf(i, result);
        double sum = 0;
        int count = 0;
        for (int64_t tap = 0; tap < 6; ++tap) {
            const int64_t row = at[2] * 2 + tap / 3 - 1;
            const int64_t column = at[3] + tap % 3;
            if (row >= 0 && row < 4 && column < 5) {
                sum +=
                    x.at(static_cast<size_t>(indexOf(turned({at[0], at[1], row, column}), turned(planes))));
                ++count;
            }
        }
        values[static_cast<size_t>(indexOf(turned(at), turned(result)))] = sum / (countsPads ? 6 : count);
    }
    append(test, x);
    const Target target {.scale = 0.017, .zero = 60}; // no mean lies half way between two results
    appendTarget(test, type, target);
    test.attributes.set("channels_last", int64_t {isLast ? 1 : 0});
    test.attributes.set("kernel_shape", std::vector<int64_t> {2, 3});
    test.attributes.set("strides", std::vector<int64_t> {2, 1});
    test.attributes.set("pads", std::vector<int64_t> {1, 0, 0, 1});
    test.attributes.set("count_include_pad", int64_t {countsPads ? 1 : 0});
    test.attributes.set("ceil_mode", int64_t {goesOn ? 1 : 0});
    test.expected = {quantized(type, turned(result), values, target)};
    return test;
}

OperatorCase whereCase(DataType type)
{
    OperatorCase test = contribCase(toString(type), "QLinearWhere", type);
    const HostTensor condition = tensorOf(DataType::Bool, {2, 1}, {1, 0});
    const Triple a = tripleOf(type, {2, 3}, 1);
    Triple b = tripleOf(type, {3}, 2);
    b.scale = 0.0625;
    b.zero = 4;
    test.inputs = {condition};
    append(test, a);
    append(test, b);
    appendTarget(test, type, {});
    test.expected = {quantized(type, {2, 3}, {a.at(0), a.at(1), a.at(2), b.at(0), b.at(1), b.at(2)}, {})};
    return test;
}

OperatorCase concatCase(DataType type)
{
    OperatorCase test = contribCase(toString(type), "QLinearConcat", type);
    const Triple a = tripleOf(type, {2, 3}, 1);
    Triple b = tripleOf(type, {2, 2}, 2);
    b.scale = 0.0625;
    b.zero = 4;
    appendTarget(test, type, {});
    append(test, a);
    append(test, b);
    test.attributes.set("axis", int64_t {-1});
    test.expected = {quantized(type, {2, 5},
        {a.at(0), a.at(1), a.at(2), b.at(0), b.at(1), a.at(3), a.at(4), a.at(5), b.at(2), b.at(3)}, {})};
    return test;
}

} // namespace

void addQuantizedCases(CaseList& cases)
{
    const Target half {.scale = 1.0 / 128, .zero = -9};
    const Target byte {.scale = 1.0 / 256, .zero = 0};
    for (const DataType type : {DataType::Int8, DataType::UInt8}) {
        cases.push_back(binaryCase("QLinearAdd", type, {3, 5, 7}, {3, 5, 7}));
        cases.push_back(binaryCase("QLinearMul", type, {3, 5, 7}, {7}));
        cases.push_back(unaryCase("QLinearSigmoid", type, {3, 7}, type == DataType::Int8 ? half : byte,
            [](double x) { return 1 / (1 + std::exp(-x)); }));
        OperatorCase leaky =
            unaryCase("QLinearLeakyRelu", type, {3, 7}, {}, [](double x) { return x < 0 ? x * 0.25 : x; });
        leaky.attributes.set("alpha", 0.25f);
        cases.push_back(leaky);
        cases.push_back(softmaxCase(type, {3, 7}, 1, false));
        cases.push_back(softmaxCase(type, {2, 3, 4}, 1, false));
        cases.push_back(softmaxCase(type, {2, 3, 4}, 1, true));
        cases.push_back(poolCase(type, false));
        cases.push_back(poolCase(type, true));
        for (const bool isLast : {false, true}) {
            for (const bool countsPads : {false, true}) {
                cases.push_back(averageCase(type, isLast, countsPads, false));
                cases.push_back(averageCase(type, isLast, countsPads, true));
            }
        }
        cases.push_back(whereCase(type));
        cases.push_back(concatCase(type));
    }
    cases.push_back(binaryCase("QLinearAdd", DataType::UInt8, {0, 7}, {7}));
    OperatorCase mixed = binaryCase("QLinearAdd", DataType::UInt8, {3}, {3});
    mixed.inputs[7] = tensorOf(DataType::Int8, {}, {3});
    mixed.expectedError = "expected one uint8";
    cases.push_back(mixed);
    OperatorCase apart = whereCase(DataType::UInt8);
    apart.inputs[0] = tensorOf(DataType::Bool, {4}, {1, 0, 1, 0});
    apart.expectedError = "do not broadcast";
    cases.push_back(apart);
    OperatorCase few = concatCase(DataType::UInt8);
    few.inputs.pop_back();
    few.expectedError = "expected two and three for each tensor";
    cases.push_back(few);
}

} // namespace weightless::ops::contrib
