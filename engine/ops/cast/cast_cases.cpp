// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/narrowtypes.h"
#include "engine/ops/finitecast.h"
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace weightless::ops::cast {

namespace {

constexpr std::array types {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
    DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64, DataType::UInt8, DataType::UInt16,
    DataType::UInt32, DataType::UInt64, DataType::Bool};

constexpr std::array narrowTypes {DataType::Float8E4M3FN, DataType::Float8E4M3FNUZ, DataType::Float8E5M2,
    DataType::Float8E5M2FNUZ, DataType::UInt4, DataType::Int4, DataType::Float4E2M1, DataType::Float8E8M0,
    DataType::UInt2, DataType::Int2, DataType::Float6E2M3, DataType::Float6E3M2};

OperatorCase castCase(DataType from, DataType to, const Shape& shape = {3, 7})
{
    const bool isUnsigned =
        (isInteger(from) && !isSignedInteger(from)) || (isInteger(to) && !isSignedInteger(to));
    const HostTensor x = randomTensor(from, shape, 5, isUnsigned ? 0 : -100, 100);
    OperatorCase test {.name = toString(from) + " to " + toString(to), .opType = "Cast", .opset = 13};
    test.inputs = {x};
    test.attributes.set("to", static_cast<int64_t>(to));
    test.expected = {mapped(x, to, [to](double v) {
        return to == DataType::Bool ? (v != 0 ? 1.0 : 0.0)
                                    : (isFloat(to) || isNarrowFloat(to) ? v : std::trunc(v));
    })};
    test.relativeTolerance = 0;
    test.absoluteTolerance = 0;
    return test;
}

// The bits of what the special values become, first where they saturate and then where they do not: the
// tables of ONNX's text on float8 and float6.
void addSpecialValues(CaseList& cases)
{
    const HostTensor x =
        tensorOf(DataType::Float32, {9}, {0.0, -0.0, NAN, HUGE_VAL, -HUGE_VAL, 1e6, -1e6, 0.48, 1e-9});
    struct Row {
        DataType type;
        std::array<uint8_t, 9> saturating;
        std::array<uint8_t, 9> other;
    };
    const std::array<Row, 6> rows {{
        {DataType::Float8E4M3FN, {0, 0x80, 0x7f, 0x7e, 0xfe, 0x7e, 0xfe, 0x2f, 0},
            {0, 0x80, 0x7f, 0x7f, 0xff, 0x7f, 0xff, 0x2f, 0}},
        {DataType::Float8E4M3FNUZ, {0, 0, 0x80, 0x7f, 0xff, 0x7f, 0xff, 0x37, 0},
            {0, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x37, 0}},
        {DataType::Float8E5M2, {0, 0x80, 0x7e, 0x7b, 0xfb, 0x7b, 0xfb, 0x38, 0},
            {0, 0x80, 0x7e, 0x7c, 0xfc, 0x7c, 0xfc, 0x38, 0}},
        {DataType::Float8E5M2FNUZ, {0, 0, 0x80, 0x7f, 0xff, 0x7f, 0xff, 0x3c, 0},
            {0, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x3c, 0}},
        {DataType::Float6E2M3, {0, 0x20, 0x20, 0x1f, 0x3f, 0x1f, 0x3f, 0x04, 0},
            {0, 0x20, 0x20, 0x1f, 0x3f, 0x1f, 0x3f, 0x04, 0}},
        {DataType::Float6E3M2, {0, 0x20, 0x20, 0x1f, 0x3f, 0x1f, 0x3f, 0x08, 0},
            {0, 0x20, 0x20, 0x1f, 0x3f, 0x1f, 0x3f, 0x08, 0}},
    }};
    for (const Row& row : rows) {
        for (const bool saturates : {true, false}) {
            OperatorCase test {
                .name = std::string(saturates ? "saturating to " : "not saturating to ") + toString(row.type),
                .opType = "Cast",
                .opset = 19};
            test.inputs = {x};
            test.attributes.set("to", static_cast<int64_t>(row.type));
            test.attributes.set("saturate", int64_t {saturates ? 1 : 0});
            HostTensor y = makeHostTensor({row.type, {9}});
            for (size_t i = 0; i < row.other.size(); ++i) {
                setNarrowCode(y.bytes, row.type, i, saturates ? row.saturating[i] : row.other[i]);
            }
            test.expected = {std::move(y)};
            test.relativeTolerance = 0;
            test.absoluteTolerance = 0;
            cases.push_back(test);
        }
    }
}

void addPowersOfTwo(CaseList& cases)
{
    const std::array<std::pair<const char*, std::array<double, 6>>, 3> rows {{
        {"up", {1, 2, 2, 4, 0.25, 0x1p127}},
        {"down", {1, 1, 1, 2, 0.125, 0x1p127}},
        {"nearest", {1, 1, 2, 4, 0.25, 0x1p127}},
    }};
    for (const auto& [mode, expected] : rows) {
        OperatorCase test {.name = std::string("float8e8m0, ") + mode, .opType = "Cast", .opset = 24};
        test.inputs = {tensorOf(DataType::Float32, {6}, {1, 1.25, 1.5, 3.5, -0.2, 0x1.8p127})};
        test.attributes.set("to", static_cast<int64_t>(DataType::Float8E8M0));
        test.attributes.set("round_mode", std::string(mode));
        test.expected = {tensorOf(DataType::Float8E8M0, {6}, {expected.begin(), expected.end()})};
        cases.push_back(test);
    }
}

// What is looked at beside it decides.
void addBesideCases(CaseList& cases)
{
    struct Row {
        const char* name;
        DataType from;
        DataType beside;
        DataType to;
    };
    constexpr std::array rows {
        Row {"beside another", DataType::Float32, DataType::Float16, DataType::Float16},
        Row {"beside its own", DataType::Float32, DataType::Float32, DataType::Float32},
        Row {"integers stay", DataType::Int64, DataType::Float16, DataType::Int64},
        Row {"bytes stay", DataType::UInt8, DataType::Float16, DataType::UInt8},
        Row {"doubles stay", DataType::Float64, DataType::Float16, DataType::Float64},
        Row {"bfloat16 beside another", DataType::BFloat16, DataType::Float16, DataType::Float16},
        Row {"always", DataType::Float32, DataType::Undefined, DataType::Float16},
        Row {"integers always stay", DataType::Int32, DataType::Undefined, DataType::Int32},
    };
    for (const Row& row : rows) {
        OperatorCase test {.name = row.name, .opType = "CastBeside", .opset = 17};
        test.domain = "weightless";
        test.inputs = {tensorOf(row.from, {5}, {0, 1, 2, 3, 100})};
        test.attributes.set("to", static_cast<int64_t>(DataType::Float16));
        if (row.beside != DataType::Undefined) {
            test.attributes.set(std::string(besideAttribute), static_cast<int64_t>(DataType::Float16));
            test.inputs.emplace_back(tensorOf(row.beside, {2}, {7, 8}));
        }
        test.expected = {tensorOf(row.to, {5}, {0, 1, 2, 3, 100})};
        cases.push_back(std::move(test));
    }
}

// CastLike of what is of another type in the model.
void addLikeCases(CaseList& cases)
{
    struct Row {
        const char* name;
        DataType from;
        DataType like;
        DataType to;
        bool isSame = false; // in the model
    };
    constexpr std::array rows {
        Row {"integers like what was float32", DataType::Int64, DataType::Float16, DataType::Float32},
        Row {"doubles like what was float32", DataType::Float64, DataType::Float16, DataType::Float32},
        Row {"float32 like what was float32", DataType::Float32, DataType::Float16, DataType::Float32},
        Row {"float16 like float16", DataType::Float16, DataType::Float16, DataType::Float16, true},
        Row {"float16 like what will be", DataType::Float16, DataType::Float32, DataType::Float16, true},
        Row {"float16 like float32", DataType::Float16, DataType::Float32, DataType::Float32},
        Row {"float16 like what was float32", DataType::Float16, DataType::Float16, DataType::Float32},
        Row {"integers like what is float32", DataType::Int32, DataType::Float32, DataType::Float32},
        Row {"float16 like integers", DataType::Float16, DataType::Int32, DataType::Int32},
    };
    for (const Row& row : rows) {
        OperatorCase test {.name = row.name, .opType = "CastLike", .opset = 17};
        test.inputs = {tensorOf(row.from, {5}, {0, 1, 2, 3, 100}), tensorOf(row.like, {2}, {7, 8})};
        test.attributes.set("to", static_cast<int64_t>(DataType::Float32));
        test.attributes.set(std::string(besideAttribute), static_cast<int64_t>(DataType::Float16));
        test.attributes.set(std::string(sameAttribute), int64_t {row.isSame});
        test.expected = {tensorOf(row.to, {5}, {0, 1, 2, 3, 100})};
        cases.push_back(std::move(test));
    }
}

// As weights of another type are cast.
void addFiniteCases(CaseList& cases)
{
    struct Row {
        DataType from;
        DataType to;
        double lowest;
        double kept;
        double highest; // what becomes of -lowest
        int64_t use = finiteValues;
    };
    constexpr double lowestFloat = std::numeric_limits<float>::lowest();
    for (const Row& row : {Row {DataType::Float32, DataType::Float16, lowestFloat, -32752, 65504},
             Row {DataType::Float32, DataType::Float16, -65504, -32752, 65504},
             Row {DataType::Float32, DataType::Float16, -65520, -32752, 65504},
             Row {DataType::Float32, DataType::Float16, lowestFloat, -65504, 65504, finiteLimits},
             Row {DataType::Float32, DataType::Float16, -65504, -65504, 65504, finiteLimits},
             Row {DataType::BFloat16, DataType::Float16, -65536, -32752, 65504},
             Row {DataType::BFloat16, DataType::Float16, -0x1.fep127, -32752, 65504},
             Row {DataType::Float64, DataType::Float16, -1e300, -32752, 65504},
             Row {DataType::Float32, DataType::BFloat16, lowestFloat, -0x1.fep127, 0x1.fep127},
             Row {DataType::Float64, DataType::BFloat16, -1e300, -0x1.fep127, 0x1.fep127},
             Row {DataType::Float64, DataType::Float32, -1e300, lowestFloat, -lowestFloat}}) {
        OperatorCase finite = castCase(row.from, row.to);
        finite.name = toString(row.from) + " " + std::to_string(row.lowest) + " stays finite in "
            + toString(row.to) + (row.use == finiteLimits ? ", a limit" : "");
        finite.attributes.set(std::string(finiteAttribute), row.use);
        finite.inputs = {
            tensorOf(row.from, {7}, {row.lowest, -row.lowest, -HUGE_VAL, HUGE_VAL, 65280, -2, std::nan("")})};
        finite.expected = {
            tensorOf(row.to, {7}, {row.kept, row.highest, -HUGE_VAL, HUGE_VAL, 65280, -2, std::nan("")})};
        cases.push_back(finite);
    }
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType narrow : narrowTypes) {
        for (const DataType wide :
            {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64, DataType::Int8,
                DataType::UInt8, DataType::Int64, DataType::Bool, DataType::Int4}) {
            cases.push_back(castCase(wide, narrow));
            cases.push_back(castCase(narrow, wide));
        }
        // Nothing, and one element alone in its byte.
        for (const Shape& shape : {Shape {3, 0}, Shape {}}) {
            for (OperatorCase test :
                {castCase(DataType::Float32, narrow, shape), castCase(narrow, DataType::Int64, shape)}) {
                test.name += " " + toString(shape);
                cases.push_back(std::move(test));
            }
        }
    }
    addSpecialValues(cases);
    addPowersOfTwo(cases);
    for (const DataType from : types) {
        for (const DataType to : types) {
            cases.push_back(castCase(from, to));
            OperatorCase longer = castCase(from, to, {139});
            longer.name += " of 139";
            cases.push_back(std::move(longer));
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
    addFiniteCases(cases);
    addBesideCases(cases);
    addLikeCases(cases);
    OperatorCase wrong = castCase(DataType::Float32, DataType::Int32);
    wrong.attributes = {};
    wrong.expectedError = "attribute 'to' is required";
    cases.push_back(wrong);
}

} // namespace weightless::ops::cast
