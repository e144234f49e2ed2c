// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <cmath>
#include <limits>

namespace weightless::ops::argreduce {

namespace {

OperatorCase argCase(bool isMaximum, const HostTensor& x, int64_t axis, bool keepsDims, bool selectsLast)
{
    OperatorCase test;
    test.opType = isMaximum ? "ArgMax" : "ArgMin";
    test.inputs = {x};
    const Shape& shape = x.descriptor.shape;
    const auto at = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    Shape kept = shape;
    kept[at] = 1;
    HostTensor y = makeHostTensor({DataType::Int64, kept});
    for (int64_t i = 0; i < elementCount(kept).value_or(0); ++i) {
        std::vector<int64_t> place = coordinatesOf(i, kept);
        int64_t best = -1;
        double bestValue = 0;
        for (int64_t k = 0; k < shape[at]; ++k) {
            place[at] = k;
            const double value = elementAsDouble(x, static_cast<size_t>(indexOf(place, shape)));
            const bool isNaN = std::isnan(value);
            const bool isAhead =
                !std::isnan(bestValue) && (isNaN || (isMaximum ? value > bestValue : value < bestValue));
            const bool isEqual = value == bestValue || (isNaN && std::isnan(bestValue));
            if (best < 0 || isAhead || (isEqual && selectsLast)) {
                best = k;
                bestValue = value;
            }
        }
        setElement(y, static_cast<size_t>(i), best);
    }
    if (!keepsDims) {
        y.descriptor.shape.erase(y.descriptor.shape.begin() + static_cast<int64_t>(at));
    }
    test.expected = {y};
    test.attributes.set("axis", axis);
    test.attributes.set("keepdims", int64_t {keepsDims});
    test.attributes.set("select_last_index", int64_t {selectsLast});
    test.name = toString(x.descriptor) + " axis " + std::to_string(axis) + (keepsDims ? "" : " dropped")
        + (selectsLast ? " last" : "");
    return test;
}

// A line with a NaN has it for its extreme, as NumPy has it, and as ReduceMax and ReduceMin do.
void addUnordered(CaseList& cases, bool isMaximum)
{
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        const HostTensor x = tensorOf(type, {6, 5},
            {nan, 1, 2, 2, 1, 1, nan, 3, nan, 3, nan, nan, nan, nan, nan, inf, -inf, inf, -inf, 0, -inf, -inf,
                nan, -inf, -inf, 0, -0.0, 0, -0.0, nan});
        cases.push_back(argCase(isMaximum, x, 1, true, false));
        cases.push_back(argCase(isMaximum, x, 1, false, true));
        cases.push_back(argCase(isMaximum, x, 0, true, false));
    }
    for (const int64_t begin : {0, 1}) { // with and without a NaN in front
        HostTensor line = randomTensor(DataType::Float32, {20'011}, 37, -2, 2);
        for (int64_t i = begin; i < 20'011; i += 7) {
            setElement(line, static_cast<size_t>(i), nan);
        }
        cases.push_back(argCase(isMaximum, line, 0, true, begin != 0));
    }
}

// Lines that several work groups share, with extremes that repeat in many of them, and with one alone.
void addLong(CaseList& cases, bool isMaximum, DataType type)
{
    const bool isUnsigned = isInteger(type) && !isSignedInteger(type);
    const double low = isUnsigned ? 0 : -3;
    cases.push_back(argCase(isMaximum, randomTensor(type, {100'003}, 36, low, 3), 0, true, false));
    HostTensor rows = randomTensor(type, {3, 9001}, 38, low, 3);
    cases.push_back(argCase(isMaximum, rows, 1, false, true));
    setElement(rows, 8999, static_cast<int64_t>(isMaximum ? 7 : -7 * (isUnsigned ? 0 : 1)));
    cases.push_back(argCase(isMaximum, rows, -1, true, false));
}

// Which no double tells apart, and beyond what int64 has.
void addLargeIntegers(CaseList& cases)
{
    const auto add = [&](const char* opType, const HostTensor& x, int64_t place, bool selectsLast) {
        OperatorCase test {.name = "large " + toString(x.descriptor), .opType = opType, .opset = 13};
        test.inputs = {x};
        test.attributes.set("axis", int64_t {0});
        test.attributes.set("select_last_index", int64_t {selectsLast});
        test.expected = {int64Tensor({place})};
        cases.push_back(std::move(test));
    };
    constexpr int64_t beyond = int64_t {1} << 53;
    add("ArgMax", int64Tensor({beyond, beyond + 1}), 1, false);
    add("ArgMax", int64Tensor({beyond + 1, beyond}), 0, true);
    add("ArgMin", int64Tensor({-beyond, -beyond - 1}), 1, false);
    HostTensor unsigneds = makeHostTensor({DataType::UInt64, {3}});
    unsigneds.as<uint64_t>()[0] = 2;
    unsigneds.as<uint64_t>()[1] = uint64_t {1} << 63;
    unsigneds.as<uint64_t>()[2] = (uint64_t {1} << 63) + 1;
    add("ArgMax", unsigneds, 2, false);
    add("ArgMin", unsigneds, 0, false);
}

} // namespace

void addCases(CaseList& cases)
{
    for (const bool isMaximum : {true, false}) {
        // Few values, so that extremes repeat.
        const HostTensor x = randomTensor(DataType::Int32, {3, 7, 5}, 31, -2, 2);
        for (const int64_t axis : {0, 1, -1}) {
            cases.push_back(argCase(isMaximum, x, axis, true, false));
            cases.push_back(argCase(isMaximum, x, axis, false, true));
        }
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16,
                 DataType::Float64, DataType::Int8, DataType::Int16, DataType::Int64, DataType::UInt8,
                 DataType::UInt16, DataType::UInt32, DataType::UInt64}) {
            cases.push_back(argCase(isMaximum, randomTensor(type, {2, 11}, 32, 0, 9), 1, false, false));
            addLong(cases, isMaximum, type);
        }
        addLong(cases, isMaximum, DataType::Int32);
        addUnordered(cases, isMaximum);
        cases.push_back(argCase(isMaximum, randomTensor(DataType::Float32, {2100, 3}, 39), 1, true, false));
        cases.push_back(argCase(isMaximum, randomTensor(DataType::Float16, {7, 300, 9}, 40), 1, true, true));
        // Longer than the loop rounds llvmpipe makes, with the extreme near the end and near the beginning.
        const HostTensor line = randomTensor(DataType::Int32, {66000, 2}, 35, -2, 2);
        cases.push_back(argCase(isMaximum, line, 0, true, true));
        cases.push_back(argCase(isMaximum, line, 0, true, false));
        cases.push_back(argCase(isMaximum, randomTensor(DataType::Float32, {0, 3}, 33), 1, true, false));
        OperatorCase axis = argCase(isMaximum, x, 0, true, false);
        axis.name = "axis out of range";
        axis.attributes.set("axis", int64_t {3});
        axis.expectedError = "axis 3 is outside";
        cases.push_back(axis);
        OperatorCase empty = argCase(isMaximum, x, 0, true, false);
        empty.name = "empty axis";
        empty.inputs[0] = randomTensor(DataType::Float32, {0, 3}, 34);
        empty.expectedError = "is empty";
        cases.push_back(empty);
    }
    addLargeIntegers(cases);
}

} // namespace weightless::ops::argreduce
