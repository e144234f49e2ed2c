// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/normalization/normalizationcases.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace weightless::ops::normalization {

namespace {

using Row = std::vector<double>;

// f(row, value) for every element, where a row is all elements that agree outside `axes`.
HostTensor normalizedRows(
    const HostTensor& x, const std::vector<int64_t>& axes, const std::function<double(const Row&, double)>& f)
{
    const Shape& shape = x.descriptor.shape;
    const auto keyOf = [&](int64_t i) {
        std::vector<int64_t> place = coordinatesOf(i, shape);
        for (const int64_t axis : axes) {
            place[static_cast<size_t>(axis)] = 0;
        }
        return place;
    };
    std::map<std::vector<int64_t>, Row> rows;
    const int64_t count = elementCount(shape).value_or(0);
    for (int64_t i = 0; i < count; ++i) {
        rows[keyOf(i)].push_back(elementAsDouble(x, static_cast<size_t>(i)));
    }
    HostTensor y = makeHostTensor(x.descriptor);
    for (int64_t i = 0; i < count; ++i) {
        setElement(y, static_cast<size_t>(i), f(rows[keyOf(i)], elementAsDouble(x, static_cast<size_t>(i))));
    }
    return y;
}

double meanOf(const Row& row)
{
    double sum = 0;
    for (const double value : row) {
        sum += value;
    }
    return sum / static_cast<double>(row.size());
}

double varianceOf(const Row& row)
{
    const double mean = meanOf(row);
    double sum = 0;
    for (const double value : row) {
        sum += (value - mean) * (value - mean);
    }
    return sum / static_cast<double>(row.size());
}

OperatorCase formulaCase(const std::string& opType, int64_t opset, const HostTensor& x)
{
    OperatorCase test {.name = toString(x.descriptor), .opType = opType, .opset = opset};
    test.inputs = {x};
    const double tolerance = x.descriptor.type == DataType::BFloat16 ? 2e-2
        : x.descriptor.type == DataType::Float16                     ? 4e-3
                                                                     : 1e-4;
    test.relativeTolerance = tolerance;
    test.absoluteTolerance = tolerance;
    return test;
}

OperatorCase meanVarianceCase(const HostTensor& x, const std::vector<int64_t>& axes)
{
    OperatorCase test = formulaCase("MeanVarianceNormalization", 13, x);
    test.attributes.set("axes", axes);
    test.expected = {normalizedRows(x, axes, [](const Row& row, double value) {
        return (value - meanOf(row)) / (std::sqrt(varianceOf(row)) + 1e-9);
    })};
    return test;
}

OperatorCase lpCase(const HostTensor& x, int64_t axis, int64_t p)
{
    OperatorCase test = formulaCase("LpNormalization", 1, x);
    test.name += " p " + std::to_string(p);
    test.attributes.set("axis", axis);
    test.attributes.set("p", p);
    const auto rank = static_cast<int64_t>(x.descriptor.shape.size());
    test.expected = {normalizedRows(x, {axis < 0 ? axis + rank : axis}, [&](const Row& row, double value) {
        double sum = 0;
        for (const double element : row) {
            sum += p == 1 ? std::fabs(element) : element * element;
        }
        const double norm = p == 1 ? sum : std::sqrt(sum);
        return norm == 0 ? 0 : value / norm;
    })};
    return test;
}

OperatorCase rmsCase(const HostTensor& x, int64_t axis)
{
    OperatorCase test = formulaCase("RMSNormalization", 23, x);
    const Shape& shape = x.descriptor.shape;
    const auto rank = static_cast<int64_t>(shape.size());
    std::vector<int64_t> axes;
    for (int64_t i = axis < 0 ? axis + rank : axis; i < rank; ++i) {
        axes.push_back(i);
    }
    const Shape scaleShape(shape.begin() + axes.front(), shape.end());
    const HostTensor scale = randomTensor(x.descriptor.type, scaleShape, 8, 0.5, 1.5);
    test.inputs.emplace_back(scale);
    test.attributes.set("axis", axis);
    test.attributes.set("epsilon", 1e-3f);
    test.expected = {normalizedRows(x, axes, [](const Row& row, double value) {
        double sum = 0;
        for (const double element : row) {
            sum += element * element;
        }
        return value / std::sqrt(sum / static_cast<double>(row.size()) + static_cast<double>(1e-3f));
    })};
    const auto period = static_cast<size_t>(elementCount(scaleShape).value_or(0));
    HostTensor& y = test.expected[0];
    for (size_t i = 0; i < static_cast<size_t>(elementCount(shape).value_or(0)); ++i) {
        setElement(y, i, elementAsDouble(y, i) * elementAsDouble(scale, i % period));
    }
    return test;
}

// Before opset 14 five outputs are what tells of training.
OperatorCase trainingCase(const HostTensor& x, int opset = 15)
{
    OperatorCase test = formulaCase("BatchNormalization", opset, x);
    const DataType type = x.descriptor.type;
    const Shape& shape = x.descriptor.shape;
    const Shape channels {shape[1]};
    test.name += " in training";
    test.inputs.insert(test.inputs.end(),
        {randomTensor(type, channels, 2, 0.5, 1.5), randomTensor(type, channels, 3),
            randomTensor(type, channels, 4), randomTensor(type, channels, 5, 0.25, 2)});
    if (opset >= 14) {
        test.attributes.set("training_mode", int64_t {1});
    }
    test.attributes.set("epsilon", 1e-2f);
    test.attributes.set("momentum", 0.75f);
    HostTensor mean = makeHostTensor({type, channels});
    HostTensor variance = mean;
    HostTensor givenMean = mean;
    HostTensor inverseDeviation = mean;
    std::vector<Row> rows(static_cast<size_t>(shape[1]));
    const auto channelOf = [&](size_t i) {
        return static_cast<size_t>(coordinatesOf(static_cast<int64_t>(i), shape)[1]);
    };
    const auto count = static_cast<size_t>(elementCount(shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        rows[channelOf(i)].push_back(elementAsDouble(x, i));
    }
    const auto given = [&](size_t input, size_t c) { return elementAsDouble(*test.inputs[input], c); };
    HostTensor y = makeHostTensor(x.descriptor);
    for (size_t i = 0; i < count; ++i) {
        const size_t c = channelOf(i);
        const double normalized = (elementAsDouble(x, i) - meanOf(rows[c]))
            / std::sqrt(varianceOf(rows[c]) + static_cast<double>(1e-2f));
        setElement(y, i, normalized * given(1, c) + given(2, c));
    }
    for (size_t c = 0; c < rows.size(); ++c) {
        setElement(mean, c, given(3, c) * 0.75 + meanOf(rows[c]) * 0.25);
        setElement(variance, c, given(4, c) * 0.75 + varianceOf(rows[c]) * 0.25);
        setElement(givenMean, c, meanOf(rows[c]));
        setElement(inverseDeviation, c, 1 / std::sqrt(varianceOf(rows[c]) + static_cast<double>(1e-2f)));
    }
    test.expected = {y, mean, variance};
    if (opset < 14) {
        test.expected.insert(test.expected.end(), {givenMean, inverseDeviation});
    }
    return test;
}

} // namespace

void addFormulaCases(CaseList& cases)
{
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        const HostTensor x = randomTensor(type, {2, 3, 5, 7}, 64, -3, 3);
        cases.push_back(meanVarianceCase(x, {0, 2, 3}));
        cases.push_back(lpCase(x, -1, 2));
        cases.push_back(rmsCase(x, -1));
        cases.push_back(trainingCase(x));
    }
    const HostTensor x = randomTensor(DataType::Float32, {3, 5, 7}, 64, -3, 3);
    cases.push_back(meanVarianceCase(x, {1}));
    cases.push_back(lpCase(x, 1, 1));
    cases.push_back(lpCase(makeHostTensor({DataType::Float32, {2, 3}}), 1, 2)); // nothing but zeros
    cases.push_back(
        lpCase(tensorOf(DataType::Float32, {2, 3}, {0, 2, 0, 0, -3, 0}), 0, 1)); // two lines of zeros
    cases.push_back(lpCase(makeHostTensor({DataType::Float32, {0, 3}}), 1, 2));
    cases.push_back(rmsCase(x, 1));
    cases.push_back(rmsCase(x, 0));
    for (const char* kernel : {"parts", "cardparts"}) { // rows in parts
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            OperatorCase parts = rmsCase(randomTensor(type, {3, 1031}, 65, -3, 3), 1);
            parts.attributes.set("weightless.kernel", std::string(kernel));
            cases.push_back(parts);
        }
    }
    cases.push_back(trainingCase(randomTensor(DataType::Float32, {11, 3}, 64)));
    for (const int opset : {6, 7, 9}) {
        cases.push_back(trainingCase(x, opset));
    }
    OperatorCase wrong = lpCase(x, 1, 2);
    wrong.attributes.set("p", int64_t {3});
    wrong.expectedError = "attribute 'p' is 3, expected 1 or 2";
    cases.push_back(wrong);
    wrong = rmsCase(x, -1);
    wrong.inputs[1] = randomTensor(DataType::Float32, {6}, 1);
    wrong.expectedError = "does not broadcast to float32[3, 5, 7]";
    cases.push_back(wrong);
    wrong = trainingCase(randomTensor(DataType::Float32, {11, 3}, 64));
    wrong.inputs[0] = randomTensor(DataType::Float32, {3}, 1);
    wrong.expectedError = "which has no channels to train";
    cases.push_back(wrong);
}

} // namespace weightless::ops::normalization
