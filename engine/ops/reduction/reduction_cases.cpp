// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/reduction/reductioncases.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::ops::reduction {

namespace {

void addShapes(CaseList& cases, const Reducer& reducer)
{
    const DataType f32 = DataType::Float32;
    const HostTensor x = randomTensor(f32, {2, 3, 5, 7}, 21, 0.5, 1.5);
    const bool isSum = reducer.name == "ReduceSum";
    cases.push_back(reduceCase(reducer, x, {1}, true, isSum ? 11 : 13, false));
    cases.push_back(reduceCase(reducer, x, {-1}, false, 18, true));
    cases.push_back(reduceCase(reducer, x, {0, -2}, true, 18, true));
    cases.push_back(reduceCase(reducer, x, {3, 1}, false, isSum ? 13 : 18, true));
    cases.push_back(reduceCase(reducer, x, {}, true, 13, false));
    cases.push_back(reduceCase(reducer, x, {}, false, 18, false));
    cases.push_back(reduceCase(reducer, randomTensor(f32, {3, 700}, 22, 0.99, 1.01), {1}, true, 18, true));
    cases.push_back(
        reduceCase(reducer, randomTensor(f32, {2, 9001}, 22, 0.9999, 1.0001), {1}, true, 18, true));
    cases.push_back(reduceCase(reducer, randomTensor(f32, {90, 4}, 23, 0.5, 1.5), {1}, false, 18, true));
    // More rows than occupy a software device, in one run of neighbours and in short ones.
    cases.push_back(reduceCase(reducer, randomTensor(f32, {70, 131}, 22, 0.99, 1.01), {1}, true, 18, true));
    cases.push_back(
        reduceCase(reducer, randomTensor(f32, {11, 40, 9}, 22, 0.99, 1.01), {0, 2}, true, 18, true));
    cases.push_back(
        reduceCase(reducer, randomTensor(f32, {2, 2, 2, 2, 2, 2}, 24, 0.5, 1.5), {0, 2, 4}, true, 18, true));
    cases.push_back(reduceCase(reducer, randomTensor(f32, {}, 25, 0.5, 1.5), {}, true, 18, false));
    cases.push_back(reduceCase(reducer, randomTensor(f32, {0, 3}, 26), {1}, true, 18, true));
    for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        cases.push_back(reduceCase(reducer, randomTensor(type, {3, 9}, 27, 0.5, 1.5), {1}, true, 18, true));
        cases.push_back(
            reduceCase(reducer, randomTensor(type, {9, 260}, 27, 0.99, 1.01), {1}, true, 18, true));
    }
}

void addIntegers(CaseList& cases, const Reducer& reducer)
{
    const std::string& name = reducer.name;
    if (name == "ReduceLogSum" || name == "ReduceLogSumExp" || name == "ReduceL2") {
        return; // the result is rounded, which the device and the reference may do differently
    }
    std::vector<DataType> types {DataType::Int32, DataType::Int64, DataType::UInt32, DataType::UInt64};
    if (name == "ReduceMax" || name == "ReduceMin") {
        types.insert(types.end(), {DataType::Int8, DataType::UInt8});
    }
    for (const DataType type : types) {
        const bool isSigned = isSignedInteger(type) && name != "ReduceMean";
        HostTensor x = randomTensor(type, {4, 5}, 28, isSigned ? -9 : 1, 9);
        if (name == "ReduceMean") {
            x = tensorOf(type, {2, 2}, {2, 4, 6, 12});
        }
        cases.push_back(reduceCase(reducer, x, {1}, true, 18, true));
    }
}

// Without axes, and told not to take all: what the operator makes of each element alone.
void addNothingReduced(CaseList& cases)
{
    const HostTensor signedX = randomTensor(DataType::Float32, {3, 700}, 31, -2, 2);
    const HostTensor integers = randomTensor(DataType::Int32, {4, 5}, 32, -9, 9);
    for (const Reducer& reducer : reducers()) {
        const bool isLogarithm = reducer.name.find("Log") != std::string::npos;
        OperatorCase alone {.name = "noop_with_empty_axes", .opType = reducer.name, .opset = 18};
        const HostTensor x = isLogarithm ? randomTensor(DataType::Float32, {3, 700}, 31, 0.5, 2) : signedX;
        const auto each = [&](double value) { return reducer.reduce({value}); };
        alone.attributes.set("noop_with_empty_axes", int64_t {1});
        alone.inputs = {x, makeInt64Tensor({})};
        alone.constantInputs = {1};
        alone.expected = {mapped(x, DataType::Float32, each)};
        alone.relativeTolerance = 1e-4;
        alone.absoluteTolerance = 1e-5;
        cases.push_back(alone);
        if (!isLogarithm && reducer.name != "ReduceL2") {
            alone.name += ", integers";
            alone.inputs[0] = integers;
            alone.expected = {mapped(integers, DataType::Int32, each)};
            cases.push_back(alone);
        }
    }
}

void addSpecial(CaseList& cases)
{
    const auto named = [&](const std::string& name) {
        return *std::ranges::find(reducers(), name, &Reducer::name);
    };
    OperatorCase noop =
        reduceCase(named("ReduceSum"), randomTensor(DataType::Float32, {2, 3}, 29), {}, true, 13, true);
    noop.name = "noop_with_empty_axes";
    noop.attributes.set("noop_with_empty_axes", int64_t {1});
    noop.inputs.emplace_back(makeInt64Tensor({}));
    noop.constantInputs = {1};
    noop.expected = {*noop.inputs[0]};
    cases.push_back(noop);
    OperatorCase empty = noop;
    empty.name = "sum, product, maximum of nothing";
    empty.inputs[0] = makeHostTensor({DataType::Float32, {2, 0}});
    empty.inputs[1] = int64Tensor({1});
    empty.expected = {tensorOf(DataType::Float32, {2, 1}, {0, 0})};
    cases.push_back(empty);
    empty.opset = 18;
    empty.opType = "ReduceProd";
    empty.expected = {tensorOf(DataType::Float32, {2, 1}, {1, 1})};
    cases.push_back(empty);
    empty.opType = "ReduceMax";
    const double infinity = std::numeric_limits<double>::infinity();
    empty.expected = {tensorOf(DataType::Float32, {2, 1}, {-infinity, -infinity})};
    cases.push_back(empty);
    // exp(200) overflows unless the largest is taken out first.
    OperatorCase large = noop;
    large.name = "large exponents";
    large.opType = "ReduceLogSumExp";
    large.opset = 18;
    large.attributes = {};
    large.inputs = {tensorOf(DataType::Float32, {2}, {200, 200}), int64Tensor({0})};
    large.expected = {tensorOf(DataType::Float32, {1}, {200.693147})};
    cases.push_back(large);
    // A row of more elements than 64 lanes have loop rounds on llvmpipe.
    for (const char* name : {"ReduceLogSumExp", "ReduceSum"}) {
        const HostTensor x = randomTensor(DataType::Float16, {2100000}, 30, -2, 2);
        cases.push_back(reduceCase(named(name), x, {0}, true, 18, true));
    }
    OperatorCase boolean = large;
    boolean.name = "bool";
    boolean.opType = "ReduceMax";
    boolean.opset = 20;
    boolean.inputs[0] = tensorOf(DataType::Bool, {3}, {0, 1, 0});
    boolean.expected = {tensorOf(DataType::Bool, {1}, {1})};
    cases.push_back(boolean);
    OperatorCase wide = large;
    wide.name = "64-bit integers";
    wide.opType = "ReduceSum";
    wide.inputs = {makeInt64Tensor(std::vector<int64_t> {4611686018427387904, 1, -3}), int64Tensor({0})};
    wide.expected = {makeInt64Tensor(std::vector<int64_t> {4611686018427387902})};
    cases.push_back(wide);
    OperatorCase axis = large;
    axis.name = "axis out of range";
    axis.inputs[1] = int64Tensor({1});
    axis.expectedError = "axis 1 is outside";
    cases.push_back(axis);
    axis.name = "axis twice";
    axis.inputs[1] = int64Tensor({0, -1});
    axis.expectedError = "given twice";
    cases.push_back(axis);
}

// The least that the greatest of nothing may be, and the other way round.
template <typename T>
void addNothing(CaseList& cases, DataType type, T least = std::numeric_limits<T>::lowest(),
    T greatest = std::numeric_limits<T>::max())
{
    for (const bool isMaximum : {true, false}) {
        OperatorCase test {.name = "nothing of " + toString(type),
            .opType = isMaximum ? "ReduceMax" : "ReduceMin",
            .opset = 20};
        test.inputs = {makeHostTensor({type, {2, 0}}), int64Tensor({1})};
        test.constantInputs = {1};
        HostTensor y = makeHostTensor({type, {2, 1}});
        std::ranges::fill(y.as<T>(), isMaximum ? least : greatest);
        test.expected = {std::move(y)};
        cases.push_back(std::move(test));
    }
}

void addNothingOfIntegers(CaseList& cases)
{
    addNothing<int8_t>(cases, DataType::Int8);
    addNothing<int32_t>(cases, DataType::Int32);
    addNothing<int64_t>(cases, DataType::Int64);
    addNothing<uint8_t>(cases, DataType::UInt8);
    addNothing<uint32_t>(cases, DataType::UInt32);
    addNothing<uint64_t>(cases, DataType::UInt64);
    addNothing<uint8_t>(cases, DataType::Bool, 0, 1);
    for (const DataType type : {DataType::Int32, DataType::Int64, DataType::UInt32, DataType::UInt64}) {
        OperatorCase mean {.name = "nothing of " + toString(type), .opType = "ReduceMean", .opset = 18};
        mean.inputs = {makeHostTensor({type, {2, 0}}), int64Tensor({1})};
        mean.constantInputs = {1};
        mean.expected = {makeHostTensor({type, {2, 1}})};
        cases.push_back(std::move(mean));
    }
}

// Beyond what int64 has.
void addLargeIntegers(CaseList& cases)
{
    constexpr uint64_t half = uint64_t {1} << 63;
    const auto wide = [](std::initializer_list<uint64_t> values) {
        HostTensor tensor = makeHostTensor({DataType::UInt64, {static_cast<int64_t>(values.size())}});
        std::ranges::copy(values, tensor.as<uint64_t>().begin());
        return tensor;
    };
    const auto add = [&](const char* opType, std::initializer_list<uint64_t> x, uint64_t y) {
        OperatorCase test {.name = "large uint64", .opType = opType, .opset = 18};
        test.inputs = {wide(x), int64Tensor({0})};
        test.constantInputs = {1};
        test.expected = {wide({y})};
        cases.push_back(std::move(test));
    };
    add("ReduceMax", {1, half, half + 1, 2}, half + 1);
    add("ReduceMin", {half + 1, half, 1}, 1);
    add("ReduceMean", {half, 2}, half / 2 + 1);
    add("ReduceL1", {half, 3}, half + 3);
    add("ReduceSum", {half, 3}, half + 3);
}

// Rows of neighbours in parts of 1,024 bytes, whatever suits the device, and a long one as it suits the
// device.
void addParts(CaseList& cases)
{
    const DataType f32 = DataType::Float32;
    for (const Reducer& reducer : reducers()) {
        const bool isProduct = reducer.name == "ReduceProd";
        const auto random = [&](DataType type, const Shape& shape) {
            return isProduct ? randomTensor(type, shape, 33, 0.999, 1.001)
                             : randomTensor(type, shape, 33, 0.5, 1.5);
        };
        cases.push_back(reduceCase(reducer, random(f32, {3, 33'001}), {}, false, 13, false));
        for (const char* kernel : {"parts", "cardparts"}) {
            const auto add = [&](OperatorCase test) {
                test.attributes.set("weightless.kernel", std::string(kernel));
                cases.push_back(std::move(test));
            };
            add(reduceCase(reducer, random(f32, {3, 1037}), {1}, true, 18, true));
            add(reduceCase(reducer, random(f32, {1, 4, 8, 64}), {}, true, 13, false));
            add(reduceCase(reducer, random(DataType::Float16, {2, 1025}), {1}, false, 18, true));
            add(reduceCase(reducer, random(DataType::BFloat16, {1, 2051}), {}, true, 13, false));
        }
    }
}

// Whole parts of them have no exponential at all.
void addInfinities(CaseList& cases)
{
    const double infinity = std::numeric_limits<double>::infinity();
    HostTensor x = makeHostTensor({DataType::Float32, {3, 1500}});
    for (size_t i = 0; i < x.elementCount(); ++i) {
        const size_t place = i % 1500;
        const bool hasNumbers = i < 1500 && place >= 700;
        setElement(x, i, hasNumbers ? -1000 : i == 2000 ? infinity : i > 1500 && i < 2500 ? 300 : -infinity);
    }
    OperatorCase test {.name = "infinities in parts", .opType = "ReduceLogSumExp", .opset = 13};
    test.attributes.set("axes", std::vector<int64_t> {1});
    test.attributes.set("keepdims", int64_t {0});
    test.inputs = {std::move(x)};
    test.expected = {tensorOf(DataType::Float32, {3}, {-1000 + std::log(800.0), infinity, -infinity})};
    test.relativeTolerance = 1e-6;
    for (const char* kernel : {"parts", "cardparts"}) {
        test.attributes.set("weightless.kernel", std::string(kernel));
        cases.push_back(test);
    }
}

// What is whole stays whole: it may be floored or made an integer next.
void addWhole(CaseList& cases)
{
    for (const Shape& shape : {Shape {6, 3, 1}, Shape {2, 7, 5}, Shape {6, 49, 1}, Shape {3, 300, 1}}) {
        HostTensor equals = makeHostTensor({DataType::Float32, shape});
        HostTensor sides = equals;
        HostTensor means = makeHostTensor({DataType::Float32, {shape[0], shape[2]}});
        HostTensor roots = means;
        for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
            const std::vector<int64_t> place = coordinatesOf(i, shape);
            setElement(equals, static_cast<size_t>(i), 11 + 2 * place[0]);
            setElement(sides, static_cast<size_t>(i), place[1] < 2 ? (3 + place[1]) * (3 + 2 * place[0]) : 0);
            const auto row = static_cast<size_t>(place[0] * shape[2] + place[2]);
            setElement(means, row, 11 + 2 * place[0]);
            setElement(roots, row, 5 * (3 + 2 * place[0]));
        }
        OperatorCase test {.name = "whole, " + toString(shape), .opType = "ReduceMean", .opset = 13};
        test.attributes.set("axes", std::vector<int64_t> {1});
        test.attributes.set("keepdims", int64_t {0});
        test.relativeTolerance = test.absoluteTolerance = 0;
        test.inputs = {std::move(equals)};
        test.expected = {std::move(means)};
        cases.push_back(test);
        test.opType = "ReduceL2";
        test.inputs = {std::move(sides)};
        test.expected = {std::move(roots)};
        cases.push_back(std::move(test));
    }
}

} // namespace

void addCases(CaseList& cases)
{
    for (const Reducer& reducer : reducers()) {
        addShapes(cases, reducer);
        addIntegers(cases, reducer);
    }
    addNothingReduced(cases);
    addSpecial(cases);
    addNothingOfIntegers(cases);
    addLargeIntegers(cases);
    addWhole(cases);
    addParts(cases);
    addInfinities(cases);
    addNaNCases(cases);
    addColumnCases(cases);
}

} // namespace weightless::ops::reduction
