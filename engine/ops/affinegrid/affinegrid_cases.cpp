// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::affinegrid {

namespace {

OperatorCase gridCase(DataType type, const Shape& size, bool alignsCorners)
{
    const size_t rank = size.size() - 2;
    const HostTensor theta =
        randomTensor(type, {size[0], static_cast<int64_t>(rank), static_cast<int64_t>(rank) + 1}, 1, -1, 1);
    Shape places {size[0]};
    places.insert(places.end(), size.begin() + 2, size.end());
    Shape result = places;
    result.push_back(static_cast<int64_t>(rank));
    HostTensor y = makeHostTensor({type, result});
    for (int64_t i = 0; i < elementCount(result).value_or(0); ++i) {
        const std::vector<int64_t> at = coordinatesOf(i, result);
        const auto row = static_cast<size_t>(at[0]) * rank + static_cast<size_t>(at[rank + 1]);
        double sum = elementAsDouble(theta, row * (rank + 1) + rank);
        for (size_t d = 0; d < rank; ++d) { // x is the last dimension
            const size_t axis = rank - d;
            const auto steps = static_cast<double>(result[axis]);
            const auto place = static_cast<double>(at[axis]);
            const double value =
                alignsCorners ? -1 + place * 2 / (steps - 1) : -1 + (place + 0.5) * 2 / steps;
            sum += elementAsDouble(theta, row * (rank + 1) + d) * value;
        }
        setElement(y, static_cast<size_t>(i), sum);
    }
    OperatorCase test {.name = toString(size) + (alignsCorners ? ", corners, " : ", ") + toString(type),
        .opType = "AffineGrid",
        .opset = 20};
    test.inputs = {theta, makeInt64Tensor(size)};
    test.constantInputs = {1};
    test.attributes.set("align_corners", int64_t {alignsCorners});
    test.expected = {std::move(y)};
    const bool isDouble = type == DataType::Float64;
    test.relativeTolerance = isDouble ? 1e-13 : type == DataType::Float32 ? 1e-4 : 2e-2;
    test.absoluteTolerance = isDouble ? 1e-13 : type == DataType::Float32 ? 1e-5 : 2e-2;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const bool alignsCorners : {false, true}) {
        cases.push_back(gridCase(DataType::Float32, {2, 3, 5, 7}, alignsCorners));
        cases.push_back(gridCase(DataType::Float32, {2, 3, 2, 3, 5}, alignsCorners));
        cases.push_back(gridCase(DataType::Float64, {2, 3, 5, 7}, alignsCorners));
    }
    cases.push_back(gridCase(DataType::Float16, {2, 3, 5, 7}, false));
    cases.push_back(gridCase(DataType::BFloat16, {2, 3, 5, 7}, false));
    cases.push_back(gridCase(DataType::Float32, {0, 3, 5, 7}, false));
    OperatorCase wrong = gridCase(DataType::Float32, {2, 3, 5, 7}, false);
    wrong.inputs[0] = randomTensor(DataType::Float32, {2, 3, 4}, 1);
    wrong.expectedError = "theta is float32[2, 3, 4], expected [2, 2, 3]";
    cases.push_back(wrong);
    wrong = gridCase(DataType::Float32, {2, 3, 5, 7}, false);
    wrong.inputs[1] = int64Tensor({2, 3, 1 << 20, 1 << 20});
    wrong.expectedError = "input 'size' is [2, 3, 1048576, 1048576]";
    cases.push_back(wrong);
}

} // namespace weightless::ops::affinegrid
