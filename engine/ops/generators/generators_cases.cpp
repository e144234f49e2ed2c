// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model.h"
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::generators {

namespace {

using Ints = std::vector<int64_t>;

std::shared_ptr<const ConstantInfo> constantOf(HostTensor value)
{
    ConstantInfo info;
    info.descriptor = value.descriptor;
    info.sizeBytes = value.bytes.size();
    info.value = std::move(value);
    return std::make_shared<const ConstantInfo>(std::move(info));
}

OperatorCase made(std::string name, std::string opType, int64_t opset,
    std::vector<std::optional<HostTensor>> inputs, HostTensor expected)
{
    OperatorCase test {.name = std::move(name), .opType = std::move(opType), .opset = opset};
    test.inputs = std::move(inputs);
    test.expected = {std::move(expected)};
    return test;
}

void addConstants(CaseList& cases)
{
    const auto add = [&](const char* name, AttributeValue value, HostTensor expected) {
        OperatorCase test = made(name, "Constant", 13, {}, std::move(expected));
        test.attributes.set(name, std::move(value));
        cases.push_back(std::move(test));
    };
    const HostTensor tensor = randomTensor(DataType::Float16, {3, 5}, 1);
    add("value", constantOf(tensor), tensor);
    add("value_float", 2.5f, tensorOf(DataType::Float32, {}, {2.5}));
    add("value_floats", std::vector<float> {1, -2.5}, tensorOf(DataType::Float32, {2}, {1, -2.5}));
    add("value_int", int64_t {-7}, makeInt64Scalar(-7));
    add("value_ints", Ints {1, 2, 3}, int64Tensor({1, 2, 3}));
    OperatorCase none = made("no value", "Constant", 13, {}, int64Tensor({}));
    none.expectedError = "none of the attributes";
    cases.push_back(none);
}

void addShapes(CaseList& cases)
{
    const HostTensor x = randomTensor(DataType::Float32, {2, 3, 5, 7}, 1);
    cases.push_back(made("of rank 4", "Shape", 13, {x}, int64Tensor({2, 3, 5, 7})));
    cases.push_back(
        made("of a scalar", "Shape", 13, {randomTensor(DataType::Float16, {}, 1)}, int64Tensor({})));
    OperatorCase part = made("from 1 to -1", "Shape", 15, {x}, int64Tensor({3, 5}));
    part.attributes.set("start", int64_t {1});
    part.attributes.set("end", int64_t {-1});
    cases.push_back(part);
    part = made("from beyond to beyond", "Shape", 15, {x}, int64Tensor({2, 3, 5, 7}));
    part.attributes.set("start", int64_t {-100});
    part.attributes.set("end", int64_t {100});
    cases.push_back(part);
    cases.push_back(made("of rank 4", "Size", 13, {x}, makeInt64Scalar(210)));
    cases.push_back(
        made("of nothing", "Size", 13, {randomTensor(DataType::Bool, {3, 0}, 1)}, makeInt64Scalar(0)));
}

void addFills(CaseList& cases)
{
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::Int64, DataType::Bool, DataType::UInt8}) {
        OperatorCase test = made(toString(type), "ConstantOfShape", 9, {int64Tensor({3, 5})},
            tensorOf(type, {3, 5}, std::vector<double>(15, 1)));
        test.constantInputs = {0};
        test.attributes.set("value", constantOf(tensorOf(type, {1}, {1})));
        cases.push_back(test);
        OperatorCase eye = made("diagonal 1, " + toString(type), "EyeLike", 9,
            {randomTensor(type, {3, 4}, 1)}, tensorOf(type, {3, 4}, {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
        eye.attributes.set("k", int64_t {1});
        cases.push_back(eye);
    }
    OperatorCase plain =
        made("no value", "ConstantOfShape", 9, {int64Tensor({2})}, tensorOf(DataType::Float32, {2}, {0, 0}));
    plain.constantInputs = {0};
    cases.push_back(plain);
    plain = made("a scalar", "ConstantOfShape", 9, {int64Tensor({})}, tensorOf(DataType::Float32, {}, {0}));
    plain.constantInputs = {0};
    cases.push_back(plain);
    OperatorCase large = made("too large to fold", "ConstantOfShape", 9, {int64Tensor({257, 257})},
        tensorOf(DataType::Float32, {257, 257}, std::vector<double>(257 * 257, 3)));
    large.constantInputs = {0};
    large.attributes.set("value", constantOf(tensorOf(DataType::Float32, {1}, {3})));
    cases.push_back(large);
    for (const DataType type :
        {DataType::Int4, DataType::UInt2, DataType::Float6E3M2, DataType::Float8E5M2}) {
        large.name = "too large to fold, " + toString(type);
        large.attributes.set("value", constantOf(tensorOf(type, {1}, {1})));
        large.expected = {tensorOf(type, {257, 257}, std::vector<double>(size_t {257} * 257, 1))};
        cases.push_back(large);
    }
    OperatorCase wrong = plain;
    wrong.inputs = {int64Tensor({-1})};
    wrong.expectedError = "impossible shape [-1]";
    cases.push_back(wrong);
    OperatorCase eye =
        made("diagonal -2 of another type", "EyeLike", 9, {randomTensor(DataType::Float32, {4, 3}, 1)},
            tensorOf(DataType::Int32, {4, 3}, {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0}));
    eye.attributes.set("k", int64_t {-2});
    eye.attributes.set("dtype", static_cast<int64_t>(DataType::Int32));
    cases.push_back(eye);
    eye = made("diagonal outside", "EyeLike", 9, {randomTensor(DataType::Float32, {2, 2}, 1)},
        tensorOf(DataType::Float32, {2, 2}, {0, 0, 0, 0}));
    eye.attributes.set("k", int64_t {5});
    cases.push_back(eye);
    wrong = eye;
    wrong.inputs = {randomTensor(DataType::Float32, {2}, 1)};
    wrong.expectedError = "input 0 is float32[2], expected rank 2";
    cases.push_back(wrong);
}

OperatorCase rangeCase(DataType type, double start, double limit, double delta)
{
    std::vector<double> values;
    for (double at = start; delta > 0 ? at < limit : at > limit;
         at = start + static_cast<double>(values.size()) * delta) {
        values.push_back(at);
    }
    const auto count = static_cast<int64_t>(values.size());
    OperatorCase test = made(std::to_string(start) + " to " + std::to_string(limit) + ", " + toString(type),
        "Range", 11, {tensorOf(type, {}, {start}), tensorOf(type, {}, {limit}), tensorOf(type, {}, {delta})},
        tensorOf(type, {count}, values));
    test.constantInputs = {0, 1, 2};
    return test;
}

void addRanges(CaseList& cases)
{
    for (const DataType type : {DataType::Int16, DataType::Int32, DataType::Int64, DataType::Float32,
             DataType::Float64, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(rangeCase(type, 3, 20, 4));
        cases.push_back(rangeCase(type, 10, -3, -3));
        cases.push_back(rangeCase(type, 5, 5, 1));
        cases.push_back(rangeCase(type, 5, 9, -1));
    }
    for (const DataType type : {DataType::Int16, DataType::Int32, DataType::Int64, DataType::Float32}) {
        OperatorCase microsoft = rangeCase(type, 10, -3, -3);
        microsoft.domain = "com.microsoft";
        cases.push_back(microsoft);
        for (const double limit : {20.0, 9000.0}) { // the second is too large to fold
            microsoft = rangeCase(type, 3, limit, 1);
            microsoft.name += " without a delta";
            microsoft.domain = "com.microsoft";
            microsoft.inputs.pop_back();
            microsoft.constantInputs = {0, 1};
            cases.push_back(microsoft);
        }
    }
    cases.push_back(rangeCase(DataType::Float32, 0.5, 2, 0.25));
    cases.push_back(rangeCase(DataType::Int64, -40000, 40000, 1)); // too large to fold
    cases.push_back(rangeCase(DataType::Float32, 0, 70000, 1));
    // Beyond 2048 float16 skips numbers, which must not stop the count.
    cases.push_back(rangeCase(DataType::Float16, 2040, 2070, 2));
    cases.push_back(rangeCase(DataType::Float16, 0, 5000, 4));
    cases.push_back(rangeCase(DataType::BFloat16, 0, 3000, 16));
    OperatorCase stashed = rangeCase(DataType::BFloat16, 0, 9, 1);
    stashed.opset = 27;
    stashed.attributes.set("stash_type", int64_t {1});
    cases.push_back(stashed);
    stashed.attributes.set("stash_type", int64_t {16});
    stashed.expectedError = "attribute 'stash_type' is bfloat16";
    cases.push_back(stashed);
    OperatorCase wrong = rangeCase(DataType::Int64, 0, 5, 1);
    wrong.inputs[2] = makeInt64Scalar(0);
    wrong.expectedError = "input 'delta' is 0";
    cases.push_back(wrong);
}

} // namespace

void addCases(CaseList& cases)
{
    addConstants(cases);
    addShapes(cases);
    addFills(cases);
    addRanges(cases);
}

} // namespace weightless::ops::generators
