// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composer.h"
#include "tests/engine/ops/extremecases.h"

namespace weightless::testing {

using namespace ops;

namespace {

Attributes named(std::vector<std::pair<std::string, AttributeValue>> values)
{
    Attributes attributes;
    for (auto& [name, value] : values) {
        attributes.set(name, std::move(value));
    }
    return attributes;
}

// Indices of [-size, size) that differ from each other as much as possible.
HostTensor indicesBelow(Shape shape, const std::vector<int64_t>& sizes)
{
    HostTensor tensor = makeHostTensor({DataType::Int64, std::move(shape)});
    const int64_t count = elementCount(tensor.descriptor.shape).value_or(0);
    for (int64_t i = 0; i < count; ++i) {
        const int64_t size = sizes[static_cast<size_t>(i) % sizes.size()];
        setElement(tensor, static_cast<size_t>(i), (i * 7 + i / 5) % (2 * size) - size);
    }
    return tensor;
}

void addElementwiseRanks(CaseList& cases)
{
    const Shape whole {2, 3, 2, 3, 2, 3, 2, 2};
    const HostTensor x = randomTensor(DataType::Float32, whole, 1);
    // Every other dimension is broadcast: nothing collapses, and there are more dimensions than kernels walk.
    const HostTensor even = randomTensor(DataType::Float32, {2, 1, 2, 1, 2, 1, 2, 1}, 2, 0.5, 2);
    const HostTensor odd = randomTensor(DataType::Float32, {1, 3, 1, 3, 1, 3, 1, 2}, 3, 0.5, 2);
    for (const char* op :
        {"Add", "Sub", "Mul", "Div", "Max", "Min", "Sum", "Mean", "Less", "Equal", "PRelu"}) {
        cases.push_back(extremeCase("rank 8 with every other dimension", op, {x, even}));
    }
    for (const char* op : {"Add", "Mul", "Pow", "GreaterOrEqual"}) {
        cases.push_back(extremeCase("two ranks of 8 that meet", op, {even, odd}));
    }
    cases.push_back(extremeCase("rank 8, three that meet", "Where",
        {randomTensor(DataType::Bool, {2, 1, 1, 3, 2, 1, 1, 2}, 4), even, odd}));
    cases.push_back(extremeCase("rank 8", "Clip",
        {x, tensorOf(DataType::Float32, {}, {-0.5}), tensorOf(DataType::Float32, {}, {1})}));
    cases.push_back(
        extremeCase("rank 8", "Cast", {x}, attributesWith("to", static_cast<int64_t>(DataType::Int32))));
    for (const char* op : {"Exp", "Abs", "Sigmoid"}) {
        cases.push_back(extremeCase("rank 8", op, {x}));
    }
}

void addMovementRanks(CaseList& cases)
{
    const Shape whole {2, 3, 2, 3, 2, 3, 2, 2};
    const HostTensor x = randomTensor(DataType::Float32, whole, 1);
    cases.push_back(extremeCase("rank 8, nothing stays", "Transpose", {x},
        attributesWith("perm", std::vector<int64_t> {7, 5, 3, 1, 6, 4, 2, 0})));
    cases.push_back(
        extremeCase("rank 8 of bytes", "Transpose", {randomTensor(DataType::UInt8, whole, 5, 0, 255)},
            attributesWith("perm", std::vector<int64_t> {1, 0, 3, 2, 5, 4, 7, 6})));
    cases.push_back(extremeCase("rank 8, both ways", "Slice",
        {x, int64Tensor({1, 2, -1, 0, 0, -1, 0, 1}), int64Tensor({2, -9, -9, 2, 2, -9, 2, 2}),
            int64Tensor({0, 1, 2, 3, 4, 5, 6, 7}), int64Tensor({1, -1, -1, 1, 1, -2, 1, 1})},
        {}, 1));
    cases.push_back(extremeCase("rank 8", "Concat", {x, x}, attributesWith("axis", int64_t {3})));
    cases.push_back(extremeCase("rank 8", "Expand",
        {randomTensor(DataType::Float32, {2, 1, 2, 1, 2, 1, 2, 1}, 2), int64Tensor({2, 3, 2, 3, 2, 3, 2, 2})},
        {}, 1));
    cases.push_back(extremeCase("rank 8", "Tile", {x, int64Tensor({2, 1, 2, 1, 2, 1, 2, 1})}, {}, 1));
    OperatorCase split = extremeCase("rank 7 into a third", "Split",
        {randomTensor(DataType::Float32, {2, 2, 2, 6, 2, 2, 3}, 6)},
        named({{"axis", int64_t {3}}, {"num_outputs", int64_t {3}}}));
    split.expected.resize(3); // as many outputs; the fold says what is in them
    cases.push_back(std::move(split));
    cases.push_back(
        extremeCase("rank 7", "Trilu", {randomTensor(DataType::Float32, {2, 2, 2, 2, 2, 4, 5}, 7)}));
    const HostTensor sides = int64Tensor({1, 2, 0, 1, 1, 2, 1, 0, 1, 1, 1, 2, 0, 1, 1, 1});
    for (const char* mode : {"constant", "reflect", "edge", "wrap"}) {
        cases.push_back(extremeCase(std::string("rank 8, mode ") + mode, "Pad",
            {randomTensor(DataType::Float32, {2, 3, 2, 3, 2, 3, 2, 2}, 8), sides},
            attributesWith("mode", std::string(mode)), 1));
    }
    cases.push_back(extremeCase("rank 8, some sides are cut", "Pad",
        {x, int64Tensor({-1, 2, 1, -1, 1, 2, -1, 1, 1, -1, 2, 1, -1, 1, 1, -1})}, {}, 1));
}

void addReductionRanks(CaseList& cases)
{
    const HostTensor x = randomTensor(DataType::Float32, {2, 3, 2, 3, 2, 3, 2, 3, 2}, 9);
    for (const char* op : {"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1",
             "ReduceL2", "ReduceSumSquare", "ReduceLogSumExp"}) {
        cases.push_back(
            extremeCase("rank 9, every other axis", op, {x, int64Tensor({0, 2, 4, 6, 8})}, {}, 1));
    }
    cases.push_back(extremeCase("rank 9, every other axis, gone", "ReduceSum",
        {x, int64Tensor({1, 3, -4, 7})}, attributesWith("keepdims", int64_t {0}), 1));
    for (const char* op : {"ArgMax", "ArgMin"}) {
        cases.push_back(extremeCase("rank 9", op, {x}, attributesWith("axis", int64_t {5})));
    }
    cases.push_back(extremeCase("rank 9", "CumSum", {x, tensorOf(DataType::Int64, {}, {3})}, {}, 1));
    cases.push_back(extremeCase("rank 7", "TopK",
        {randomTensor(DataType::Float32, {2, 2, 2, 2, 7, 2, 2}, 10), int64Tensor({3})},
        attributesWith("axis", int64_t {4}), 1));
}

void addIndexRanks(CaseList& cases)
{
    const Shape whole {3, 4, 3, 4, 3, 4, 3, 4};
    const Shape fewer {2, 3, 2, 3, 2, 3, 2, 3}; // than the data has, everywhere
    const HostTensor x = randomTensor(DataType::Float32, whole, 11);
    cases.push_back(extremeCase("rank 8, indices of rank 3", "Gather",
        {randomTensor(DataType::Float32, {2, 2, 2, 5, 2, 2, 2, 2}, 12), indicesBelow({2, 2, 3}, {5})},
        attributesWith("axis", int64_t {3})));
    cases.push_back(extremeCase("rank 8, indices fewer in every dimension", "GatherElements",
        {x, indicesBelow(fewer, {3})}, attributesWith("axis", int64_t {4})));
    cases.push_back(
        extremeCase("tuples of eight", "GatherND", {x, indicesBelow({9, 8}, {3, 4, 3, 4, 3, 4, 3, 4})}));
    cases.push_back(extremeCase(
        "tuples of seven, and a slice", "GatherND", {x, indicesBelow({2, 4, 7}, {3, 4, 3, 4, 3, 4, 3})}));
    HostTensor places = makeHostTensor({DataType::Int64, fewer}); // each its own along axis 4
    for (int64_t i = 0; i < elementCount(fewer).value_or(0); ++i) {
        setElement(places, static_cast<size_t>(i), 2 - coordinatesOf(i, fewer)[4]);
    }
    for (const char* reduction : {"none", "add", "max"}) {
        cases.push_back(extremeCase(std::string("rank 8, fewer updates in every dimension, ") + reduction,
            "ScatterElements", {x, places, randomTensor(DataType::Float32, fewer, 13)},
            named({{"axis", int64_t {4}}, {"reduction", std::string(reduction)}})));
    }
    HostTensor tuples = makeHostTensor({DataType::Int64, {3, 7}});
    for (size_t i = 0; i < 21; ++i) {
        setElement(tuples, i, static_cast<int64_t>(i / 7) - (i % 2 == 0 ? 3 : 0));
    }
    for (const char* reduction : {"none", "add"}) {
        cases.push_back(extremeCase(std::string("tuples of seven, ") + reduction, "ScatterND",
            {x, tuples, randomTensor(DataType::Float32, {3, 4}, 14)},
            attributesWith("reduction", std::string(reduction))));
    }
}

} // namespace

void addHighRanks(CaseList& cases)
{
    addElementwiseRanks(cases);
    addMovementRanks(cases);
    addReductionRanks(cases);
    addIndexRanks(cases);
}

} // namespace weightless::testing
