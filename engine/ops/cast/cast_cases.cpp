// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <array>
#include <cmath>

namespace weightless::ops::cast {

namespace {

constexpr std::array types {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
    DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64, DataType::UInt8, DataType::UInt16,
    DataType::UInt32, DataType::UInt64, DataType::Bool};

OperatorCase castCase(DataType from, DataType to)
{
    const bool isUnsigned =
        (isInteger(from) && !isSignedInteger(from)) || (isInteger(to) && !isSignedInteger(to));
    const HostTensor x = randomTensor(from, {3, 7}, 5, isUnsigned ? 0 : -100, 100);
    OperatorCase test {.name = toString(from) + " to " + toString(to), .opType = "Cast", .opset = 13};
    test.inputs = {x};
    test.attributes.set("to", static_cast<int64_t>(to));
    test.expected = {mapped(x, to, [to](double v) {
        return to == DataType::Bool ? (v != 0 ? 1.0 : 0.0) : (isFloat(to) ? v : std::trunc(v));
    })};
    test.relativeTolerance = 0;
    test.absoluteTolerance = 0;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType from : types) {
        for (const DataType to : types) {
            cases.push_back(castCase(from, to));
        }
    }
    OperatorCase like = castCase(DataType::Float32, DataType::Int32);
    like.opType = "CastLike";
    like.opset = 15;
    like.attributes = {};
    like.inputs.emplace_back(tensorOf(DataType::Int32, {1}, {0}));
    cases.push_back(like);
    OperatorCase named = castCase(DataType::Float32, DataType::Int64);
    named.opset = 1;
    named.attributes.set("to", std::string("INT64"));
    cases.push_back(named);
    OperatorCase large = castCase(DataType::Int64, DataType::Int32);
    large.name = "int64 beyond int32 wraps";
    large.inputs = {makeInt64Tensor(std::vector<int64_t> {4294967297, -4294967297})};
    large.expected = {tensorOf(DataType::Int32, {2}, {1, -1})};
    cases.push_back(large);
    OperatorCase fraction = castCase(DataType::Float32, DataType::Bool);
    fraction.name = "fractions are true";
    fraction.inputs = {tensorOf(DataType::Float32, {4}, {0, 0.25, -0.5, 1e-30})};
    fraction.expected = {tensorOf(DataType::Bool, {4}, {0, 1, 1, 1})};
    cases.push_back(fraction);
    OperatorCase overflow = castCase(DataType::Float32, DataType::Float16);
    overflow.name = "beyond float16 is infinite";
    overflow.inputs = {tensorOf(DataType::Float32, {3}, {1e6, -1e6, 65504})};
    overflow.expected = {tensorOf(DataType::Float16, {3}, {HUGE_VAL, -HUGE_VAL, 65504})};
    cases.push_back(overflow);
    OperatorCase wrong = castCase(DataType::Float32, DataType::Int32);
    wrong.attributes = {};
    wrong.expectedError = "attribute 'to' is required";
    cases.push_back(wrong);
}

} // namespace weightless::ops::cast
