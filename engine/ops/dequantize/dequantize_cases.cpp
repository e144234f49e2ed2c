// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <array>

namespace weightless::ops::dequantize {

namespace {

struct Spec {
    const char* name = "";
    Shape shape {};
    Shape scaleShape {};
    std::optional<int64_t> axis {};
    int64_t block = 0;
    DataType type = DataType::Int8;
    DataType scaleType = DataType::Float32;
    bool hasZeroPoint = true;
    int64_t opset = 21;
};

// Where the scale of an element is, by the definition: at its own place, divided by the block on the axis.
size_t scaleIndex(const Spec& spec, int64_t element)
{
    if (elementCount(spec.scaleShape) == 1) {
        return 0;
    }
    std::vector<int64_t> place = coordinatesOf(element, spec.shape);
    const auto axis = static_cast<size_t>(
        spec.axis.value_or(1) + (spec.axis.value_or(1) < 0 ? static_cast<int64_t>(spec.shape.size()) : 0));
    if (spec.block == 0) {
        return static_cast<size_t>(place[axis]);
    }
    place[axis] /= spec.block;
    return static_cast<size_t>(indexOf(place, spec.scaleShape));
}

OperatorCase caseOf(const Spec& spec)
{
    const bool isSigned = isSignedInteger(spec.type);
    const HostTensor x = randomTensor(spec.type, spec.shape, 3, isSigned ? -100 : 0, 120);
    const HostTensor scale = randomTensor(spec.scaleType, spec.scaleShape, 4, 0.01, 0.5);
    const HostTensor zero = randomTensor(spec.type, spec.scaleShape, 5, isSigned ? -20 : 0, 20);
    OperatorCase test {
        .name = std::string(spec.name) + ", " + toString(spec.type) + " by " + toString(spec.scaleType),
        .opType = "DequantizeLinear",
        .opset = spec.opset,
        .inputs = {x, scale}};
    if (spec.hasZeroPoint) {
        test.inputs.emplace_back(zero);
    }
    if (spec.axis) {
        test.attributes.set("axis", *spec.axis);
    }
    if (spec.block != 0) {
        test.attributes.set("block_size", spec.block);
    }
    HostTensor y = makeHostTensor({spec.scaleType, spec.shape});
    for (int64_t i = 0; i < elementCount(spec.shape).value_or(0); ++i) {
        const size_t s = scaleIndex(spec, i);
        const double offset = spec.hasZeroPoint ? elementAsDouble(zero, s) : 0;
        setElement(y, static_cast<size_t>(i),
            (elementAsDouble(x, static_cast<size_t>(i)) - offset) * elementAsDouble(scale, s));
    }
    test.expected = {std::move(y)};
    test.relativeTolerance = spec.scaleType == DataType::BFloat16 ? 1e-2 : 1e-3;
    return test;
}

// The type of the result is the attribute's, whatever the scale's is; a scale that is a power of two needs
// it.
void addScaleTypes(CaseList& cases)
{
    for (const DataType type : {DataType::Int8, DataType::UInt16, DataType::Int4, DataType::Float4E2M1}) {
        for (const DataType scaleType :
            {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float8E8M0}) {
            for (const DataType to : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
                Spec spec {.name = "scale and result", .shape = {3, 7}, .scaleShape = {7}, .opset = 24};
                spec.type = type;
                spec.scaleType = scaleType;
                OperatorCase test = caseOf(spec);
                test.name += ", " + toString(to);
                test.attributes.set("output_dtype", static_cast<int64_t>(to));
                const HostTensor& x = *test.inputs[0];
                const HostTensor& scale = *test.inputs[1];
                HostTensor y = makeHostTensor({to, spec.shape});
                for (size_t i = 0; i < 21; ++i) {
                    const double offset = elementAsDouble(*test.inputs[2], i % 7);
                    setElement(y, i, (elementAsDouble(x, i) - offset) * elementAsDouble(scale, i % 7));
                }
                test.expected = {std::move(y)};
                test.relativeTolerance = to == DataType::BFloat16 ? 1e-2 : 2e-3;
                cases.push_back(std::move(test));
            }
        }
    }
    // What float16 does not hold: the largest int16 by a small scale of it, as a float32.
    OperatorCase wide =
        caseOf({.name = "in the precision of the result", .shape = {2}, .scaleShape = {}, .opset = 23});
    wide.inputs = {tensorOf(DataType::Int16, {2}, {32767, -3}), tensorOf(DataType::Float16, {}, {4})};
    wide.attributes.set("output_dtype", static_cast<int64_t>(DataType::Float32));
    wide.expected = {tensorOf(DataType::Float32, {2}, {131068, -12})};
    wide.relativeTolerance = 0;
    cases.push_back(wide);
    OperatorCase untyped = wide;
    untyped.name = "a power of two, and no type of result";
    untyped.opset = 24;
    untyped.attributes = {};
    untyped.inputs[1] = tensorOf(DataType::Float8E8M0, {}, {4});
    untyped.expected.clear();
    untyped.expectedError = "attribute 'output_dtype' is not given";
    cases.push_back(untyped);
    untyped = wide;
    untyped.name = "a result of int8";
    untyped.attributes.set("output_dtype", static_cast<int64_t>(DataType::Int8));
    untyped.expected.clear();
    untyped.expectedError = "output_dtype is int8";
    cases.push_back(untyped);
}

void addErrors(CaseList& cases)
{
    OperatorCase test = caseOf({.name = "axis outside", .shape = {2, 3}, .scaleShape = {3}});
    test.expected.clear();
    test.attributes.set("axis", int64_t {2});
    test.expectedError = "axis 2";
    cases.push_back(test);
    test = caseOf({.name = "too few scales", .shape = {2, 3}, .scaleShape = {3}});
    test.expected.clear();
    test.inputs[1] = randomTensor(DataType::Float32, {2}, 1);
    test.inputs.resize(2);
    test.expectedError = "one for each of axis 1";
    cases.push_back(test);
    test.name = "blocks of another size";
    test.inputs[1] = randomTensor(DataType::Float32, {2, 2}, 1);
    test.attributes.set("block_size", int64_t {1});
    test.expectedError = "for blocks of 1";
    cases.push_back(test);
    test.name = "a negative block";
    test.attributes.set("block_size", int64_t {-1});
    test.expectedError = "block_size is -1";
    cases.push_back(test);
    test = caseOf({.name = "the zero point's shape", .shape = {2, 3}, .scaleShape = {3}});
    test.expected.clear();
    test.inputs[2] = randomTensor(DataType::Int8, {}, 1);
    test.expectedError = "the shape of the scale";
    cases.push_back(test);
    test.name = "the zero point's type";
    test.inputs[2] = randomTensor(DataType::UInt8, {3}, 1, 0, 2);
    test.expectedError = "uint8";
    cases.push_back(test);
    test.name = "scales that are no floats";
    test.inputs = {randomTensor(DataType::Int8, {3}, 1), randomTensor(DataType::Int8, {}, 1)};
    test.expectedError = "there is no dequantization of int8 by scales of int8";
    cases.push_back(test);
}

} // namespace

void addCases(CaseList& cases)
{
    constexpr std::array types {
        DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Int32};
    constexpr std::array scaleTypes {DataType::Float32, DataType::Float16, DataType::BFloat16};
    for (const DataType type : types) {
        for (const DataType scaleType : scaleTypes) {
            Spec spec {.name = "axis", .shape = {2, 5, 7}, .scaleShape = {5}};
            spec.type = type;
            spec.scaleType = scaleType;
            cases.push_back(caseOf(spec));
        }
    }
    for (const DataType type :
        {DataType::Int4, DataType::UInt4, DataType::Int2, DataType::UInt2, DataType::Float8E4M3FN,
            DataType::Float8E5M2, DataType::Float4E2M1, DataType::Float6E2M3, DataType::Float6E3M2}) {
        for (const DataType scaleType : scaleTypes) {
            Spec spec {.name = "narrow, axis", .shape = {2, 5, 7}, .scaleShape = {5}};
            spec.type = type;
            spec.scaleType = scaleType;
            cases.push_back(caseOf(spec));
        }
        Spec spec {.name = "narrow, blocks", .shape = {3, 7}, .scaleShape = {3, 3}, .axis = 1, .block = 3};
        spec.type = type;
        cases.push_back(caseOf(spec));
    }
    const std::array<Spec, 11> specs {{
        {.name = "one scale", .shape = {3, 67}, .scaleShape = {}},
        {.name = "one scale of rank 1",
            .shape = {3, 5},
            .scaleShape = {1},
            .hasZeroPoint = false,
            .opset = 10},
        {.name = "a scalar", .shape = {}, .scaleShape = {}},
        {.name = "the first axis", .shape = {4, 3, 2}, .scaleShape = {4}, .axis = 0},
        {.name = "the last axis", .shape = {4, 3, 9}, .scaleShape = {9}, .axis = -1},
        {.name = "axis, no zero point",
            .shape = {2, 65},
            .scaleShape = {65},
            .hasZeroPoint = false,
            .opset = 13},
        {.name = "blocks", .shape = {3, 8, 5}, .scaleShape = {3, 2, 5}, .axis = 1, .block = 4},
        {.name = "blocks, the last one short", .shape = {3, 7}, .scaleShape = {3, 3}, .axis = -1, .block = 3},
        {.name = "blocks of the first axis", .shape = {7, 9}, .scaleShape = {4, 9}, .axis = 0, .block = 2},
        {.name = "a block larger than the axis",
            .shape = {2, 3},
            .scaleShape = {2, 1},
            .axis = 1,
            .block = 32},
        {.name = "nothing", .shape = {2, 0, 3}, .scaleShape = {0}},
    }};
    for (const Spec& spec : specs) {
        cases.push_back(caseOf(spec));
    }
    // Sixteen at once: whole ones, some that are left, and each with a scale of its own.
    for (const DataType type : {DataType::Int8, DataType::UInt8}) {
        for (const bool hasZeroPoint : {false, true}) {
            for (const Shape& shape : {Shape {32}, Shape {5, 211}, Shape {15}, Shape {17}}) {
                cases.push_back(caseOf({.name = "sixteens",
                    .shape = shape,
                    .scaleShape = {},
                    .type = type,
                    .hasZeroPoint = hasZeroPoint}));
            }
            for (const int64_t inner : {48, 24}) {
                cases.push_back(caseOf({.name = "sixteens of an axis",
                    .shape = {2, 3, inner},
                    .scaleShape = {3},
                    .type = type,
                    .hasZeroPoint = hasZeroPoint}));
            }
        }
    }
    OperatorCase typed =
        caseOf({.name = "another type of output", .shape = {2, 5}, .scaleShape = {5}, .opset = 23});
    typed.attributes.set("output_dtype", static_cast<int64_t>(DataType::Float16));
    typed.expected = {mapped(typed.expected[0], DataType::Float16, [](double v) { return v; })};
    cases.push_back(typed);
    addScaleTypes(cases);
    addErrors(cases);
}

} // namespace weightless::ops::dequantize
