// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/movement/movementcases.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace weightless::ops::movement {

HostTensor moved(
    const HostTensor& x, const Shape& shape, const std::function<Coordinates(const Coordinates&)>& source)
{
    HostTensor result = makeHostTensor({x.descriptor.type, shape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const int64_t from = indexOf(source(coordinatesOf(i, shape)), x.descriptor.shape);
        setElement(result, static_cast<size_t>(i), elementAsDouble(x, static_cast<size_t>(from)));
    }
    return result;
}

OperatorCase movementCase(
    std::string name, std::string opType, int64_t opset, HostTensor x, std::vector<HostTensor> expected)
{
    OperatorCase test {.name = std::move(name), .opType = std::move(opType), .opset = opset};
    test.inputs = {std::move(x)};
    test.expected = std::move(expected);
    return test;
}

void addParameter(OperatorCase& test, HostTensor value)
{
    test.constantInputs.push_back(test.inputs.size());
    test.inputs.emplace_back(std::move(value));
}

namespace {

constexpr std::array widths {DataType::Bool, DataType::UInt8, DataType::Float16, DataType::Float32,
    DataType::Int32, DataType::Int64, DataType::Float64, DataType::Int4, DataType::UInt2,
    DataType::Float8E5M2};

OperatorCase transposeCase(DataType type, const Shape& shape, const std::vector<int64_t>& permutation)
{
    const HostTensor x = randomTensor(type, shape, 51, -90, 90);
    Shape result;
    for (const int64_t axis : permutation) {
        result.push_back(shape[static_cast<size_t>(axis)]);
    }
    OperatorCase test = movementCase(toString(permutation) + " of " + toString(x.descriptor), "Transpose", 13,
        x, {moved(x, result, [&](const Coordinates& at) {
            Coordinates from(at.size());
            for (size_t i = 0; i < at.size(); ++i) {
                from[static_cast<size_t>(permutation[i])] = at[i];
            }
            return from;
        })});
    test.attributes.set("perm", permutation);
    return test;
}

void addTransposes(CaseList& cases)
{
    for (const DataType type : widths) {
        cases.push_back(transposeCase(type, {3, 5, 7}, {2, 0, 1}));
        cases.push_back(transposeCase(type, {2, 3, 48}, {1, 0, 2})); // rows move
        cases.push_back(transposeCase(type, {3, 65, 40}, {0, 2, 1})); // tiles, whole ones and not
        for (const int64_t columns : {2, 3, 4}) { // side by side
            cases.push_back(transposeCase(type, {2, columns, 37}, {0, 2, 1}));
            cases.push_back(transposeCase(type, {2, columns, 64}, {0, 2, 1}));
            cases.push_back(transposeCase(type, {2, 37, columns}, {0, 2, 1}));
        }
    }
    cases.push_back(transposeCase(DataType::Float32, {17, 129}, {1, 0}));
    cases.push_back(transposeCase(DataType::Float32, {2, 3, 5, 7}, {0, 2, 1, 3}));
    cases.push_back(transposeCase(DataType::Float32, {2, 1, 5}, {1, 0, 2})); // moves nothing
    cases.push_back(transposeCase(DataType::Float32, {2, 3, 2, 3, 2, 3}, {5, 4, 3, 2, 1, 0}));
    cases.push_back(transposeCase(DataType::Float32, {2, 3, 2, 2, 2, 2, 3}, {6, 5, 4, 3, 2, 1, 0}));
    cases.push_back(transposeCase(DataType::Float32, {3, 0, 2}, {2, 1, 0}));
    cases.push_back(transposeCase(DataType::Int4, {3, 0, 2}, {2, 1, 0}));
    cases.push_back(transposeCase(DataType::Float32, {}, {}));
    OperatorCase reversed = transposeCase(DataType::Float32, {3, 5, 7}, {2, 1, 0});
    reversed.name = "no permutation reverses";
    reversed.attributes = {};
    cases.push_back(reversed);
    OperatorCase wrong = transposeCase(DataType::Float32, {3, 5}, {1, 0});
    wrong.attributes.set("perm", std::vector<int64_t> {0, 0});
    wrong.expectedError = "axis 0 is given twice";
    cases.push_back(wrong);
    wrong.attributes.set("perm", std::vector<int64_t> {0});
    wrong.expectedError = "attribute 'perm' has 1 axes, input 0 is float32[3, 5]";
    cases.push_back(wrong);
}

struct SliceParameters {
    std::vector<int64_t> starts, ends, axes, steps;
};

// As numpy does it: walk from start while before end.
OperatorCase sliceCase(DataType type, const Shape& shape, const SliceParameters& slice)
{
    const HostTensor x = randomTensor(type, shape, 61, -90, 90);
    std::vector<std::vector<int64_t>> taken;
    for (const int64_t dimension : shape) {
        taken.emplace_back();
        for (int64_t i = 0; i < dimension; ++i) {
            taken.back().push_back(i);
        }
    }
    for (size_t i = 0; i < slice.axes.size(); ++i) {
        const auto axis = static_cast<size_t>(
            slice.axes[i] < 0 ? slice.axes[i] + static_cast<int64_t>(shape.size()) : slice.axes[i]);
        const int64_t n = shape[axis];
        const int64_t step = slice.steps[i];
        const auto wrapped = [&](int64_t v) { return v < 0 ? v + n : v; };
        std::vector<int64_t> kept;
        for (int64_t at = std::min(std::max<int64_t>(wrapped(slice.starts[i]), 0), step > 0 ? n : n - 1);
             at >= 0 && at < n
             && (step > 0 ? at < wrapped(slice.ends[i]) : at > std::max<int64_t>(wrapped(slice.ends[i]), -1));
             at += step) {
            kept.push_back(at);
        }
        taken[axis] = kept;
    }
    Shape result;
    std::ranges::transform(taken, std::back_inserter(result),
        [](const auto& list) { return static_cast<int64_t>(list.size()); });
    OperatorCase test = movementCase(toString(slice.starts) + " to " + toString(slice.ends) + " by "
            + toString(slice.steps) + " on " + toString(slice.axes) + " of " + toString(x.descriptor),
        "Slice", 13, x, {moved(x, result, [&](const Coordinates& at) {
            Coordinates from;
            for (size_t d = 0; d < at.size(); ++d) {
                from.push_back(taken[d][static_cast<size_t>(at[d])]);
            }
            return from;
        })});
    for (const auto* list : {&slice.starts, &slice.ends, &slice.axes, &slice.steps}) {
        addParameter(test, makeInt64Tensor(*list));
    }
    return test;
}

void addSlices(CaseList& cases)
{
    for (const DataType type : widths) {
        cases.push_back(sliceCase(type, {5, 7}, {{1, -1}, {-1, -9}, {0, 1}, {2, -2}}));
        cases.push_back(sliceCase(type, {5, 64}, {{16}, {48}, {1}, {1}}));
        cases.push_back(sliceCase(type, {5, 64}, {{1}, {33}, {1}, {1}})); // rows, none of them aligned
        cases.push_back(sliceCase(type, {5, 67}, {{3}, {66}, {1}, {1}}));
        cases.push_back(sliceCase(type, {3, 81}, {{0}, {81}, {1}, {2}}));
        cases.push_back(sliceCase(type, {3, 40}, {{5}, {7}, {1}, {1}})); // short rows
        cases.push_back(sliceCase(type, {3, 40}, {{6}, {9}, {1}, {1}}));
    }
    const DataType f32 = DataType::Float32;
    cases.push_back(sliceCase(f32, {6, 7}, {{2}, {4}, {0}, {1}})); // a view
    cases.push_back(sliceCase(f32, {6, 7}, {{3}, {INT64_MAX}, {-1}, {1}}));
    cases.push_back(sliceCase(f32, {2, 6, 7}, {{-100, 1}, {100, 3}, {1, 2}, {3, 1}}));
    cases.push_back(sliceCase(f32, {9}, {{8}, {INT64_MIN + 9}, {0}, {-1}}));
    cases.push_back(sliceCase(f32, {9}, {{100}, {2}, {0}, {-3}}));
    cases.push_back(sliceCase(f32, {9}, {{5}, {2}, {0}, {1}}));
    cases.push_back(sliceCase(f32, {9}, {{0}, {9}, {0}, {INT64_MAX}}));
    cases.push_back(sliceCase(f32, {0, 3}, {{0}, {9}, {0}, {1}}));
    cases.push_back(sliceCase(DataType::Int64, {4}, {{1}, {3}, {0}, {1}}));
    for (const int64_t end :
        {int64_t {INT32_MAX}, INT64_MAX}) { // backwards to the end of the axis, as up to opset 10
        OperatorCase whole = sliceCase(f32, {9}, {{6}, {INT64_MIN + 9}, {0}, {-2}});
        whole.inputs[2] = int64Tensor({end});
        whole.name += " as " + std::to_string(end);
        cases.push_back(whole);
    }
    OperatorCase old = sliceCase(f32, {6, 7}, {{1, 2}, {5, -1}, {0, 1}, {1, 1}});
    old.name = "attributes before opset 10";
    old.opset = 9;
    old.inputs.resize(1);
    old.constantInputs.clear();
    old.attributes.set("starts", std::vector<int64_t> {1, 2});
    old.attributes.set("ends", std::vector<int64_t> {5, -1});
    cases.push_back(old);
    OperatorCase wrong = sliceCase(f32, {6, 7}, {{1}, {5}, {0}, {1}});
    wrong.inputs[4] = int64Tensor({0});
    wrong.expectedError = "the step of axis 0 is 0";
    cases.push_back(wrong);
    wrong.inputs[3] = int64Tensor({2});
    wrong.expectedError = "axis 2 is outside a tensor of rank 2";
    cases.push_back(wrong);
    wrong.inputs[2] = int64Tensor({2, 3});
    wrong.expectedError = "expected equally many";
    cases.push_back(wrong);
}

OperatorCase splitCase(DataType type, const Shape& shape, int64_t axis, const std::vector<int64_t>& sizes)
{
    const HostTensor x = randomTensor(type, shape, 71, -90, 90);
    const auto d = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    std::vector<HostTensor> expected;
    int64_t first = 0;
    for (const int64_t size : sizes) {
        Shape part = shape;
        part[d] = size;
        expected.push_back(moved(x, part, [&](Coordinates at) {
            at[d] += first;
            return at;
        }));
        first += size;
    }
    OperatorCase test =
        movementCase(toString(sizes) + " on axis " + std::to_string(axis) + " of " + toString(x.descriptor),
            "Split", 13, x, std::move(expected));
    test.attributes.set("axis", axis);
    return test;
}

void addSplits(CaseList& cases)
{
    for (const DataType type : widths) {
        OperatorCase test = splitCase(type, {3, 7}, -1, {2, 0, 5});
        addParameter(test, int64Tensor({2, 0, 5}));
        cases.push_back(test);
    }
    cases.push_back(splitCase(DataType::Float32, {6, 5}, 0, {2, 2, 2}));
    OperatorCase old = splitCase(DataType::Float32, {2, 7, 3}, 1, {3, 4});
    old.opset = 11;
    old.attributes.set("split", std::vector<int64_t> {3, 4});
    cases.push_back(old);
    OperatorCase uneven = splitCase(DataType::Float32, {2, 7}, 1, {3, 3, 1});
    uneven.opset = 18;
    uneven.attributes.set("num_outputs", int64_t {3});
    cases.push_back(uneven);
    uneven.opset = 13;
    uneven.expectedError = "a dimension of 7 cannot be split into 3 equal parts";
    cases.push_back(uneven);
    OperatorCase wrong = splitCase(DataType::Float32, {2, 7}, 1, {3, 4});
    addParameter(wrong, int64Tensor({3, 5}));
    wrong.expectedError = "does not add up to the dimension 7";
    cases.push_back(wrong);
}

OperatorCase concatCase(DataType type, const std::vector<Shape>& shapes, int64_t axis)
{
    OperatorCase test {.name = "axis " + std::to_string(axis) + " of " + std::to_string(shapes.size()) + " "
            + toString(type) + toString(shapes[0]),
        .opType = "Concat",
        .opset = 13};
    const auto d = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shapes[0].size()) : axis);
    Shape result = shapes[0];
    result[d] = 0;
    std::vector<std::pair<size_t, int64_t>> origin; // along the axis: input and coordinate
    for (size_t i = 0; i < shapes.size(); ++i) {
        test.inputs.emplace_back(randomTensor(type, shapes[i], 81 + i, -90, 90));
        result[d] += shapes[i][d];
        for (int64_t at = 0; at < shapes[i][d]; ++at) {
            origin.emplace_back(i, at);
        }
    }
    HostTensor expected = makeHostTensor({type, result});
    for (int64_t i = 0; i < elementCount(result).value_or(0); ++i) {
        Coordinates at = coordinatesOf(i, result);
        const auto [input, coordinate] = origin[static_cast<size_t>(at[d])];
        at[d] = coordinate;
        const HostTensor& x = *test.inputs[input];
        setElement(expected, static_cast<size_t>(i),
            elementAsDouble(x, static_cast<size_t>(indexOf(at, x.descriptor.shape))));
    }
    test.expected = {std::move(expected)};
    test.attributes.set("axis", axis);
    return test;
}

void addConcats(CaseList& cases)
{
    for (const DataType type : widths) {
        cases.push_back(concatCase(type, {{3, 2}, {3, 5}, {3, 1}}, -1));
        cases.push_back(concatCase(type, {{3, 32}, {3, 48}, {3, 16}}, -1));
        cases.push_back(concatCase(type, {{3, 12}, {3, 21}, {3, 4}}, -1));
    }
    cases.push_back(concatCase(DataType::Float32, {{2, 3, 5}, {7, 3, 5}}, 0));
    cases.push_back(concatCase(DataType::Float32, {{2, 3, 5}, {2, 0, 5}, {2, 1, 5}}, 1));
    cases.push_back(concatCase(DataType::Float32, {{2, 0}, {2, 3}}, 1));
    cases.push_back(concatCase(DataType::Float32, {{4}}, 0));
    cases.push_back(concatCase(DataType::Int64, {{1}, {2}, {1}, {3}, {1}, {1}, {2}, {5}}, 0));
    OperatorCase wrong = concatCase(DataType::Float32, {{2, 3}, {2, 3}}, 0);
    wrong.inputs[1] = randomTensor(DataType::Float32, {2, 4}, 1);
    wrong.expectedError = "float32[2, 3] and float32[2, 4], which differ in dimension 1";
    cases.push_back(wrong);
    wrong.attributes = {};
    wrong.expectedError = "attribute 'axis' is required";
    cases.push_back(wrong);
}

OperatorCase expandCase(DataType type, const Shape& shape, const Shape& target, const Shape& result)
{
    const HostTensor x = randomTensor(type, shape, 91, -90, 90);
    OperatorCase test = movementCase(toString(x.descriptor) + " to " + toString(target), "Expand", 13, x,
        {moved(x, result, [&](const Coordinates& at) {
            Coordinates from(at.end() - static_cast<ptrdiff_t>(shape.size()), at.end());
            for (size_t d = 0; d < shape.size(); ++d) {
                from[d] = shape[d] == 1 ? 0 : from[d];
            }
            return from;
        })});
    addParameter(test, makeInt64Tensor(target));
    return test;
}

OperatorCase tileCase(DataType type, const Shape& shape, const std::vector<int64_t>& repeats)
{
    const HostTensor x = randomTensor(type, shape, 92, -90, 90);
    Shape result = shape;
    for (size_t d = 0; d < shape.size(); ++d) {
        result[d] *= repeats[d];
    }
    OperatorCase test = movementCase(toString(x.descriptor) + " by " + toString(repeats), "Tile", 13, x,
        {moved(x, result, [&](Coordinates at) {
            for (size_t d = 0; d < shape.size(); ++d) {
                at[d] %= shape[d];
            }
            return at;
        })});
    addParameter(test, makeInt64Tensor(repeats));
    return test;
}

void addRepetitions(CaseList& cases)
{
    for (const DataType type : widths) {
        cases.push_back(expandCase(type, {3, 1, 5}, {2, 1, 7, 1}, {2, 3, 7, 5}));
        cases.push_back(expandCase(type, {3, 1, 48}, {5, 1}, {3, 5, 48}));
        cases.push_back(expandCase(type, {3, 1}, {20}, {3, 20}));
        cases.push_back(expandCase(type, {2, 9, 1}, {11}, {2, 9, 11}));
        cases.push_back(tileCase(type, {3, 5}, {2, 3}));
    }
    cases.push_back(expandCase(DataType::Float32, {}, {5, 3}, {5, 3}));
    cases.push_back(expandCase(DataType::Float32, {3, 4}, {4}, {3, 4}));
    cases.push_back(expandCase(DataType::Float32, {1, 3}, {0, 3}, {0, 3}));
    OperatorCase wrong = expandCase(DataType::Float32, {3, 4}, {4}, {3, 4});
    wrong.inputs[1] = int64Tensor({5});
    wrong.expectedError = "input 0 is float32[3, 4], which does not broadcast to [5]";
    cases.push_back(wrong);
    cases.push_back(tileCase(DataType::Float32, {2, 3, 2, 3}, {1, 2, 3, 1}));
    cases.push_back(tileCase(DataType::Float32, {2, 3}, {1, 1}));
    cases.push_back(tileCase(DataType::Float32, {2, 3}, {0, 2}));
    OperatorCase old = tileCase(DataType::Float32, {2, 3}, {1, 4});
    old.opset = 5;
    old.inputs[1] = int64Tensor({4});
    addParameter(old, int64Tensor({1}));
    cases.push_back(old);
    wrong = tileCase(DataType::Float32, {2, 3}, {1, 2});
    wrong.inputs[1] = int64Tensor({2});
    wrong.expectedError = "input 'repeats' has 1 elements";
    cases.push_back(wrong);
    wrong.inputs[1] = int64Tensor({2, -1});
    wrong.expectedError = "input 'repeats' is [2, -1]";
    cases.push_back(wrong);
}

} // namespace

void addCases(CaseList& cases)
{
    addTransposes(cases);
    addSlices(cases);
    addSplits(cases);
    addConcats(cases);
    addRepetitions(cases);
    addBlockCases(cases);
}

} // namespace weightless::ops::movement
