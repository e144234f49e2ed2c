// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/normalization/normalizationcases.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace weightless::ops::normalization {

namespace {

void setTolerance(OperatorCase& test, DataType type)
{
    test.relativeTolerance = type == DataType::BFloat16 ? 2e-2 : type == DataType::Float16 ? 4e-3 : 1e-4;
    test.absoluteTolerance = type == DataType::BFloat16 ? 2e-2 : type == DataType::Float16 ? 4e-3 : 1e-4;
}

using Key = std::function<int64_t(const std::vector<int64_t>&)>;

struct Statistics {
    double mean = 0;
    double inverse = 0;
};

// Mean and 1 / sqrt(variance + epsilon) of all elements with the same key.
std::map<int64_t, Statistics> statisticsOf(const HostTensor& x, double epsilon, const Key& keyOf)
{
    std::map<int64_t, std::vector<double>> rows;
    const Shape& shape = x.descriptor.shape;
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        rows[keyOf(coordinatesOf(i, shape))].push_back(elementAsDouble(x, static_cast<size_t>(i)));
    }
    std::map<int64_t, Statistics> all;
    for (const auto& [key, row] : rows) {
        double sum = 0;
        for (const double value : row) {
            sum += value;
        }
        const double mean = sum / static_cast<double>(row.size());
        double squares = 0;
        for (const double value : row) {
            squares += (value - mean) * (value - mean);
        }
        all[key] = {mean, 1 / std::sqrt(squares / static_cast<double>(row.size()) + epsilon)};
    }
    return all;
}

HostTensor normalized(const HostTensor& x, const HostTensor& scale, const HostTensor* bias, double epsilon,
    const Key& keyOf, const Key& parameterOf)
{
    const std::map<int64_t, Statistics> statistics = statisticsOf(x, epsilon, keyOf);
    HostTensor y = makeHostTensor(x.descriptor);
    for (int64_t i = 0; i < elementCount(x.descriptor.shape).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, x.descriptor.shape);
        const Statistics& s = statistics.at(keyOf(place));
        const auto parameter = static_cast<size_t>(parameterOf(place));
        const double value = (elementAsDouble(x, static_cast<size_t>(i)) - s.mean) * s.inverse
                * elementAsDouble(scale, parameter)
            + (bias == nullptr ? 0.0 : elementAsDouble(*bias, parameter));
        setElement(y, static_cast<size_t>(i), value);
    }
    return y;
}

OperatorCase instanceCase(const HostTensor& x, float epsilon)
{
    const DataType type = x.descriptor.type;
    const int64_t channels = x.descriptor.shape[1];
    const HostTensor scale = randomTensor(type, {channels}, 51, 0.5, 1.5);
    const HostTensor bias = randomTensor(type, {channels}, 52);
    OperatorCase test;
    test.opType = "InstanceNormalization";
    test.name = toString(x.descriptor);
    test.inputs = {x, scale, bias};
    test.attributes.set("epsilon", epsilon);
    test.expected = {normalized(
        x, scale, &bias, epsilon, [channels](const auto& p) { return p[0] * channels + p[1]; },
        [](const auto& p) { return p[1]; })};
    setTolerance(test, type);
    return test;
}

OperatorCase batchCase(
    const HostTensor& x, DataType parameterType, int64_t opset, std::optional<DataType> statisticsType = {})
{
    const DataType statistics = statisticsType.value_or(parameterType);
    const int64_t channels = x.descriptor.shape.size() > 1 ? x.descriptor.shape[1] : 1;
    OperatorCase test;
    test.opType = "BatchNormalization";
    test.opset = opset;
    test.name = toString(x.descriptor) + " parameters " + toString(parameterType) + " " + toString(statistics)
        + ", opset " + std::to_string(opset);
    test.inputs = {x, randomTensor(parameterType, {channels}, 57, 0.5, 1.5),
        randomTensor(parameterType, {channels}, 58), randomTensor(statistics, {channels}, 59),
        randomTensor(statistics, {channels}, 60, 0.25, 2)};
    test.attributes.set("epsilon", 1e-3f);
    HostTensor y = makeHostTensor(x.descriptor);
    for (int64_t i = 0; i < elementCount(x.descriptor.shape).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, x.descriptor.shape);
        const auto c = static_cast<size_t>(place.size() > 1 ? place[1] : 0);
        const auto parameter = [&](size_t input) { return elementAsDouble(*test.inputs[input], c); };
        const double centred = elementAsDouble(x, static_cast<size_t>(i)) - parameter(3);
        setElement(y, static_cast<size_t>(i),
            centred / std::sqrt(parameter(4) + static_cast<double>(1e-3f)) * parameter(1) + parameter(2));
    }
    test.expected = {y};
    setTolerance(test, x.descriptor.type);
    return test;
}

OperatorCase lrnCase(const HostTensor& x, int64_t size)
{
    OperatorCase test;
    test.opType = "LRN";
    test.name = toString(x.descriptor) + " size " + std::to_string(size);
    test.inputs = {x};
    test.attributes.set("size", size);
    test.attributes.set("alpha", 0.5f);
    test.attributes.set("beta", 0.6f);
    test.attributes.set("bias", 1.5f);
    HostTensor y = makeHostTensor(x.descriptor);
    const Shape& shape = x.descriptor.shape;
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, shape);
        double squares = 0;
        const auto reach = static_cast<double>(size - 1) / 2;
        for (int64_t c = 0; c < shape[1]; ++c) {
            if (c >= place[1] - std::floor(reach) && c <= place[1] + std::ceil(reach)) {
                std::vector<int64_t> neighbour = place;
                neighbour[1] = c;
                squares += std::pow(elementAsDouble(x, static_cast<size_t>(indexOf(neighbour, shape))), 2);
            }
        }
        const double value = elementAsDouble(x, static_cast<size_t>(i));
        setElement(y, static_cast<size_t>(i),
            value / std::pow(1.5 + 0.5 / static_cast<double>(size) * squares, static_cast<double>(0.6f)));
    }
    test.expected = {y};
    setTolerance(test, x.descriptor.type);
    return test;
}

} // namespace

OperatorCase layerCase(const HostTensor& x, int64_t axis, bool hasBias, bool hasStatistics)
{
    const DataType type = x.descriptor.type;
    const Shape& shape = x.descriptor.shape;
    const auto at = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    const Shape own(shape.begin() + static_cast<int64_t>(at), shape.end());
    const HostTensor scale = randomTensor(type, own, 53, 0.5, 1.5);
    const HostTensor bias = randomTensor(type, own, 54);
    const auto keyOf = [&](const std::vector<int64_t>& p) {
        return indexOf({p.begin(), p.begin() + static_cast<int64_t>(at)},
            Shape(shape.begin(), shape.begin() + static_cast<int64_t>(at)));
    };
    OperatorCase test;
    test.opType = "LayerNormalization";
    test.name = toString(x.descriptor) + " axis " + std::to_string(axis) + (hasBias ? "" : ", no bias");
    test.inputs = {x, scale};
    if (hasBias) {
        test.inputs.push_back(bias);
    }
    test.attributes.set("axis", axis);
    test.expected = {normalized(x, scale, hasBias ? &bias : nullptr, 1e-5, keyOf, [&](const auto& p) {
        return indexOf({p.begin() + static_cast<int64_t>(at), p.end()}, own);
    })};
    if (hasStatistics) {
        Shape reduced = shape;
        std::fill(reduced.begin() + static_cast<int64_t>(at), reduced.end(), 1);
        HostTensor mean = makeHostTensor({DataType::Float32, reduced});
        HostTensor inverse = mean;
        for (const auto& [key, s] : statisticsOf(x, 1e-5, keyOf)) {
            setElement(mean, static_cast<size_t>(key), s.mean);
            setElement(inverse, static_cast<size_t>(key), s.inverse);
        }
        test.expected.push_back(mean);
        test.expected.push_back(inverse);
        test.name += ", statistics";
    }
    setTolerance(test, type);
    return test;
}

OperatorCase groupCase(const HostTensor& x, int64_t groups, int64_t opset)
{
    const DataType type = x.descriptor.type;
    const int64_t channels = x.descriptor.shape[1];
    const int64_t parameters = opset < 21 ? groups : channels;
    const int64_t perGroup = channels / groups;
    const HostTensor scale = randomTensor(type, {parameters}, 55, 0.5, 1.5);
    const HostTensor bias = randomTensor(type, {parameters}, 56);
    OperatorCase test;
    test.opType = "GroupNormalization";
    test.opset = opset;
    test.name = toString(x.descriptor) + " in " + std::to_string(groups) + ", opset " + std::to_string(opset);
    test.inputs = {x, scale, bias};
    test.attributes.set("num_groups", groups);
    test.expected = {normalized(
        x, scale, &bias, 1e-5, [=](const auto& p) { return p[0] * groups + p[1] / perGroup; },
        [=](const auto& p) { return opset < 21 ? p[1] / perGroup : p[1]; })};
    setTolerance(test, type);
    return test;
}

namespace {

int precisionOf(DataType type)
{
    return type == DataType::BFloat16 ? 8
        : type == DataType::Float16   ? 11
        : type == DataType::Float32   ? 24
                                      : 53;
}

// With scale, bias and result of another type than x.
OperatorCase mixedCase(const HostTensor& x, DataType type, bool hasBias)
{
    const auto as = [](const HostTensor& tensor, DataType other) {
        return mapped(tensor, other, [](double value) { return value; });
    };
    OperatorCase test = layerCase(as(x, DataType::Float64), -1, hasBias, true);
    test.opset = 16;
    test.name = toString(x.descriptor) + ", scale " + toString(type) + (hasBias ? "" : ", no bias");
    test.inputs[0] = x;
    for (size_t i = 1; i < test.inputs.size(); ++i) {
        test.inputs[i] = as(*test.inputs[i], type);
    }
    test.expected[0] = as(test.expected[0], type);
    const DataType coarser = std::max(
        x.descriptor.type, type, [](DataType a, DataType b) { return precisionOf(a) > precisionOf(b); });
    setTolerance(test, coarser);
    return test;
}

void addMixed(CaseList& cases)
{
    const auto f32 = DataType::Float32;
    for (const bool hasBias : {false, true}) {
        for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64}) {
            cases.push_back(mixedCase(randomTensor(type, {3, 4, 7}, 90), f32, hasBias));
            cases.push_back(mixedCase(randomTensor(f32, {5, 264}, 91), type, hasBias));
        }
        cases.push_back(mixedCase(randomTensor(DataType::Float16, {3, 9}, 92), DataType::BFloat16, hasBias));
    }
    cases.push_back(mixedCase(randomTensor(DataType::Float16, {0, 9}, 93), f32, true));
}

// With a scale, and perhaps a bias, that broadcasts to what is normalized, or to x alone.
OperatorCase broadcastCase(const HostTensor& x, int64_t axis, const Shape& parameters, bool hasBias)
{
    const DataType type = x.descriptor.type;
    const Shape& shape = x.descriptor.shape;
    const HostTensor scale = randomTensor(type, parameters, 57, 0.5, 1.5);
    const HostTensor bias = randomTensor(type, parameters, 58);
    OperatorCase test = layerCase(x, axis, false, true);
    test.name += ", scale " + toString(parameters) + (hasBias ? " and bias" : "");
    test.inputs = {x, scale};
    if (hasBias) {
        test.inputs.emplace_back(bias);
    }
    const auto keyOf = [&](const std::vector<int64_t>& p) {
        const Shape outer(shape.begin(), shape.begin() + axis);
        return indexOf({p.begin(), p.begin() + axis}, outer);
    };
    const auto parameterOf = [&](const std::vector<int64_t>& p) {
        std::vector<int64_t> at(p.end() - static_cast<ptrdiff_t>(parameters.size()), p.end());
        for (size_t i = 0; i < at.size(); ++i) {
            at[i] = parameters[i] == 1 ? 0 : at[i];
        }
        return indexOf(at, parameters);
    };
    test.expected[0] = normalized(x, scale, hasBias ? &bias : nullptr, 1e-5, keyOf, parameterOf);
    return test;
}

void addBroadcast(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        const HostTensor x = randomTensor(type, {2, 3, 8}, 80, -3, 3);
        for (const bool hasBias : {false, true}) {
            cases.push_back(broadcastCase(x, 1, {8}, hasBias));
            cases.push_back(broadcastCase(x, 1, {3, 1}, hasBias));
            cases.push_back(broadcastCase(x, 2, {}, hasBias));
            cases.push_back(broadcastCase(x, 2, {2, 1, 8}, hasBias));
            cases.push_back(broadcastCase(x, 2, {3, 1}, hasBias));
        }
    }
}

void addErrors(CaseList& cases)
{
    const auto broken = [&](OperatorCase test, size_t input, const HostTensor& value,
                            const std::string& error) {
        test.name = "error: " + error;
        test.inputs[input] = value;
        test.expectedError = error;
        cases.push_back(test);
    };
    const HostTensor x = randomTensor(DataType::Float32, {2, 6, 3, 5}, 61);
    const HostTensor five = randomTensor(DataType::Float32, {5}, 62);
    broken(instanceCase(x, 1e-5f), 1, five, "expected 6 values");
    broken(batchCase(x, DataType::Float32, 15), 3, five, "one per channel");
    broken(layerCase(x, -1, true, false), 1, randomTensor(DataType::Float32, {6}, 63), "expected [5]");
    broken(layerCase(x, -1, true, false), 1, randomTensor(DataType::Float16, {5}, 63), "different types");
    OperatorCase mixed = layerCase(x, -1, true, false); // a bias that is as x, not as the scale
    mixed.opset = 16;
    broken(mixed, 1, randomTensor(DataType::Float16, {5}, 63), "different types");
    OperatorCase groups = groupCase(x, 3, 18);
    groups.attributes.set("num_groups", int64_t {4});
    broken(groups, 0, x, "do not divide");
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        const HostTensor x = randomTensor(type, {2, 6, 3, 5}, 64, -3, 3);
        cases.push_back(instanceCase(x, 1e-3f));
        cases.push_back(layerCase(x, -1, true, true));
        cases.push_back(groupCase(x, 3, 18));
        cases.push_back(groupCase(x, 2, 21));
        cases.push_back(batchCase(x, type, 15));
        cases.push_back(lrnCase(x, 3));
    }
    const DataType f32 = DataType::Float32;
    cases.push_back(instanceCase(randomTensor(f32, {1, 2, 1000}, 65, 5, 6), 1e-5f));
    cases.push_back(instanceCase(randomTensor(f32, {1, 2, 5001}, 65, 5, 6), 1e-5f));
    cases.push_back(instanceCase(randomTensor(f32, {40, 2, 3}, 66), 1e-5f));
    cases.push_back(instanceCase(randomTensor(f32, {20, 2, 140}, 66), 1e-5f));
    // Squares of 300 overflow fp16.
    cases.push_back(instanceCase(randomTensor(DataType::Float16, {1, 2, 90}, 67, 200, 400), 1e-5f));
    // More loop rounds than llvmpipe makes, if two lanes walked each row.
    cases.push_back(instanceCase(randomTensor(f32, {1, 16, 44001}, 68), 1e-5f));
    // The same of one row, whatever the lanes of a group.
    cases.push_back(instanceCase(randomTensor(f32, {1, 1, 1440001}, 77), 1e-5f));
    cases.push_back(layerCase(randomTensor(f32, {3, 4, 7}, 68), 1, false, false));
    cases.push_back(layerCase(randomTensor(f32, {3, 4, 7}, 69), 0, true, true));
    cases.push_back(layerCase(randomTensor(f32, {70, 9}, 70), -1, true, false));
    cases.push_back(layerCase(randomTensor(f32, {70, 131}, 70), -1, true, true));
    for (const DataType type :
        {f32, DataType::Float16, DataType::BFloat16}) { // aligned rows, a few steps of a team
        cases.push_back(layerCase(randomTensor(type, {5, 260}, 70, -3, 3), -1, true, true));
        cases.push_back(groupCase(randomTensor(type, {2, 6, 5, 21}, 70, -3, 3), 2, 21));
        cases.push_back(groupCase(randomTensor(type, {1, 4, 6, 22}, 70, -3, 3), 2, 18));
        // Rows that are groups of eight, a few of a row or of many.
        cases.push_back(layerCase(randomTensor(type, {5, 264}, 70, -3, 3), -1, true, true));
        cases.push_back(layerCase(randomTensor(type, {67, 8}, 70, -3, 3), -1, false, false));
        cases.push_back(groupCase(randomTensor(type, {2, 6, 4, 22}, 70, -3, 3), 2, 21));
        cases.push_back(groupCase(randomTensor(type, {2, 6, 4, 4}, 70, -3, 3), 2, 18));
        cases.push_back(groupCase(randomTensor(type, {3, 16, 2, 2}, 70, -3, 3), 4, 21)); // runs of four
    }
    cases.push_back(instanceCase(randomTensor(f32, {1, 1, 1600008}, 77), 1e-5f));
    cases.push_back(layerCase(randomTensor(f32, {0, 9}, 71), -1, true, false));
    addMixed(cases);
    cases.push_back(batchCase(randomTensor(f32, {2, 3, 37}, 72), f32, 9));
    cases.push_back(batchCase(randomTensor(f32, {4, 3}, 73), f32, 7));
    // In groups of eight, eight of which a software device's invocation makes, or fewer.
    for (const DataType type : {f32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(batchCase(randomTensor(type, {2, 3, 4, 22}, 80), type, 15));
        cases.push_back(batchCase(randomTensor(type, {1, 5, 64}, 81), f32, 15));
    }
    cases.push_back(batchCase(randomTensor(DataType::Float16, {2, 3, 4, 5}, 74), f32, 15));
    cases.push_back(batchCase(randomTensor(f32, {0, 3, 4}, 75), f32, 15));
    const DataType f64 = DataType::Float64;
    const DataType f16 = DataType::Float16;
    cases.push_back(batchCase(randomTensor(f64, {2, 3, 5}, 76), f32, 15));
    cases.push_back(batchCase(randomTensor(f32, {2, 3, 5}, 77), f16, 15));
    cases.push_back(batchCase(randomTensor(f16, {2, 3, 5}, 78), f16, 15, f32));
    cases.push_back(batchCase(randomTensor(f32, {2, 3, 5}, 79), f32, 15, DataType::BFloat16));
    cases.push_back(lrnCase(randomTensor(f32, {1, 7, 2, 3}, 76), 4));
    addBroadcast(cases);
    addErrors(cases);
    addFormulaCases(cases);
    addFusedCases(cases);
}

} // namespace weightless::ops::normalization
