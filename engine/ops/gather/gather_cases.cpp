// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <array>

namespace weightless::ops::gather {

namespace {

using Ints = std::vector<int64_t>;

constexpr std::array widths {
    DataType::UInt8, DataType::Float16, DataType::Float32, DataType::Int64, DataType::Bool};

HostTensor indexTensor(DataType type, const Shape& shape, const Ints& values)
{
    return tensorOf(type, shape, std::vector<double>(values.begin(), values.end()));
}

OperatorCase made(std::string opType, HostTensor x, HostTensor indices, HostTensor expected)
{
    OperatorCase test {.name = toString(x.descriptor) + " at " + toString(indices.descriptor),
        .opType = std::move(opType),
        .opset = 13};
    test.inputs = {std::move(x), std::move(indices)};
    test.expected = {std::move(expected)};
    return test;
}

OperatorCase gatherCase(DataType type, DataType indexType, const Shape& shape, int64_t axis,
    const Shape& indexShape, const Ints& values)
{
    const HostTensor x = randomTensor(type, shape, 5, -90, 90);
    const auto rank = static_cast<int64_t>(shape.size());
    const auto d = static_cast<size_t>(axis < 0 ? axis + rank : axis);
    Shape result(shape.begin(), shape.begin() + static_cast<ptrdiff_t>(d));
    result.insert(result.end(), indexShape.begin(), indexShape.end());
    result.insert(result.end(), shape.begin() + static_cast<ptrdiff_t>(d) + 1, shape.end());
    HostTensor expected = makeHostTensor({type, result});
    for (int64_t i = 0; i < elementCount(result).value_or(0); ++i) {
        const Ints at = coordinatesOf(i, result);
        const auto split = at.begin() + static_cast<ptrdiff_t>(d);
        const Ints which(split, split + static_cast<ptrdiff_t>(indexShape.size()));
        const int64_t index = values[static_cast<size_t>(indexOf(which, indexShape))];
        Ints from(at.begin(), split);
        from.push_back(index < 0 ? index + shape[d] : index);
        from.insert(from.end(), split + static_cast<ptrdiff_t>(indexShape.size()), at.end());
        setElement(
            expected, static_cast<size_t>(i), elementAsDouble(x, static_cast<size_t>(indexOf(from, shape))));
    }
    OperatorCase test = made("Gather", x, indexTensor(indexType, indexShape, values), std::move(expected));
    test.attributes.set("axis", axis);
    test.name += " on axis " + std::to_string(axis);
    return test;
}

void addGathers(CaseList& cases)
{
    for (const DataType type : widths) {
        for (const DataType indexType : {DataType::Int32, DataType::Int64}) {
            cases.push_back(gatherCase(type, indexType, {5, 3, 7}, 1, {2, 2}, {0, 2, -1, 1}));
        }
    }
    const DataType f32 = DataType::Float32;
    const DataType i64 = DataType::Int64;
    cases.push_back(gatherCase(f32, i64, {11, 129}, 0, {3}, {10, 0, -11}));
    cases.push_back(gatherCase(f32, i64, {4, 6}, -1, {5}, {0, 5, 5, 1, -6}));
    cases.push_back(gatherCase(f32, i64, {4, 6}, 0, {}, {2}));
    cases.push_back(gatherCase(f32, i64, {4, 6}, 0, {0}, {}));
    for (const int64_t axis : {0, 1, 2}) { // one known index is a slice
        OperatorCase known = gatherCase(f32, i64, {4, 6, 3}, axis, {}, {-1});
        known.constantInputs = {1};
        known.name += ", known";
        cases.push_back(known);
    }
    OperatorCase wrong = gatherCase(f32, i64, {4, 6}, 0, {2}, {0, 1});
    wrong.inputs[1] = int64Tensor({0, 4});
    wrong.constantInputs = {1};
    wrong.expectedError = "index 4 in input 1 is outside a dimension of 4";
    cases.push_back(wrong);
    wrong.inputs[1] = tensorOf(f32, {1}, {0});
    wrong.expectedError = "input 1 is float32[1], expected int32 or int64 indices";
    cases.push_back(wrong);
}

OperatorCase elementsCase(DataType type, DataType indexType, const Shape& shape, int64_t axis,
    const Shape& indexShape, const Ints& values)
{
    const HostTensor x = randomTensor(type, shape, 6, -90, 90);
    const auto d = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    HostTensor expected = makeHostTensor({type, indexShape});
    for (size_t i = 0; i < values.size(); ++i) {
        Ints from = coordinatesOf(static_cast<int64_t>(i), indexShape);
        from[d] = values[i] < 0 ? values[i] + shape[d] : values[i];
        setElement(expected, i, elementAsDouble(x, static_cast<size_t>(indexOf(from, shape))));
    }
    OperatorCase test =
        made("GatherElements", x, indexTensor(indexType, indexShape, values), std::move(expected));
    test.attributes.set("axis", axis);
    test.name += " on axis " + std::to_string(axis);
    return test;
}

void addElements(CaseList& cases)
{
    for (const DataType type : widths) {
        for (const DataType indexType : {DataType::Int32, DataType::Int64}) {
            cases.push_back(elementsCase(type, indexType, {3, 5}, 1, {2, 3}, {4, 0, -1, 2, 2, -5}));
        }
    }
    cases.push_back(
        elementsCase(DataType::Float32, DataType::Int64, {3, 5}, 0, {2, 4}, {0, 1, 2, -1, 2, 2, 0, -3}));
    cases.push_back(
        elementsCase(DataType::Float32, DataType::Int64, {2, 3, 2}, -2, {2, 1, 2}, {0, 1, 2, -1}));
    cases.push_back(elementsCase(DataType::Float32, DataType::Int64, {7}, 0, {3}, {6, 0, 3}));
    cases.push_back(elementsCase(DataType::Float32, DataType::Int64, {3, 5}, 0, {0, 5}, {}));
    OperatorCase wrong = elementsCase(DataType::Float32, DataType::Int64, {3, 5}, 1, {2, 1}, {0, 1});
    wrong.inputs[1] = tensorOf(DataType::Int64, {4, 1}, {0, 0, 0, 0});
    wrong.expectedError = "larger than input 0 of float32[3, 5] in dimension 0";
    cases.push_back(wrong);
    wrong.inputs[1] = int64Tensor({1});
    wrong.expectedError = "input 1 is int64[1], expected rank 2";
    cases.push_back(wrong);
}

OperatorCase tuplesCase(DataType type, DataType indexType, const Shape& shape, int64_t batch,
    const Shape& indexShape, const Ints& values)
{
    const HostTensor x = randomTensor(type, shape, 7, -90, 90);
    const auto depth = static_cast<size_t>(indexShape.back());
    const auto indexed = static_cast<size_t>(batch) + depth;
    Shape result(indexShape.begin(), indexShape.end() - 1);
    const size_t tupleRank = result.size();
    result.insert(result.end(), shape.begin() + static_cast<ptrdiff_t>(indexed), shape.end());
    HostTensor expected = makeHostTensor({type, result});
    for (int64_t i = 0; i < elementCount(result).value_or(0); ++i) {
        const Ints at = coordinatesOf(i, result);
        Ints from(at.begin(), at.begin() + batch);
        for (size_t k = 0; k < depth; ++k) {
            Ints which(at.begin(), at.begin() + static_cast<ptrdiff_t>(tupleRank));
            which.push_back(static_cast<int64_t>(k));
            const int64_t index = values[static_cast<size_t>(indexOf(which, indexShape))];
            from.push_back(index < 0 ? index + shape[from.size()] : index);
        }
        from.insert(from.end(), at.begin() + static_cast<ptrdiff_t>(tupleRank), at.end());
        setElement(
            expected, static_cast<size_t>(i), elementAsDouble(x, static_cast<size_t>(indexOf(from, shape))));
    }
    OperatorCase test = made("GatherND", x, indexTensor(indexType, indexShape, values), std::move(expected));
    test.attributes.set("batch_dims", batch);
    return test;
}

void addTuples(CaseList& cases)
{
    for (const DataType type : widths) {
        cases.push_back(tuplesCase(type, DataType::Int64, {3, 5, 2}, 0, {3, 2}, {0, 1, 2, -1, -3, 4}));
    }
    const DataType f32 = DataType::Float32;
    cases.push_back(tuplesCase(f32, DataType::Int64, {3, 5}, 0, {2, 2}, {0, 0, 2, 4}));
    cases.push_back(tuplesCase(f32, DataType::Int64, {3, 5, 2}, 0, {2, 1, 1}, {1, -1}));
    cases.push_back(tuplesCase(f32, DataType::Int64, {2, 3, 4}, 1, {2, 2, 1}, {0, 2, 1, -1}));
    cases.push_back(tuplesCase(f32, DataType::Int64, {2, 3, 4}, 1, {2, 2}, {0, 3, 2, -1}));
    OperatorCase older = tuplesCase(f32, DataType::Int32, {3, 5, 2}, 0, {2, 1}, {1, -1});
    older.domain = "com.microsoft";
    older.opset = 9;
    cases.push_back(older);
    OperatorCase wrong = tuplesCase(f32, DataType::Int64, {3, 5}, 0, {1, 2}, {0, 0});
    wrong.inputs[1] = int64Tensor({0, 0, 0});
    wrong.expectedError = "which do not go together with batch_dims 0";
    cases.push_back(wrong);
    wrong.inputs[1] = tensorOf(DataType::Int64, {1, 2}, {2, 5});
    wrong.constantInputs = {1};
    wrong.expectedError = "index 5 in input 1 is outside a dimension of 5";
    cases.push_back(wrong);
}

} // namespace

void addCases(CaseList& cases)
{
    addGathers(cases);
    addElements(cases);
    addTuples(cases);
}

} // namespace weightless::ops::gather
