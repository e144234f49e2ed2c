// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace weightless::ops::softmax {

namespace {

void normalizeRow(const std::string& op, std::vector<double>& row)
{
    const double largest = *std::ranges::max_element(row);
    if (op == "Hardmax") {
        bool found = false;
        for (double& value : row) {
            const bool isIt = !found && value == largest;
            found = found || isIt;
            value = isIt ? 1 : 0;
        }
        return;
    }
    double sum = 0;
    for (const double value : row) {
        sum += std::exp(value - largest);
    }
    for (double& value : row) {
        value = op == "Softmax" ? std::exp(value - largest) / sum : value - largest - std::log(sum);
    }
}

OperatorCase softmaxCase(
    const std::string& op, const HostTensor& x, std::optional<int64_t> axis, int64_t opset)
{
    OperatorCase test;
    test.opType = op;
    test.opset = opset;
    test.inputs = {x};
    const Shape& shape = x.descriptor.shape;
    const auto rank = static_cast<int64_t>(shape.size());
    const int64_t given = axis.value_or(opset < 13 ? 1 : -1);
    const int64_t at = given < 0 ? given + rank : given;
    // The key of an element is the row it belongs to.
    const auto keyOf = [&](std::vector<int64_t> place) {
        for (int64_t d = at; d < (opset < 13 ? rank : at + 1); ++d) {
            place[static_cast<size_t>(d)] = 0;
        }
        return indexOf(place, shape);
    };
    const int64_t count = elementCount(shape).value_or(0);
    std::vector<std::vector<double>> rows(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) {
        rows[static_cast<size_t>(keyOf(coordinatesOf(i, shape)))].push_back(
            elementAsDouble(x, static_cast<size_t>(i)));
    }
    for (std::vector<double>& row : rows) {
        if (!row.empty()) {
            normalizeRow(op, row);
        }
    }
    std::vector<size_t> next(static_cast<size_t>(count), 0);
    HostTensor y = makeHostTensor(x.descriptor);
    for (int64_t i = 0; i < count; ++i) {
        const auto key = static_cast<size_t>(keyOf(coordinatesOf(i, shape)));
        setElement(y, static_cast<size_t>(i), rows[key][next[key]++]);
    }
    test.expected = {y};
    if (axis) {
        test.attributes.set("axis", *axis);
    }
    test.name = toString(x.descriptor) + (axis ? " axis " + std::to_string(*axis) : std::string())
        + ", opset " + std::to_string(opset);
    const DataType type = x.descriptor.type;
    test.relativeTolerance = type == DataType::BFloat16 ? 2e-2 : type == DataType::Float16 ? 2e-3 : 1e-4;
    test.absoluteTolerance = type == DataType::Float32 ? 1e-5 : 1e-3;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const std::string op : {"Softmax", "LogSoftmax", "Hardmax"}) {
        const HostTensor x = randomTensor(DataType::Float32, {2, 3, 5, 7}, 41, -4, 4);
        for (const int64_t opset : {9, 11, 13}) {
            cases.push_back(softmaxCase(op, x, {}, opset));
            cases.push_back(softmaxCase(op, x, 2, opset));
            cases.push_back(softmaxCase(op, x, 0, opset));
        }
        cases.push_back(softmaxCase(op, x, -3, 13));
        cases.push_back(softmaxCase(op, randomTensor(DataType::Float32, {2, 500}, 42, -4, 4), -1, 13));
        cases.push_back(softmaxCase(op, randomTensor(DataType::Float32, {2, 5001}, 42, -4, 4), -1, 13));
        cases.push_back(softmaxCase(op, randomTensor(DataType::Float32, {70, 6}, 43, -4, 4), -1, 13));
        // More rows than occupy a software device: teams of a subgroup on cards alone.
        cases.push_back(softmaxCase(op, randomTensor(DataType::Float32, {70, 131}, 43, -4, 4), -1, 13));
        cases.push_back(softmaxCase(op, randomTensor(DataType::Float32, {3, 70, 15}, 43, -4, 4), 1, 13));
        cases.push_back(softmaxCase(op, randomTensor(DataType::Float32, {11}, 44, -4, 4), 0, 13));
        cases.push_back(softmaxCase(op, randomTensor(DataType::Float32, {0, 4}, 45), -1, 13));
        cases.push_back(
            softmaxCase(op, tensorOf(DataType::Float32, {2, 3}, {500, 499, 501, -800, -801, -800}), 1, 13));
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            cases.push_back(softmaxCase(op, randomTensor(type, {9, 260}, 46, -4, 4), 1, 13));
        }
        cases.push_back(softmaxCase(op, randomTensor(DataType::Float16, {3, 9}, 46), 1, 13));
        cases.push_back(softmaxCase(op, randomTensor(DataType::BFloat16, {3, 9}, 47), 1, 13));
        cases.push_back(softmaxCase(op, randomTensor(DataType::Float64, {3, 9}, 48), 1, 13));
        // All but certain: the logarithm of a sum near 1.
        cases.push_back(
            softmaxCase(op, tensorOf(DataType::Float32, {2, 3}, {0, -9, -20, 5, -6, -30}), 1, 13));
        OperatorCase axis = softmaxCase(op, x, 0, 13);
        axis.name = "axis out of range";
        axis.attributes.set("axis", int64_t {4});
        axis.expectedError = "axis 4 is outside";
        cases.push_back(axis);
        OperatorCase type = softmaxCase(op, x, 0, 13);
        type.name = "integers";
        type.inputs[0] = randomTensor(DataType::Int32, {2, 3}, 48);
        type.expectedError = "expected a float tensor";
        cases.push_back(type);
    }
}

} // namespace weightless::ops::softmax
