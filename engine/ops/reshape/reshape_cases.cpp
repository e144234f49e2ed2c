// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::reshape {

namespace {

OperatorCase viewCase(std::string opType, int64_t opset, const Shape& from, const Shape& to,
    std::optional<std::vector<int64_t>> parameter = {}, DataType type = DataType::Float32)
{
    OperatorCase test {.name = toString(from) + " to " + toString(to) + ", " + toString(type),
        .opType = std::move(opType),
        .opset = opset};
    test.inputs = {randomTensor(type, from, 3, -90, 90)};
    HostTensor expected = *test.inputs[0];
    expected.descriptor.shape = to;
    test.expected = {std::move(expected)};
    if (parameter) {
        test.inputs.emplace_back(makeInt64Tensor(*parameter));
        test.constantInputs = {1};
    }
    return test;
}

using Ints = std::vector<int64_t>;

void addReshapes(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Int64, DataType::Bool}) {
        cases.push_back(viewCase("Reshape", 14, {2, 3, 5}, {6, 5}, Ints {6, 5}, type));
    }
    cases.push_back(viewCase("Reshape", 14, {2, 3, 5}, {2, 15}, Ints {0, -1}));
    cases.push_back(viewCase("Reshape", 14, {2, 3, 5}, {30}, Ints {-1}));
    cases.push_back(viewCase("Reshape", 14, {1}, {}, Ints {}));
    cases.push_back(viewCase("Reshape", 14, {}, {1, 1}, Ints {1, -1}));
    cases.push_back(viewCase("Reshape", 14, {0, 3}, {0, 5}, Ints {0, 5}));
    OperatorCase zero = viewCase("Reshape", 14, {0, 3}, {7, 0}, Ints {7, 0});
    zero.attributes.set("allowzero", int64_t {1});
    cases.push_back(zero);
    OperatorCase old = viewCase("Reshape", 1, {2, 6}, {3, 4});
    old.attributes.set("shape", Ints {3, -1});
    cases.push_back(old);
    for (const Ints& target : {Ints {4, 2}, Ints {-1, -1}, Ints {7, -1}, Ints {-2, 3}}) {
        OperatorCase wrong = viewCase("Reshape", 14, {2, 3}, {2, 3}, target);
        wrong.expectedError = "input 0 is float32[2, 3] with 6 elements, which cannot take the shape";
        cases.push_back(wrong);
    }
    OperatorCase wrong = viewCase("Reshape", 14, {6}, {6}, Ints {6, 0});
    wrong.expectedError = "keeps dimension 1, which input 0 of [6] does not have";
    cases.push_back(wrong);
}

// com.microsoft's, of float32[3, 5].
OperatorCase expandDimsCase(const Shape& to, int64_t axis)
{
    OperatorCase test = viewCase("ExpandDims", 11, {3, 5}, to);
    test.domain = "com.microsoft";
    test.inputs.emplace_back(tensorOf(DataType::Int32, {}, {static_cast<double>(axis)}));
    test.constantInputs = {1};
    return test;
}

OperatorCase withInt(OperatorCase test, const char* name, int64_t value)
{
    test.attributes.set(name, value);
    return test;
}

OperatorCase withInts(OperatorCase test, const char* name, const Ints& values)
{
    test.attributes.set(name, values);
    return test;
}

OperatorCase failing(OperatorCase test, std::string message)
{
    test.expectedError = std::move(message);
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    addReshapes(cases);
    cases.push_back(viewCase("Flatten", 13, {2, 3, 5}, {2, 15}));
    cases.push_back(withInt(viewCase("Flatten", 13, {2, 3, 5}, {1, 30}), "axis", 0));
    cases.push_back(withInt(viewCase("Flatten", 13, {2, 3, 5}, {6, 5}), "axis", -1));
    cases.push_back(withInt(viewCase("Flatten", 13, {2, 3, 5}, {30, 1}), "axis", 3));
    cases.push_back(
        failing(withInt(viewCase("Flatten", 13, {2, 3}, {6, 1}), "axis", 3), "axis 3 is outside"));
    cases.push_back(viewCase("Squeeze", 13, {1, 3, 1, 5}, {3, 1, 5}, Ints {0}));
    cases.push_back(viewCase("Squeeze", 13, {1, 3, 1, 5}, {1, 3, 5}, Ints {-2}));
    cases.push_back(viewCase("Squeeze", 13, {1, 3, 1, 5}, {3, 5}));
    cases.push_back(withInts(viewCase("Squeeze", 11, {1, 3, 1, 5}, {3, 5}), "axes", {0, 2}));
    cases.push_back(failing(viewCase("Squeeze", 13, {1, 3}, {1}, Ints {1}), "is 3, expected 1"));
    cases.push_back(viewCase("Unsqueeze", 13, {3, 5}, {1, 3, 1, 5}, Ints {0, -2}));
    cases.push_back(expandDimsCase({3, 1, 5}, 1));
    cases.push_back(expandDimsCase({3, 5, 1}, -1));
    cases.push_back(expandDimsCase({1, 3, 5}, -3));
    cases.push_back(failing(expandDimsCase({1, 3, 5}, 3), "axis 3 is outside"));
    OperatorCase two = expandDimsCase({1, 3, 5}, 0);
    two.inputs[1] = tensorOf(DataType::Int32, {2}, {0, 1});
    cases.push_back(failing(two, "input 'axis' is int32[2], expected one number"));
    cases.push_back(withInts(viewCase("Unsqueeze", 11, {3, 5}, {3, 5, 1}), "axes", {2}));
    cases.push_back(failing(viewCase("Unsqueeze", 13, {3}, {1, 3}, Ints {0, 0}), "axis 0 is given twice"));
    cases.push_back(failing(viewCase("Unsqueeze", 13, {3}, {1, 3}, Ints {4}), "axis 4 is outside"));
    cases.push_back(viewCase("Identity", 16, {3, 7}, {3, 7}));
    cases.push_back(viewCase("Identity", 16, {3, 0}, {3, 0}));
    cases.push_back(viewCase("Dropout", 6, {3, 7}, {3, 7}));
    OperatorCase masked = viewCase("Dropout", 13, {3, 7}, {3, 7});
    masked.name = "with its mask";
    masked.expected.push_back(tensorOf(DataType::Bool, {3, 7}, std::vector<double>(21, 1)));
    cases.push_back(masked);
    OperatorCase training = viewCase("Dropout", 13, {3}, {3});
    training.inputs.emplace_back(tensorOf(DataType::Float32, {}, {0.5}));
    training.inputs.emplace_back(tensorOf(DataType::Bool, {}, {1}));
    training.constantInputs = {1, 2};
    OperatorCase undecided = training; // where the mode is on, the CPU draws the mask
    undecided.name = "a mode without a value";
    undecided.inputs[2] = tensorOf(DataType::Bool, {0, 0}, {});
    cases.push_back(failing(undecided, "input 'training_mode' is bool[0, 0], expected one element"));
}

} // namespace weightless::ops::reshape
