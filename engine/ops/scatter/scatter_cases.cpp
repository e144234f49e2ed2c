// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::ops::scatter {

namespace {

using Ints = std::vector<int64_t>;

double met(const std::string& reduction, double present, double update)
{
    const bool isOrdered = reduction == "min" || reduction == "max";
    if (isOrdered && (std::isnan(present) || std::isnan(update))) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return reduction == "add" ? present + update
        : reduction == "mul"  ? present * update
        : reduction == "min"  ? std::min(present, update)
        : reduction == "max"  ? std::max(present, update)
                              : update;
}

OperatorCase made(
    std::string opType, const std::string& reduction, HostTensor x, HostTensor indices, HostTensor updates)
{
    OperatorCase test {
        .name = reduction + " into " + toString(x.descriptor) + " at " + toString(indices.descriptor),
        .opType = std::move(opType),
        .opset = 18};
    test.inputs = {std::move(x), std::move(indices), std::move(updates)};
    test.attributes.set("reduction", reduction);
    test.relativeTolerance = 3e-3;
    return test;
}

OperatorCase elementsCase(DataType type, DataType indexType, const Shape& shape, int64_t axis,
    const Shape& indexShape, const Ints& values, const std::string& reduction)
{
    const auto d = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    const double low = isInteger(type) && !isSignedInteger(type) ? 0 : -5;
    HostTensor expected = randomTensor(type, shape, 5, low, 5);
    OperatorCase test = made("ScatterElements", reduction, expected,
        tensorOf(indexType, indexShape, std::vector<double>(values.begin(), values.end())),
        randomTensor(type, indexShape, 6, low, 5));
    for (size_t i = 0; i < values.size(); ++i) {
        Ints to = coordinatesOf(static_cast<int64_t>(i), indexShape);
        to[d] = values[i] < 0 ? values[i] + shape[d] : values[i];
        const auto target = static_cast<size_t>(indexOf(to, shape));
        setElement(expected, target,
            met(reduction, elementAsDouble(expected, target), elementAsDouble(*test.inputs[2], i)));
    }
    test.attributes.set("axis", axis);
    test.expected = {std::move(expected)};
    return test;
}

void addElements(CaseList& cases)
{
    const Ints distinct {4, 0, -2, 2, -4, 3};
    for (const DataType type : {DataType::UInt8, DataType::Float16, DataType::Float32, DataType::Int64}) {
        for (const DataType indexType : {DataType::Int32, DataType::Int64}) {
            cases.push_back(elementsCase(type, indexType, {3, 5}, 1, {2, 3}, distinct, "none"));
        }
    }
    const Ints repeated {1, 0, 1, 1, -1, 2};
    for (const char* reduction : {"add", "mul", "min", "max"}) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Int32, DataType::Int64,
                 DataType::Int8, DataType::Int16, DataType::UInt8, DataType::UInt16, DataType::UInt32}) {
            cases.push_back(elementsCase(type, DataType::Int64, {3, 3}, 0, {3, 2}, repeated, reduction));
        }
        cases.push_back(elementsCase(DataType::Float32, DataType::Int32, {5}, -1, {6}, repeated, reduction));
    }
    for (const auto& [reduction, values] :
        {std::pair("add", std::vector<double> {1, 1, 0}), std::pair("mul", std::vector<double> {1, 0, 0})}) {
        OperatorCase truths = made("ScatterElements", reduction, tensorOf(DataType::Bool, {3}, {1, 0, 0}),
            int64Tensor({0, 1, 1}), tensorOf(DataType::Bool, {3}, {1, 1, 0}));
        truths.expected = {tensorOf(DataType::Bool, {3}, values)};
        cases.push_back(truths);
    }
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const char* reduction : {"min", "max"}) { // wherever it stands, a NaN stays
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Float64}) {
            OperatorCase unordered = made("ScatterElements", reduction, tensorOf(type, {4}, {1, nan, 3, 4}),
                int64Tensor({0, 1, 2, 2}), tensorOf(type, {4}, {nan, 2, nan, 9}));
            unordered.expected = {tensorOf(type, {4}, {nan, nan, nan, 4})};
            cases.push_back(unordered);
        }
    }
    OperatorCase sum = made("ScatterND", "add", tensorOf(DataType::UInt8, {3}, {250, 7, 0}),
        tensorOf(DataType::Int64, {3, 1}, {0, 0, 2}), tensorOf(DataType::UInt8, {3}, {5, 3, 9}));
    sum.expected = {tensorOf(DataType::UInt8, {3}, {2, 7, 9})}; // wraps around
    cases.push_back(sum);
    OperatorCase least = elementsCase(DataType::UInt64, DataType::Int64, {5}, 0, {2}, {1, 3}, "add");
    cases.push_back(least);
    least.name = "the least of uint64";
    least.attributes.set("reduction", std::string("min"));
    least.expectedError = "the least or greatest of uint64";
    cases.push_back(least);
    // More updates of one element than the loop rounds llvmpipe makes.
    Ints many(66000);
    std::ranges::generate(many, [i = int64_t(0)]() mutable { return i++ % 3; });
    cases.push_back(elementsCase(DataType::Int32, DataType::Int64, {3, 1}, 0, {66000, 1}, many, "add"));
    cases.push_back(elementsCase(DataType::Float32, DataType::Int64, {3, 5}, 0, {0, 5}, {}, "none"));
    OperatorCase old = elementsCase(DataType::Float32, DataType::Int64, {3, 5}, 1, {1, 2}, {1, 3}, "none");
    old.opType = "Scatter";
    old.opset = 9;
    cases.push_back(old);
    OperatorCase wrong = elementsCase(DataType::Float32, DataType::Int64, {3, 5}, 1, {1, 2}, {1, 3}, "none");
    wrong.inputs[2] = randomTensor(DataType::Float32, {2, 1}, 1);
    wrong.expectedError = "int64[1, 2] and float32[2, 1], expected one shape";
    cases.push_back(wrong);
    wrong.attributes.set("reduction", std::string("mean"));
    wrong.expectedError = "attribute 'reduction' is 'mean'";
    cases.push_back(wrong);
}

OperatorCase tuplesCase(DataType type, const Shape& shape, const Shape& indexShape, const Ints& values,
    const std::string& reduction)
{
    const auto depth = static_cast<size_t>(indexShape.back());
    Shape updateShape(indexShape.begin(), indexShape.end() - 1);
    const size_t tupleRank = updateShape.size();
    updateShape.insert(updateShape.end(), shape.begin() + static_cast<ptrdiff_t>(depth), shape.end());
    HostTensor expected = randomTensor(type, shape, 7, -5, 5);
    OperatorCase test = made("ScatterND", reduction, expected,
        tensorOf(DataType::Int64, indexShape, std::vector<double>(values.begin(), values.end())),
        randomTensor(type, updateShape, 8, -5, 5));
    for (int64_t i = 0; i < elementCount(updateShape).value_or(0); ++i) {
        const Ints at = coordinatesOf(i, updateShape);
        Ints to;
        for (size_t k = 0; k < depth; ++k) {
            Ints which(at.begin(), at.begin() + static_cast<ptrdiff_t>(tupleRank));
            which.push_back(static_cast<int64_t>(k));
            const int64_t index = values[static_cast<size_t>(indexOf(which, indexShape))];
            to.push_back(index < 0 ? index + shape[k] : index);
        }
        to.insert(to.end(), at.begin() + static_cast<ptrdiff_t>(tupleRank), at.end());
        const auto target = static_cast<size_t>(indexOf(to, shape));
        setElement(expected, target,
            met(reduction, elementAsDouble(expected, target),
                elementAsDouble(*test.inputs[2], static_cast<size_t>(i))));
    }
    test.expected = {std::move(expected)};
    return test;
}

void addTuples(CaseList& cases)
{
    for (const DataType type : {DataType::UInt8, DataType::Float16, DataType::Float32, DataType::Int64}) {
        cases.push_back(tuplesCase(type, {3, 5, 2}, {2, 2}, {0, 1, 2, -1}, "none"));
    }
    cases.push_back(tuplesCase(DataType::Float32, {7}, {3, 1}, {6, 0, -3}, "none"));
    cases.push_back(tuplesCase(DataType::Float32, {3, 5}, {2, 1, 2}, {0, 0, 2, 4}, "none"));
    cases.push_back(tuplesCase(DataType::Float32, {3, 5}, {0, 1}, {}, "none"));
    for (const char* reduction : {"add", "mul", "min", "max"}) {
        cases.push_back(tuplesCase(DataType::Float32, {3, 5}, {3, 1}, {1, 1, -2}, reduction));
        cases.push_back(tuplesCase(DataType::Int32, {4}, {3, 1}, {1, 1, 3}, reduction));
    }
    // A tuple of two takes up to four loop rounds.
    Ints many(50000);
    std::ranges::generate(many, [i = int64_t(0)]() mutable { return i++ % 3; });
    cases.push_back(tuplesCase(DataType::Int32, {3, 3, 2}, {25000, 2}, many, "add"));
    OperatorCase wrong = tuplesCase(DataType::Float32, {3, 5}, {2, 1}, {0, 1}, "none");
    wrong.inputs[2] = randomTensor(DataType::Float32, {2, 4}, 1);
    wrong.expectedError = "input 2 is float32[2, 4], expected updates of shape [2, 5]";
    cases.push_back(wrong);
    wrong.inputs[1] = tensorOf(DataType::Int64, {2, 1}, {0, 3});
    wrong.constantInputs = {1};
    wrong.expectedError = "index 3 in input 1 is outside a dimension of 3";
    cases.push_back(wrong);
}

// Some slices are met by far more updates than one invocation reduces in turn, most by a few. What 16-bit
// floats sum up or multiply are ones, so that no order of them rounds.
Ints crowdedIndices(size_t count, int64_t size)
{
    Ints indices(count);
    for (size_t i = 0; i < count; ++i) {
        const auto mixed = static_cast<int64_t>(i * 7919 % 10'007);
        indices[i] = i % 3 == 0 ? 1 : mixed % size - (i % 2 == 0 ? size : 0);
    }
    return indices;
}

HostTensor onesFor(DataType type, const Shape& shape, bool multiplies)
{
    HostTensor ones = makeHostTensor({type, shape});
    const HostTensor signs = randomTensor(DataType::Int32, shape, 9, -1.99, 1.99);
    for (size_t i = 0; i < signs.as<int32_t>().size(); ++i) {
        const int32_t sign = signs.as<int32_t>()[i];
        setElement(ones, i, int64_t {multiplies && sign == 0 ? 1 : sign});
    }
    return ones;
}

OperatorCase crowdedCase(DataType type, int64_t updates, int64_t columns, const std::string& reduction)
{
    constexpr int64_t size = 101;
    const Ints indices = crowdedIndices(static_cast<size_t>(updates), size);
    OperatorCase test = tuplesCase(type, {size, columns}, {updates, 1}, indices, reduction);
    if (reduction == "add" || reduction == "mul") {
        test.inputs[2] = onesFor(type, {updates, columns}, reduction == "mul");
        test.expected[0] = onesFor(type, {size, columns}, false);
        test.inputs[0] = test.expected[0];
        for (int64_t i = 0; i < updates * columns; ++i) {
            const int64_t index = indices[static_cast<size_t>(i / columns)];
            const auto target =
                static_cast<size_t>((index < 0 ? index + size : index) * columns + i % columns);
            setElement(test.expected[0], target,
                met(reduction, elementAsDouble(test.expected[0], target),
                    elementAsDouble(*test.inputs[2], static_cast<size_t>(i))));
        }
    }
    return test;
}

// In turn, where the device does so, and sorted on any.
void addSorted(CaseList& cases, OperatorCase test)
{
    cases.push_back(test);
    test.name += ", sorted";
    test.attributes.set("weightless.kernel", std::string("sorted"));
    cases.push_back(std::move(test));
}

void addCrowded(CaseList& cases)
{
    for (const char* reduction : {"add", "mul", "min", "max"}) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16,
                 DataType::Float64, DataType::Int32, DataType::Int64}) {
            addSorted(cases, crowdedCase(type, 301, 5, reduction));
        }
        addSorted(cases, crowdedCase(DataType::Float32, 20'011, 1, reduction));
        addSorted(cases, crowdedCase(DataType::Int8, 203, 3, reduction));
    }
    addSorted(cases, crowdedCase(DataType::Float32, 100'003, 1, "add"));
    addSorted(cases, crowdedCase(DataType::Int64, 70, 300, "add"));
    const Ints indices = crowdedIndices(3 * 205 * 2, 7);
    for (const DataType type : {DataType::Float32, DataType::Int32, DataType::Int64}) {
        addSorted(cases, elementsCase(type, DataType::Int64, {3, 7, 4}, 1, {3, 205, 2}, indices, "max"));
        addSorted(cases, elementsCase(type, DataType::Int32, {7, 205, 2}, 0, {3, 205, 2}, indices, "min"));
    }
    addSorted(
        cases, elementsCase(DataType::Int32, DataType::Int64, {5, 4, 9}, 2, {3, 2, 205}, indices, "add"));
}

} // namespace

void addCases(CaseList& cases)
{
    addElements(cases);
    addTuples(cases);
    addCrowded(cases);
}

} // namespace weightless::ops::scatter
