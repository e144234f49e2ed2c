// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::tensorscatter {

namespace {

OperatorCase scatterCase(DataType type, const Shape& shape, int64_t updated, int64_t axis, bool isCircular,
    const std::vector<int64_t>& begins)
{
    const auto d = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    Shape updateShape = shape;
    updateShape[d] = updated;
    const HostTensor past = randomTensor(type, shape, 1, 0, 50);
    const HostTensor update = randomTensor(type, updateShape, 2, 50, 100);
    HostTensor y = past;
    for (int64_t i = 0; i < elementCount(updateShape).value_or(0); ++i) {
        std::vector<int64_t> place = coordinatesOf(i, updateShape);
        place[d] += begins.empty() ? 0 : begins[static_cast<size_t>(place[0])];
        place[d] %= isCircular ? shape[d] : INT64_MAX;
        setElement(
            y, static_cast<size_t>(indexOf(place, shape)), elementAsDouble(update, static_cast<size_t>(i)));
    }
    OperatorCase test {.name = toString(past.descriptor) + ", " + std::to_string(updated) + " along "
            + std::to_string(axis) + (isCircular ? ", circular" : ""),
        .opType = "TensorScatter",
        .opset = 24};
    test.inputs = {past, update};
    if (!begins.empty()) {
        test.inputs.push_back(makeInt64Tensor(begins));
    }
    test.attributes.set("axis", axis);
    test.attributes.set("mode", std::string(isCircular ? "circular" : "linear"));
    test.expected = {std::move(y)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::UInt8, DataType::Int64,
             DataType::Float8E4M3FN, DataType::UInt4, DataType::Float4E2M1}) {
        cases.push_back(scatterCase(type, {2, 3, 7, 5}, 2, -2, false, {1, 5}));
    }
    cases.push_back(scatterCase(DataType::Float32, {2, 3, 7, 5}, 3, -2, true, {6, 13}));
    cases.push_back(scatterCase(DataType::Float32, {3, 7, 5}, 4, 1, false, {}));
    cases.push_back(scatterCase(DataType::Float32, {3, 7}, 7, -1, false, {0, 0, 0}));
    cases.push_back(scatterCase(DataType::Float32, {0, 7, 5}, 4, 1, false, {}));
    cases.push_back(scatterCase(DataType::Float32, {3, 7, 5}, 0, 1, false, {}));
    OperatorCase wrong = scatterCase(DataType::Float32, {3, 7, 5}, 4, 1, false, {});
    wrong.inputs[1] = randomTensor(DataType::Float32, {3, 8, 5}, 1);
    wrong.expectedError = "which is no part of float32[3, 7, 5] along axis 1";
    cases.push_back(wrong);
    wrong = scatterCase(DataType::Float32, {3, 7, 5}, 4, 1, false, {});
    wrong.attributes.set("axis", int64_t {0});
    wrong.expectedError = "the axis is 0";
    cases.push_back(wrong);
}

} // namespace weightless::ops::tensorscatter
