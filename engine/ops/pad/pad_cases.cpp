// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>

namespace weightless::ops::pad {

namespace {

// Walks from the coordinate back into [0, size) as the mode's name says; -1 is the fill.
int64_t source(int64_t at, int64_t size, const std::string& mode)
{
    if (mode == "constant") {
        return at < 0 || at >= size ? -1 : at;
    }
    while (at < 0 || at >= size) {
        if (mode == "edge") {
            at = at < 0 ? 0 : size - 1;
        } else if (mode == "wrap") {
            at += at < 0 ? size : -size;
        } else {
            at = at < 0 ? -at : 2 * size - 2 - at;
        }
    }
    return at;
}

OperatorCase padCase(DataType type, const Shape& shape, const std::vector<int64_t>& pads,
    const std::string& mode, std::optional<double> fill = {})
{
    const HostTensor x = randomTensor(type, shape, 17, -90, 90);
    const size_t rank = shape.size();
    Shape result = shape;
    for (size_t d = 0; d < rank; ++d) {
        result[d] += pads[d] + pads[d + rank];
    }
    HostTensor expected = makeHostTensor({type, result});
    for (int64_t i = 0; i < elementCount(result).value_or(0); ++i) {
        std::vector<int64_t> at = coordinatesOf(i, result);
        for (size_t d = 0; d < rank; ++d) {
            at[d] = source(at[d] - pads[d], shape[d], mode);
        }
        const bool isFill = std::ranges::find(at, -1) != at.end();
        setElement(expected, static_cast<size_t>(i),
            isFill ? fill.value_or(0) : elementAsDouble(x, static_cast<size_t>(indexOf(at, shape))));
    }
    OperatorCase test {
        .name = mode + " " + toString(pads) + " of " + toString(x.descriptor), .opType = "Pad", .opset = 13};
    test.inputs = {x, makeInt64Tensor(pads)};
    test.constantInputs = {1};
    if (fill) {
        test.inputs.emplace_back(tensorOf(type, {}, {*fill}));
    }
    test.attributes.set("mode", mode);
    test.expected = {std::move(expected)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const std::string mode : {"constant", "reflect", "edge", "wrap"}) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Int64, DataType::UInt8,
                 DataType::Float8E4M3FN, DataType::Int4, DataType::UInt2, DataType::Float6E2M3}) {
            cases.push_back(padCase(type, {3, 5, 7}, {0, 2, 1, 1, 0, 3}, mode));
            cases.push_back(padCase(type, {3, 43}, {1, 2, 0, 3}, mode)); // rows of whole runs
            cases.push_back(padCase(type, {3, 2, 36}, {0, 1, 7, 0, 1, 6}, mode)); // and not
        }
        cases.push_back(padCase(DataType::Float32, {2, 3, 5, 7}, {0, 0, 1, 1, 0, 0, 1, 1}, mode));
        if (mode != "wrap") { // which wraps what is left, unlike the reference here
            cases.push_back(padCase(DataType::Float32, {5, 7}, {-1, 2, 3, -2}, mode));
        }
        cases.push_back(padCase(DataType::Float32, {5, 7}, {0, 0, 0, 0}, mode));
    }
    cases.push_back(padCase(DataType::Float32, {5, 7}, {1, 2, 3, 4}, "constant", -1.5));
    // Nothing of the source is left.
    cases.push_back(padCase(DataType::Float32, {5, 8}, {-5, 0, 3, 0}, "constant", -1.5));
    cases.push_back(padCase(DataType::Float16, {5, 8}, {0, -8, 0, 24}, "constant", -1.5));
    cases.push_back(padCase(DataType::Int32, {5}, {9, 1}, "constant", 7));
    cases.push_back(padCase(DataType::Int4, {3, 5}, {1, 0, 0, 2}, "constant", -3));
    cases.push_back(padCase(
        DataType::UInt4, {1, 2, 1, 2, 1, 2, 3}, {1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0}, "constant", 9));
    cases.push_back(padCase(DataType::Float32, {0, 3}, {2, 0, 1, 1}, "constant", 2.5));
    cases.push_back(padCase(DataType::Float32, {3}, {-1, -2}, "constant"));
    cases.push_back(padCase(DataType::Float32, {3}, {7, 8}, "wrap"));
    for (const std::string mode : {"constant", "reflect", "edge"}) {
        OperatorCase microsoft = padCase(DataType::Float32, {3, 5}, {1, 0, 2, 1}, mode);
        microsoft.domain = "com.microsoft";
        cases.push_back(microsoft);
        microsoft.name += ", pads as a row";
        microsoft.inputs[1]->descriptor.shape = {1, 4};
        cases.push_back(microsoft);
    }
    OperatorCase old = padCase(DataType::Float32, {3, 5}, {1, 0, 2, 1}, "constant", 4.5);
    old.name = "attributes before opset 11";
    old.opset = 2;
    old.inputs.resize(1);
    old.constantInputs.clear();
    old.attributes.set("pads", std::vector<int64_t> {1, 0, 2, 1});
    old.attributes.set("value", 4.5f);
    cases.push_back(old);
    OperatorCase someAxes = padCase(DataType::Float32, {3, 5, 7}, {0, 0, 2, 0, 0, 1}, "edge");
    someAxes.name = "axes as an input";
    someAxes.opset = 18;
    someAxes.inputs[1] = int64Tensor({2, 1});
    someAxes.inputs.emplace_back();
    someAxes.inputs.emplace_back(int64Tensor({-1}));
    someAxes.constantInputs = {1, 3};
    cases.push_back(someAxes);
    OperatorCase wrong = padCase(DataType::Float32, {3, 5}, {1, 0, 2, 1}, "constant");
    wrong.attributes.set("mode", std::string("reflect"));
    wrong.inputs[1] = int64Tensor({3, 0, 0, 0});
    wrong.expectedError = "pads of 3 and 0 do not fit dimension 0 of float32[3, 5] in mode reflect";
    cases.push_back(wrong);
    wrong.inputs[1] = int64Tensor({3, 0, 0});
    wrong.expectedError = "'pads' has 3 elements, expected 4";
    cases.push_back(wrong);
    wrong.inputs[1] = int64Tensor({-2, 0, -2, 0});
    wrong.expectedError = "do not fit dimension 0";
    cases.push_back(wrong);
    wrong.attributes.set("mode", std::string("mirror"));
    wrong.expectedError = "attribute 'mode' is 'mirror'";
    cases.push_back(wrong);
}

} // namespace weightless::ops::pad
